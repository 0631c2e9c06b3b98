//! Finds records of the same class with a partitioned hash table that spills to disk.
//!
//! ```text
//! members ─▶ bucket 0 … bucket 255     by the first byte of the fingerprint: a class is in one bucket
//!              │ when full: repeated classes are reduced to fewer entries
//!              ▼
//!            temporary file            if more than half remain
//!
//! at the end: the classes of each bucket in turn; a bucket that is too large is split again (parts)
//! ```
//!
//! Each entry takes 24 bytes of memory or of the temporary file, 32 with maps or ranks. [`Members`] determines how many entries a
//! class has. While entries are added, at most about `held` bytes of them are in memory; at the end, a quarter as much again per
//! thread.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::buckets::Buckets;
use super::class_set::{ClassSet, Collapser, Member, MemberRule};
use super::fingerprint::Fingerprint;
use super::line_set::LineSet;
use super::packed_map::PackedMap;
use super::parts::{Part, for_each_part};
use super::position::PackedPosition;
use super::spill::BUCKETS;
use crate::error::Result;
use crate::pipeline::threads::WorkerPool;
use crate::symmetry::Transformation;

/// What identifies a record: the fingerprint of its class, and the map from the record to the form of its class.
///
/// ```
/// use bulkdoku::Puzzle;
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
/// let map = one.map().then(&other.map().inverse()); // from one puzzle to the other
/// let [source, image] = [&text[..81], &text[81..]].map(|text| text.parse().unwrap_or(Puzzle::EMPTY));
/// assert_eq!(map.apply(&source), image);
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

    /// Returns the transformation of the record into the canonical form of its class; the identity under a key without forms.
    pub fn map(&self) -> Transformation {
        self.map.unpack()
    }

    /// Returns the numbers for [`of_numbers`](Self::of_numbers).
    pub(crate) fn numbers(self) -> [u64; 3] {
        let Fingerprint([one, two]) = self.fingerprint;
        [one, two, self.map.number()]
    }

    pub(crate) fn of_numbers([one, two, map]: [u64; 3]) -> Self {
        Self { fingerprint: Fingerprint([one, two]), map: PackedMap::from_number(map) }
    }
}

/// Which members of each class a table remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Members {
    /// Their number, and enough of them to list this many records.
    Listed(usize),
    /// Their number, and the kept one. The lines of the others go to a set of lines.
    Kept,
    /// Every one.
    All,
}

/// The content of an entry besides its fingerprint and position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extra {
    Nothing,
    /// The map from the record to the form of its class.
    Map,
    /// The rank of the record. The first record with the least rank is kept.
    Rank,
}

/// The members of all classes, in record order.
pub(crate) struct ClassTable {
    members: Members,
    extra: Extra,
    buckets: Buckets,
    /// The number of bytes of memory for reading or splitting a bucket.
    part_bytes: usize,
    /// Collapses full buckets.
    collapser: Collapser,
}

/// A record with the same class as an earlier record of this data set, or as a record of another data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Repetition {
    pub(crate) position: PackedPosition,
    /// The position of the first record of the class.
    pub(crate) first: PackedPosition,
    /// The maps from this record and from the first one to the form of their class, if maps are kept.
    pub(crate) maps: Option<[PackedMap; 2]>,
}

/// Some repetitions.
#[derive(Debug, Default)]
pub(crate) struct Repetitions {
    /// The first of them, in record order.
    pub(crate) first: Vec<Repetition>,
    /// Their total number.
    pub(crate) count: u64,
}

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// The records with the same class as an earlier record of the data set.
    pub(crate) duplicates: Repetitions,
    /// The records with the same class as a record of the other data set.
    pub(crate) leaks: Repetitions,
    /// The number of classes of each size, if requested.
    pub(crate) sizes: BTreeMap<u64, u64>,
}

/// A member of a class, in a table with [all](Members::All) members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownMember {
    pub(super) position: PackedPosition,
    /// The position of the kept member.
    pub(super) kept: PackedPosition,
    /// The number of members in this data set.
    pub(super) records: u64,
}

/// The number of bytes of memory per class, for its slots, fingerprint, position and count.
const CLASS_BYTES: usize = 64;

/// The smallest number of classes to read at once.
const LEAST_CLASSES: usize = 1024;

impl ClassTable {
    /// Creates an empty table, which keeps about `held` bytes of entries in memory, at least one entry per bucket. An entry takes
    /// 24 bytes, or 32 with something `extra`.
    pub(crate) fn new(members: Members, extra: Extra, held: usize) -> Self {
        let width = if extra == Extra::Nothing { 3 } else { 4 };
        let part_bytes = (held / 4).max(LEAST_CLASSES * CLASS_BYTES);
        Self {
            members,
            extra,
            buckets: Buckets::new(width, held),
            part_bytes,
            collapser: Collapser::default(),
        }
    }

    /// Returns the number of bytes in the temporary file.
    pub(crate) fn spilled(&self) -> u64 {
        self.buckets.spilled()
    }

    /// Adds the next record. Records must be added in order, with those that are [elsewhere](PackedPosition::elsewhere) before or
    /// after the others. The lines of records that are not kept go to `left_out` now or later.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    #[inline]
    pub(crate) fn push(
        &mut self,
        member: ClassMember,
        position: PackedPosition,
        left_out: Option<&LineSet>,
    ) -> Result<()> {
        self.push_with(member.fingerprint, position, member.map.number(), left_out)
    }

    /// Adds the next record with the fourth number of its entry: the map or the rank.
    ///
    /// # Errors
    /// Returns the same errors as [`push`](Self::push).
    #[inline]
    pub(super) fn push_with(
        &mut self,
        class: Fingerprint,
        position: PackedPosition,
        fourth: u64,
        left_out: Option<&LineSet>,
    ) -> Result<()> {
        let Fingerprint([one, two]) = class;
        const { assert!(BUCKETS == 1 << u8::BITS, "a bucket for each value of the first byte") };
        let bucket = (one >> (u64::BITS - u8::BITS)) as u8;
        if !self.buckets.has_room(bucket) {
            self.make_room(bucket, position, left_out)?;
        }
        // The width is a constant in each arm, so storing the entry needs no call.
        match self.extra {
            Extra::Nothing => self.buckets.add(bucket, [one, two, position.0]),
            Extra::Map | Extra::Rank => self.buckets.add(bucket, [one, two, position.0, fourth]),
        }
        Ok(())
    }

    /// Makes room for an entry of a record with this position. Kept out of line to shorten the common path.
    #[cold]
    fn make_room(&mut self, bucket: u8, position: PackedPosition, left_out: Option<&LineSet>) -> Result<()> {
        let (rule, collapser) = (self.rule_for_blocks(), &mut self.collapser);
        // If all members are remembered, only those of another data set can be forgotten.
        let collapses = self.members != Members::All || position.is_elsewhere();
        self.buckets.make_room(bucket, |block| {
            if collapses {
                collapser.collapse(rule, block, left_out);
            }
        })
    }

    /// Returns which members of a class the entries remember.
    fn rule_for_blocks(&self) -> MemberRule {
        let beside = match self.members {
            Members::Listed(most) => most.saturating_add(1), // the first one and those after it, or leaks
            Members::Kept => 0,
            Members::All => usize::MAX,
        };
        MemberRule { width: self.buckets.width(), is_ranked: self.extra == Extra::Rank, beside }
    }

    /// Returns which members of a class to read at once. If all are remembered, they are read in a second pass.
    fn rule_for_parts(&self) -> MemberRule {
        let rule = self.rule_for_blocks();
        if self.members == Members::All { MemberRule { beside: 0, ..rule } } else { rule }
    }

    /// Returns the number of classes or remembered members to read at once. There is always room for one class.
    fn most_at_once(&self) -> usize {
        let rule = self.rule_for_parts();
        (self.part_bytes / CLASS_BYTES).max(rule.beside.saturating_mul(2))
    }

    /// Finds the records with the same class as an earlier record or as a record of the other data set, on the threads of `pool`.
    /// Lists the first `most` of each in record order. The table must be made with [`Members::Listed`] for that many.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be used.
    pub(crate) fn search(&self, pool: &WorkerPool, most: usize, counts_sizes: bool) -> Result<Search> {
        let all = Mutex::new(Search::default());
        let with_maps = self.extra == Extra::Map;
        self.for_each_set(pool, None, |classes| {
            let found = Search::of(classes, most, with_maps);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.duplicates.add(found.duplicates, most);
            all.leaks.add(found.leaks, most);
            let counted = if counts_sizes { classes.classes() } else { &[] };
            let sizes = counted.iter().map(|class| class.count).filter(|&count| count > 0);
            sizes.for_each(|count| *all.sizes.entry(count).or_default() += 1);
            Ok(())
        })?;
        let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.duplicates.sort(most);
        all.leaks.sort(most);
        Ok(all)
    }

    /// Calls `visit` with every fingerprint, from all threads of `pool` and in any order.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be read.
    pub(crate) fn for_each_fingerprint(
        &self,
        pool: &WorkerPool,
        visit: impl Fn(Fingerprint) + Send + Sync,
    ) -> Result<()> {
        pool.for_each(BUCKETS, &|bucket| {
            let visit_block = |block: &[u64]| {
                let entries = block.chunks_exact(self.buckets.width());
                entries.for_each(|entry| visit(Fingerprint([entry[0], entry[1]])));
                Ok(true)
            };
            self.buckets.for_each_block(bucket as u8, visit_block).map(drop)
        })
    }

    /// Calls `visit` with all classes, many at once, from all threads of `pool` and in any order. The representative of a class
    /// is a member that is [elsewhere](PackedPosition::elsewhere), or else the first one, or the first with the least rank.
    /// Afterwards, `left_out` contains the lines of the other members.
    ///
    /// # Errors
    /// Returns the first error of `visit`, or an error if a temporary file cannot be used.
    pub(super) fn for_each_set(
        &self,
        pool: &WorkerPool,
        left_out: Option<&LineSet>,
        visit: impl Fn(&ClassSet) -> Result<()> + Send + Sync,
    ) -> Result<()> {
        pool.for_each(BUCKETS, &|bucket| {
            for_each_part(&self.buckets, bucket as u8, |part| match self.classes_of(part, left_out)? {
                Some(classes) => visit(&classes).map(|()| None),
                None => self.split(part, left_out).map(Some),
            })
        })
    }

    /// Adds the lines of all members to `left_out`, except the representatives of their classes: see
    /// [`for_each_set`](Self::for_each_set).
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be used.
    pub(crate) fn find_repeated(&self, pool: &WorkerPool, left_out: &LineSet) -> Result<()> {
        self.for_each_set(pool, Some(left_out), |_| Ok(()))
    }

    /// Adds the records of another table that are [elsewhere](PackedPosition::elsewhere), at least one of each class.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be used.
    pub(crate) fn add_elsewhere(&mut self, other: &Self) -> Result<()> {
        for bucket in 0..BUCKETS {
            other.buckets.for_each_block(bucket as u8, |block| {
                for entry in block.chunks_exact(other.buckets.width()) {
                    let (class, position) = (Fingerprint([entry[0], entry[1]]), PackedPosition(entry[2]));
                    if position.is_elsewhere() {
                        self.push_with(class, position, 0, None)?;
                    }
                }
                Ok(true)
            })?;
        }
        Ok(())
    }

    /// Calls `visit` with all members that are not elsewhere, many at once, from all threads of `pool` and in any order. The
    /// table must be made with [`Members::All`].
    ///
    /// # Errors
    /// Returns the same errors as [`for_each_set`](Self::for_each_set).
    pub(super) fn for_each_member(
        &self,
        pool: &WorkerPool,
        visit: impl Fn(&[KnownMember]) -> Result<()> + Send + Sync,
    ) -> Result<()> {
        debug_assert_eq!(self.members, Members::All);
        pool.for_each(BUCKETS, &|bucket| {
            let mut members = Vec::new();
            for_each_part(&self.buckets, bucket as u8, |part| {
                let Some(classes) = self.classes_of(part, None)? else {
                    return self.split(part, None).map(Some);
                };
                part.for_each_block(|block| {
                    members.clear();
                    members.extend(block.chunks_exact(self.buckets.width()).filter_map(|entry| {
                        let position = PackedPosition(entry[2]);
                        let (_, class) = classes.find(entry)?;
                        let member =
                            KnownMember { position, kept: class.first.position, records: class.count };
                        (!position.is_elsewhere()).then_some(member)
                    }));
                    visit(&members).map(|()| true)
                })?;
                Ok(None)
            })
        })
    }

    /// Calls `visit` with every repetition and whether it repeats a record of the other data set, many at once. A record that
    /// repeats a record of each is visited twice. The calls come from all threads of `pool`, in any order. The table must be made
    /// with [`Members::All`].
    ///
    /// # Errors
    /// Returns the same errors as [`for_each_set`](Self::for_each_set).
    pub(crate) fn for_each_repetition(
        &self,
        pool: &WorkerPool,
        visit: impl Fn(&[(bool, Repetition)]) -> Result<()> + Send + Sync,
    ) -> Result<()> {
        debug_assert_eq!(self.members, Members::All);
        pool.for_each(BUCKETS, &|bucket| {
            let mut repetitions = Vec::new();
            for_each_part(&self.buckets, bucket as u8, |part| {
                let Some(classes) = self.classes_of(part, None)? else {
                    return self.split(part, None).map(Some);
                };
                let mut own_first = BTreeMap::new();
                part.for_each_block(|block| {
                    repetitions.clear();
                    let entries = block.chunks_exact(self.buckets.width());
                    entries.for_each(|entry| {
                        self.add_repetitions(&classes, entry, &mut own_first, &mut repetitions);
                    });
                    visit(&repetitions).map(|()| true)
                })?;
                Ok(None)
            })
        })
    }

    /// Adds the repetitions by the record of an entry. `own_first` contains this data set's first record of each class that is
    /// also in the other data set.
    fn add_repetitions(
        &self,
        classes: &ClassSet,
        entry: &[u64],
        own_first: &mut BTreeMap<u32, Member>,
        repetitions: &mut Vec<(bool, Repetition)>,
    ) {
        let (position, fourth) = (PackedPosition(entry[2]), entry.get(3).copied().unwrap_or_default());
        let Some((number, class)) = classes.find(entry) else { return };
        let (member, mut first) = (Member { position, fourth }, class.first);
        if position.is_elsewhere() {
            return;
        }
        let mut add = |is_leak, first| {
            let maps = (self.extra == Extra::Map)
                .then(|| [member, first].map(|member: Member| PackedMap::from_number(member.fourth)));
            repetitions.push((is_leak, Repetition { position, first: first.position, maps }));
        };
        if first.position.is_elsewhere() {
            add(true, first);
            first = *own_first.entry(number).or_insert(member);
        }
        if first != member {
            add(false, first);
        }
    }

    /// Returns the classes of the entries of a part, or `None` if there are too many.
    fn classes_of(&self, part: &Part<'_>, left_out: Option<&LineSet>) -> Result<Option<ClassSet>> {
        let mut classes = ClassSet::new(self.rule_for_parts(), part.entries().min(self.most_at_once()));
        let fit = part.for_each_block(|block| Ok(classes.add_all(block, left_out)))?;
        Ok(fit.then_some(classes))
    }

    /// Splits a part with too many classes.
    fn split(&self, part: &Part<'_>, left_out: Option<&LineSet>) -> Result<Buckets> {
        let rule = self.rule_for_blocks();
        let mut collapser = Collapser::default();
        let collapse = |block: &mut Vec<u64>| {
            if self.members != Members::All {
                collapser.collapse(rule, block, left_out);
            }
        };
        match rule.width {
            3 => part.split(self.part_bytes, |&[one, two, _]: &[u64; 3]| [one, two], collapse),
            _ => part.split(self.part_bytes, |&[one, two, ..]: &[u64; 4]| [one, two], collapse),
        }
    }
}

impl Search {
    /// Searches some classes.
    fn of(classes: &ClassSet, most: usize, with_maps: bool) -> Self {
        let mut found = Self::default();
        for class in classes.classes() {
            found.duplicates.count += class.count.saturating_sub(1);
            found.leaks.count += if class.first.position.is_elsewhere() { class.count } else { 0 };
        }
        let repetition = |other: Member, first: Member| {
            let maps = with_maps.then(|| [other, first].map(|member| PackedMap::from_number(member.fourth)));
            Repetition { position: other.position, first: first.position, maps }
        };
        // This data set's first member of each class with a member elsewhere.
        let mut own: BTreeMap<u32, Member> = BTreeMap::new();
        for &(class, other) in classes.others() {
            let mut first = classes.classes()[class as usize].first;
            if first.position.is_elsewhere() {
                found.leaks.push(repetition(other, first), most);
                first = *own.entry(class).or_insert(other);
            }
            if first != other {
                found.duplicates.push(repetition(other, first), most);
            }
        }
        found
    }
}

impl Repetitions {
    /// Lists a repetition that may be one of the first `most`. Truncates the list when it is twice as long, which keeps the time
    /// proportional to the number of repetitions.
    fn push(&mut self, repetition: Repetition, most: usize) {
        if self.first.len() >= most.saturating_mul(2).max(LEAST_CLASSES) {
            self.first.select_nth_unstable(most);
            self.first.truncate(most);
        }
        self.first.push(repetition);
    }

    fn add(&mut self, other: Self, most: usize) {
        self.count += other.count;
        other.first.into_iter().for_each(|repetition| self.push(repetition, most));
    }

    /// Keeps the first `most`, in record order.
    fn sort(&mut self, most: usize) {
        self.first.sort_unstable();
        self.first.truncate(most);
    }
}

#[cfg(test)]
mod tests;
