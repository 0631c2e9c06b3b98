//! A minimal puzzle of every row: clues are taken out until none can go.

use numpy::PyArray2;
use numpy::ndarray::Dim;
use pyo3::prelude::*;

use super::canon::NO_GRID;
use super::pool::PooledEngine;
use super::row_reader::{Inspector, RowReader};
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
        (RowReader::new(rows.as_ref()), Inspector::of_uniqueness(), minimizer, minimal)
    };
    let runner = call.runner(py).of_slow_rows(16);
    runner.array(Dim([rows.len(), CELLS]), make, |(reader, inspector, minimizer, minimal), turn, cells| {
        let (first, (cells, _)) = (turn.rows.start, cells.as_chunks_mut::<CELLS>());
        cells.fill(NO_GRID);
        reader.read(turn, inspector);
        let judged = inspector.judged(reader);
        minimal.clear();
        let unique =
            (0..judged.outcomes.len()).filter(|&index| judged.outcomes[index].verdict == Verdict::Unique);
        minimal.extend(unique.filter_map(|index| {
            let line = (first + reader.rows[index] as usize) as u64 + 1;
            Some((line, Puzzle::try_from(judged.puzzles.get(index)).ok()?))
        }));
        minimizer.minimize(minimal);
        for (line, puzzle) in minimal {
            cells[*line as usize - 1 - first] = puzzle.as_bytes().map(|byte| digit(byte).unwrap_or(0));
        }
    })
}
