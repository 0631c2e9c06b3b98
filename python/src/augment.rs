//! Random equivalents of every row.
//!
//! Each row has room for the largest number of equivalents. Rows with fewer leave gaps, which are closed at the end.

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use super::array_memory;
use super::row_reader::Inspector;
use super::row_run::{Call, Items};
use bulkdoku::Puzzle;
use bulkdoku::datasets::Equivalents;
use bulkdoku::solver::Verdict;

use crate::CELLS;

/// The equivalents, 81 digits each; the rows that they come from; and their number, at the beginning of both.
type EquivalentArrays<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i64>>, usize);

/// The entry in the list of rows for a missing equivalent.
const NO_ROW: i64 = -1;

/// Draws equivalents of every row. `how` contains their number, the seed, and whether the puzzle itself comes before them.
#[pyfunction]
pub(super) fn augment<'py>(
    py: Python<'py>,
    call: Call<'py>,
    how: (usize, u64, bool),
) -> PyResult<EquivalentArrays<'py>> {
    let (copies, seed, include_original) = how;
    let input = call.input()?;
    let rows = input.rows_of_clues(py)?;
    let per_row = copies + usize::from(include_original);
    let most = per_row.checked_mul(rows.len());
    let most = most.ok_or_else(|| PyMemoryError::new_err("no memory for this many equivalents"))?;
    let cells = array_memory::unwritten_array::<u8, _>(py, Dim([most, CELLS]))?;
    let origins = array_memory::unwritten_array::<i64, _>(py, Dim(most))?;
    let count = {
        let (mut cells, mut origins) = (cells.readwrite(), origins.readwrite());
        let (cells, origins) = (cells.as_slice_mut()?.as_chunks_mut().0, origins.as_slice_mut()?);
        let results = (Items { items: &mut *cells, per_row }, Items { items: &mut *origins, per_row });
        let make = || (Inspector::scanning(rows.as_ref()), Equivalents::new(seed, copies));
        let runner = call.runner(py).of_slow_rows(copies);
        runner.run(rows.len(), results, make, |(inspector, equivalents), turn, (cells, origins)| {
            let first = turn.rows.start;
            origins.items.fill(NO_ROW);
            let read = inspector.read(turn);
            for (index, row, verdict) in read.verdicts() {
                if verdict != Verdict::WellFormed {
                    continue;
                }
                let Ok(puzzle) = Puzzle::try_from(read.puzzles.get(index)) else { continue };
                let Ok(drawn) = equivalents.of_puzzle(rows.line(first + row), &puzzle) else { continue };
                let mut places = row * per_row..;
                let mut add = |puzzle: &Puzzle| {
                    let place = places.next().expect("an endless range");
                    cells.items[place] = puzzle.digits();
                    origins.items[place] = (first + row) as i64;
                };
                if include_original {
                    add(&puzzle);
                }
                drawn.for_each(|(equivalent, _)| add(&equivalent));
            }
        })?;
        py.detach(|| close_gaps(cells, origins))
    };
    Ok((cells, origins, count))
}

/// Moves the equivalents to the beginning of both lists. Returns their number.
fn close_gaps(cells: &mut [[u8; CELLS]], origins: &mut [i64]) -> usize {
    let mut count = 0;
    for index in 0..origins.len() {
        if origins[index] != NO_ROW {
            cells[count] = cells[index];
            origins[count] = origins[index];
            count += 1;
        }
    }
    count
}
