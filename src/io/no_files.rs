//! The absence of files to replace, without the feature `files`.

use crate::error::Result;

/// An output of a run. Without the feature, outputs do not know of each other.
pub(super) enum RunOutput {}

impl RunOutput {
    /// Cannot be called.
    pub(super) fn has_others(&self) -> bool {
        match *self {}
    }

    /// Replaces nothing.
    pub(super) fn put_in_place(_: Vec<Self>) -> Result<()> {
        Ok(())
    }
}
