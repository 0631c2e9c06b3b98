//! Counts puzzles by their ratings.

use super::trial_and_error::TRIAL_LIMIT;
use super::{Capped, Difficulty, ExplainerRating, Rating, RatingKind};
use crate::report::guess_bins::GuessBin;

/// The largest number of classes of a rating.
const CLASSES: usize = 128;

/// The class of Sudoku Explainer's lower bound 0.0. The classes of exact ratings begin at 0.
const AT_LEAST: u8 = 64;

/// The class of a puzzle by one rating: its value, or a range of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RatingClass(u8);

/// The class of values above the limit.
const ABOVE: RatingClass = RatingClass(CLASSES as u8 - 1);

impl RatingClass {
    /// Returns the class of a rating, or `None` if the puzzle does not have it.
    ///
    /// Level, difficulty, depth, backdoor, se, redundant and the automorphisms of the puzzle have a class for each value; guesses for each
    /// [`GuessBin`]; left for each ten cells that level 4 leaves. The others have none.
    pub fn of(kind: RatingKind, rating: &Rating) -> Option<Self> {
        Some(match kind {
            RatingKind::Level => Self::of_number(rating.level?),
            RatingKind::Depth => Self::of_number(rating.depth?),
            RatingKind::Backdoor => Self::of_number(rating.backdoor?),
            RatingKind::Left => Self(rating.left?[1].cells.div_ceil(10) as u8),
            RatingKind::Guesses => Self(GuessBin::of_mean(rating.guesses?.mean).number() as u8),
            RatingKind::Automorphisms => {
                let [of_puzzle, _] = rating.automorphisms?;
                Self(symmetries().take_while(|&count| count < of_puzzle).count() as u8)
            }
            RatingKind::Difficulty => Self(rating.difficulty? as u8),
            RatingKind::Redundant => Self(rating.redundant?),
            RatingKind::Bands => return None,
            RatingKind::Se => match rating.se? {
                ExplainerRating::Tenths(tenths) => Self(tenths),
                ExplainerRating::AtLeast(tenths) => Self(AT_LEAST + tenths),
            },
        })
    }

    fn of_number(number: Capped) -> Self {
        match number {
            Capped::Exactly(number) => Self(number),
            Capped::Over(_) => ABOVE,
        }
    }

    /// Returns the class as text: `4`, `>2`, `1-10`, or as [`GuessBin`] shows it.
    pub fn label(self, kind: RatingKind) -> String {
        let Self(class) = self;
        match kind {
            RatingKind::Level if self == ABOVE => "none".to_owned(),
            RatingKind::Se if class >= AT_LEAST => ExplainerRating::AtLeast(class - AT_LEAST).to_string(),
            RatingKind::Se => ExplainerRating::Tenths(class).to_string(),
            RatingKind::Depth | RatingKind::Backdoor if self == ABOVE => {
                Capped::Over(TRIAL_LIMIT).to_string()
            }
            RatingKind::Automorphisms => symmetries().nth(class.into()).unwrap_or_default().to_string(),
            RatingKind::Difficulty => {
                Difficulty::ALL.get(usize::from(class)).map_or_else(String::new, Difficulty::to_string)
            }
            RatingKind::Left if class == 0 => "0".to_owned(),
            RatingKind::Left => format!("{}-{}", 10 * u32::from(class) - 9, (10 * u32::from(class)).min(81)),
            RatingKind::Guesses => {
                GuessBin::nth(class.into()).map_or_else(String::new, |bin| bin.to_string())
            }
            _ => class.to_string(),
        }
    }
}

/// Returns the numbers of automorphisms that boards can have. A puzzle's number divides its solution's, which divides 648
/// for every grid.
fn symmetries() -> impl Iterator<Item = u32> {
    (1..=648).filter(|count| 648 % count == 0)
}

/// The number of puzzles in each class, for each rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histograms([[u64; CLASSES]; RatingKind::ALL.len()]);

impl Default for Histograms {
    fn default() -> Self {
        Self([[0; CLASSES]; RatingKind::ALL.len()])
    }
}

impl Histograms {
    /// Counts a puzzle.
    pub(super) fn count(&mut self, kinds: &[RatingKind], rating: &Rating) {
        for &kind in kinds {
            if let Some(RatingClass(class)) = RatingClass::of(kind, rating) {
                self.0[kind as usize][usize::from(class)] += 1;
            }
        }
    }

    /// Adds the counts of another part of a run.
    pub(super) fn add(&mut self, other: &Self) {
        let counts = self.0.as_flattened_mut().iter_mut();
        counts.zip(other.0.as_flattened()).for_each(|(count, more)| *count += more);
    }

    /// Returns the classes of a rating that have puzzles, in ascending order, with the number of puzzles.
    pub fn of(&self, kind: RatingKind) -> impl Iterator<Item = (RatingClass, u64)> {
        let counts = self.0[kind as usize].iter().enumerate();
        counts.filter(|(_, count)| **count > 0).map(|(class, &count)| (RatingClass(class as u8), count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Guesses;

    #[test]
    fn every_mean_of_guesses_has_the_class_that_its_label_names() {
        for (mean, label) in
            [(0.0, "0"), (0.1, "1"), (1.9, "1"), (2.0, "2-3"), (4.1, "4-7"), (1e9, "536870912-1073741823")]
        {
            let rating = Rating { guesses: Some(Guesses { mean, deviation: 0.0 }), ..Rating::default() };
            let class = RatingClass::of(RatingKind::Guesses, &rating).unwrap();
            assert_eq!(class.label(RatingKind::Guesses), label);
        }
    }

    #[test]
    fn classes_are_counted_in_ascending_order() {
        let mut histograms = Histograms::default();
        for level in [Capped::Over(7), Capped::Exactly(3), Capped::Exactly(1), Capped::Exactly(3)] {
            histograms.count(&[RatingKind::Level], &Rating { level: Some(level), ..Rating::default() });
        }
        let counted = histograms.of(RatingKind::Level).map(|(class, n)| (class.label(RatingKind::Level), n));
        let expected = [("1", 1), ("3", 2), ("none", 1)].map(|(label, n)| (label.to_owned(), n));
        assert_eq!(counted.collect::<Vec<_>>(), expected);
    }
}
