//! Finds duplicates with a partitioned hash table that spills to disk.
//!
//! ```text
//! fingerprints ─▶ part 0 … part 255     by the first byte, so that equal fingerprints are in the same part
//!                   │ when full
//!                   ▼
//!                 temporary file
//!
//! at the end: one hash table per part, filled in the order of the records
//! ```
//!
//! Memory is bounded for any number of puzzles.

use std::sync::{Mutex, PoisonError};

use super::fingerprint::Fingerprint;
use super::position::PackedPosition;
use super::spill::{FingerprintEntry, Spill};
use crate::error::Result;
use crate::pipeline::threads::WorkerPool;

/// The number of parts: one for each value of a byte.
const PARTS: usize = 256;

/// The capacity that a part begins with, in entries.
const FEW: usize = 64;

/// The fingerprints of all puzzles, in 256 parts.
pub(super) struct Duplicates {
    parts: Vec<Vec<FingerprintEntry>>,
    /// The number of entries of a part that are held in memory.
    most: usize,
    spill: Spill,
}

/// A puzzle that is equal to an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Duplicate {
    pub(super) position: PackedPosition,
    /// The position of the first one.
    pub(super) first: PackedPosition,
}

/// The result of the search.
#[derive(Debug, Default)]
pub(super) struct FoundDuplicates {
    /// The first duplicates, in the order of the records.
    pub(super) first: Vec<Duplicate>,
    /// The number of all duplicates.
    pub(super) count: u64,
}

impl Duplicates {
    /// No puzzles yet. About `held` bytes of entries are held in memory, at least one entry per part.
    pub(super) fn new(held: usize) -> Self {
        let most = (held / PARTS / size_of::<FingerprintEntry>()).max(1);
        Self { parts: vec![Vec::new(); PARTS], most, spill: Spill::new(most) }
    }

    /// The number of bytes in the temporary file.
    pub(super) fn spilled(&self) -> u64 {
        self.spill.length()
    }

    /// Adds the next puzzle, in the order of the records.
    ///
    /// # Errors
    /// When the temporary file cannot be written.
    #[inline]
    pub(super) fn push(
        &mut self,
        Fingerprint([one, two]): Fingerprint,
        position: PackedPosition,
    ) -> Result<()> {
        let part = &mut self.parts[(one >> 56) as usize];
        if part.len() == part.capacity() {
            make_room((one >> 56) as u8, part, self.most, &mut self.spill)?;
        }
        part.push([one, two, position.0]);
        Ok(())
    }

    /// Searches all parts on the threads of `pool`. Lists the first `most` duplicates in the order of the records.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(super) fn find(&self, pool: &WorkerPool, most: usize) -> Result<FoundDuplicates> {
        let all = Mutex::new(FoundDuplicates::default());
        pool.for_each(PARTS, |part| {
            let found = self.find_in_part(part, most)?;
            all.lock().unwrap_or_else(PoisonError::into_inner).add(found, most);
            Ok(())
        })?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn find_in_part(&self, part: usize, most: usize) -> Result<FoundDuplicates> {
        let held = &self.parts[part];
        let mut read = self.spill.read(part as u8, held.len())?;
        if read.is_empty() {
            return Ok(find_among(held, most));
        }
        read.extend_from_slice(held);
        Ok(find_among(&read, most))
    }
}

impl FoundDuplicates {
    fn add(&mut self, mut other: FoundDuplicates, most: usize) {
        self.count += other.count;
        self.first.append(&mut other.first);
        self.first.sort_unstable();
        self.first.truncate(most);
    }
}

/// Makes room in a full part: it grows, or its entries go to the file.
#[cold]
fn make_room(number: u8, part: &mut Vec<FingerprintEntry>, most: usize, spill: &mut Spill) -> Result<()> {
    if part.len() < most {
        part.reserve_exact(part.len().max(FEW).min(most - part.len()));
    }
    if part.len() >= most {
        spill.write(number, part)?;
        part.clear();
    }
    Ok(())
}

/// Finds the duplicates among the entries of a part, which are in the order of the records.
///
/// A hash table with linear probing holds the index of the first entry of every fingerprint.
fn find_among(entries: &[FingerprintEntry], most: usize) -> FoundDuplicates {
    let mut found = FoundDuplicates::default();
    let mask = (2 * entries.len()).next_power_of_two() - 1;
    let mut table: Vec<u32> = vec![u32::MAX; mask + 1];
    for (index, &[one, two, position]) in entries.iter().enumerate() {
        let mut slot = two as usize & mask;
        loop {
            let Some(&[first_one, first_two, first]) = entries.get(table[slot] as usize) else {
                table[slot] = index as u32; // a part has fewer than 2^32 entries: more would not fit in memory
                break;
            };
            if (first_one, first_two) == (one, two) {
                found.count += 1;
                if found.first.len() < most {
                    let (position, first) = (PackedPosition(position), PackedPosition(first));
                    found.first.push(Duplicate { position, first });
                }
                break;
            }
            slot = (slot + 1) & mask;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The duplicates among `count` puzzles, of which every third one equals an earlier one, and the bytes spilled.
    fn found(count: u64, held: usize, threads: usize, most: usize) -> (FoundDuplicates, u64) {
        let mut duplicates = Duplicates::new(held);
        for line in 1..=count {
            let puzzle = if line % 3 == 0 { line - 2 } else { line };
            let (fingerprint, _) = Fingerprint::of(format!("{puzzle:081}").as_bytes());
            duplicates.push(fingerprint, PackedPosition::new(line, 1)).unwrap();
        }
        let pool = WorkerPool::start(threads).unwrap();
        (duplicates.find(&pool, most).unwrap(), duplicates.spilled())
    }

    #[test]
    fn the_first_duplicates_are_listed_and_all_are_counted_in_memory_and_in_the_file() {
        let (all, spilled) = found(30_000, usize::MAX, 1, usize::MAX);
        assert_eq!((all.count, spilled), (10_000, 0));
        assert_eq!(
            all.first[0],
            Duplicate { position: PackedPosition::new(3, 1), first: PackedPosition::new(1, 1) }
        );
        for (held, threads) in [(0, 2), (PARTS * 24 * 7, 1), (PARTS * 24 * 7, 2), (PARTS * 24 * 100, 3)] {
            let (some, spilled) = found(30_000, held, threads, 50);
            assert_eq!((some.count, &some.first[..]), (all.count, &all.first[..50]), "{held} bytes held");
            assert!(spilled > 0 && spilled <= 30_000 * 24);
        }
    }

    #[test]
    fn no_more_is_held_in_memory_than_was_allowed() {
        let mut duplicates = Duplicates::new(PARTS * 24 * 100);
        for line in 1..=50_000 {
            let (fingerprint, _) = Fingerprint::of(format!("{line:081}").as_bytes());
            duplicates.push(fingerprint, PackedPosition::new(line, 1)).unwrap();
        }
        assert!(duplicates.parts.iter().all(|part| part.capacity() <= 100));
        assert_eq!(duplicates.spilled() % (24 * 100), 0);
    }
}
