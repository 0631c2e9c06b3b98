//! A canonical form, and how a puzzle is brought into it.

use super::Transformation;
use crate::grid::CELLS;

/// The canonical form of a puzzle or of a whole grid, and a map that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalForm {
    /// The form as text: digits, and `0` for a blank.
    pub text: [u8; CELLS],
    /// A map that makes the form of the puzzle.
    pub map: Transformation,
    /// The number of geometric maps that make the form, which is the number of symmetries of the puzzle.
    pub automorphisms: u64,
}

impl Default for CanonicalForm {
    /// The text of an empty grid and no map that makes it, for callers that need memory for many forms.
    fn default() -> Self {
        Self { text: [b'0'; CELLS], map: Transformation::IDENTITY, automorphisms: 0 }
    }
}
