//! What makes two records the same.

use crate::board::notation::Notation;
use crate::error::{Refusal, Result};
use crate::macros::named::named;
use crate::solver::Engine;

named! {
    /// What makes two records the same: they are in the same class if they agree in this.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum SameBy by name of "key" {
        /// The cells as they are written. Other columns do not matter.
        Text = "text",
        /// The clues, however the blanks are written.
        Clues = "clues",
        /// The puzzle: a [`Transformation`](crate::symmetry::Transformation) turns one into the other. A puzzle whose clues
        /// contradict each other has no class.
        Puzzle = "puzzle",
        /// The solution grid, up to a transformation. A puzzle without exactly one solution has no class.
        Solution = "solution",
    }
}

impl SameBy {
    /// Returns the requested keys or else the default: equivalent puzzles if two data sets are compared, since a training set may
    /// contain equivalents of test puzzles, and equal clues within one data set.
    pub(crate) fn or_usual(requested: Vec<Self>, compares_two: bool) -> Vec<Self> {
        match (requested.is_empty(), compares_two) {
            (false, _) => requested,
            (true, true) => vec![Self::Puzzle],
            (true, false) => vec![Self::Clues],
        }
    }

    /// Returns what records of the same class have in common, in words: `puzzle`, `solution grid`.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            SameBy::Text => "text",
            SameBy::Clues | SameBy::Puzzle => "puzzle",
            SameBy::Solution => "solution grid",
        }
    }

    /// Whether the class of a record is only known after its puzzle is solved.
    pub(crate) const fn needs_solutions(self) -> bool {
        matches!(self, SameBy::Solution)
    }

    /// Whether the records of a class differ by a transformation.
    pub(crate) const fn has_maps(self) -> bool {
        matches!(self, SameBy::Puzzle | SameBy::Solution)
    }

    /// Refuses an input whose records have no class by this key, if `engine` solves them.
    ///
    /// # Errors
    /// For pencilmarks, returns [`Refusal::NoForms`] with the key [`Puzzle`](Self::Puzzle), and [`Refusal::NoPencilmarks`] with
    /// the key [`Solution`](Self::Solution) and an engine that only reads clues.
    pub(crate) fn check(self, notation: Notation, engine: Engine, input: &str) -> Result<()> {
        match (self, notation) {
            (Self::Puzzle, Notation::Pencilmarks) => Err(Refusal::NoForms(input.to_owned()).into()),
            (Self::Solution, _) if !engine.reads(notation) => {
                Err(Refusal::NoPencilmarks(engine.name()).into())
            }
            _ => Ok(()),
        }
    }
}
