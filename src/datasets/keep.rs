//! Which record of each class is kept.
//!
//! ```text
//! record ─▶ rank, a number ─▶ of each class, the record with the least one is kept; of several, the first
//! ```

use super::class_table::ClassMember;
use super::fingerprint::{Fingerprint, clue_count};
use super::same_by::SameBy;
use crate::format::digits;
use crate::macros::named::named;
use crate::pipeline::chunk_reader::ChunkReader;

named! {
    /// Which record of each class is kept. Of several that are equal in this, the first one is.
    ///
    /// ```
    /// use bulkdoku::datasets::Keep;
    ///
    /// let keep: Keep = "fewest".parse()?;
    /// assert_eq!(keep, Keep::Fewest);
    /// assert_eq!(Keep::default().to_string(), "first");
    /// # Ok::<(), bulkdoku::ParseError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Keep by name of "record to keep" {
        /// The first one.
        First = "first",
        /// One with the fewest clues. Only classes by [`SameBy::Solution`] differ in this.
        Fewest = "fewest",
        /// One that is the canonical form of its class; of classes that have none, the first record is kept. By
        /// [`SameBy::Puzzle`], the canonical form is the puzzle that [`CanonJob`](super::CanonJob) writes; by
        /// [`SameBy::Solution`] it is each puzzle whose solution is the canonical form of this grid. Other classes have none.
        Canonical = "canonical",
    }
}

/// The first record.
impl Default for Keep {
    fn default() -> Self {
        Self::First
    }
}

/// How the records of an input are ranked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ranking {
    Clues,
    /// By the key: is the record the form of its class?
    Form(SameBy),
}

impl Keep {
    /// How records are ranked by this, if not in their order.
    pub(super) fn ranking(self, key: SameBy) -> Option<Ranking> {
        match self {
            Self::Fewest => Some(Ranking::Clues),
            Self::Canonical if key.has_maps() => Some(Ranking::Form(key)),
            Self::First | Self::Canonical => None,
        }
    }
}

impl Ranking {
    /// The rank of puzzle `index`, which has a class: the less, the sooner it is kept.
    pub(super) fn rank(self, records: &ChunkReader, chunk: &[u8], index: usize, member: &ClassMember) -> u64 {
        let puzzle = records.puzzles(chunk).get(index);
        match self {
            Self::Clues => u64::from(clue_count(puzzle)),
            Self::Form(SameBy::Solution) => {
                u64::from(member.fingerprint != Fingerprint::of_text(digits(&records.answers()[index])))
            }
            Self::Form(_) => u64::from(member.fingerprint != Fingerprint::of_form(puzzle)),
        }
    }
}
