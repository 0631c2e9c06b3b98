//! Finds records of the same class with a partitioned hash table that spills to disk.
//!
//! ```text
//! members ─▶ bucket 0 … bucket 255     by the first byte of the fingerprint: a class is in one bucket
//!              │ when full
//!              ▼
//!            temporary file
//!
//! at the end: one hash table per bucket, filled in the order of the records
//! ```
//!
//! It takes 24 bytes of memory or of the temporary file for each record, 32 with maps or ranks.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::buckets::{BUCKETS, Buckets};
use super::fingerprint::Fingerprint;
use super::packed_map::PackedMap;
use super::position::PackedPosition;
use crate::error::Result;
use crate::pipeline::threads::WorkerPool;

/// What a record is found by: the fingerprint of its class, and the map that makes the form of the class of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClassMember {
    pub(crate) fingerprint: Fingerprint,
    /// The identity for classes without a form.
    pub(crate) map: PackedMap,
}

impl ClassMember {
    /// What [`of_numbers`](Self::of_numbers) takes.
    pub(crate) fn numbers(self) -> [u64; 3] {
        let Fingerprint([one, two]) = self.fingerprint;
        [one, two, self.map.number()]
    }

    pub(crate) fn of_numbers([one, two, map]: [u64; 3]) -> Self {
        Self { fingerprint: Fingerprint([one, two]), map: PackedMap::from_number(map) }
    }
}

/// The members of all classes, in the order of the records.
pub(crate) struct ClassTable {
    buckets: Buckets,
    /// The numbers of an entry: the fingerprint, the position and, if they are kept, the map or the rank.
    width: usize,
    /// Are the fourth numbers ranks?
    is_ranked: bool,
}

/// A record whose class an earlier record has, of the same table or of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Repetition {
    pub(crate) position: PackedPosition,
    /// The position of the first record of the class.
    pub(crate) first: PackedPosition,
    /// The maps that make the form of the class of the record and of the first one, if maps are kept.
    pub(crate) maps: Option<[PackedMap; 2]>,
}

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct Repetitions {
    /// The first ones, in the order of the records.
    pub(crate) first: Vec<Repetition>,
    /// The number of all.
    pub(crate) count: u64,
}

impl ClassTable {
    /// No records yet. About `held` bytes of entries are held in memory, at least one entry per bucket. With
    /// `keeps_maps`, an entry takes 32 bytes instead of 24.
    pub(crate) fn new(held: usize, keeps_maps: bool) -> Self {
        let width = if keeps_maps { 4 } else { 3 };
        Self { buckets: Buckets::new(width, held), width, is_ranked: false }
    }

    /// No records yet, of those that [`push_with`](Self::push_with) adds with a rank. An entry takes 32 bytes.
    pub(super) fn ranked(held: usize) -> Self {
        Self { is_ranked: true, ..Self::new(held, true) }
    }

    /// The number of bytes in the temporary file.
    pub(crate) fn spilled(&self) -> u64 {
        self.buckets.spilled()
    }

    /// Adds the next record, in the order of the records.
    ///
    /// # Errors
    /// When the temporary file cannot be written.
    #[inline]
    pub(crate) fn push(&mut self, member: ClassMember, position: PackedPosition) -> Result<()> {
        self.push_with(member.fingerprint, position, member.map.number())
    }

    /// Adds the next record with the fourth number of its entry: the map, or in a table of [ranked](Self::ranked) ones the rank.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    #[inline]
    pub(super) fn push_with(
        &mut self,
        class: Fingerprint,
        position: PackedPosition,
        fourth: u64,
    ) -> Result<()> {
        let Fingerprint([one, two]) = class;
        const { assert!(BUCKETS == 1 << u8::BITS, "a bucket for each value of the first byte") };
        let bucket = (one >> (u64::BITS - u8::BITS)) as u8;
        // Each entry has a constant width here, so that it is stored without a call.
        if self.width == 3 {
            return self.buckets.push(bucket, [one, two, position.0]);
        }
        self.buckets.push(bucket, [one, two, position.0, fourth])
    }

    /// Searches for records whose class an earlier record has, on the threads of `pool`. Lists the first `most` in the
    /// order of the records.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(crate) fn duplicates(&self, pool: &WorkerPool, most: usize) -> Result<Repetitions> {
        search(pool, most, |bucket| {
            let entries = self.buckets.read(bucket)?;
            let entries = Entries::new(&entries, self.width);
            let firsts = entries.firsts();
            let firsts = firsts.into_iter().map(|first| first as usize).enumerate();
            let found = firsts.filter(|&(index, first)| index != first);
            Ok(entries.repetitions(&entries, found, most))
        })
    }

    /// Searches for records whose class a record of `others` has. They refer to the first of these.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub(crate) fn common_with(&self, others: &Self, pool: &WorkerPool, most: usize) -> Result<Repetitions> {
        search(pool, most, |bucket| {
            let (entries, theirs) = (self.buckets.read(bucket)?, others.buckets.read(bucket)?);
            let (entries, theirs) = (Entries::new(&entries, self.width), Entries::new(&theirs, others.width));
            let mut index = ClassIndex::new(theirs.len());
            for number in 0..theirs.len() {
                index.first_or_insert(&theirs, number);
            }
            let find = |number| Some((number, index.find(&theirs, entries.fingerprint(number))?));
            let found = (0..entries.len()).filter_map(find);
            Ok(entries.repetitions(&theirs, found, most))
        })
    }

    /// The number of classes of each size, on the threads of `pool`.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(crate) fn class_sizes(&self, pool: &WorkerPool) -> Result<BTreeMap<u64, u64>> {
        let all = Mutex::new(BTreeMap::new());
        self.for_each_bucket(pool, |members| {
            let mut sizes = vec![0_u64; members.len()];
            members.iter().for_each(|&(_, first)| sizes[first as usize] += 1);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            for &size in sizes.iter().filter(|&&size| size > 0) {
                *all.entry(size).or_default() += 1;
            }
            Ok(())
        })?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Calls `visit` with every fingerprint, from all threads of `pool` and in any order.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(crate) fn for_each_fingerprint(
        &self,
        pool: &WorkerPool,
        visit: impl Fn(Fingerprint) + Send + Sync,
    ) -> Result<()> {
        pool.for_each(BUCKETS, &|bucket| {
            let entries = self.buckets.read(bucket as u8)?;
            let entries = Entries::new(&entries, self.width);
            (0..entries.len()).for_each(|index| visit(Fingerprint(entries.fingerprint(index))));
            Ok(())
        })
    }

    /// Calls `visit` with the members of every bucket: for each its position and the index of the member that stands for its
    /// class: one that is [elsewhere](PackedPosition::ELSEWHERE), or else the first one, of ranked ones the first with the least
    /// rank. The calls come from all threads of `pool`, in any order.
    ///
    /// # Errors
    /// With the first error of `visit`, or when the temporary file cannot be read.
    pub(crate) fn for_each_bucket(
        &self,
        pool: &WorkerPool,
        visit: impl Fn(&[(PackedPosition, u32)]) -> Result<()> + Send + Sync,
    ) -> Result<()> {
        pool.for_each(BUCKETS, &|bucket| {
            let entries = self.buckets.read(bucket as u8)?;
            let entries = Entries::new(&entries, self.width);
            let firsts = entries.firsts();
            let mut chosen: Vec<u32> = (0..firsts.len() as u32).collect();
            let rank = |index| if self.is_ranked { entries.entry(index)[3] } else { 0 };
            let order = |index| (!entries.position(index).is_elsewhere(), rank(index));
            for (index, &first) in
                firsts.iter().enumerate().filter(|(index, first)| *index != **first as usize)
            {
                let chosen = &mut chosen[first as usize];
                if order(index) < order(*chosen as usize) {
                    *chosen = index as u32;
                }
            }
            let firsts = firsts.iter().enumerate();
            let members: Vec<_> =
                firsts.map(|(index, &first)| (entries.position(index), chosen[first as usize])).collect();
            visit(&members)
        })
    }
}

impl Repetitions {
    fn add(&mut self, mut other: Self, most: usize) {
        self.count += other.count;
        self.first.append(&mut other.first);
        self.first.sort(); // merges the two, which are sorted
        self.first.truncate(most);
    }
}

/// Searches every bucket on the threads of `pool`.
fn search(
    pool: &WorkerPool,
    most: usize,
    bucket: impl Fn(u8) -> Result<Repetitions> + Send + Sync,
) -> Result<Repetitions> {
    let all = Mutex::new(Repetitions::default());
    pool.for_each(BUCKETS, &|number| {
        let found = bucket(number as u8)?;
        all.lock().unwrap_or_else(PoisonError::into_inner).add(found, most);
        Ok(())
    })?;
    Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The entries of a bucket, in the order of the records.
#[derive(Clone, Copy)]
struct Entries<'a> {
    numbers: &'a [u64],
    width: usize,
}

impl<'a> Entries<'a> {
    fn new(numbers: &'a [u64], width: usize) -> Self {
        Self { numbers, width }
    }

    fn len(&self) -> usize {
        self.numbers.len() / self.width
    }

    fn entry(&self, index: usize) -> &'a [u64] {
        &self.numbers[index * self.width..][..self.width]
    }

    fn fingerprint(&self, index: usize) -> [u64; 2] {
        let entry = self.entry(index);
        [entry[0], entry[1]]
    }

    fn position(&self, index: usize) -> PackedPosition {
        PackedPosition(self.entry(index)[2])
    }

    fn map(&self, index: usize) -> Option<PackedMap> {
        self.entry(index).get(3).copied().map(PackedMap::from_number)
    }

    /// For each entry the index of the first entry of its class.
    fn firsts(&self) -> Vec<u32> {
        let mut index = ClassIndex::new(self.len());
        (0..self.len()).map(|number| index.first_or_insert(self, number) as u32).collect()
    }

    /// Counts all of `found`, which are the indices of an entry here and of the first entry of its class in `others`.
    /// Lists the first `most`.
    fn repetitions(
        &self,
        others: &Entries<'_>,
        mut found: impl Iterator<Item = (usize, usize)>,
        most: usize,
    ) -> Repetitions {
        let listed = found.by_ref().take(most);
        let first: Vec<_> = listed.map(|(index, first)| self.repetition(index, others, first)).collect();
        Repetitions { count: (first.len() + found.count()) as u64, first }
    }

    fn repetition(&self, index: usize, others: &Entries<'_>, first: usize) -> Repetition {
        let maps = self.map(index).zip(others.map(first)).map(|(one, other)| [one, other]);
        Repetition { position: self.position(index), first: others.position(first), maps }
    }
}

/// A hash table with linear probing: the index of the first entry of every class.
struct ClassIndex {
    /// Indices of entries; `u32::MAX` for none. A bucket has fewer than 2^32 - 1 entries: more would not fit in memory.
    slots: Vec<u32>,
}

impl ClassIndex {
    /// An index for at most `entries` entries.
    fn new(entries: usize) -> Self {
        Self { slots: vec![u32::MAX; (2 * entries).next_power_of_two()] }
    }

    /// The first entry of the class of entry `number`, which becomes the first one if there is none.
    fn first_or_insert(&mut self, entries: &Entries<'_>, number: usize) -> usize {
        let slot = self.slot(entries, entries.fingerprint(number));
        if self.slots[slot] == u32::MAX {
            self.slots[slot] = number as u32;
        }
        self.slots[slot] as usize
    }

    /// The first entry with this fingerprint.
    fn find(&self, entries: &Entries<'_>, fingerprint: [u64; 2]) -> Option<usize> {
        let first = self.slots[self.slot(entries, fingerprint)];
        (first != u32::MAX).then_some(first as usize)
    }

    /// The slot with this fingerprint, or the free one where it belongs. At least half of the slots are free.
    fn slot(&self, entries: &Entries<'_>, fingerprint: [u64; 2]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = fingerprint[1] as usize & mask;
        loop {
            let first = self.slots[slot];
            if first == u32::MAX || entries.fingerprint(first as usize) == fingerprint {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of `count` records, of which every third one has the class of an earlier one.
    fn table(count: u64, held: usize, keeps_maps: bool) -> ClassTable {
        let mut table = ClassTable::new(held, keeps_maps);
        for line in 1..=count {
            let class = if line % 3 == 0 { line - 2 } else { line };
            let fingerprint = Fingerprint::of_text(format!("{class:081}").as_bytes());
            let member = ClassMember { fingerprint, map: PackedMap::from_number(line) };
            table.push(member, position(line)).unwrap();
        }
        table
    }

    fn position(line: u64) -> PackedPosition {
        PackedPosition::new(line, 1)
    }

    #[test]
    fn the_first_duplicates_are_listed_and_all_are_counted_in_memory_and_in_the_file() {
        let pool = WorkerPool::start(2).unwrap();
        let whole = table(30_000, usize::MAX, false);
        let all = whole.duplicates(&pool, usize::MAX).unwrap();
        assert_eq!((all.count, whole.spilled()), (10_000, 0));
        assert_eq!(all.first[0], Repetition { position: position(3), first: position(1), maps: None });
        for (held, threads) in [(0, 2), (BUCKETS * 24 * 7, 1), (BUCKETS * 24 * 7, 2), (BUCKETS * 24 * 100, 3)]
        {
            let pool = WorkerPool::start(threads).unwrap();
            let table = table(30_000, held, false);
            let some = table.duplicates(&pool, 50).unwrap();
            assert_eq!((some.count, &some.first[..]), (all.count, &all.first[..50]), "{held} bytes held");
            assert!(table.spilled() > 0 && table.spilled() <= 30_000 * 24);
        }
    }

    #[test]
    fn classes_are_counted_by_size_in_memory_and_in_the_file() {
        let pool = WorkerPool::start(2).unwrap();
        for held in [0, usize::MAX] {
            let sizes = table(30_000, held, false).class_sizes(&pool).unwrap();
            assert_eq!(sizes, BTreeMap::from([(1, 10_000), (2, 10_000)]));
        }
        assert!(table(0, 0, false).class_sizes(&pool).unwrap().is_empty());
    }

    #[test]
    fn records_in_common_refer_to_the_first_one_of_the_other_table() {
        let pool = WorkerPool::start(2).unwrap();
        for held in [0, usize::MAX] {
            let found = table(10, held, true).common_with(&table(3000, held, true), &pool, 4).unwrap();
            let told = |line, first| Repetition {
                position: position(line),
                first: position(first),
                maps: Some([line, first].map(PackedMap::from_number)),
            };
            assert_eq!(found.first, [told(1, 1), told(2, 2), told(3, 1), told(4, 4)]);
            assert_eq!(found.count, 10);
        }
        assert_eq!(table(0, 0, true).common_with(&table(5, 0, true), &pool, 4).unwrap().count, 0);
        assert_eq!(table(5, 0, true).common_with(&table(0, 0, true), &pool, 4).unwrap().count, 0);
    }
}
