//! The records of one chunk.

use super::defect::Defect;
use super::unread::{SkippedRows, could_hold};
use crate::board::notation::{Notation, Puzzles};

/// The records of one chunk. The memory is reused for every chunk.
///
/// ```text
/// chunk      puzzle 0 \n puzzle 1 \n 80 characters \n puzzle 2 \n
/// starts     ▲           ▲                           ▲
/// malformed                         before: 2
/// ```
#[derive(Debug, Default)]
pub struct Records {
    /// The number of lines read, including those that are not records.
    pub lines: u64,
    /// The number of headings between the records.
    pub headings: u64,
    /// The number of texts that were skipped and could hold a puzzle.
    pub unread: u64,
    /// The byte offset of the first of them.
    pub(crate) first_unread: usize,
    /// The lines that were skipped last.
    skipped: SkippedRows,
    /// The records of the wrong shape, in input order.
    pub malformed: Vec<MalformedRecord>,
    /// The offset of each puzzle in the chunk, or in `rewritten` if that is not empty.
    starts: Vec<u32>,
    /// The puzzles without the bytes between their cells, for formats that have such bytes.
    rewritten: Vec<u8>,
    /// The offset in the chunk of each rewritten puzzle's record.
    origins: Vec<u32>,
    /// The number of bytes of every record, if they are the whole chunk and equally long.
    width: Option<usize>,
}

/// A record with its place in the chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordPlace {
    /// The index of its puzzle among those of the chunk, or the defect of a record of the wrong shape.
    pub(crate) puzzle: Result<usize, Defect>,
    /// A byte offset on its first line.
    pub(crate) origin: usize,
}

/// A record of the wrong shape.
#[derive(Clone, Copy, Debug)]
pub struct MalformedRecord {
    /// The number of puzzles before it in the chunk.
    pub before: u32,
    /// The byte offset of its first line in the chunk.
    pub origin: u32,
    /// Its defect.
    pub defect: Defect,
}

impl Records {
    /// Removes the records of an earlier chunk, and keeps the memory, before those of `chunk` are added. Every
    /// [`read`](super::ReadRecords::read) begins with this.
    ///
    /// # Panics
    /// If the chunk has 2^32 bytes or more, because the offsets of its records would not fit in 32 bits.
    pub fn begin(&mut self, chunk: &[u8]) {
        assert!(u32::try_from(chunk.len()).is_ok(), "a chunk of 4 GiB or more");
        (self.lines, self.headings, self.unread) = (0, 0, 0);
        self.width = None;
        self.skipped = SkippedRows::default();
        self.malformed.clear();
        self.starts.clear();
        self.rewritten.clear();
        self.origins.clear();
    }

    /// Adds a puzzle at byte offset `start` of the chunk, to be read in place.
    #[inline]
    pub fn push(&mut self, start: usize) {
        self.starts.push(start as u32);
    }

    /// Adds `count` puzzles, one every `width` bytes of the chunk, to be read in place. There are no other records.
    pub fn push_every(&mut self, width: usize, count: usize) {
        self.width = Some(width);
        self.starts.extend((0..count).map(|index| (width * index) as u32));
    }

    /// Adds a copy of `puzzle`, which consists of only the cells, for the record at byte offset `origin`.
    ///
    /// Either all puzzles of a chunk are added this way, or no puzzle is.
    pub fn push_rewritten(&mut self, origin: usize, puzzle: &[u8]) {
        self.starts.push(self.rewritten.len() as u32);
        self.origins.push(origin as u32);
        self.rewritten.extend_from_slice(puzzle);
    }

    /// Adds a record of the wrong shape at byte offset `origin`.
    #[cold]
    pub fn push_malformed(&mut self, origin: usize, defect: Defect) {
        let before = self.starts.len() as u32;
        self.malformed.push(MalformedRecord { before, origin: origin as u32, defect });
    }

    /// Counts the skipped `text` at byte offset `at` as not read if it could hold a puzzle.
    #[inline]
    pub(crate) fn guard(&mut self, at: usize, text: &[u8]) {
        if could_hold(text) {
            self.push_unread(at);
        }
    }

    /// Counts the puzzles that the skipped line at byte offset `at` could hold as not read, or one if it ends nine rows that could be it.
    pub(crate) fn skip(&mut self, at: usize, line: &[u8]) {
        for _ in 0..self.skipped.add(at, line) {
            self.push_unread(at);
        }
    }

    /// Counts a text at byte offset `at` that was skipped and could hold a puzzle.
    #[cold]
    pub fn push_unread(&mut self, at: usize) {
        if self.unread == 0 {
            self.first_unread = at;
        }
        self.unread += 1;
    }

    /// Returns the number of records, malformed ones included.
    pub fn len(&self) -> usize {
        self.starts.len() + self.malformed.len()
    }

    /// Returns the number of bytes of every record if they are known to be equally long and the whole chunk.
    #[cfg(feature = "files")]
    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the records, in the order of the input.
    #[inline]
    pub(crate) fn places(&self) -> impl Iterator<Item = RecordPlace> {
        let mut malformed = self.malformed.iter().peekable();
        let mut next = 0;
        std::iter::from_fn(move || {
            if let Some(record) = malformed.next_if(|record| record.before as usize == next) {
                return Some(RecordPlace { puzzle: Err(record.defect), origin: record.origin as usize });
            }
            let puzzle = (next < self.starts.len()).then_some(next)?;
            next += 1;
            Some(RecordPlace { puzzle: Ok(puzzle), origin: self.origin(puzzle) })
        })
    }

    /// Returns the puzzles of `chunk`, for a solver.
    pub fn puzzles<'a>(&'a self, chunk: &'a [u8], notation: Notation) -> Puzzles<'a> {
        self.puzzles_from(0..self.starts.len(), chunk, notation)
    }

    /// Returns the puzzles of `chunk` with these indices, for a solver.
    pub(crate) fn puzzles_from<'a>(
        &'a self,
        numbers: std::ops::Range<usize>,
        chunk: &'a [u8],
        notation: Notation,
    ) -> Puzzles<'a> {
        Puzzles::new(self.text(chunk), &self.starts[numbers], notation)
    }

    /// Returns the text with the puzzles of `chunk`.
    pub(crate) fn text<'a>(&'a self, chunk: &'a [u8]) -> &'a [u8] {
        if self.rewritten.is_empty() { chunk } else { &self.rewritten }
    }

    /// Returns whether the puzzles are read in place: each begins at its [`origin`](Self::origin).
    pub(crate) fn is_in_place(&self) -> bool {
        self.rewritten.is_empty()
    }

    /// Returns a byte offset in the chunk on the first line of the record of puzzle `index`.
    #[inline]
    pub fn origin(&self, index: usize) -> usize {
        let origins = if self.origins.is_empty() { &self.starts } else { &self.origins };
        origins[index] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ReadRecords;
    use crate::format::read::csv::{Delimiter, Table};
    use crate::format::read::{grid::Grids, line::Lines, pencilmark::Pencilmarks};

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn a_chunk_whose_offsets_do_not_fit_is_refused_by_every_reader() {
        let chunk = vec![0; 1 << 32]; // zeros that are never read need no memory
        let table = Table::new(Delimiter::Byte(b','), 1);
        let readers: [&dyn ReadRecords; 4] = [&Lines::default(), &Grids::default(), &Pencilmarks, &table];
        for reader in readers {
            let read = || reader.read(&chunk, &mut Records::default());
            assert!(
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).is_err(),
                "{}",
                reader.format()
            );
        }
        let assume = || {
            Lines::default().read_and_classify(
                &chunk,
                &mut Records::default(),
                &mut Vec::new(),
                &mut |_, _| (),
            )
        };
        assert!(std::panic::catch_unwind(assume).is_err());
    }
}
