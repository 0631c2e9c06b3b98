//! The records that repeat others, in record order.

use std::sync::{Mutex, PoisonError};

use super::buckets::Buckets;
use super::class_table::Repetition;
use super::packed_map::PackedMap;
use super::parts::for_each_part;
use super::position::PackedPosition;
use super::spill::BUCKETS;
use crate::error::Result;

/// The count of numbers in a row: position, rank, first position, and two maps.
const WIDTH: usize = 5;

/// A number that is not a map.
const NO_MAP: u64 = 0;

/// The smallest number of bytes of rows to sort at once.
const LEAST_BYTES: usize = 1 << 16;

/// Repetitions, each with a rank that orders the repetitions of the same record.
///
/// The rows are sorted in buckets. Beyond about `held` bytes, they wait in a temporary file.
pub(crate) struct RepetitionList {
    rows: Mutex<Buckets>,
    /// The last position of a record.
    last: PackedPosition,
    /// The number of bytes of memory for sorting or splitting a bucket.
    part_bytes: usize,
}

impl RepetitionList {
    /// Creates an empty list for records at positions up to `last`.
    pub(crate) fn new(last: PackedPosition, held: usize) -> Self {
        let rows = Mutex::new(Buckets::new(WIDTH, held));
        Self { rows, last, part_bytes: (held / 4).max(LEAST_BYTES) }
    }

    /// Adds repetitions, each with its rank.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub(crate) fn add(&self, repetitions: impl Iterator<Item = (u64, Repetition)>) -> Result<()> {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        for (rank, Repetition { position, first, maps }) in repetitions {
            let [map, first_map] = maps.map_or([NO_MAP; 2], |maps| maps.map(PackedMap::number));
            let bucket = (self.key(position.0) >> (u64::BITS - u8::BITS)) as u8;
            rows.push(bucket, [position.0, rank, first.0, map, first_map], |_| ())?;
        }
        Ok(())
    }

    /// Calls `visit` with all repetitions and their ranks, in the order of the records and, for the same record, of the ranks.
    ///
    /// # Errors
    /// Returns the first error of `visit`, or an error if a temporary file cannot be used.
    pub(crate) fn for_each(self, mut visit: impl FnMut(u64, Repetition) -> Result<()>) -> Result<()> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let most = self.part_bytes / size_of::<[u64; WIDTH]>();
        let mut sorted = Vec::new();
        for bucket in 0..BUCKETS {
            for_each_part(&rows, bucket as u8, |part| {
                if part.entries() > most {
                    let key = |&[position, ..]: &[u64; WIDTH]| [self.key(position)];
                    return part.split(self.part_bytes, key, |_| ()).map(Some);
                }
                sorted.clear();
                part.for_each_block(|block| {
                    sorted.extend_from_slice(block.as_chunks::<WIDTH>().0);
                    Ok(true)
                })?;
                sorted.sort_unstable();
                sorted.iter().try_for_each(|row| visit(row[1], repetition(row))).map(|()| None)
            })?;
        }
        Ok(())
    }

    /// Scales a position to the range of all 64-bit numbers. Different positions have different keys.
    fn key(&self, position: u64) -> u64 {
        ((u128::from(position) << 64) / (u128::from(self.last.0) + 1)) as u64
    }
}

fn repetition(&[position, _, first, map, first_map]: &[u64; WIDTH]) -> Repetition {
    let maps = (map != NO_MAP).then(|| [map, first_map].map(PackedMap::from_number));
    Repetition { position: PackedPosition(position), first: PackedPosition(first), maps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_repetitions_comes_out_in_record_order() {
        let place = |line| PackedPosition::new(line, 3);
        let (records, first) = (5_000, place(1));
        for held in [0, 1 << 16, usize::MAX] {
            let list = RepetitionList::new(place(1 << 30), held); // all rows are in the first bucket
            let row = |number: u64| {
                let position = place(number * 7919 % records + 1);
                let maps = number.is_multiple_of(2).then(|| [0, number].map(PackedMap::from_number));
                (number % 3, Repetition { position, first, maps })
            };
            list.add((0..records).map(row)).unwrap();
            let mut expected: Vec<(u64, Repetition)> = (0..records).map(row).collect();
            expected.sort_by_key(|(rank, repetition)| (repetition.position, *rank));
            let mut found = Vec::new();
            list.for_each(|rank, repetition| {
                found.push((rank, repetition));
                Ok(())
            })
            .unwrap();
            assert!(found == expected, "{held} bytes held");
        }
    }
}
