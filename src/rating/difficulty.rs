//! Difficulties in the words of magazines, by level.

use kernel::named;

named! {
    /// How hard a puzzle is, in one word, from its level.
    ///
    /// ```
    /// use bulkdoku::Puzzle;
    /// use bulkdoku::rating::{Difficulty, Rater};
    ///
    /// let puzzle: Puzzle = ".9..7.85............1....39..7.86....8...42.72.....6.5....39..6.23.1.5.......5...".parse()?;
    /// let rating = Rater::new().rate(&puzzle);
    /// let fits = |difficulty: &Difficulty| difficulty.conditions().iter().all(|condition| condition.accepts(&rating));
    /// let difficulty = Difficulty::ALL.into_iter().find(fits).ok_or("not rated")?;
    /// assert_eq!(difficulty, Difficulty::Hard);
    /// assert_eq!(format!("a {} puzzle", difficulty.name()), "a hard puzzle");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::{Capped, Rating};

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
