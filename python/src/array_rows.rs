//! The rows of NumPy arrays: bytes, and wider numbers.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use numpy::{Element, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::rows::{Batch, Number, Rows, is_text};
use crate::CELLS;

/// The rows of an array of bytes.
pub(super) struct ByteRows<'a>(pub(super) &'a [u8]);

impl Rows for ByteRows<'_> {
    fn len(&self) -> usize {
        self.0.len() / CELLS
    }

    fn copy(&self, range: Range<usize>, batch: &mut Batch) {
        let (rows, _) = cells_of(self.0, range).as_chunks();
        match rows.iter().all(is_text) {
            true => batch.push_all(rows),
            false => rows.iter().for_each(|row| batch.push_bytes(row)),
        }
    }

    fn memory(&self, range: Range<usize>) -> &[u8] {
        cells_of(self.0, range)
    }

    fn text(&self, row: usize) -> Option<Cow<'_, [u8]>> {
        Some(cells_of(self.0, row..row + 1).trim_ascii().into())
    }
}

/// An array of numbers that are wider than a byte, or have a sign.
pub(super) trait NumberArray {
    /// Returns the rows, for as long as the array is borrowed.
    ///
    /// # Errors
    /// Returns a `ValueError` if the array is not contiguous.
    fn rows(&self) -> PyResult<Arc<dyn Rows + '_>>;
}

impl<T: Element + Number> NumberArray for PyReadonlyArray2<'_, T> {
    fn rows(&self) -> PyResult<Arc<dyn Rows + '_>> {
        let cells = self.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Arc::new(NumberRows(cells)))
    }
}

/// The rows of an array of numbers.
struct NumberRows<'a, T>(&'a [T]);

impl<T: Number> Rows for NumberRows<'_, T> {
    fn len(&self) -> usize {
        self.0.len() / CELLS
    }

    fn copy(&self, range: Range<usize>, batch: &mut Batch) {
        cells_of(self.0, range).chunks_exact(CELLS).for_each(|row| batch.push_numbers(row));
    }

    fn text(&self, row: usize) -> Option<Cow<'_, [u8]>> {
        let numbers = cells_of(self.0, row..row + 1).iter().map(|&number| number.into().to_string());
        Some(numbers.collect::<Vec<_>>().join(" ").into_bytes().into())
    }
}

/// Returns the cells of the rows `range` of an array.
fn cells_of<T>(cells: &[T], range: Range<usize>) -> &[T] {
    &cells[range.start * CELLS..range.end * CELLS]
}
