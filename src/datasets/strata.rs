//! Divisions of the puzzles of a data set into strata.

use std::sync::Arc;

use super::fingerprint::clue_count;
use crate::board::notation::Puzzles;
use crate::report::guess_bins::GuessBin;
use crate::solver::SolverSettings;
use crate::solver::batch::BatchSolver;

/// A function that finds the strata of puzzles: it adds one for each puzzle in order, or `None` for a puzzle
/// without one.
pub(crate) type FindStrata = Box<dyn FnMut(Puzzles<'_>, &mut Vec<Option<u8>>) + Send>;

/// A division of the puzzles of a data set into strata.
///
/// It contains a function that each worker calls once, on its own thread, to build the function that finds the strata.
///
/// ```
/// use bulkdoku::datasets::Strata;
/// use bulkdoku::solver::{Notation, Puzzles};
///
/// let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\
///              .9..7.85............1....39..7.86....8...42.72.....6.5....39..6.23.1.5.......5...";
/// let puzzles = Puzzles::new(text, &[0, 81], Notation::Clues);
/// let [by_clues, by_level, by_guesses] = [Strata::clues(), Strata::levels(), Strata::guesses()].map(|strata| {
///     let mut found = Vec::new();
///     strata.finder().find(puzzles, &mut found);
///     found
/// });
/// assert_eq!((by_clues, by_level), (vec![Some(30), Some(25)], vec![Some(1), Some(6)]));
/// assert_eq!(by_guesses[0], Some(0)); // no guesses
/// ```
#[derive(Clone)]
pub struct Strata(pub(crate) Arc<dyn Fn() -> FindStrata + Send + Sync>);

/// Finds the strata of puzzles. Each thread needs its own.
///
/// ```
/// use bulkdoku::datasets::Strata;
/// use bulkdoku::solver::{Notation, Puzzles};
///
/// let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut strata = Vec::new();
/// Strata::clues().finder().find(Puzzles::new(text, &[0], Notation::Clues), &mut strata);
/// assert_eq!(strata, [Some(30)]);
/// ```
pub struct StratumFinder(FindStrata);

impl StratumFinder {
    /// Appends the stratum of each puzzle to `strata`, `None` for a puzzle without one.
    pub fn find(&mut self, puzzles: Puzzles<'_>, strata: &mut Vec<Option<u8>>) {
        (self.0)(puzzles, strata);
    }
}

impl Strata {
    /// Returns a function that finds the strata of puzzles in memory. Allocates the memory that it needs: none for clues, a few
    /// megabytes for the others.
    pub fn finder(&self) -> StratumFinder {
        StratumFinder((self.0)())
    }

    /// Divides puzzles by their numbers of clues.
    pub fn clues() -> Self {
        Self(Arc::new(|| {
            Box::new(|puzzles, strata| {
                strata.extend((0..puzzles.len()).map(|index| Some(clue_count(puzzles.get(index)))));
            })
        }))
    }

    /// Divides puzzles by the number of guesses that the engine needs to prove that the solution is unique: 0, 1, 2 to 3, 4 to 7,
    /// and so on. The number of a stratum is the index of its range, from 0.
    pub fn guesses() -> Self {
        Self::guesses_of(SolverSettings::default())
    }

    /// Divides puzzles by the number of guesses that this solver needs. The stratum is the number of the [`GuessBin`].
    pub(crate) fn guesses_of(solver: SolverSettings) -> Self {
        Self(Arc::new(move || {
            let mut solved = BatchSolver::new(solver.build(), 0);
            Box::new(move |puzzles, strata| {
                solved.solve(solver.task(), puzzles);
                let bins = solved.outcomes.iter().map(|outcome| GuessBin::of(outcome.guesses));
                strata.extend(bins.map(|bin| Some(bin.number() as u8)));
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::Notation;

    #[test]
    fn the_stratum_of_a_puzzle_is_its_number_of_clues_or_the_bin_of_its_guesses() {
        let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let strata = |strata: Strata| {
            let mut found = Vec::new();
            strata.finder().find(Puzzles::new(text, &[0], Notation::Clues), &mut found);
            found
        };
        assert_eq!(strata(Strata::clues()), [Some(30)]);
        assert_eq!(strata(Strata::guesses()), [Some(0)]);
    }
}
