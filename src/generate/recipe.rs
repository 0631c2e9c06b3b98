//! The recipe of a file of puzzles, and the possible recipes.

use std::ops::RangeInclusive;

use super::pattern::{ClueMask, ClueSymmetry};
use crate::board::grid::CELLS;
use crate::macros::setters::setters;

/// The kind of puzzles to generate.
///
/// ```
/// use bulkdoku::generate::{ClueMask, ClueSymmetry, Generator, Recipe};
/// use bulkdoku::{Cell, Puzzle};
///
/// let recipe = Recipe::default().seed(7).clues(24..=28).symmetry(ClueSymmetry::HalfTurn);
/// assert_eq!((recipe.seed, &recipe.clues, recipe.symmetry), (7, &(24..=28), Some(ClueSymmetry::HalfTurn)));
///
/// // Minimal puzzles with a blank box in the centre.
/// let mask: ClueMask = Cell::all().filter(|cell| cell.box_() != 4).collect();
/// let recipe = Recipe::default().minimal(true).clues(0..=81).mask(mask);
/// assert!(recipe.minimal && recipe.mask == Some(mask));
/// let mut puzzles = [Puzzle::EMPTY];
/// Generator::new(recipe)?.fill(0, &mut puzzles)?;
/// assert_eq!(puzzles[0].to_string()[30..33], *"...");
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recipe {
    /// The seed. Another seed gives other puzzles.
    pub seed: u64,
    /// The range of numbers of clues, within 21 to 81. Each puzzle's number is drawn uniformly from this range.
    ///
    /// The number of clues of a minimal puzzle cannot be chosen, so only minimal puzzles within the range are kept. Most have 22
    /// to 27 clues, and the range must contain a number from 21 to 28. `0..=81` keeps all of them.
    pub clues: RangeInclusive<usize>,
    /// Whether to generate minimal puzzles, which have more than one solution without any one of their clues.
    pub minimal: bool,
    /// The cells that may be clues. If the only number of clues is the number of these cells, all of them are clues.
    pub mask: Option<ClueMask>,
    /// The symmetry of the clue pattern. Numbers of clues that it does not allow are skipped.
    pub symmetry: Option<ClueSymmetry>,
}

impl Recipe {
    /// The recipe of puzzles with 28 to 34 clues and seed 1.
    #[doc(hidden)] // the same as `Default`
    pub const DEFAULT: Self = Self { seed: 1, clues: 28..=34, minimal: false, mask: None, symmetry: None };

    setters! {
        /// Sets the seed.
        seed: u64,

        /// Sets the range of numbers of clues.
        clues: RangeInclusive<usize>,

        /// Sets whether to generate minimal puzzles.
        minimal: bool,

        /// Sets the cells that may be clues.
        mask: ClueMask,

        /// Sets the symmetry of the clue pattern.
        symmetry: ClueSymmetry,
    }

    /// The possible numbers of clues.
    ///
    /// Fewer clues would need another search. When clues are removed from random full grids in random order, one grid in 30
    /// reaches 22 clues, one in 400 reaches 21, and one in 20,000 reaches 20.
    pub(crate) const CLUES: RangeInclusive<usize> = 21..=CELLS;

    /// The common numbers of clues of minimal puzzles, of which a range must contain one.
    pub(crate) const MINIMAL_CLUES: RangeInclusive<usize> = 21..=28;

    /// Returns the numbers of clues that the program uses by default: any for minimal puzzles, all cells of a mask, otherwise 28 to
    /// 34.
    ///
    /// ```
    /// use bulkdoku::generate::Recipe;
    ///
    /// /// Returns the recipe of a form in which the numbers of clues may be left empty.
    /// fn recipe(minimal: bool, clues: Option<usize>) -> Recipe {
    ///     let clues = clues.map_or(Recipe::usual_clues(minimal, None), |clues| clues..=clues);
    ///     Recipe::default().minimal(minimal).clues(clues)
    /// }
    ///
    /// assert_eq!(recipe(true, None).clues, 0..=81);
    /// assert_eq!(recipe(false, Some(30)).clues, 30..=30);
    /// ```
    pub fn usual_clues(minimal: bool, mask: Option<ClueMask>) -> RangeInclusive<usize> {
        match mask {
            _ if minimal => 0..=CELLS,
            Some(mask) => mask.cells()..=mask.cells(),
            None => Self::DEFAULT.clues,
        }
    }
}

impl Default for Recipe {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Returns the numbers of a range in words.
pub(super) fn numbers(range: &RangeInclusive<usize>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(clues: RangeInclusive<usize>, minimal: bool) -> Option<String> {
        Recipe { clues, minimal, ..Recipe::DEFAULT }.check().err().map(|error| error.to_string())
    }

    #[test]
    fn common_numbers_of_clues_are_in_reach() {
        assert_eq!(complaint(28..=34, false), None);
        assert_eq!(complaint(21..=81, false), None);
        assert_eq!(complaint(0..=81, true), None);
        assert_eq!(complaint(17..=21, true), None);
    }

    #[test]
    fn a_recipe_out_of_reach_is_refused_with_a_hint() {
        let message = "cannot generate puzzles of 17 to 20 clues: use 21 to 81";
        assert_eq!(complaint(17..=20, false).as_deref(), Some(message));
        assert!(
            complaint(20..=20, false)
                .is_some_and(|text| text.starts_with("cannot generate puzzles of 20 clues"))
        );
        let message = "cannot generate minimal puzzles of 30 to 40 clues: use a range that overlaps 21 to 28";
        assert_eq!(complaint(30..=40, true).as_deref(), Some(message));
    }

    #[test]
    #[expect(clippy::reversed_empty_ranges, reason = "an empty range is what is tested")]
    fn an_empty_range_is_refused() {
        assert!(complaint(34..=28, false).is_some());
        assert!(complaint(28..=21, true).is_some());
    }
}
