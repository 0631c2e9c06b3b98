//! What makes two records the same.

use std::fmt::Display;

use super::packed_map::PackedMap;
use crate::board::notation::Notation;
use crate::error::{Error, Refusal, Result};
use crate::solver::Engine;
use kernel::named;

named! {
    /// What makes two records the same: they are in the same class if they agree in this.
    ///
    /// ```
    /// use bulkdoku::datasets::SameBy;
    ///
    /// let for_pencilmarks = SameBy::ALL.into_iter().filter(|key| !key.needs_clues()).map(SameBy::name);
    /// assert_eq!(for_pencilmarks.collect::<Vec<_>>(), ["text", "clues", "solution"]);
    ///
    /// let key: SameBy = "solution".parse()?;
    /// assert!(key.needs_solutions()); // solve the puzzles
    /// # Ok::<(), bulkdoku::ParseError>(())
    /// ```
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
    /// Returns the requested keys, each once and in the order of [`ALL`](Self::ALL), or else the default: equivalent puzzles if two
    /// data sets are compared, since a training set may contain equivalents of test puzzles, and equal clues within one data set.
    pub(crate) fn or_usual(requested: &[Self], compares_two: bool) -> Vec<Self> {
        let requested: Vec<_> = Self::ALL.into_iter().filter(|key| requested.contains(key)).collect();
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

    /// Returns whether the class of a record is only known after its puzzle is solved.
    pub const fn needs_solutions(self) -> bool {
        matches!(self, SameBy::Solution)
    }

    /// Returns whether only puzzles written as clues have a class.
    pub const fn needs_clues(self) -> bool {
        matches!(self, SameBy::Puzzle)
    }

    /// Returns whether the records of a class differ by a transformation.
    pub(crate) const fn has_transformations(self) -> bool {
        matches!(self, SameBy::Puzzle | SameBy::Solution)
    }

    /// Returns in words what makes a record the same as one at `place`: by the transformations of both into the form of their class,
    /// if it has one, how the other one becomes the record.
    pub(crate) fn relation(self, place: impl Display, maps: Option<[PackedMap; 2]>) -> String {
        let what = format!("the same {} as {place}", self.in_words());
        match maps.map(|maps| maps.map(PackedMap::unpack)) {
            Some([record, earlier]) => format!("{what}, {}", earlier.then(&record.inverse()).in_words()),
            None => what,
        }
    }

    /// Refuses an input whose records have no class by this key, if `engine` solves them.
    pub(crate) fn check(self, notation: Notation, engine: Engine, input: &str) -> Result<()> {
        match (self, notation) {
            (_, Notation::Pencilmarks) if self.needs_clues() => {
                let reason = "contains pencilmarks, which do not have a canonical form";
                Err(Error::refused(format!("{input} {reason}")))
            }
            (Self::Solution, _) if !engine.reads(notation) => {
                Err(Refusal::NoPencilmarks(engine.name()).into())
            }
            _ => Ok(()),
        }
    }
}
