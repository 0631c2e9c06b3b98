//! The absence of files to replace, without the feature `files`.

use crate::error::Result;

/// A replacement. Without the feature, there is none.
pub(super) enum Replacement {}

impl Replacement {
    /// Replaces nothing.
    pub(super) fn replace(_: &[Self]) -> Result<()> {
        Ok(())
    }
}
