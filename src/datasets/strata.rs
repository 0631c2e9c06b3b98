//! Divisions of the puzzles of a data set into strata.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::RecordSource;
use super::column_strata::ColumnStrata;
use super::fates::MAX_PART;
use super::fingerprint::clue_count;
use super::stratum::Stratum;
use crate::board::notation::Puzzles;
use crate::board::parse_error::ParseError;
use crate::error::Result;
use crate::format::columns::Column;
use crate::pipeline::RunSettings;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::threads::WorkerPool;
use crate::rating::{Capped, Rater, Rating, RatingKind, RatingSettings};
use crate::report::guess_bins::GuessBin;
use crate::solver::SolverSettings;
use crate::solver::batch::BatchSolver;
use kernel::named;

/// A function that finds the strata of puzzles: it adds one for each puzzle in order, or `None` for a puzzle
/// without one.
type FindStrata = Box<dyn FnMut(Puzzles<'_>, &mut Vec<Option<u8>>) + Send>;

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
/// let [by_clues, by_level, by_guesses] = [Strata::clues(), Strata::levels(), "guesses".parse()?].map(|strata| {
///     let mut found = Vec::new();
///     strata.finder()(puzzles, &mut found);
///     found
/// });
/// assert_eq!((by_clues, by_level), (vec![Some(30), Some(25)], vec![Some(1), Some(6)]));
/// assert_eq!(by_guesses[0], Some(0)); // no guesses
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strata {
    division: Division,
    /// The solver that computes a property.
    solver: SolverSettings,
}

/// What divides the puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Division {
    Property(Property),
    Column(Column),
}

named! {
    /// A property of puzzles that is computed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Property {
        Level = "level",
        Clues = "clues",
        Guesses = "guesses",
    }
}

/// The strata of an input, which has been opened.
#[derive(Clone)]
pub(crate) enum OpenStrata {
    Computed(Property, SolverSettings),
    Column(Arc<ColumnStrata>),
}

impl OpenStrata {
    /// Returns all strata that an input can have, in their order.
    pub(super) fn all(&self) -> Vec<Stratum> {
        match self {
            Self::Computed(..) => (0..MAX_PART).map(|number| Stratum { number, value: None }).collect(),
            Self::Column(column) => column.strata.all(),
        }
    }

    /// Returns a function that finds the strata of the puzzles of chunks. Each thread needs its own.
    pub(super) fn finder(&self) -> FindInChunk {
        match self {
            Self::Computed(property, solver) => {
                let mut find = property.finder(*solver);
                Box::new(move |chunk, strata| find(chunk.puzzles(), strata))
            }
            Self::Column(column) => {
                let column = Arc::clone(column);
                Box::new(move |chunk, strata| column.find(chunk, strata))
            }
        }
    }
}

impl Property {
    /// Returns a function that finds the strata of puzzles. This solver computes the property.
    fn finder(self, solver: SolverSettings) -> FindStrata {
        match self {
            Self::Level => by_level(solver),
            Self::Clues => Box::new(|puzzles, strata| {
                strata.extend((0..puzzles.len()).map(|index| Some(clue_count(puzzles.get(index)))));
            }),
            Self::Guesses => {
                let mut solved = BatchSolver::new(solver.build(), 0);
                Box::new(move |puzzles, strata| {
                    solved.solve(solver.task(), puzzles);
                    let bins = solved.outcomes.iter().map(|outcome| GuessBin::of(outcome.guesses));
                    strata.extend(bins.map(|bin| Some(bin.number() as u8)));
                })
            }
        }
    }
}

/// Returns a function that finds levels. A puzzle in which `solver` does not find exactly one solution has no stratum.
fn by_level(solver: SolverSettings) -> FindStrata {
    let mut settings = RatingSettings::default().only(vec![RatingKind::Level]);
    settings.solver = solver;
    let (mut rater, mut ratings) = (Rater::with_settings(settings), Vec::new());
    Box::new(move |puzzles, strata| {
        ratings.resize(puzzles.len(), Rating::default());
        rater.rate_rows(puzzles, &mut ratings);
        strata.extend(ratings.iter().map(|rating| match rating.level {
            Some(Capped::Exactly(level)) => Some(level),
            Some(Capped::Over(level)) => Some(level + 1),
            None => None,
        }));
    })
}

impl Strata {
    /// Divides puzzles by level: 1 to 7, and 8 for puzzles above them.
    pub fn levels() -> Self {
        Self::of(Division::Property(Property::Level))
    }

    /// Divides puzzles by their numbers of clues.
    pub fn clues() -> Self {
        Self::of(Division::Property(Property::Clues))
    }

    /// Divides puzzles by the number of guesses that the engine needs to prove that the solution is unique: 0, 1, 2 to 3, 4 to 7,
    /// and so on. The number of a stratum is the index of its range, from 0.
    pub fn guesses() -> Self {
        Self::of(Division::Property(Property::Guesses))
    }

    /// Divides records by the values of a column of the input: each value is a stratum, up to 254 of them. A column of more than 100
    /// different numbers has ten ranges instead, of about equally many records.
    pub fn column(column: Column) -> Self {
        Self::of(Division::Column(column))
    }

    /// Computes the property with this solver.
    pub(crate) fn solved_by(self, solver: SolverSettings) -> Self {
        Self { solver, ..self }
    }

    fn of(division: Division) -> Self {
        Self { division, solver: SolverSettings::default() }
    }

    /// Returns a function that appends the stratum of each puzzle to a vector. Puzzles in memory have no columns: those of a column
    /// are `None`. Each thread needs its own function. Allocates the memory that it needs: none for clues, a few megabytes for the
    /// other properties.
    pub fn finder(&self) -> impl FnMut(Puzzles<'_>, &mut Vec<Option<u8>>) + Send + use<> {
        match self.division {
            Division::Property(property) => property.finder(self.solver),
            Division::Column(_) => Box::new(|puzzles: Puzzles<'_>, strata: &mut Vec<_>| {
                strata.resize(strata.len() + puzzles.len(), None);
            }),
        }
    }

    /// Returns the strata of an input. Reads it, if they are those of a column.
    pub(super) fn open(
        &self,
        pool: &WorkerPool,
        run: &RunSettings,
        source: &RecordSource,
    ) -> Result<OpenStrata> {
        Ok(match &self.division {
            Division::Property(property) => OpenStrata::Computed(*property, self.solver),
            Division::Column(column) => {
                OpenStrata::Column(Arc::new(ColumnStrata::open(pool, run, source.open()?, column)?))
            }
        })
    }

    /// Whether a column divides the records.
    pub(crate) fn is_column(&self) -> bool {
        matches!(self.division, Division::Column(_))
    }

    /// Returns a stratum in words, as in `4`, `none`, `8-15` or a value.
    pub(crate) fn label(&self, stratum: &Stratum) -> String {
        let number = stratum.number;
        match (&self.division, &stratum.value) {
            (_, Some(value)) if value.is_empty() => "(empty)".to_owned(),
            (_, Some(value)) => value.clone(),
            (Division::Property(Property::Level), None) if number == 8 => "none".to_owned(),
            (Division::Property(Property::Guesses), None) => {
                GuessBin::nth(number.into()).map_or_else(String::new, |bin| bin.to_string())
            }
            _ => number.to_string(),
        }
    }
}

/// Parses `level`, `clues` or `guesses`, or else a column.
impl FromStr for Strata {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let division = match Property::named(text) {
            Some(property) => Division::Property(property),
            None => Division::Column(text.parse()?),
        };
        Ok(Self::of(division))
    }
}

/// Writes text that parses as the same value.
impl fmt::Display for Strata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.division {
            Division::Property(property) => f.write_str(property.name()),
            Division::Column(column) => column.fmt(f),
        }
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
            strata.finder()(Puzzles::new(text, &[0], Notation::Clues), &mut found);
            found
        };
        assert_eq!(strata(Strata::clues()), [Some(30)]);
        assert_eq!(strata(Strata::guesses()), [Some(0)]);
    }

    #[test]
    fn strata_are_written_as_they_are_read() {
        for text in ["level", "clues", "guesses", "source", "3"] {
            assert_eq!(text.parse::<Strata>().unwrap().to_string(), text);
        }
        assert_eq!("level".parse(), Ok(Strata::levels()));
        assert_eq!("3".parse(), Ok(Strata::column(Column::Number(3))));
    }
}
