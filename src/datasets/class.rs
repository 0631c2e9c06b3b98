//! The classes of records, as groups of rows.
//!
//! ```text
//! row of a record    fingerprint │ fingerprint │ order │ map, in rows of four
//! class              elsewhere … │ own first │ own …              in this order
//! ```
//!
//! The first record of a class is kept: one of another data set if there is one, otherwise the one with the least rank, otherwise
//! the first one.

use std::sync::{Arc, Mutex, PoisonError};

use super::fates::Fates;
use super::fingerprint::Fingerprint;
use super::packed_map::PackedMap;
use super::position::PackedPosition;
use super::rows::{Group, Rows};
use crate::error::Result;
use crate::pipeline::threads::WorkerPool;

/// What identifies a record: the fingerprint of its class, and the transformation of the record into the form of its class.
///
/// ```
/// use bulkdoku::datasets::{ClassFinder, ClassMember, SameBy};
/// use bulkdoku::solver::{Notation, Outcome, Puzzles, Verdict};
///
/// let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let text = one.to_owned() + &one.chars().rev().collect::<String>();
/// let puzzles = Puzzles::new(text.as_bytes(), &[0, 81], Notation::Clues);
/// let mut finder = ClassFinder::new(SameBy::Puzzle);
/// finder.find(puzzles, &[Outcome::new(Verdict::Unique, 1, 0); 2], &[]);
/// let [one, other]: [ClassMember; 2] = [0, 1].map(|index| finder.member(index).expect("a class"));
/// assert_eq!(one.fingerprint(), other.fingerprint());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassMember {
    pub(crate) fingerprint: Fingerprint,
    /// The identity for classes without a form.
    pub(crate) map: PackedMap,
}

impl ClassMember {
    /// Returns the fingerprint of the class: records are the same exactly when theirs are equal.
    #[inline]
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }
}

/// The order of the records of a class: records elsewhere, then those of this data set, by rank and by position.
///
/// ```text
/// bit 63 │ 62 │ 61 ─────────────────── 0
/// own    │    │ line and column                   without ranks
/// own    │    │ rank, 8 bits │ line, 34 bits      with ranks
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Order(u64);

/// The bit of records of this data set.
const OWN: u64 = 1 << 63;

/// The bits of a line in an order with ranks.
const LINE_BITS: u32 = 34;

impl Order {
    /// Returns the order of a record of this data set.
    pub(crate) fn own(position: PackedPosition) -> Self {
        Self(OWN | position.0)
    }

    /// Returns the order of a record of another data set.
    pub(crate) fn elsewhere(position: PackedPosition) -> Self {
        Self(position.0)
    }

    /// Returns the order of the record of this data set on a line, if records are ranked.
    pub(crate) fn ranked(rank: u64, line: u64) -> Self {
        debug_assert!(rank < 1 << 8 && line < 1 << LINE_BITS, "check_lines refuses more lines");
        Self(OWN | rank << LINE_BITS | line)
    }

    pub(crate) fn is_elsewhere(self) -> bool {
        self.0 & OWN == 0
    }

    /// Returns the position, if records are not ranked.
    pub(crate) fn position(self) -> PackedPosition {
        PackedPosition(self.0 & !OWN)
    }

    /// Returns the line, if records are ranked.
    pub(crate) fn line(self) -> u64 {
        self.0 & ((1 << LINE_BITS) - 1)
    }
}

/// A record of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Member {
    pub(crate) order: Order,
    /// Its map to the form of the class, if maps are remembered.
    pub(crate) map: Option<PackedMap>,
}

/// Returns the row of a record without its map.
pub(crate) fn row(class: Fingerprint, order: Order) -> [u64; 3] {
    let Fingerprint([one, two]) = class;
    [one, two, order.0]
}

/// Returns the row of a record with its map.
pub(crate) fn row_with_map(member: ClassMember, order: Order) -> [u64; 4] {
    let Fingerprint([one, two]) = member.fingerprint;
    [one, two, order.0, member.map.number()]
}

impl Member {
    fn of<const W: usize>(row: &[u64; W]) -> Self {
        Self { order: Order(row[2]), map: row.get(3).map(|&number| PackedMap::from_number(number)) }
    }
}

/// How many records repeat another one of this data set, and how many one of another data set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Repeated {
    pub(crate) duplicates: u64,
    pub(crate) leaks: u64,
}

/// All records of a class.
pub(crate) struct Class<'a, const W: usize> {
    members: &'a Group<'a, W>,
    /// The record that is kept.
    pub(crate) kept: Member,
    /// The first record of this data set, if it has one.
    pub(crate) own_first: Option<Member>,
    /// The number of records of this data set.
    pub(crate) own: u64,
}

impl<'a, const W: usize> Class<'a, W> {
    pub(crate) fn of(members: &'a Group<'a, W>) -> Result<Self> {
        let (mut kept, mut own_first, mut own): (Option<Member>, Option<Member>, u64) = (None, None, 0);
        members.for_each_block(|rows| {
            for member in rows.iter().map(Member::of) {
                kept = Some(kept.map_or(member, |kept| kept.min(member)));
                if !member.order.is_elsewhere() {
                    own_first = Some(own_first.map_or(member, |first| first.min(member)));
                    own += 1;
                }
            }
            Ok(())
        })?;
        let none = Member { order: Order(0), map: None }; // a group has rows
        Ok(Self { members, kept: kept.unwrap_or(none), own_first, own })
    }

    /// Returns the number of records that repeat another one of this data set, and of those that repeat one of another data set.
    pub(crate) fn repeated(&self) -> Repeated {
        match self.kept.order.is_elsewhere() {
            true => Repeated { duplicates: 0, leaks: self.own },
            false => Repeated { duplicates: self.own - 1, leaks: 0 },
        }
    }

    /// Returns the number of records that repeat the first one of this data set, and of those that repeat one of another data set:
    /// a record may do both.
    pub(crate) fn own_repeated(&self) -> Repeated {
        let leaks = if self.kept.order.is_elsewhere() { self.own } else { 0 };
        Repeated { duplicates: self.own.saturating_sub(1), leaks }
    }

    /// Calls `visit` with each record of this data set, in any order.
    pub(crate) fn for_each_own(&self, mut visit: impl FnMut(Member) -> Result<()>) -> Result<()> {
        self.members.for_each_block(|rows| {
            rows.iter().map(Member::of).filter(|member| !member.order.is_elsewhere()).try_for_each(&mut visit)
        })
    }

    /// Calls `visit` with each record of this data set that is not kept, in any order.
    pub(crate) fn for_each_repeated(&self, mut visit: impl FnMut(Member) -> Result<()>) -> Result<()> {
        if self.own <= u64::from(!self.kept.order.is_elsewhere()) {
            return Ok(());
        }
        self.for_each_own(|member| if member == self.kept { Ok(()) } else { visit(member) })
    }
}

/// Leaves out all records of each class but the one that is kept. Calls `visit` with the classes of two or more, and returns the numbers
/// of records that were left out.
pub(crate) fn leave_out_repeated(
    rows: &Arc<Rows<3>>,
    fates: &Fates,
    pool: &WorkerPool,
    visit: impl Fn(&Class<'_, 3>) -> Result<()> + Send + Sync,
) -> Result<Repeated> {
    let all = Mutex::new(Repeated::default());
    Rows::groups(rows, pool, 2, |group| {
        let class = Class::of(group)?;
        let Repeated { duplicates, leaks } = class.repeated();
        if duplicates + leaks == 0 {
            return Ok(());
        }
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        (all.duplicates, all.leaks) = (all.duplicates + duplicates, all.leaks + leaks);
        drop(all);
        class.for_each_repeated(|member| {
            fates.leave_out(member.order.line());
            Ok(())
        })?;
        visit(&class)
    })?;
    Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(test)]
mod tests;
