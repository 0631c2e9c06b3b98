//! The puzzles of rows as text.

use numpy::ndarray::Dim;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use super::arrays::{new_array, split_rows};
use super::input::Input;
use super::run::Run;
use crate::CELLS;
use bulkdoku::Puzzle;

/// Returns the characters of every row, 81 each, with this character for a blank, or 0 for rows that are not puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, blank))]
pub(super) fn characters<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    blank: char,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows_of_clues(py)?;
    let array = new_array(py, Dim([rows.len(), CELLS]))?;
    {
        let mut cells = array.readwrite();
        let mut cells = cells.as_slice_mut()?;
        let take = |count| split_rows(&mut cells, count);
        Run::new(py, threads, progress).for_each_batch(
            rows.as_ref(),
            take,
            || (),
            |(), batch, cells| {
                cells.fill([0; CELLS]);
                for (index, row) in batch.rows().enumerate() {
                    if let Ok(puzzle) = Puzzle::try_from(batch.puzzle(index)) {
                        cells[row] =
                            puzzle.digits().map(|digit| if digit == 0 { blank as u8 } else { digit + b'0' });
                    }
                }
            },
        )?;
    }
    Ok(array)
}
