//! What to find out about puzzles.

use super::RatingKind;
use crate::macros::setters::setters;
use crate::solver::SolverSettings;

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
    /// The solver that finds out whether a puzzle has one solution, and its [`budget`](Self::budget). Ratings do not depend on the
    /// engine and the instruction set.
    #[doc(hidden)] // for the tests and benches
    pub solver: SolverSettings,
}

impl Default for RatingSettings {
    fn default() -> Self {
        Self {
            only: RatingKind::DEFAULT.to_vec(),
            equivalents: 16,
            seed: 1,
            solver: SolverSettings::default(),
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
    }

    /// Sets the most guesses that the search for the solutions of a puzzle may take. There is no limit by default.
    pub fn budget(mut self, guesses: u64) -> Self {
        self.solver.budget = guesses;
        self
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
    #[inline]
    pub fn has(&self, kind: RatingKind) -> bool {
        self.only.contains(&kind)
    }
}
