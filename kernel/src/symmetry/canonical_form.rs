//! A canonical form, and the transformation that makes it.

use super::Transformation;
use crate::board::grid::{self, CELLS};
use crate::board::puzzle::Puzzle;

/// The canonical form of a puzzle or of a whole grid, and a transformation that makes it.
///
/// # Example
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::symmetry::Minlex;
///
/// let diagonal: Puzzle = format!("1{0}2{0}3{0}4{0}5{0}6{0}7{0}8{0}9", ".........").parse()?;
/// let form = Minlex::new().form(&diagonal)?;
/// assert_eq!(form.transformation.apply(&diagonal), form.puzzle());
/// assert_eq!(form.automorphisms, 2592); // all symmetries of the pattern, because every digit occurs once
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CanonicalForm {
    /// The form as text: digits, and `0` for a blank.
    #[doc(hidden)] // a user has `puzzle`
    pub text: [u8; CELLS],
    /// The first of the transformations that make the form of the puzzle. Those that do not transpose come first, then the order
    /// is by rows, then by columns. Digits that the puzzle does not have get the remaining labels in order.
    pub transformation: Transformation,
    /// The number of rearrangements of rows and columns that make the form, which is the number of symmetries of the puzzle.
    pub automorphisms: u64,
}

impl CanonicalForm {
    /// Returns the form as a puzzle.
    pub fn puzzle(&self) -> Puzzle {
        Puzzle::try_from(&self.text[..]).expect("digits, and 0 for a blank")
    }

    /// Returns what a transformation makes of a puzzle. Every byte of the puzzle but `1` to `9` is a blank.
    #[inline]
    pub(super) fn of(puzzle: &[u8; CELLS], transformation: Transformation, automorphisms: u64) -> Self {
        let mut text = transformation.image(&grid::digits(puzzle));
        text.iter_mut().for_each(|byte| *byte += b'0');
        Self { text, transformation, automorphisms }
    }
}

impl Default for CanonicalForm {
    /// Returns a placeholder, for callers that need memory for many forms.
    fn default() -> Self {
        Self { text: [b'0'; CELLS], transformation: Transformation::IDENTITY, automorphisms: 0 }
    }
}
