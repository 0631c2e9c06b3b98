//! The records that repeat others, in record order.

use super::class_table::Repetition;
use super::packed_map::PackedMap;
use super::position::PackedPosition;
use super::sorted_rows::SortedRows;
use crate::error::Result;

/// The count of numbers in a row: position, rank, first position, and two maps.
const WIDTH: usize = 5;

/// A number that is not a map.
const NO_MAP: u64 = 0;

/// Repetitions, each with a rank that orders the repetitions of the same record.
pub(crate) struct RepetitionList(SortedRows<WIDTH>);

impl RepetitionList {
    /// Creates an empty list for records at positions up to `last`. Keeps about `held` bytes in memory.
    pub(crate) fn new(last: PackedPosition, held: usize) -> Self {
        Self(SortedRows::new(last.0, held))
    }

    /// Adds repetitions, each with its rank.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub(crate) fn add(&self, repetitions: impl Iterator<Item = (u64, Repetition)>) -> Result<()> {
        self.0.add(repetitions.map(|(rank, Repetition { position, first, maps })| {
            let [map, first_map] = maps.map_or([NO_MAP; 2], |maps| maps.map(PackedMap::number));
            [position.0, rank, first.0, map, first_map]
        }))
    }

    /// Calls `visit` with all repetitions and their ranks, in the order of the records and, for the same record, of the ranks.
    ///
    /// # Errors
    /// Returns the first error of `visit`, or an error if a temporary file cannot be used.
    pub(crate) fn for_each(self, mut visit: impl FnMut(u64, Repetition) -> Result<()>) -> Result<()> {
        self.0.for_each(|rows| rows.iter().try_for_each(|row| visit(row[1], repetition(row))))
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
