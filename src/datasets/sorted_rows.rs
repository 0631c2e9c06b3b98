//! Rows of numbers that come out in order, in bounded memory.

use std::sync::{Mutex, PoisonError};

use super::buckets::Buckets;
use super::parts::for_each_part;
use super::spill::BUCKETS;
use crate::error::Result;

/// The smallest number of bytes of rows to sort at once.
const LEAST_BYTES: usize = 1 << 16;

/// Rows of `WIDTH` numbers that are read back in ascending order. The first number of a row is at most `last`.
///
/// The rows are sorted in buckets by their first number. Beyond about `held` bytes, they wait in a temporary file.
pub(super) struct SortedRows<const WIDTH: usize> {
    rows: Mutex<Buckets>,
    last: u64,
    /// The number of bytes of memory for sorting or splitting a bucket.
    part_bytes: usize,
}

impl<const WIDTH: usize> SortedRows<WIDTH> {
    /// Creates an empty list of rows.
    pub(super) fn new(last: u64, held: usize) -> Self {
        Self { rows: Mutex::new(Buckets::new(WIDTH, held)), last, part_bytes: (held / 4).max(LEAST_BYTES) }
    }

    /// Adds rows.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub(super) fn add(&self, mut added: impl Iterator<Item = [u64; WIDTH]>) -> Result<()> {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        added.try_for_each(|row| rows.push((self.key(&row)[0] >> (u64::BITS - u8::BITS)) as u8, row, |_| ()))
    }

    /// Calls `visit` with all rows in ascending order, in batches.
    ///
    /// # Errors
    /// Returns the first error of `visit`, or an error if a temporary file cannot be used.
    pub(super) fn for_each(self, mut visit: impl FnMut(&[[u64; WIDTH]]) -> Result<()>) -> Result<()> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let most = self.part_bytes / size_of::<[u64; WIDTH]>();
        let mut sorted = Vec::new();
        for bucket in 0..BUCKETS {
            for_each_part(&rows, bucket as u8, |part| {
                if part.entries() > most {
                    return part.split(self.part_bytes, |row| self.key(row), |_| ()).map(Some);
                }
                sorted.clear();
                part.for_each_block(|block| {
                    sorted.extend_from_slice(block.as_chunks().0);
                    Ok(true)
                })?;
                sorted.sort_unstable();
                visit(&sorted).map(|()| None)
            })?;
        }
        Ok(())
    }

    /// Scales the first number of a row to the range of all 64-bit numbers. Different numbers have different keys.
    fn key(&self, row: &[u64; WIDTH]) -> [u64; 1] {
        [((u128::from(row[0]) << 64) / (u128::from(self.last) + 1)) as u64]
    }
}
