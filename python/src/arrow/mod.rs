//! Arrow columns in and out, through the capsules of the Arrow C data interface.
//!
//! Every Arrow library for Python provides them: pyarrow, polars, pandas, DuckDB, nanoarrow and others. No library is imported
//! here: the code calls `__arrow_c_stream__` or `__arrow_c_array__` of an object.

mod cells;
mod export;
mod import;

pub(super) use export::stream;
pub(super) use import::{ColumnWanted, Data, find_column};

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::rows::{Batch, Rows};
use cells::Cells;

/// A column of puzzles in one or more chunks, in the memory of the library that made it.
#[derive(Clone)]
pub(super) struct Column {
    chunks: Arc<[Cells]>,
    /// The number of rows up to the end of each chunk.
    ends: Arc<[usize]>,
}

impl Column {
    fn new(chunks: Vec<Cells>) -> Self {
        let mut end = 0;
        let ends = chunks.iter().map(|chunk| {
            end += chunk.len();
            end
        });
        Self { ends: ends.collect(), chunks: chunks.into() }
    }

    /// Returns the chunk of a row, and the index of the row in it.
    fn located(&self, row: usize) -> (&Cells, usize) {
        let chunk = self.ends.partition_point(|&end| end <= row);
        let before = if chunk == 0 { 0 } else { self.ends[chunk - 1] };
        (&self.chunks[chunk], row - before)
    }
}

impl Rows for Column {
    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn copy(&self, range: Range<usize>, batch: &mut Batch) {
        let mut row = range.start;
        while row < range.end {
            let (chunk, first) = self.located(row);
            let rows = first..chunk.len().min(first + range.end - row);
            row += rows.len();
            chunk.copy(rows, batch);
        }
    }

    fn text(&self, row: usize) -> Option<Cow<'_, [u8]>> {
        let (chunk, row) = self.located(row);
        chunk.text(row)
    }
}
