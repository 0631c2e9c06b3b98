//! A minimal puzzle of every row: clues are taken out until none can go.

use numpy::PyArray2;
use numpy::ndarray::Dim;
use pyo3::prelude::*;

use super::canon::NO_GRID;
use super::input::Input;
use super::pool::PooledEngine;
use super::row_run::{Inspector, Judge, RowReader, Runner, batch_work};
use crate::generate::Minimizer;
use crate::grid::{CELLS, digit};
use crate::outcome::Verdict;
use crate::puzzle::Puzzle;

/// The minimal puzzles: 81 digits per row with 0 for a blank, or 255 where there is not exactly one solution.
#[pyfunction]
pub(super) fn minimize<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    seed: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows_of_clues(py)?;
    let make = || {
        let mut reader = RowReader::new(rows.as_ref(), Inspector::of_uniqueness());
        let mut minimizer = Minimizer::new(seed, Box::new(PooledEngine::take()));
        let mut minimal = Vec::new(); // the puzzles with one solution, with the lines that they would have in a file
        batch_work(move |range, cells| {
            let (first, (cells, _)) = (range.start, cells.as_chunks_mut::<CELLS>());
            cells.fill(NO_GRID);
            minimal.clear();
            reader.read(range, |inspector, batch| {
                let unique =
                    (0..batch.puzzles.len()).filter(|&index| inspector.verdict(index) == Verdict::Unique);
                minimal.extend(unique.filter_map(|index| {
                    let line = (first + batch.rows[index] as usize) as u64 + 1;
                    Some((line, Puzzle::try_from(batch.puzzles.get(index)).ok()?))
                }));
            });
            minimizer.minimize(&mut minimal);
            for (line, puzzle) in &minimal {
                cells[*line as usize - 1 - first] = puzzle.as_bytes().map(|byte| digit(byte).unwrap_or(0));
            }
        })
    };
    let runner = Runner::new(py, threads, progress.as_ref()).of_slow_rows(16);
    runner.array(Dim([rows.len(), CELLS]), (rows.len(), CELLS), make)
}
