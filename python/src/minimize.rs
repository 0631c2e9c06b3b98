//! Removes clues from every row until every one is needed.

use numpy::PyArray2;
use numpy::ndarray::Dim;
use pyo3::prelude::*;

use super::canon::NO_GRID;
use super::row_reader::Inspector;
use super::row_run::Call;
use crate::CELLS;
use bulkdoku::Puzzle;
use bulkdoku::generate::Minimizer;
use bulkdoku::solver::Verdict;

/// Returns the minimal puzzles: 81 digits per row with 0 for a blank, or 255 for rows without exactly one solution.
#[pyfunction]
pub(super) fn minimize<'py>(
    py: Python<'py>,
    call: Call<'py>,
    seed: u64,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let input = call.input()?;
    let rows = input.rows_of_clues(py)?;
    let make = || {
        let minimizer = Minimizer::new(seed);
        let (places, minimal) = (Vec::new(), Vec::new()); // of the puzzles with one solution
        (Inspector::new(rows.as_ref(), true), minimizer, places, minimal)
    };
    let runner = call.runner(py).of_slow_rows(16);
    runner.array(Dim([rows.len(), CELLS]), make, |(inspector, minimizer, places, minimal), turn, cells| {
        let (first, (cells, _)) = (turn.rows.start, cells.as_chunks_mut::<CELLS>());
        cells.fill(NO_GRID);
        let read = inspector.read(turn);
        places.clear();
        minimal.clear();
        for (index, row, _) in read.verdicts().filter(|(.., verdict)| *verdict == Verdict::Unique) {
            let Ok(puzzle) = Puzzle::try_from(read.puzzles.get(index)) else { continue };
            places.push(row);
            minimal.push((rows.line(first + row), puzzle));
        }
        minimizer.minimize_all(minimal);
        for (&row, (_, puzzle)) in places.iter().zip(&*minimal) {
            cells[row] = puzzle.digits();
        }
    })
}
