//! Difficulties in the words of magazines, by level.

use super::{Capped, RatingFilter};
use crate::macros::named::named;

named! {
    /// How hard a puzzle is, in one word, from its level.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Difficulty by name of "difficulty" {
        /// Hidden singles are enough: levels 1 and 2.
        Easy = "easy",
        /// Naked singles and locked candidates: levels 3 and 4.
        Medium = "medium",
        /// Subsets, fish and wings: levels 5 to 7.
        Hard = "hard",
        /// No level is enough.
        Expert = "expert",
    }
}

impl Difficulty {
    /// Returns the difficulty of the puzzles of a level.
    pub(crate) fn of(level: Capped) -> Self {
        match level {
            Capped::Exactly(..=2) => Self::Easy,
            Capped::Exactly(3..=4) => Self::Medium,
            Capped::Exactly(_) => Self::Hard,
            Capped::Over(_) => Self::Expert,
        }
    }

    /// Returns the conditions on the level of a puzzle with this difficulty.
    pub(crate) fn conditions(self) -> Vec<RatingFilter> {
        let conditions: &[&str] = match self {
            Self::Easy => &["level<=2"],
            Self::Medium => &["level>=3", "level<=4"],
            Self::Hard => &["level>=5", "level<=7"],
            Self::Expert => &["level=none"],
        };
        conditions.iter().map(|condition| condition.parse().expect("a condition")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Rating;

    #[test]
    fn every_level_has_one_difficulty() {
        let levels = (1..=7).map(Capped::Exactly).chain([Capped::Over(7)]);
        let words = levels.map(|level| {
            let rating = Rating { level: Some(level), ..Rating::default() };
            let fits = |difficulty: &Difficulty| difficulty.conditions().iter().all(|it| it.accepts(&rating));
            let fitting: Vec<Difficulty> = Difficulty::ALL.into_iter().filter(fits).collect();
            assert_eq!(fitting.len(), 1, "{level}");
            assert_eq!(Difficulty::of(level), fitting[0], "{level}");
            fitting[0].name()
        });
        assert_eq!(
            words.collect::<Vec<_>>(),
            ["easy", "easy", "medium", "medium", "hard", "hard", "hard", "expert"]
        );
    }
}
