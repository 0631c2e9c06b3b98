//! The strata of a sample or a split, by level.

use super::{Capped, Rater, Rating, RatingKind, RatingSettings};
use crate::datasets::Strata;
use crate::solver::SolverSettings;

impl Strata {
    /// Returns strata by level: 1 to 7, and 8 for puzzles above them.
    pub fn levels() -> Self {
        Self::levels_of(SolverSettings::default())
    }

    /// Returns strata by level: 1 to 7, and 8 for puzzles that no level solves. A puzzle in which this solver does not find
    /// exactly one solution has no stratum.
    pub(crate) fn levels_of(solver: SolverSettings) -> Self {
        let mut settings = RatingSettings::default();
        settings.only = vec![RatingKind::Level];
        settings.solver = solver;
        Self::computed(move || {
            let (mut rater, mut ratings) = (Rater::with_settings(settings.clone()), Vec::new());
            Box::new(move |puzzles, strata| {
                ratings.resize(puzzles.len(), Rating::default());
                rater.rate_rows(puzzles, &mut ratings);
                strata.extend(ratings.iter().map(|rating| match rating.level {
                    Some(Capped::Exactly(level)) => Some(level),
                    Some(Capped::Over(level)) => Some(level + 1),
                    None => None,
                }));
            })
        })
    }
}
