//! Entries in 256 buckets, in memory up to a bound and in a temporary file beyond it.

use super::spill::{BUCKETS, BlockBuffer, Spill};
use crate::error::Result;

/// The initial capacity of a bucket, in entries.
const FEW: usize = 64;

/// Entries of `width` numbers each, in 256 buckets.
pub(super) struct Buckets {
    width: usize,
    buckets: Vec<Vec<u64>>,
    /// The largest count of numbers that a bucket keeps in memory.
    most: usize,
    spill: Spill,
}

impl Buckets {
    /// Creates empty buckets. They keep about `held` bytes of entries in memory, at least one entry per bucket.
    pub(super) fn new(width: usize, held: usize) -> Self {
        let most = width * (held / BUCKETS / (width * size_of::<u64>())).max(1);
        Self { width, buckets: vec![Vec::new(); BUCKETS], most, spill: Spill::new() }
    }

    /// Returns the count of numbers in an entry.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of bytes in the temporary file.
    pub(super) fn spilled(&self) -> u64 {
        self.spill.length()
    }

    /// Adds an entry to a bucket. Calls `collapse` on a full bucket to reduce its entries; if more than half remain, they go to
    /// the temporary file.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    #[inline]
    pub(super) fn push<const WIDTH: usize>(
        &mut self,
        number: u8,
        entry: [u64; WIDTH],
        collapse: impl FnOnce(&mut Vec<u64>),
    ) -> Result<()> {
        if !self.has_room(number) {
            self.make_room(number, collapse)?;
        }
        self.add(number, entry);
        Ok(())
    }

    /// Whether a bucket has memory for another entry.
    #[inline]
    pub(super) fn has_room(&self, number: u8) -> bool {
        let bucket = &self.buckets[usize::from(number)];
        bucket.len() < bucket.capacity() && bucket.len() < self.most
    }

    /// Adds an entry to a bucket that has room.
    #[inline]
    pub(super) fn add<const WIDTH: usize>(&mut self, number: u8, entry: [u64; WIDTH]) {
        debug_assert_eq!(WIDTH, self.width);
        self.buckets[usize::from(number)].extend_from_slice(&entry);
    }

    /// Makes room in a full bucket, as [`push`](Self::push) does: the bucket grows, is collapsed, or goes to the file.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    #[cold]
    pub(super) fn make_room(&mut self, number: u8, collapse: impl FnOnce(&mut Vec<u64>)) -> Result<()> {
        let (most, few) = (self.most, FEW * self.width);
        let bucket = &mut self.buckets[usize::from(number)];
        if bucket.len() < most {
            bucket.reserve_exact(bucket.len().max(few).min(most - bucket.len()));
            return Ok(());
        }
        collapse(bucket);
        // With less than half free, the same entries would be collapsed over and over.
        if bucket.len() > most / 2 {
            self.spill.write(number, bucket)?;
            bucket.clear();
        }
        Ok(())
    }

    /// Writes everything to the temporary file and frees the memory.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(super) fn spill_all(&mut self) -> Result<()> {
        for (number, bucket) in self.buckets.iter_mut().enumerate() {
            let bucket = std::mem::take(bucket);
            if !bucket.is_empty() {
                self.spill.write(number as u8, &bucket)?;
            }
        }
        Ok(())
    }

    /// Returns the number of entries in a bucket.
    pub(super) fn entries(&self, number: u8) -> usize {
        let spilled: usize = self.spill.blocks(number).iter().map(|block| block.numbers).sum();
        (spilled + self.buckets[usize::from(number)].len()) / self.width
    }

    /// Calls `visit` with each block of entries of a bucket, in the order they were added, until it returns false. Returns
    /// whether it returned true for all of them.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be read, or the first error of `visit`.
    pub(super) fn for_each_block(
        &self,
        number: u8,
        mut visit: impl FnMut(&[u64]) -> Result<bool>,
    ) -> Result<bool> {
        let mut buffer = BlockBuffer::default();
        for &block in self.spill.blocks(number) {
            if !visit(self.spill.read(block, &mut buffer)?)? {
                return Ok(false);
            }
        }
        visit(&self.buckets[usize::from(number)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(buckets: &Buckets, number: u8) -> Vec<u64> {
        let mut all = Vec::new();
        let is_whole = buckets.for_each_block(number, |block| {
            all.extend_from_slice(block);
            Ok(true)
        });
        assert!(is_whole.unwrap());
        assert_eq!(all.len(), buckets.entries(number) * buckets.width());
        all
    }

    #[test]
    fn entries_keep_their_order_in_memory_and_in_the_file() {
        for held in [0, BUCKETS * 24 * 7, usize::MAX] {
            let mut buckets = Buckets::new(3, held);
            for number in 0..10_000 {
                buckets.push((number % 3) as u8, [number, number + 1, number + 2], |_| ()).unwrap();
            }
            let entries = read(&buckets, 1);
            assert_eq!(
                (entries.len(), &entries[..6]),
                (3 * 3333, &[1, 2, 3, 4, 5, 6][..]),
                "{held} bytes held"
            );
            assert_eq!(read(&buckets, 9).len(), 0);
            assert_eq!(buckets.spilled() == 0, held == usize::MAX);
        }
    }

    #[test]
    fn entries_can_be_added_after_reading() {
        let mut buckets = Buckets::new(3, BUCKETS * 24 * 7);
        for numbers in [0..5000, 5000..10_000] {
            numbers.for_each(|number| buckets.push((number % 3) as u8, [number; 3], |_| ()).unwrap());
            read(&buckets, 1);
        }
        buckets.spill_all().unwrap();
        let expected: Vec<u64> = (1..10_000).step_by(3).flat_map(|number| [number; 3]).collect();
        assert_eq!(read(&buckets, 1), expected);
    }

    #[test]
    fn memory_stays_within_the_bound() {
        let mut buckets = Buckets::new(3, BUCKETS * 24 * 100);
        for number in 0..50_000_u64 {
            buckets.push((number % 256) as u8, [number; 3], |_| ()).unwrap();
        }
        assert!(buckets.buckets.iter().all(|bucket| bucket.capacity() <= 300));
        assert_eq!(buckets.spilled() % (24 * 100), 0);
    }

    #[test]
    fn a_bucket_that_collapses_stays_in_memory() {
        let mut buckets = Buckets::new(3, BUCKETS * 24 * 10);
        for number in 0..1000_u64 {
            buckets.push(5, [number; 3], |full| full.truncate(3)).unwrap();
        }
        assert_eq!((buckets.spilled(), &read(&buckets, 5)[..3]), (0, &[0; 3][..]));
        let mut visited = 0;
        let all = buckets.for_each_block(5, |_| {
            visited += 1;
            Ok(false)
        });
        assert_eq!((all.unwrap(), visited), (false, 1));
    }
}
