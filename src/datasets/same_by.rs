//! What makes two records the same.

use std::fmt::Display;

use super::class::ClassMember;
use super::packed_map::PackedMap;
use crate::board::notation::Notation;
use crate::error::{Refusal, Result};
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
    pub(crate) const fn has_maps(self) -> bool {
        matches!(self, SameBy::Puzzle | SameBy::Solution)
    }

    /// Returns how a record is related to an earlier one of its class, in words; `place` is the place of that one.
    /// Allocates the result.
    ///
    /// ```
    /// use bulkdoku::datasets::{ClassFinder, SameBy};
    /// use bulkdoku::solver::{Notation, Outcome, Puzzles, Verdict};
    ///
    /// let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let text = one.to_owned() + &one.replace('9', "x").replace('8', "9").replace('x', "8");
    /// let outcome = Outcome::new(Verdict::WellFormed, 0, 0);
    /// let mut finder = ClassFinder::new(SameBy::Puzzle);
    /// finder.find(Puzzles::new(text.as_bytes(), &[0, 81], Notation::Clues), &[outcome; 2], &[]);
    /// let [one, other] = [0, 1].map(|index| finder.member(index).expect("no conflict"));
    /// assert_eq!(SameBy::Puzzle.relation(&other, &one, &"line 1"), "the same puzzle as line 1, relabelled");
    /// ```
    pub fn relation(self, record: &ClassMember, earlier: &ClassMember, place: &dyn Display) -> String {
        self.relation_by_maps(place, self.has_maps().then_some([record.map, earlier.map]))
    }

    /// Does the same as [`relation`](Self::relation), with the maps from both records to the form of their class, if it has one.
    pub(crate) fn relation_by_maps(self, place: impl Display, maps: Option<[PackedMap; 2]>) -> String {
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
                Err(Refusal::NoForms(input.to_owned()).into())
            }
            (Self::Solution, _) if !engine.reads(notation) => {
                Err(Refusal::NoPencilmarks(engine.name()).into())
            }
            _ => Ok(()),
        }
    }
}
