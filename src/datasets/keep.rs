//! The choice of the record of each class to keep.

use super::rank::Ranking;
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

impl Keep {
    /// Returns the ranking of records: the record with the least rank is kept.
    pub(super) fn ranking(self, key: SameBy) -> Ranking {
        match self {
            Self::Fewest => Ranking::Clues,
            Self::Canonical if key.has_transformations() => Ranking::Form(key),
            Self::First | Self::Canonical => Ranking::First,
        }
    }
}
