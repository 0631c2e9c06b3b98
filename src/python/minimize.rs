//! A minimal puzzle of every row: clues are taken out until none can go.

use numpy::PyArray2;
use numpy::ndarray::Dim;
use pyo3::prelude::*;

use super::canon::NO_GRID;
use super::pool::PooledEngine;
use super::row_reader::Inspector;
use super::row_run::Call;
use crate::generate::Minimizer;
use crate::grid::{CELLS, digit};
use crate::outcome::Verdict;
use crate::puzzle::Puzzle;

/// The minimal puzzles: 81 digits per row with 0 for a blank, or 255 where there is not exactly one solution.
#[pyfunction]
pub(super) fn minimize<'py>(
    py: Python<'py>,
    call: Call<'py>,
    seed: u64,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let input = call.input()?;
    let rows = input.rows_of_clues(py)?;
    let make = || {
        let minimizer = Minimizer::with_solver(seed, Box::new(PooledEngine::take()));
        let minimal = Vec::new(); // the puzzles with one solution, with the lines that they would have in a file
        (Inspector::new(rows.as_ref(), true), minimizer, minimal)
    };
    let runner = call.runner(py).of_slow_rows(16);
    runner.array(Dim([rows.len(), CELLS]), make, |(inspector, minimizer, minimal), turn, cells| {
        let (first, (cells, _)) = (turn.rows.start, cells.as_chunks_mut::<CELLS>());
        cells.fill(NO_GRID);
        let read = inspector.read(turn);
        minimal.clear();
        let unique = read.verdicts().filter(|(.., verdict)| *verdict == Verdict::Unique);
        minimal.extend(unique.filter_map(|(index, row, _)| {
            Some(((first + row) as u64 + 1, Puzzle::try_from(read.puzzles.puzzles.get(index)).ok()?))
        }));
        minimizer.minimize(minimal);
        for (line, puzzle) in minimal {
            cells[*line as usize - 1 - first] = puzzle.as_bytes().map(|byte| digit(byte).unwrap_or(0));
        }
    })
}
