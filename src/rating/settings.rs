//! What to find out about puzzles.

use super::RatingKind;
use crate::macros::setters::setters;
use crate::solver::{Engine, Isa};

/// What to find out about each puzzle.
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::rating::{Rater, RatingKind, RatingSettings};
/// use bulkdoku::solver::Verdict;
///
/// let settings = RatingSettings::default()
///     .only(vec![RatingKind::Guesses])
///     .equivalents(100) // a more exact mean than that of 16
///     .seed(7)
///     .budget(10_000); // for puzzles from strangers
/// assert!(settings.has(RatingKind::Guesses) && !settings.has(RatingKind::Level));
///
/// let mut rater = Rater::with_settings(settings);
/// let rating = rater.rate(&Puzzle::EMPTY);
/// assert_eq!((rating.verdict, rating.guesses), (Verdict::Multiple, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatingSettings {
    /// The ratings. Default: [`RatingKind::DEFAULT`].
    pub only: Vec<RatingKind>,
    /// The number of equivalents over which guesses are averaged. Default: 16.
    pub equivalents: usize,
    /// The seed of the equivalents. Default: 1.
    pub seed: u64,
    /// The engine that finds out whether a puzzle has one solution. Ratings do not depend on it.
    pub(crate) engine: Engine,
    /// The instruction set. Ratings do not depend on it.
    #[doc(hidden)] // for the tests and benches
    pub isa: Isa,
    /// The most guesses that the search for the solutions of a puzzle may take. Default: no limit.
    pub budget: u64,
}

impl Default for RatingSettings {
    fn default() -> Self {
        Self {
            only: RatingKind::DEFAULT.to_vec(),
            equivalents: 16,
            seed: 1,
            engine: Engine::default(),
            isa: Isa::best(),
            budget: u64::MAX,
        }
    }
}

impl RatingSettings {
    setters! {
        /// Sets the ratings.
        only: Vec<RatingKind>,

        /// Sets the number of equivalents over which guesses are averaged.
        equivalents: usize,

        /// Sets the seed of the equivalents.
        seed: u64,

        /// Sets the most guesses that the search for the solutions of a puzzle may take.
        budget: u64,
    }

    /// Returns an error message if a setting is out of range.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.equivalents == 0 {
            return Err("guesses need at least one equivalent of each puzzle".to_owned());
        }
        Ok(())
    }

    /// Whether levels have to be found.
    pub(super) fn has_levels(&self) -> bool {
        self.has(RatingKind::Level) || self.has(RatingKind::Difficulty)
    }

    /// Returns whether a rating is requested.
    pub fn has(&self, kind: RatingKind) -> bool {
        self.only.contains(&kind)
    }
}
