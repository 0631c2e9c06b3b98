//! Buckets that are split until their entries fit in memory.
//!
//! ```text
//! bucket 0 … bucket 255          by the first byte of the key
//!    │ too large
//!    ▼
//! part 0 … part 255              by the next byte, in a temporary file of their own
//!    │ too large
//!    ▼
//!  …
//! ```

use std::rc::Rc;

use super::buckets::Buckets;
use super::spill::BUCKETS;
use crate::error::Result;

/// A bucket, or one of the buckets that it was split into.
pub(super) struct Part<'a> {
    level: Level<'a>,
    number: u8,
    /// The number of leading key bytes that all entries share, and so the index of the byte to split by.
    depth: u32,
}

/// The buckets that a part belongs to.
#[derive(Clone)]
enum Level<'a> {
    Table(&'a Buckets),
    Split(Rc<Buckets>),
}

/// Calls `visit` with a bucket. If `visit` returns the buckets that it was split into, calls it with each of these in order
/// instead.
///
/// # Errors
/// Returns the first error of `visit`.
pub(super) fn for_each_part<'a>(
    buckets: &'a Buckets,
    number: u8,
    mut visit: impl FnMut(&Part<'a>) -> Result<Option<Buckets>>,
) -> Result<()> {
    let mut waiting = vec![Part { level: Level::Table(buckets), number, depth: 1 }];
    while let Some(part) = waiting.pop() {
        let Some(split) = visit(&part)? else { continue };
        let (level, depth) = (Level::Split(Rc::new(split)), part.depth + 1);
        let parts =
            (0..BUCKETS).rev().map(|number| Part { level: level.clone(), number: number as u8, depth });
        waiting.extend(parts.filter(|part| part.entries() > 0));
    }
    Ok(())
}

impl Part<'_> {
    fn buckets(&self) -> &Buckets {
        match &self.level {
            Level::Table(buckets) => buckets,
            Level::Split(buckets) => buckets,
        }
    }

    /// Returns the number of entries.
    pub(super) fn entries(&self) -> usize {
        self.buckets().entries(self.number)
    }

    /// Calls `visit` with the entries, as [`Buckets::for_each_block`] does.
    ///
    /// # Errors
    /// Returns the same errors as [`Buckets::for_each_block`].
    pub(super) fn for_each_block(&self, visit: impl FnMut(&[u64]) -> Result<bool>) -> Result<bool> {
        self.buckets().for_each_block(self.number, visit)
    }

    /// Splits the entries by the next byte of their keys. `key` returns the first words of an entry's key. Keeps about `held`
    /// bytes in memory meanwhile, and none afterwards. Calls `collapse` as [`Buckets::push`] does.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be used.
    pub(super) fn split<const WIDTH: usize, const KEY: usize>(
        &self,
        held: usize,
        key: impl Fn(&[u64; WIDTH]) -> [u64; KEY],
        mut collapse: impl FnMut(&mut Vec<u64>),
    ) -> Result<Buckets> {
        let (word, shift) = (self.depth / 8, u64::BITS - 8 - self.depth % 8 * 8);
        let mut split = Buckets::new(WIDTH, held);
        self.for_each_block(|block| {
            for entry in block.as_chunks::<WIDTH>().0 {
                let byte = (key(entry)[word as usize] >> shift) as u8;
                split.push(byte, *entry, &mut collapse)?;
            }
            Ok(true)
        })?;
        split.spill_all()?;
        Ok(split)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_split_until_its_parts_are_small_and_stays_in_order() {
        let mut buckets = Buckets::new(3, 0);
        let keys = || (0..100_000_u64).map(|number| (number * 7919 % 100_000) << 32);
        for key in keys() {
            buckets.push((key >> 56) as u8, [key, !key, 1], |_| ()).unwrap();
        }
        let (mut found, mut deepest) = (Vec::new(), 0);
        for_each_part(&buckets, 0, |part| {
            deepest = deepest.max(part.depth);
            if part.entries() > 10 {
                return part.split(1 << 16, |&[key, ..]: &[u64; 3]| [key], |_| ()).map(Some);
            }
            let mut keys = Vec::new();
            part.for_each_block(|block| {
                keys.extend(block.chunks(3).map(|entry| entry[0]));
                Ok(true)
            })?;
            keys.sort_unstable();
            found.append(&mut keys);
            Ok(None)
        })
        .unwrap();
        let mut expected: Vec<u64> = keys().collect();
        expected.sort_unstable();
        assert!(found == expected && deepest == 4, "{deepest}");
    }

    #[test]
    fn the_second_word_of_a_key_is_used_after_the_first() {
        let mut buckets = Buckets::new(4, usize::MAX);
        for number in 0..3000_u64 {
            buckets.push(0, [0, number, 0, 0], |_| ()).unwrap();
        }
        let mut parts = 0;
        for_each_part(&buckets, 0, |part| {
            if part.entries() > 1 {
                return part.split(0, |&[one, two, ..]: &[u64; 4]| [one, two], |_| ()).map(Some);
            }
            parts += 1;
            assert_eq!(part.depth, 16);
            Ok(None)
        })
        .unwrap();
        assert_eq!(parts, 3000);
    }
}
