//! The choice of the record of each class to keep.
//!
//! ```text
//! record ─▶ rank, a number ─▶ the first record with the least rank of each class is kept
//! ```

use super::class_table::ClassMember;
use super::fingerprint::{Fingerprint, clue_count};
use super::same_by::SameBy;
use crate::format::digits;
use crate::pipeline::chunk::Chunk;
use kernel::named;

named! {
    /// The record of each class to keep. Of several that qualify, the first one.
    ///
    /// ```
    /// use bulkdoku::datasets::Keep;
    ///
    /// let keep: Keep = "fewest".parse()?;
    /// assert_eq!(keep, Keep::Fewest);
    /// assert_eq!(Keep::default().to_string(), "first");
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

/// The first record.
impl Default for Keep {
    fn default() -> Self {
        Self::First
    }
}

/// The ranking of the records of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ranking {
    Clues,
    /// The record that is the form of its class by this key comes first.
    Form(SameBy),
}

impl Keep {
    /// Returns the ranking of records, or `None` if the first record is kept.
    pub(super) fn ranking(self, key: SameBy) -> Option<Ranking> {
        match self {
            Self::Fewest => Some(Ranking::Clues),
            Self::Canonical if key.has_maps() => Some(Ranking::Form(key)),
            Self::First | Self::Canonical => None,
        }
    }
}

impl Ranking {
    /// Returns the rank of puzzle `index`, which has a class. The least rank is kept.
    pub(super) fn rank(self, chunk: &Chunk, index: usize, member: &ClassMember) -> u64 {
        let puzzle = chunk.puzzles().get(index);
        match self {
            Self::Clues => u64::from(clue_count(puzzle)),
            Self::Form(SameBy::Solution) => {
                u64::from(member.fingerprint != Fingerprint::of_text(digits(&chunk.answers()[index])))
            }
            Self::Form(_) => u64::from(member.fingerprint != Fingerprint::of_form(puzzle)),
        }
    }
}
