//! The absence of files to replace, without the feature `files`.

use crate::error::Result;

/// A replacement, which does not exist.
pub(super) enum Replacement {}

impl Replacement {
    /// Replaces nothing.
    pub(super) fn replace(_: &[Self]) -> Result<()> {
        Ok(())
    }
}
