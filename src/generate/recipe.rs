//! What to make, and what can be made.

use std::{fmt, ops::RangeInclusive};

use crate::grid::CELLS;

/// What to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Another seed gives other puzzles.
    pub seed: u64,
    /// How many clues, 21 to 81: each puzzle's number is drawn from these, each as likely as the others.
    ///
    /// Minimal puzzles come as they come, and those with one of these numbers are kept: most have 22 to 27, and the
    /// range must hold one of 21 to 28. `0..=81` keeps all of them.
    pub clues: RangeInclusive<usize>,
    /// No clue can go without a second solution.
    pub minimal: bool,
}

impl Recipe {
    /// The numbers of clues that can be asked for.
    ///
    /// Fewer would be a search of its own: of random full grids dug out in random order one in 30 comes down to 22
    /// clues, one in 400 to 21, one in 20,000 to 20.
    pub const CLUES: RangeInclusive<usize> = 21..=CELLS;

    /// The numbers of clues of which a minimal puzzle's range must hold one.
    pub const MINIMAL_CLUES: RangeInclusive<usize> = 21..=28;

    /// Says why puzzles like this cannot be made, if so.
    ///
    /// # Errors
    /// When no number of clues, or one out of reach, is asked for.
    pub fn check(&self) -> Result<(), OutOfReach> {
        let (least, most) = (*self.clues.start(), *self.clues.end());
        let in_reach = if self.minimal {
            least <= *Self::MINIMAL_CLUES.end() && most >= *Self::MINIMAL_CLUES.start()
        } else {
            Self::CLUES.contains(&least) && Self::CLUES.contains(&most)
        };
        if in_reach && least <= most { Ok(()) } else { Err(OutOfReach { recipe: self.clone() }) }
    }
}

/// The error of a recipe whose puzzles would not come up in reasonable time, or at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfReach {
    recipe: Recipe,
}

impl fmt::Display for OutOfReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.recipe.clues.start(), self.recipe.clues.end());
        let (kind, reach) = match self.recipe.minimal {
            true => ("minimal puzzles", format!("ask for a range with some of {:?}", Recipe::MINIMAL_CLUES)),
            false => ("puzzles", format!("ask for some of {:?}", Recipe::CLUES)),
        };
        let asked = if least == most { least.to_string() } else { format!("{least} to {most}") };
        write!(f, "no {kind} of {asked} clues can be made: {}", reach.replace("..=", " to "))
    }
}

impl std::error::Error for OutOfReach {}

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
