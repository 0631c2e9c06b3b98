//! A minimal puzzle of every row: clues are taken out until none can go.

use std::ops::Range;

use numpy::ndarray::Dim;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use super::array_memory;
use super::canon::NO_GRID;
use super::engine_pool::PooledEngine;
use super::input::Input;
use super::row_run::{BadRow, Inspector, Items, Judge, RowReader, Runner, Work};
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
    let minimal = array_memory::unwritten_array::<u8, _>(py, Dim([rows.len(), CELLS]))?;
    {
        let mut minimal = minimal.readwrite();
        let runner = Runner { py, threads, progress: progress.as_ref() };
        let make = || MinimizeWork {
            reader: RowReader::new(rows.as_ref(), Inspector::of_uniqueness()),
            minimizer: Minimizer::new(seed, Box::new(PooledEngine::take())),
            puzzles: Vec::new(),
        };
        let results = Items::new(minimal.as_slice_mut()?, CELLS);
        runner.run(rows.len(), results, make).map_err(|(error, _)| error)?;
    }
    Ok(minimal)
}

/// Minimizes one batch after another.
struct MinimizeWork<'a> {
    reader: RowReader<'a, Inspector>,
    minimizer: Minimizer,
    /// The puzzles of a batch with one solution, with the lines that they would have in a file.
    puzzles: Vec<(u64, Puzzle)>,
}

impl<'b> Work<Items<'b, u8>> for MinimizeWork<'_> {
    fn run(&mut self, range: Range<usize>, results: Items<'b, u8>, _: Range<usize>) {
        let first = range.start;
        let (cells, _) = results.items.as_chunks_mut::<CELLS>();
        cells.fill(NO_GRID);
        self.puzzles.clear();
        self.reader.read(range, |inspector, batch| {
            let unique =
                (0..batch.puzzles.len()).filter(|&index| inspector.verdict(index) == Verdict::Unique);
            self.puzzles.extend(unique.filter_map(|index| {
                let line = (first + batch.rows[index] as usize) as u64 + 1;
                Some((line, Puzzle::try_from(batch.puzzles.get(index)).ok()?))
            }));
        });
        self.minimizer.minimize(&mut self.puzzles);
        for (line, puzzle) in &self.puzzles {
            cells[*line as usize - 1 - first] = puzzle.as_bytes().map(|byte| digit(byte).unwrap_or(0));
        }
    }

    fn finish(self) -> Vec<BadRow> {
        self.reader.bad
    }
}
