//! The choice of the record of each class to keep.

use super::class::ClassMember;
use super::fingerprint::{Fingerprint, clue_count};
use super::same_by::SameBy;
use kernel::named;

named! {
    /// The record of each class to keep. Of several that qualify, the first one.
    ///
    /// ```
    /// use bulkdoku::datasets::Keep;
    ///
    /// let keep: Keep = "fewest".parse()?;
    /// assert_eq!(keep, Keep::Fewest);
    /// assert_eq!(Keep::First.to_string(), "first");
    /// assert_eq!(Keep::ALL.map(Keep::name), ["first", "fewest", "canonical"]); // for a menu
    /// # Ok::<(), bulkdoku::ParseError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Keep by name of "record to keep" {
        /// The first one.
        First = "first",
        /// The record with the fewest clues. Only the records of a class by [`SameBy::Solution`] differ in this.
        Fewest = "fewest",
        /// The record that is the canonical form of its class, or the first record if the class does not contain it. By
        /// [`SameBy::Puzzle`], this is the puzzle that [`CanonJob`](super::CanonJob) writes. By [`SameBy::Solution`], it is each
        /// puzzle whose solution grid is in canonical form. By the other keys, it is always the first record.
        Canonical = "canonical",
    }
}

impl Keep {
    /// Returns the rank of a record among those of its class by this key: the first record with the least rank is kept. `solution` is
    /// the 81 digits of its solution, if the key needs one.
    ///
    /// ```
    /// use bulkdoku::datasets::{ClassFinder, Keep, SameBy};
    /// use bulkdoku::solver::{Notation, Outcome, Puzzles, Verdict};
    ///
    /// let text = ["1", &".".repeat(80), &".".repeat(80), "1"].concat();
    /// let puzzles = Puzzles::new(text.as_bytes(), &[0, 81], Notation::Clues);
    /// let mut finder = ClassFinder::new(SameBy::Puzzle);
    /// finder.find(puzzles, &[Outcome::new(Verdict::Multiple, 2, 0); 2], &[]);
    /// let rank = |keep: Keep, index| {
    ///     let member = finder.member(index).expect("a class");
    ///     keep.rank(SameBy::Puzzle, puzzles.get(index), b"", &member)
    /// };
    /// assert_eq!([0, 1].map(|index| rank(Keep::Canonical, index)), [1, 0]);
    /// assert_eq!([0, 1].map(|index| rank(Keep::Fewest, index)), [1, 1]);
    /// ```
    pub fn rank(self, key: SameBy, puzzle: &[u8], solution: &[u8], member: &ClassMember) -> u8 {
        let form = || match key {
            SameBy::Solution => Fingerprint::of_text(solution),
            _ => Fingerprint::of_form(puzzle),
        };
        match self {
            Self::Fewest => clue_count(puzzle),
            Self::Canonical if key.has_transformations() => u8::from(member.fingerprint != form()),
            Self::First | Self::Canonical => 0,
        }
    }
}
