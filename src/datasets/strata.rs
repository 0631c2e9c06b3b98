//! Divisions of the puzzles of a data set into strata.

use std::sync::Arc;

use super::RecordSource;
use super::column_strata::ColumnStrata;
use super::fates::MAX_PART;
use super::fingerprint::clue_count;
use super::stratum::Stratum;
use crate::board::notation::Puzzles;
use crate::error::Result;
use crate::format::columns::Column;
use crate::pipeline::RunSettings;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::threads::WorkerPool;
use crate::report::guess_bins::GuessBin;
use crate::solver::SolverSettings;
use crate::solver::batch::BatchSolver;

/// A function that finds the strata of puzzles: it adds one for each puzzle in order, or `None` for a puzzle
/// without one.
pub(crate) type FindStrata = Box<dyn FnMut(Puzzles<'_>, &mut Vec<Option<u8>>) + Send>;

/// A function that finds the strata of the puzzles of a chunk, which has been read, like [`FindStrata`].
pub(super) type FindInChunk = Box<dyn FnMut(&Chunk, &mut Vec<Option<u8>>) + Send>;

/// A division of the puzzles of a data set into strata.
///
/// By a property that is computed from the puzzle, or by a [column](Self::column) of the input.
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
pub struct Strata(Division);

/// What divides the puzzles.
#[derive(Clone)]
enum Division {
    /// A function that each worker calls once, on its own thread, to build the function that finds the strata.
    Computed(Arc<dyn Fn() -> FindStrata + Send + Sync>),
    Column(Column),
}

/// The strata of an input, which has been opened.
#[derive(Clone)]
pub(crate) enum OpenStrata {
    Computed(Arc<dyn Fn() -> FindStrata + Send + Sync>),
    Column(Arc<ColumnStrata>),
}

impl OpenStrata {
    /// Returns all strata that an input can have, in their order.
    pub(super) fn all(&self) -> Vec<Stratum> {
        match self {
            Self::Computed(_) => (0..MAX_PART).map(|number| Stratum { number, value: None }).collect(),
            Self::Column(column) => column.strata.all(),
        }
    }

    /// Returns a function that finds the strata of the puzzles of chunks. Each thread needs its own.
    pub(super) fn finder(&self) -> FindInChunk {
        match self {
            Self::Computed(make) => {
                let mut find = make();
                Box::new(move |chunk, strata| find(chunk.puzzles(), strata))
            }
            Self::Column(column) => {
                let column = Arc::clone(column);
                Box::new(move |chunk, strata| column.find(chunk, strata))
            }
        }
    }
}

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
    /// Returns a function that finds the strata of puzzles in memory, which have no columns: those of a column are `None`. Allocates
    /// the memory that it needs: none for clues, a few megabytes for the other properties.
    pub fn finder(&self) -> StratumFinder {
        StratumFinder(match &self.0 {
            Division::Computed(make) => make(),
            Division::Column(_) => {
                Box::new(|puzzles, strata| strata.resize(strata.len() + puzzles.len(), None))
            }
        })
    }

    /// Divides records by the values of a column of the input: each value is a stratum, up to 254 of them. A column of more than 100
    /// different numbers has ten ranges instead, of about equally many records.
    pub fn column(column: Column) -> Self {
        Self(Division::Column(column))
    }

    /// Divides puzzles by a computed property. `make` is called once on each thread.
    pub(crate) fn computed(make: impl Fn() -> FindStrata + Send + Sync + 'static) -> Self {
        Self(Division::Computed(Arc::new(make)))
    }

    /// Returns the strata of an input. Reads it, if they are those of a column.
    pub(super) fn open(
        &self,
        pool: &WorkerPool,
        run: &RunSettings,
        source: &RecordSource,
    ) -> Result<OpenStrata> {
        Ok(match &self.0 {
            Division::Computed(make) => OpenStrata::Computed(Arc::clone(make)),
            Division::Column(column) => {
                OpenStrata::Column(Arc::new(ColumnStrata::open(pool, run, source.open()?, column)?))
            }
        })
    }

    /// Divides puzzles by their numbers of clues.
    pub fn clues() -> Self {
        Self::computed(|| {
            Box::new(|puzzles, strata| {
                strata.extend((0..puzzles.len()).map(|index| Some(clue_count(puzzles.get(index)))));
            })
        })
    }

    /// Divides puzzles by the number of guesses that the engine needs to prove that the solution is unique: 0, 1, 2 to 3, 4 to 7,
    /// and so on. The number of a stratum is the index of its range, from 0.
    pub fn guesses() -> Self {
        Self::guesses_of(SolverSettings::default())
    }

    /// Divides puzzles by the number of guesses that this solver needs. The stratum is the number of the [`GuessBin`].
    pub(crate) fn guesses_of(solver: SolverSettings) -> Self {
        Self::computed(move || {
            let mut solved = BatchSolver::new(solver.build(), 0);
            Box::new(move |puzzles, strata| {
                solved.solve(solver.task(), puzzles);
                let bins = solved.outcomes.iter().map(|outcome| GuessBin::of(outcome.guesses));
                strata.extend(bins.map(|bin| Some(bin.number() as u8)));
            })
        })
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
