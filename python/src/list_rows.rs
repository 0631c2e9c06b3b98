//! The rows of a list or a tuple, copied.

use numpy::ndarray::Dim;
use numpy::{PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::array_memory;
use super::array_rows::{ArrayRows, BadItem};
use super::input::type_name;
use super::rows::{Defect, puzzle_in};
use crate::CELLS;
use bulkdoku::datasets::Fingerprint;
use bulkdoku::format::Reason;

/// The number of items to copy before other threads may run, about a millisecond's work.
const ITEMS: usize = 1 << 15;

/// A copy of the items of a list, 81 bytes each.
///
/// The items are copied while the interpreter is locked, because another thread may change the list and free them. The lock is
/// released now and then. The memory is an array's, which the next call reuses.
pub(super) struct ListCopy<'py> {
    cells: PyReadonlyArray1<'py, u8>,
    /// The items that are not puzzles, in order. Their cells are 0.
    defects: Vec<BadItem>,
}

impl<'py> ListCopy<'py> {
    pub(super) fn rows(&self) -> PyResult<ArrayRows<'_>> {
        Ok(ArrayRows { cells: self.cells.as_slice()?, may_be_digits: false, defects: &self.defects })
    }

    pub(super) fn new(
        py: Python<'py>,
        count: usize,
        items: impl Iterator<Item = Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let copy = array_memory::unwritten_array::<u8, _>(py, Dim(count * CELLS))?;
        let (mut defects, mut rows) = (Vec::new(), 0);
        {
            let mut writable = copy.readwrite();
            let (cells, _) = writable.as_slice_mut()?.as_chunks_mut::<CELLS>();
            for (row, (item, cells)) in items.zip(cells).enumerate() {
                if row % ITEMS == ITEMS - 1 {
                    py.detach(|| {}); // other threads may run
                    py.check_signals()?;
                }
                rows = row + 1;
                *cells = *puzzle_of(row, &item)?.unwrap_or_else(|(defect, class)| {
                    defects.push(BadItem { row, defect, class });
                    &[0; CELLS]
                });
            }
        }
        if rows < count {
            return Err(PyRuntimeError::new_err("the list became shorter while it was read"));
        }
        Ok(Self { cells: copy.readonly(), defects })
    }
}

/// Why an item is not a puzzle, and the fingerprint of its text if it has one.
type NoPuzzle = (Defect, Option<Fingerprint>);

/// Returns the puzzle of item `row`, or why it is not a puzzle.
///
/// # Errors
/// Returns a `TypeError` for an item of another type.
#[inline]
fn puzzle_of<'a>(row: usize, item: &'a Bound<'_, PyAny>) -> PyResult<Result<&'a [u8; CELLS], NoPuzzle>> {
    let with_class = |text: &[u8], defect| (defect, Some(Fingerprint::of_text(text.trim_ascii())));
    if let Ok(text) = item.cast::<PyString>() {
        let Ok(text) = text.to_str().map(str::as_bytes) else { return Ok(Err((Defect::Surrogates, None))) };
        Ok(puzzle(text).map_err(|defect| with_class(text, defect)))
    } else if let Ok(bytes) = item.cast::<PyBytes>() {
        let text = bytes.as_bytes();
        Ok(puzzle(text).map_err(|defect| with_class(text, defect)))
    } else if is_null(item) {
        Ok(Err((Defect::Null, None)))
    } else {
        let found = type_name(item);
        Err(PyTypeError::new_err(format!("item {row} is {found}, not str, bytes or None")))
    }
}

/// Returns the 81 bytes of the puzzle in `text`.
#[inline]
fn puzzle(text: &[u8]) -> Result<&[u8; CELLS], Defect> {
    if let Ok(puzzle) = text.try_into() {
        return Ok(puzzle);
    }
    let start = puzzle_in(text)?;
    let missing = Defect::Text(Reason::Length { found: text.len() as u32, expected: CELLS as u32 });
    let puzzle = text[start..].first_chunk().ok_or(missing)?;
    match Reason::of_cells(puzzle) {
        None | Some(Reason::Conflict(..)) => Ok(puzzle),
        Some(reason) => Err(Defect::Text(reason)), // its class is the class of the whole text
    }
}

/// Whether this is `None`, or what pandas uses instead: the float NaN, or NA.
fn is_null(item: &Bound<'_, PyAny>) -> bool {
    item.is_none()
        || item.extract::<f64>().is_ok_and(f64::is_nan)
        || item.get_type().name().is_ok_and(|name| name == "NAType")
}
