//! Arrow columns in and out, through the capsules of the Arrow C data interface.
//!
//! Every Arrow library for Python provides them: pyarrow, polars, pandas, DuckDB, nanoarrow and others. No library is imported
//! here: the code calls `__arrow_c_stream__` or `__arrow_c_array__` of an object.

mod cells;
mod export;
mod import;

pub(super) use export::stream;
pub(super) use import::{ColumnWanted, Data};

use std::ops::Range;
use std::sync::Arc;

use arrow_array::ArrayRef;
use pyo3::prelude::*;

use super::rows::{Defect, Place, Rows};
use bulkdoku::datasets::Fingerprint;
use cells::Cells;

/// A column of puzzles in one or more chunks, in the memory of the library that made it.
#[derive(Clone)]
pub(super) struct Column {
    chunks: Arc<[Cells]>,
    /// The number of rows up to the end of each chunk.
    ends: Arc<[usize]>,
}

impl Column {
    fn new(chunks: &[ArrayRef]) -> PyResult<Self> {
        let chunks = chunks.iter().map(Cells::of).collect::<PyResult<Arc<[_]>>>()?;
        let mut end = 0;
        let ends = chunks.iter().map(|chunk| {
            end += chunk.len();
            end
        });
        Ok(Self { ends: ends.collect(), chunks })
    }

    /// Returns the addresses of the bytes of the library that made the column.
    pub(super) fn addresses(&self) -> Vec<Range<usize>> {
        self.chunks.iter().flat_map(Cells::addresses).collect()
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

    fn may_be_digits(&self) -> bool {
        self.chunks.first().is_some_and(Cells::may_be_digits)
    }

    fn cells(&self, range: Range<usize>) -> Option<&[u8]> {
        let (chunk, first) = self.located(range.start);
        let rows = first..first + range.len();
        (rows.end <= chunk.len()).then(|| chunk.run(rows)).flatten()
    }

    fn gather(&self, range: Range<usize>, text: &mut Vec<u8>) -> bool {
        let (chunk, first) = self.located(range.start);
        let rows = first..first + range.len();
        rows.end <= chunk.len() && chunk.gather(rows, text)
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        let (chunk, row) = self.located(row);
        chunk.place(row)
    }

    fn text_class(&self, row: usize) -> Option<Fingerprint> {
        let (chunk, row) = self.located(row);
        chunk.text(row).map(|text| Fingerprint::of_text(text.trim_ascii()))
    }

    fn bad_cell(&self, row: usize) -> Option<Defect> {
        let (chunk, row) = self.located(row);
        chunk.bad_cell(row)
    }
}
