//! A canonical form, and how a puzzle is brought into it.

use super::Transformation;
use crate::board::grid::{self, CELLS};
use crate::board::puzzle::Puzzle;

/// The canonical form of a puzzle or of a whole grid, and a map that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CanonicalForm {
    /// The form as text: digits, and `0` for a blank.
    #[doc(hidden)] // a user has `puzzle`
    pub text: [u8; CELLS],
    /// The first of the maps that make the form of the puzzle: one that does not transpose if there is one, and of those left
    /// the first by its rows, then by its columns. Digits that the puzzle does not have get the labels left in their order.
    pub map: Transformation,
    /// The number of geometric maps that make the form, which is the number of symmetries of the puzzle.
    pub automorphisms: u64,
}

impl CanonicalForm {
    /// The form as a puzzle.
    pub fn puzzle(&self) -> Puzzle {
        Puzzle::try_from(&self.text[..]).expect("digits, and 0 for a blank")
    }

    /// The image of a puzzle under a map, where every byte but `1` to `9` is a blank.
    #[inline]
    pub(super) fn of(puzzle: &[u8; CELLS], map: Transformation, automorphisms: u64) -> Self {
        let mut text = map.image(&grid::digits(puzzle));
        text.iter_mut().for_each(|byte| *byte += b'0');
        Self { text, map, automorphisms }
    }
}

impl Default for CanonicalForm {
    /// The text of an empty grid and no map that makes it, for callers that need memory for many forms.
    fn default() -> Self {
        Self { text: [b'0'; CELLS], map: Transformation::IDENTITY, automorphisms: 0 }
    }
}
