//! Entries in 256 parts, in memory up to a bound and beyond it in a temporary file.

use std::borrow::Cow;

use super::spill::Spill;
use crate::error::Result;

/// The number of parts: one for each value of a byte.
pub(super) const PARTS: usize = 256;

/// The capacity that a part begins with, in entries.
const FEW: usize = 64;

/// Entries of `width` numbers each, in 256 parts.
pub(super) struct Parts {
    width: usize,
    parts: Vec<Vec<u64>>,
    /// The count of numbers of a part that are held in memory.
    most: usize,
    spill: Spill,
}

impl Parts {
    /// No entries yet. About `held` bytes of entries are held in memory, at least one entry per part.
    pub(super) fn new(width: usize, held: usize) -> Self {
        let most = width * (held / PARTS / (width * size_of::<u64>())).max(1);
        Self { width, parts: vec![Vec::new(); PARTS], most, spill: Spill::new(most) }
    }

    /// The number of bytes in the temporary file.
    pub(super) fn spilled(&self) -> u64 {
        self.spill.length()
    }

    /// Adds an entry to a part.
    ///
    /// # Errors
    /// When the temporary file cannot be written.
    #[inline]
    pub(super) fn push<const WIDTH: usize>(&mut self, number: u8, entry: [u64; WIDTH]) -> Result<()> {
        debug_assert_eq!(WIDTH, self.width);
        let part = &mut self.parts[usize::from(number)];
        if part.len() == part.capacity() || part.len() == self.most {
            make_room(number, part, FEW * self.width, self.most, &mut self.spill)?;
        }
        part.extend_from_slice(&entry);
        Ok(())
    }

    /// All entries of a part, one after another, in the order they were added.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(super) fn read(&self, number: u8) -> Result<Cow<'_, [u64]>> {
        let held = &self.parts[usize::from(number)];
        let mut read = self.spill.read(number, held.len())?;
        if read.is_empty() {
            return Ok(Cow::Borrowed(held));
        }
        read.extend_from_slice(held);
        Ok(Cow::Owned(read))
    }
}

/// Makes room in a full part: it grows, or its entries go to the file.
#[cold]
fn make_room(number: u8, part: &mut Vec<u64>, few: usize, most: usize, spill: &mut Spill) -> Result<()> {
    if part.len() < most {
        part.reserve_exact(part.len().max(few).min(most - part.len()));
    } else {
        spill.write(number, part)?;
        part.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_in_their_order_from_memory_and_from_the_file() {
        for held in [0, PARTS * 24 * 7, usize::MAX] {
            let mut parts = Parts::new(3, held);
            for number in 0..10_000 {
                parts.push((number % 3) as u8, [number, number + 1, number + 2]).unwrap();
            }
            let entries = parts.read(1).unwrap();
            assert_eq!(
                (entries.len(), &entries[..6]),
                (3 * 3333, &[1, 2, 3, 4, 5, 6][..]),
                "{held} bytes held"
            );
            assert_eq!(parts.read(9).unwrap().len(), 0);
            assert_eq!(parts.spilled() == 0, held == usize::MAX);
        }
    }

    #[test]
    fn no_more_is_held_in_memory_than_was_allowed() {
        let mut parts = Parts::new(3, PARTS * 24 * 100);
        for number in 0..50_000_u64 {
            parts.push((number % 256) as u8, [number; 3]).unwrap();
        }
        assert!(parts.parts.iter().all(|part| part.capacity() <= 300));
        assert_eq!(parts.spilled() % (24 * 100), 0);
    }
}
