//! A canonical form, and the map that makes it.

use super::Transformation;
use crate::board::grid::{self, CELLS};
use crate::board::puzzle::Puzzle;

/// The canonical form of a puzzle or of a whole grid, and a map that makes it.
///
/// # Example
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::symmetry::Minlex;
///
/// let diagonal: Puzzle = format!("1{0}2{0}3{0}4{0}5{0}6{0}7{0}8{0}9", ".........").parse()?;
/// let form = Minlex::new().form(&diagonal)?;
/// assert_eq!(form.map.apply(&diagonal), form.puzzle());
/// assert_eq!(form.automorphisms, 2592); // all symmetries of the pattern, because every digit occurs once
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CanonicalForm {
    /// The form as text: digits, and `0` for a blank.
    #[doc(hidden)] // a user has `puzzle`
    pub text: [u8; CELLS],
    /// The first of the maps that make the form of the puzzle. Maps that do not transpose come first, then the order is by rows,
    /// then by columns. Digits that the puzzle does not have get the remaining labels in order.
    pub map: Transformation,
    /// The number of geometric maps that make the form, which is the number of symmetries of the puzzle.
    pub automorphisms: u64,
}

impl CanonicalForm {
    /// Returns the form as a puzzle.
    pub fn puzzle(&self) -> Puzzle {
        Puzzle::try_from(&self.text[..]).expect("digits, and 0 for a blank")
    }

    /// Returns the image of a puzzle under a map. Every byte of the puzzle but `1` to `9` is a blank.
    #[inline]
    pub(super) fn of(puzzle: &[u8; CELLS], map: Transformation, automorphisms: u64) -> Self {
        let mut text = map.image(&grid::digits(puzzle));
        text.iter_mut().for_each(|byte| *byte += b'0');
        Self { text, map, automorphisms }
    }
}

impl Default for CanonicalForm {
    /// Returns a placeholder, for callers that need memory for many forms.
    fn default() -> Self {
        Self { text: [b'0'; CELLS], map: Transformation::IDENTITY, automorphisms: 0 }
    }
}
