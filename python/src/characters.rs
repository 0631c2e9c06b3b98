//! The puzzles of rows as text.

use numpy::PyArray2;
use pyo3::prelude::*;

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
    let character = |digit| if digit == 0 { blank as u8 } else { digit + b'0' };
    let make = || ();
    Run::new(py, threads, progress).cells(rows.as_ref(), make, |(), batch, cells| {
        cells.fill([0; CELLS]);
        for (index, row) in batch.rows().enumerate() {
            if let Ok(puzzle) = Puzzle::try_from(batch.puzzle(index)) {
                cells[row] = puzzle.digits().map(character);
            }
        }
    })
}
