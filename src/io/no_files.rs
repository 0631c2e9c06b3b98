//! No files to replace, where the feature `files` is off.

use crate::error::Result;

/// There is none.
pub(super) enum Replacement {}

impl Replacement {
    /// Replaces nothing.
    pub(super) fn replace(_: &[Self]) -> Result<()> {
        Ok(())
    }
}
