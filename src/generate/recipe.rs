//! The recipe of a file of puzzles, and which recipes are possible.

use std::ops::RangeInclusive;

use super::pattern::{self, ClueMask, ClueSymmetry};
use super::plan::Plan;
use crate::board::grid::CELLS;
use crate::error::{Error, Refusal, Result};

/// What kind of puzzles to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The seed. Another seed gives other puzzles.
    pub seed: u64,
    /// The numbers of clues, within 21 to 81. Each puzzle's number is drawn from this range, all with the same
    /// probability.
    ///
    /// The number of clues of a minimal puzzle cannot be chosen, so that only those whose number is in the range are
    /// kept. Most have 22 to 27, and the range must contain one of 21 to 28. `0..=81` keeps all of them.
    pub clues: RangeInclusive<usize>,
    /// Generate minimal puzzles: without any one of its clues, a puzzle has more than one solution.
    pub minimal: bool,
    /// The cells that may be clues. If the numbers of clues are that of its cells alone, all of them are.
    pub mask: Option<ClueMask>,
    /// The symmetry of the cells that are clues. Numbers of clues that it does not allow are left out.
    pub symmetry: Option<ClueSymmetry>,
}

impl Recipe {
    /// The first puzzles of 28 to 34 clues.
    #[doc(hidden)] // `Default` gives it, too
    pub const DEFAULT: Self = Self { seed: 1, clues: 28..=34, minimal: false, mask: None, symmetry: None };

    /// The numbers of clues that are possible.
    ///
    /// Fewer clues would need a search of their own: of random full grids whose clues are removed in a random order,
    /// one in 30 comes down to 22 clues, one in 400 to 21, and one in 20,000 to 20.
    pub(crate) const CLUES: RangeInclusive<usize> = 21..=CELLS;

    /// The range for minimal puzzles must contain one of these numbers of clues.
    pub(crate) const MINIMAL_CLUES: RangeInclusive<usize> = 21..=28;

    /// The numbers of clues for those who name none: any of minimal puzzles, all cells of a mask, and else 28 to 34.
    pub(crate) fn usual_clues(minimal: bool, mask: Option<ClueMask>) -> RangeInclusive<usize> {
        match mask {
            _ if minimal => 0..=CELLS,
            Some(mask) => mask.cells()..=mask.cells(),
            None => Self::DEFAULT.clues,
        }
    }

    /// Checks that puzzles of this recipe can be generated. That some masks and symmetries have no puzzle, or hardly any, is
    /// not found out here, but by [`Generator::probe`](super::Generator::probe).
    ///
    /// # Errors
    /// When the range of clues is empty or out of reach, or the mask and the symmetry cannot be satisfied.
    pub(crate) fn check(&self) -> Result<()> {
        let (least, most) = (*self.clues.start(), *self.clues.end());
        self.mask.map_or(Ok(()), |mask| self.check_mask(mask, least))?;
        let clues = numbers(&self.clues);
        let (minimal, any) = (Self::MINIMAL_CLUES, Self::CLUES);
        if self.minimal && (least > most || least > *minimal.end() || most < *minimal.start()) {
            let some = numbers(&minimal);
            return Err(refused(format!(
                "no minimal puzzles of {clues} clues can be made: ask for a range with some of {some}"
            )));
        }
        if !self.minimal && (least > most || !any.contains(&least) || !any.contains(&most)) {
            let some = numbers(&any);
            return Err(refused(format!("no puzzles of {clues} clues can be made: ask for some of {some}")));
        }
        if self.minimal || Plan::new(self).has_target() {
            return Ok(());
        }
        Err(refused(format!("the symmetry allows no puzzle of {clues} clues: ask for other numbers")))
    }

    fn check_mask(&self, mask: ClueMask, least: usize) -> Result<()> {
        let (cells, least) = (mask.cells(), least.max(*Self::CLUES.start()));
        if cells < least {
            return Err(refused(format!("the mask has {cells} cells: give it at least {least}")));
        }
        if let Some((what, first, second)) = mask.blank_pair() {
            return Err(refused(format!(
                "no puzzle of this mask has one solution: {what} {first} and {second} have no clues and can be swapped"
            )));
        }
        let Some(symmetry) = self.symmetry else { return Ok(()) };
        match pattern::cells(mask.bits()).find(|&cell| symmetry.orbit(cell) & !mask.bits() != 0) {
            None => Ok(()),
            Some(cell) => Err(refused(format!(
                "the mask does not have the symmetry {symmetry}: it has {cell}, and not all cells that mirror it"
            ))),
        }
    }
}

impl Default for Recipe {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The error of a recipe whose puzzles cannot be generated in reasonable time, or at all.
pub(super) fn refused(reason: String) -> Error {
    Refusal::Recipe(reason).into()
}

/// The numbers of a range in words.
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
    fn what_comes_up_by_itself_is_in_reach() {
        assert_eq!(complaint(28..=34, false), None);
        assert_eq!(complaint(21..=81, false), None);
        assert_eq!(complaint(0..=81, true), None);
        assert_eq!(complaint(17..=21, true), None);
    }

    #[test]
    fn a_recipe_out_of_reach_is_told_what_to_ask_for() {
        let message = "no puzzles of 17 to 20 clues can be made: ask for some of 21 to 81";
        assert_eq!(complaint(17..=20, false).as_deref(), Some(message));
        assert!(complaint(20..=20, false).is_some_and(|text| text.starts_with("no puzzles of 20 clues")));
        let message =
            "no minimal puzzles of 30 to 40 clues can be made: ask for a range with some of 21 to 28";
        assert_eq!(complaint(30..=40, true).as_deref(), Some(message));
    }

    #[test]
    #[expect(clippy::reversed_empty_ranges, reason = "an empty range is what is tested")]
    fn an_empty_range_is_refused() {
        assert!(complaint(34..=28, false).is_some());
        assert!(complaint(28..=21, true).is_some());
    }
}
