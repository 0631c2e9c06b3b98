//! The recipe of a file of puzzles, and which recipes are possible.

use std::{fmt, ops::RangeInclusive};

use super::UnbiasedRecipe;
use crate::grid::CELLS;

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
}

impl Recipe {
    /// The numbers of clues that are possible.
    ///
    /// Fewer clues would need a search of their own: of random full grids whose clues are removed in a random order,
    /// one in 30 comes down to 22 clues, one in 400 to 21, and one in 20,000 to 20.
    pub const CLUES: RangeInclusive<usize> = 21..=CELLS;

    /// The range for minimal puzzles must contain one of these numbers of clues.
    pub const MINIMAL_CLUES: RangeInclusive<usize> = 21..=28;

    /// Checks that puzzles of this recipe can be generated.
    ///
    /// # Errors
    /// When the range of clues is empty or out of reach.
    pub fn check(&self) -> Result<(), RecipeError> {
        let (least, most) = (*self.clues.start(), *self.clues.end());
        let in_reach = if self.minimal {
            least <= *Self::MINIMAL_CLUES.end() && most >= *Self::MINIMAL_CLUES.start()
        } else {
            Self::CLUES.contains(&least) && Self::CLUES.contains(&most)
        };
        if in_reach && least <= most {
            return Ok(());
        }
        Err(RecipeError::Clues { clues: self.clues.clone(), minimal: self.minimal })
    }
}

/// The error of a recipe whose puzzles cannot be generated in reasonable time, or at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecipeError {
    /// The numbers of clues are out of reach.
    Clues {
        /// The numbers of the recipe.
        clues: RangeInclusive<usize>,
        /// Does the recipe ask for minimal puzzles?
        minimal: bool,
    },
    /// Unbiased puzzles of these numbers of clues hardly ever come up.
    Rare {
        /// The numbers of the recipe.
        clues: RangeInclusive<usize>,
    },
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Clues { clues, .. } | Self::Rare { clues }) = self;
        let (least, most) = (clues.start(), clues.end());
        let asked = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let (what, some, reach) = match self {
            Self::Clues { minimal: true, .. } => (
                format!("no minimal puzzles of {asked} clues can be made"),
                "a range with some",
                Recipe::MINIMAL_CLUES,
            ),
            Self::Clues { .. } => (format!("no puzzles of {asked} clues can be made"), "some", Recipe::CLUES),
            Self::Rare { .. } => (
                format!("unbiased puzzles of {asked} clues are too rare to be drawn"),
                "a range with some",
                UnbiasedRecipe::CLUES,
            ),
        };
        write!(f, "{what}: ask for {some} of {} to {}", reach.start(), reach.end())
    }
}

impl std::error::Error for RecipeError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(clues: RangeInclusive<usize>, minimal: bool) -> Option<String> {
        Recipe { seed: 1, clues, minimal }.check().err().map(|error| error.to_string())
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
