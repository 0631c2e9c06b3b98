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
        (0..BUCKETS).try_for_each(|number| {
            Part::of(Owner::Borrowed(self), number)
                .for_each_block(|rows| rows.iter().try_for_each(&mut visit))
        })
    }

    /// Calls `visit` with the rows that have the same first two numbers, group by group if there are at least `least`, from all threads
    /// of `pool`.
    pub(crate) fn groups(
        &self,
        pool: &WorkerPool,
        least: usize,
        visit: impl Fn(&Group<'_, W>) -> Result<()> + Send + Sync,
    ) -> Result<()> {
        pool.for_each(BUCKETS, &|number| {
            let mut sorted = Sorted::new(Owner::Borrowed(self), number..number + 1);
            while let Some(next) = sorted.next_of(2)? {
                match next {
                    Next::Rows => {
                        let same =
                            |one: &[u64; W], other: &[u64; W]| one[0] == other[0] && one[1] == other[1];
                        let mut groups = sorted.rows.chunk_by(same).filter(|rows| rows.len() >= least);
                        groups.try_for_each(|rows| visit(&Group(Members::Here(rows))))?;
                    }
                    Next::Alike(part) => visit(&Group(Members::InFile(&part)))?,
                }
            }
            Ok(())
        })
    }

    /// Returns all rows in ascending order.
    pub(crate) fn in_order(rows: &Arc<Self>) -> InOrder<W> {
        InOrder { sorted: Sorted::new(Owner::Shared(Arc::clone(rows)), 0..BUCKETS), alike: None }
    }
}

/// The rows with the same first two numbers.
pub(crate) struct Group<'a, const W: usize>(Members<'a, W>);

enum Members<'a, const W: usize> {
    Here(&'a [[u64; W]]),
    /// More than fit in memory.
    InFile(&'a Part<'a, W>),
}

impl<const W: usize> Group<'_, W> {
    /// Calls `visit` with all rows, some at once, each time in the same order.
    #[inline]
    pub(crate) fn for_each_block(&self, mut visit: impl FnMut(&[[u64; W]]) -> Result<()>) -> Result<()> {
        match self.0 {
            Members::Here(rows) => visit(rows),
            Members::InFile(part) => part.for_each_block(visit),
        }
    }
}

/// Rows in ascending order, some at once.
pub(crate) struct InOrder<const W: usize> {
    sorted: Sorted<'static, W>,
    /// A part whose rows are all equal and more than fit in memory, and its blocks that are left.
    alike: Option<(Part<'static, W>, Range<usize>)>,
}

impl<const W: usize> InOrder<W> {
    /// Returns the next rows, or `None` after the last ones.
    pub(crate) fn next(&mut self) -> Result<Option<&[[u64; W]]>> {
        loop {
            if let Some((part, blocks)) = &mut self.alike
                && let Some(block) = blocks.next()
            {
                self.sorted.rows.clear();
                part.append_block(block, &mut self.sorted.rows)?;
                return Ok(Some(&self.sorted.rows));
            }
            match self.sorted.next_of(W)? {
                None => return Ok(None),
                Some(Next::Rows) => return Ok(Some(&self.sorted.rows)),
                Some(Next::Alike(part)) => {
                    let blocks = part.blocks();
                    self.alike = Some((part, blocks));
                }
            }
        }
    }
}

/// Buckets that are divided until their rows fit in memory, in ascending order.
struct Sorted<'a, const W: usize> {
    waiting: Vec<Part<'a, W>>,
    rows: Vec<[u64; W]>,
    scratch: Vec<[u64; W]>,
}

/// The next rows in order.
enum Next<'a, const W: usize> {
    /// Those of [`Sorted::rows`].
    Rows,
    /// Too many rows to sort, which are all alike.
    Alike(Part<'a, W>),
}

impl<'a, const W: usize> Sorted<'a, W> {
    fn new(owner: Owner<'a, W>, buckets: Range<usize>) -> Self {
        let mut sorted = Self { waiting: Vec::new(), rows: Vec::new(), scratch: Vec::new() };
        sorted.wait_for(&owner, buckets);
        sorted
    }

    fn wait_for(&mut self, owner: &Owner<'a, W>, buckets: Range<usize>) {
        let parts = buckets.rev().map(|number| Part::of(owner.clone(), number));
        self.waiting.extend(parts.filter(|part| part.rows() > 0));
    }

    /// Returns the next rows; those that agree in the first `key` numbers are alike.
    fn next_of(&mut self, key: usize) -> Result<Option<Next<'a, W>>> {
        while let Some(part) = self.waiting.pop() {
            if part.rows() <= part.owner.get().most_sorted {
                self.rows.clear();
                part.blocks().try_for_each(|block| part.append_block(block, &mut self.rows))?;
                sort(&mut self.rows, &mut self.scratch);
                return Ok(Some(Next::Rows));
            }
            let Some(spread) = part.spread(key)? else { return Ok(Some(Next::Alike(part))) };
            let divided = Owner::Shared(Arc::new(part.divide(spread)?));
            drop(part);
            self.wait_for(&divided, 0..BUCKETS);
        }
        Ok(None)
    }
}

/// A bucket.
struct Part<'a, const W: usize> {
    owner: Owner<'a, W>,
    number: usize,
}

/// The rows that a part belongs to.
#[derive(Clone)]
enum Owner<'a, const W: usize> {
    Borrowed(&'a Rows<W>),
    Shared(Arc<Rows<W>>),
}

impl<const W: usize> Owner<'_, W> {
    fn get(&self) -> &Rows<W> {
        match self {
            Self::Borrowed(rows) => rows,
            Self::Shared(rows) => rows,
        }
    }
}

impl<'a, const W: usize> Part<'a, W> {
    fn of(owner: Owner<'a, W>, number: usize) -> Self {
        Self { owner, number }
    }

    fn in_memory(&self) -> &[[u64; W]] {
        &self.owner.get().buckets[self.number]
    }

    /// Returns the number of rows.
    fn rows(&self) -> usize {
        self.owner.get().spill.rows(self.number) + self.in_memory().len()
    }

    /// Returns the numbers of the blocks, and the last block is in memory.
    fn blocks(&self) -> Range<usize> {
        0..self.owner.get().spill.blocks(self.number) + 1
    }

    /// Appends the rows of a block.
    fn append_block(&self, block: usize, rows: &mut Vec<[u64; W]>) -> Result<()> {
        if block + 1 < self.blocks().end {
            return self.owner.get().spill.read(self.number, block, rows);
        }
        rows.extend_from_slice(self.in_memory());
        Ok(())
    }

    fn for_each_block(&self, mut visit: impl FnMut(&[[u64; W]]) -> Result<()>) -> Result<()> {
        let (mut rows, in_file) = (Vec::new(), self.blocks().end - 1);
        for block in 0..in_file {
            rows.clear();
            self.append_block(block, &mut rows)?;
            visit(&rows)?;
        }
        if self.in_memory().is_empty() { Ok(()) } else { visit(self.in_memory()) }
    }

    /// Returns how the first `key` numbers of the rows differ.
    fn spread(&self, key: usize) -> Result<Option<Spread>> {
        let mut ends: Option<[[u64; W]; 2]> = None;
        self.for_each_block(|rows| {
            for row in rows {
                let [least, most] = ends.get_or_insert([*row; 2]);
                (*least, *most) = ((*least).min(*row), (*most).max(*row));
            }
            Ok(())
        })?;
        Ok(ends.and_then(|[least, most]| Spread::between(&least[..key], &most[..key])))
    }

    /// Divides the rows among 256 buckets. Afterwards, none is in memory.
    fn divide(&self, spread: Spread) -> Result<Rows<W>> {
        let Rows { most_room, most_sorted, .. } = self.owner.get();
        let mut divided =
            Rows { most_sorted: *most_sorted, ..Rows::new(most_room / 4 * size_of::<[u64; W]>()) };
        self.for_each_block(|rows| {
            rows.iter().try_for_each(|row| divided.push_to(spread.place(row, u8::BITS), *row))
        })?;
        (0..BUCKETS).try_for_each(|number| divided.spill(number))?;
        Ok(divided)
    }
}

#[cfg(test)]
mod tests;
