//! Puzzles that were there before, among any number of them, in bounded memory.
//!
//! ```text
//! fingerprints ─▶ part 0 … part 255     by their first byte, so that equal ones meet in one part
//!                   │ full
//!                   ▼
//!                 temporary file
//! at the end: part by part, in the order of the records, through a table of places
//! ```

use std::sync::{Mutex, PoisonError};

use super::fingerprint::Fingerprint;
use super::note::PackedPosition;
use super::spill::{Entry, Spill};
use crate::error::Result;
use crate::pipeline;

/// Parts: as many as a byte has values.
const PARTS: usize = 256;

/// Entries that a part begins with.
const FEW: usize = 64;

/// The fingerprints of all puzzles, in 256 parts.
pub(super) struct Duplicates {
    parts: Vec<Vec<Entry>>,
    /// Entries that a part holds in memory.
    most: usize,
    spill: Spill,
}

/// A puzzle that was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Duplicate {
    pub(super) spot: PackedPosition,
    /// Where it was first.
    pub(super) first: PackedPosition,
}

/// What a look through all parts found.
#[derive(Debug, Default)]
pub(super) struct FoundDuplicates {
    /// The first ones in the order of the records.
    pub(super) first: Vec<Duplicate>,
    /// How many there are.
    pub(super) count: u64,
}

impl Duplicates {
    /// No puzzles yet; of those to come, `held` bytes are kept in memory, a little for each part at least.
    pub(super) fn new(held: usize) -> Self {
        let most = (held / PARTS / size_of::<Entry>()).max(1);
        Self { parts: vec![Vec::new(); PARTS], most, spill: Spill::new(most) }
    }

    /// Bytes in the temporary file.
    pub(super) fn spilled(&self) -> u64 {
        self.spill.length()
    }

    /// Adds the next puzzle.
    ///
    /// # Errors
    /// When the temporary file cannot be written.
    #[inline]
    pub(super) fn push(&mut self, Fingerprint([one, two]): Fingerprint, spot: PackedPosition) -> Result<()> {
        let part = &mut self.parts[(one >> 56) as usize];
        if part.len() == part.capacity() {
            make_room((one >> 56) as u8, part, self.most, &mut self.spill)?;
        }
        part.push([one, two, spot.0]);
        Ok(())
    }

    /// Looks through all parts on so many threads; keeps the first `most` duplicates in the order of the records.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(super) fn find(&self, threads: usize, most: usize) -> Result<FoundDuplicates> {
        let all = Mutex::new(FoundDuplicates::default());
        pipeline::for_each(threads, PARTS, |part| {
            let found = self.look_through(part, most)?;
            all.lock().unwrap_or_else(PoisonError::into_inner).add(found, most);
            Ok(())
        })?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn look_through(&self, part: usize, most: usize) -> Result<FoundDuplicates> {
        let held = &self.parts[part];
        let mut read = self.spill.read(part as u8, held.len())?;
        if read.is_empty() {
            return Ok(look_through(held, most));
        }
        read.extend_from_slice(held);
        Ok(look_through(&read, most))
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

/// Lets a full part grow, or go to the file.
#[cold]
fn make_room(number: u8, part: &mut Vec<Entry>, most: usize, spill: &mut Spill) -> Result<()> {
    if part.len() < most {
        part.reserve_exact(part.len().max(FEW).min(most - part.len()));
    }
    if part.len() >= most {
        spill.write(number, part)?;
        part.clear();
    }
    Ok(())
}

/// The duplicates among the entries of a part, which are in the order of their records.
///
/// The table holds the place of an entry at the first free slot from where its fingerprint says.
fn look_through(entries: &[Entry], most: usize) -> FoundDuplicates {
    let mut found = FoundDuplicates::default();
    let mask = (2 * entries.len()).next_power_of_two() - 1;
    let mut table: Vec<u32> = vec![u32::MAX; mask + 1];
    for (index, &[one, two, spot]) in entries.iter().enumerate() {
        let mut slot = two as usize & mask;
        loop {
            let Some(&[first_one, first_two, first]) = entries.get(table[slot] as usize) else {
                table[slot] = index as u32; // a part of 4 billion entries does not fit memory
                break;
            };
            if (first_one, first_two) == (one, two) {
                found.count += 1;
                if found.first.len() < most {
                    found.first.push(Duplicate { spot: PackedPosition(spot), first: PackedPosition(first) });
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

    /// `count` puzzles, of which each third one is the same as one before; and what is found among them.
    fn found(count: u64, held: usize, threads: usize, most: usize) -> (FoundDuplicates, u64) {
        let mut duplicates = Duplicates::new(held);
        for line in 1..=count {
            let puzzle = if line % 3 == 0 { line - 2 } else { line };
            let (fingerprint, _) = Fingerprint::of(format!("{puzzle:081}").as_bytes());
            duplicates.push(fingerprint, PackedPosition::new(line, 1)).unwrap();
        }
        (duplicates.find(threads, most).unwrap(), duplicates.spilled())
    }

    #[test]
    fn the_first_ones_are_named_and_all_are_counted_in_memory_and_in_the_file() {
        let (all, spilled) = found(30_000, usize::MAX, 1, usize::MAX);
        assert_eq!((all.count, spilled), (10_000, 0));
        assert_eq!(
            all.first[0],
            Duplicate { spot: PackedPosition::new(3, 1), first: PackedPosition::new(1, 1) }
        );
        for (held, threads) in [(0, 2), (PARTS * 24 * 7, 1), (PARTS * 24 * 7, 2), (PARTS * 24 * 100, 3)] {
            let (some, spilled) = found(30_000, held, threads, 50);
            assert_eq!((some.count, &some.first[..]), (all.count, &all.first[..50]), "{held} bytes held");
            assert!(spilled > 0 && spilled <= 30_000 * 24);
        }
    }

    #[test]
    fn no_more_is_held_than_was_said() {
        let mut duplicates = Duplicates::new(PARTS * 24 * 100);
        for line in 1..=50_000 {
            let (fingerprint, _) = Fingerprint::of(format!("{line:081}").as_bytes());
            duplicates.push(fingerprint, PackedPosition::new(line, 1)).unwrap();
        }
        assert!(duplicates.parts.iter().all(|part| part.capacity() <= 100));
        assert_eq!(duplicates.spilled() % (24 * 100), 0);
    }
}
