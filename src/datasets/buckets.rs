//! Entries in 256 buckets, in memory up to a bound and beyond it in a temporary file.

use std::borrow::Cow;

use super::spill::Spill;
use crate::error::Result;

/// The number of buckets: one for each value of a byte.
pub(super) const BUCKETS: usize = 256;

/// The capacity that a bucket begins with, in entries.
const FEW: usize = 64;

/// Entries of `width` numbers each, in 256 buckets.
pub(super) struct Buckets {
    width: usize,
    buckets: Vec<Vec<u64>>,
    /// The count of numbers of a bucket that are held in memory.
    most: usize,
    spill: Spill,
}

impl Buckets {
    /// No entries yet. About `held` bytes of entries are held in memory, at least one entry per bucket.
    pub(super) fn new(width: usize, held: usize) -> Self {
        let most = width * (held / BUCKETS / (width * size_of::<u64>())).max(1);
        Self { width, buckets: vec![Vec::new(); BUCKETS], most, spill: Spill::new(most) }
    }

    /// The number of bytes in the temporary file.
    pub(super) fn spilled(&self) -> u64 {
        self.spill.length()
    }

    /// Adds an entry to a bucket.
    ///
    /// # Errors
    /// When the temporary file cannot be written.
    #[inline]
    pub(super) fn push<const WIDTH: usize>(&mut self, number: u8, entry: [u64; WIDTH]) -> Result<()> {
        debug_assert_eq!(WIDTH, self.width);
        let bucket = &mut self.buckets[usize::from(number)];
        if bucket.len() == bucket.capacity() || bucket.len() == self.most {
            make_room(number, bucket, FEW * self.width, self.most, &mut self.spill)?;
        }
        bucket.extend_from_slice(&entry);
        Ok(())
    }

    /// All entries of a bucket, one after another, in the order they were added.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(super) fn read(&self, number: u8) -> Result<Cow<'_, [u64]>> {
        let held = &self.buckets[usize::from(number)];
        let mut read = self.spill.read(number, held.len())?;
        if read.is_empty() {
            return Ok(Cow::Borrowed(held));
        }
        read.extend_from_slice(held);
        Ok(Cow::Owned(read))
    }
}

/// Makes room in a full bucket: it grows, or its entries go to the file.
#[cold]
fn make_room(number: u8, bucket: &mut Vec<u64>, few: usize, most: usize, spill: &mut Spill) -> Result<()> {
    if bucket.len() < most {
        bucket.reserve_exact(bucket.len().max(few).min(most - bucket.len()));
    } else {
        spill.write(number, bucket)?;
        bucket.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_in_their_order_from_memory_and_from_the_file() {
        for held in [0, BUCKETS * 24 * 7, usize::MAX] {
            let mut buckets = Buckets::new(3, held);
            for number in 0..10_000 {
                buckets.push((number % 3) as u8, [number, number + 1, number + 2]).unwrap();
            }
            let entries = buckets.read(1).unwrap();
            assert_eq!(
                (entries.len(), &entries[..6]),
                (3 * 3333, &[1, 2, 3, 4, 5, 6][..]),
                "{held} bytes held"
            );
            assert_eq!(buckets.read(9).unwrap().len(), 0);
            assert_eq!(buckets.spilled() == 0, held == usize::MAX);
        }
    }

    #[test]
    fn entries_are_added_after_others_were_read() {
        let mut buckets = Buckets::new(3, BUCKETS * 24 * 7);
        for numbers in [0..5000, 5000..10_000] {
            numbers.for_each(|number| buckets.push((number % 3) as u8, [number; 3]).unwrap());
            buckets.read(1).unwrap();
        }
        let expected: Vec<u64> = (1..10_000).step_by(3).flat_map(|number| [number; 3]).collect();
        assert_eq!(buckets.read(1).unwrap().as_ref(), expected);
    }

    #[test]
    fn no_more_is_held_in_memory_than_was_allowed() {
        let mut buckets = Buckets::new(3, BUCKETS * 24 * 100);
        for number in 0..50_000_u64 {
            buckets.push((number % 256) as u8, [number; 3]).unwrap();
        }
        assert!(buckets.buckets.iter().all(|bucket| bucket.capacity() <= 300));
        assert_eq!(buckets.spilled() % (24 * 100), 0);
    }
}
