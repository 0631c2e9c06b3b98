//! Rows of numbers that come out in order, in bounded memory: how every job remembers records.
//!
//! ```text
//! row ─▶ bucket 0 … bucket 255          by the first byte of the row
//!           │ all buckets together are full
//!           ▼
//!        temporary file                 the fullest bucket, as one block
//!
//! at the end: each bucket is read and sorted; one that is too large is divided into 256 buckets first, and so on
//! ```

use std::ops::Range;
use std::sync::Arc;

use super::spill::{BUCKETS, Spill};
use super::spread::{Spread, sort};
use crate::error::Result;
use crate::pipeline::threads::WorkerPool;

/// The smallest number of rows to make room for, in a bucket and for sorting.
const FEW: usize = 64;
const LEAST_SORTED: usize = 1024;

/// Rows of `W` numbers, in memory up to a bound and in a temporary file beyond it.
pub(crate) struct Rows<const W: usize> {
    buckets: Vec<Vec<[u64; W]>>,
    /// The number of rows that all buckets have room for, and the largest such number.
    room: usize,
    most_room: usize,
    /// The number of rows to sort at once.
    most_sorted: usize,
    spill: Spill<W>,
}

impl<const W: usize> Rows<W> {
    /// Creates an empty collection that keeps about `held` bytes of rows in memory.
    pub(crate) fn new(held: usize) -> Self {
        let rows = held / size_of::<[u64; W]>();
        Self {
            buckets: vec![Vec::new(); BUCKETS],
            room: 0,
            most_room: rows,
            most_sorted: (rows / 8).max(LEAST_SORTED), // a quarter of the memory: sorting needs a copy
            spill: Spill::default(),
        }
    }

    /// Adds a row.
    #[inline]
    pub(crate) fn push(&mut self, row: [u64; W]) -> Result<()> {
        self.push_to((row[0] >> (u64::BITS - u8::BITS)) as usize, row)
    }

    #[inline]
    fn push_to(&mut self, number: usize, row: [u64; W]) -> Result<()> {
        if self.buckets[number].len() == self.buckets[number].capacity() {
            self.make_room(number)?;
        }
        self.buckets[number].push(row);
        Ok(())
    }

    /// Doubles a full bucket. While that exceeds the memory, the fullest bucket goes to the file.
    #[cold]
    fn make_room(&mut self, number: usize) -> Result<()> {
        loop {
            // With little memory, all buckets have room for a few rows: otherwise they would be written row by row.
            let more = self.buckets[number].len().max((self.most_room / BUCKETS).clamp(1, FEW));
            if self.room == 0 || self.room + more <= self.most_room {
                let bucket = &mut self.buckets[number];
                let before = bucket.capacity();
                bucket.reserve_exact(more);
                self.room += bucket.capacity() - before;
                return Ok(());
            }
            let lengths = self.buckets.iter().map(Vec::len).zip(0..);
            let (_, fullest) = lengths.max().unwrap_or_default();
            self.spill(fullest)?;
        }
    }

    /// Writes a bucket to the temporary file, and frees its memory.
    fn spill(&mut self, number: usize) -> Result<()> {
        let bucket = std::mem::take(&mut self.buckets[number]);
        self.room -= bucket.capacity();
        if bucket.is_empty() { Ok(()) } else { self.spill.write(number, &bucket) }
    }

    /// Returns the number of bytes in the temporary file.
    pub(crate) fn spilled(&self) -> u64 {
        self.spill.length()
    }

    /// Calls `visit` with all rows, in any order.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&[u64; W]) -> Result<()>) -> Result<()> {
        (0..BUCKETS)
            .try_for_each(|number| self.for_each_block(number, |rows| rows.iter().try_for_each(&mut visit)))
    }

    /// Calls `visit` with the rows that have the same first two numbers, group by group if there are at least `least`, from all threads
    /// of `pool`.
    pub(crate) fn groups(
        all: &Arc<Self>,
        pool: &WorkerPool,
        least: usize,
        visit: impl Fn(&Group<'_, W>) -> Result<()> + Send + Sync,
    ) -> Result<()> {
        pool.for_each(BUCKETS, &|number| {
            let mut sorted = Sorted::new(all, number..number + 1);
            while let Some(next) = sorted.next_of(2)? {
                match next {
                    Next::Rows => {
                        let same =
                            |one: &[u64; W], other: &[u64; W]| one[0] == other[0] && one[1] == other[1];
                        let mut groups = sorted.rows.chunk_by(same).filter(|rows| rows.len() >= least);
                        groups.try_for_each(|rows| visit(&Group::Here(rows)))?;
                    }
                    Next::Alike((rows, number)) => visit(&Group::InFile(&rows, number))?,
                }
            }
            Ok(())
        })
    }

    /// Returns all rows in ascending order.
    pub(crate) fn in_order(all: &Arc<Self>) -> InOrder<W> {
        InOrder { sorted: Sorted::new(all, 0..BUCKETS), alike: None }
    }

    /// Returns the number of rows in a bucket.
    fn rows(&self, number: usize) -> usize {
        self.spill.rows(number) + self.buckets[number].len()
    }

    /// Returns the numbers of the blocks of a bucket. The last block is in memory.
    fn blocks(&self, number: usize) -> Range<usize> {
        0..self.spill.blocks(number) + 1
    }

    /// Appends the rows of a block.
    fn append_block(&self, number: usize, block: usize, rows: &mut Vec<[u64; W]>) -> Result<()> {
        if block < self.spill.blocks(number) {
            return self.spill.read(number, block, rows);
        }
        rows.extend_from_slice(&self.buckets[number]);
        Ok(())
    }

    fn for_each_block(&self, number: usize, mut visit: impl FnMut(&[[u64; W]]) -> Result<()>) -> Result<()> {
        let (mut rows, in_memory) = (Vec::new(), &self.buckets[number]);
        for block in 0..self.spill.blocks(number) {
            rows.clear();
            self.append_block(number, block, &mut rows)?;
            visit(&rows)?;
        }
        if in_memory.is_empty() { Ok(()) } else { visit(in_memory) }
    }

    /// Returns how the first `key` numbers of the rows of a bucket differ.
    fn spread(&self, number: usize, key: usize) -> Result<Option<Spread>> {
        let mut ends: Option<[[u64; W]; 2]> = None;
        self.for_each_block(number, |rows| {
            for row in rows {
                let [least, most] = ends.get_or_insert([*row; 2]);
                (*least, *most) = ((*least).min(*row), (*most).max(*row));
            }
            Ok(())
        })?;
        Ok(ends.and_then(|[least, most]| Spread::between(&least[..key], &most[..key])))
    }

    /// Divides the rows of a bucket among 256 others. Afterwards, none is in memory.
    fn divide(&self, number: usize, spread: Spread) -> Result<Self> {
        let (held, most_sorted) = (self.most_room / 4 * size_of::<[u64; W]>(), self.most_sorted);
        let mut divided = Rows { most_sorted, ..Rows::new(held) };
        self.for_each_block(number, |rows| {
            rows.iter().try_for_each(|row| divided.push_to(spread.place(row, u8::BITS), *row))
        })?;
        (0..BUCKETS).try_for_each(|number| divided.spill(number))?;
        Ok(divided)
    }
}

/// The rows with the same first two numbers.
pub(crate) enum Group<'a, const W: usize> {
    Here(&'a [[u64; W]]),
    /// A bucket: more than fit in memory.
    InFile(&'a Rows<W>, usize),
}

impl<const W: usize> Group<'_, W> {
    /// Calls `visit` with all rows, some at once, each time in the same order.
    #[inline]
    pub(crate) fn for_each_block(&self, mut visit: impl FnMut(&[[u64; W]]) -> Result<()>) -> Result<()> {
        match self {
            Self::Here(rows) => visit(rows),
            Self::InFile(rows, number) => rows.for_each_block(*number, visit),
        }
    }
}

/// Rows in ascending order, some at once.
pub(crate) struct InOrder<const W: usize> {
    sorted: Sorted<W>,
    /// A bucket whose rows are all equal and more than fit in memory, and its blocks that are left.
    alike: Option<(Bucket<W>, Range<usize>)>,
}

impl<const W: usize> InOrder<W> {
    /// Returns the next rows, or `None` after the last ones.
    pub(crate) fn next(&mut self) -> Result<Option<&[[u64; W]]>> {
        loop {
            if let Some(((all, number), blocks)) = &mut self.alike
                && let Some(block) = blocks.next()
            {
                self.sorted.rows.clear();
                all.append_block(*number, block, &mut self.sorted.rows)?;
                return Ok(Some(&self.sorted.rows));
            }
            match self.sorted.next_of(W)? {
                None => return Ok(None),
                Some(Next::Rows) => return Ok(Some(&self.sorted.rows)),
                Some(Next::Alike((all, number))) => {
                    let blocks = all.blocks(number);
                    self.alike = Some(((all, number), blocks));
                }
            }
        }
    }
}

/// Some rows, and the number of one of their buckets.
type Bucket<const W: usize> = (Arc<Rows<W>>, usize);

/// Buckets that are divided until their rows fit in memory, in ascending order.
struct Sorted<const W: usize> {
    waiting: Vec<Bucket<W>>,
    rows: Vec<[u64; W]>,
    scratch: Vec<[u64; W]>,
}

/// The next rows in order.
enum Next<const W: usize> {
    /// Those of [`Sorted::rows`].
    Rows,
    /// Too many rows to sort, which are all alike.
    Alike(Bucket<W>),
}

impl<const W: usize> Sorted<W> {
    fn new(all: &Arc<Rows<W>>, buckets: Range<usize>) -> Self {
        let mut sorted = Self { waiting: Vec::new(), rows: Vec::new(), scratch: Vec::new() };
        sorted.wait_for(all, buckets);
        sorted
    }

    fn wait_for(&mut self, all: &Arc<Rows<W>>, buckets: Range<usize>) {
        let filled = buckets.rev().filter(|&number| all.rows(number) > 0);
        self.waiting.extend(filled.map(|number| (Arc::clone(all), number)));
    }

    /// Returns the next rows; those that agree in the first `key` numbers are alike.
    fn next_of(&mut self, key: usize) -> Result<Option<Next<W>>> {
        while let Some((all, number)) = self.waiting.pop() {
            if all.rows(number) <= all.most_sorted {
                self.rows.clear();
                all.blocks(number).try_for_each(|block| all.append_block(number, block, &mut self.rows))?;
                sort(&mut self.rows, &mut self.scratch);
                return Ok(Some(Next::Rows));
            }
            let Some(spread) = all.spread(number, key)? else { return Ok(Some(Next::Alike((all, number)))) };
            let divided = Arc::new(all.divide(number, spread)?);
            drop(all);
            self.wait_for(&divided, 0..BUCKETS);
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
