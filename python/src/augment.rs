//! Random equivalents of every row.
//!
//! Each row has room for the largest number of equivalents. Rows with fewer leave gaps, which are closed at the end.

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use super::arrays::{new_array, split_off, split_rows};
use super::input::Input;
use super::inspector::Inspector;
use super::run::Run;
use bulkdoku::Puzzle;
use bulkdoku::datasets::Equivalents;
use bulkdoku::solver::Verdict;

use crate::CELLS;

/// The equivalents, 81 digits each; the rows that they come from; and their number, at the beginning of both.
type EquivalentArrays<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i64>>, usize);

/// The entry in the list of rows for a missing equivalent.
const NO_ROW: i64 = -1;

/// Draws this many equivalents of every row. With `include_original`, the puzzle itself comes before them.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, equivalents, seed, include_original))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn augment<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    equivalents: usize,
    seed: u64,
    include_original: bool,
) -> PyResult<EquivalentArrays<'py>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows_of_clues(py)?;
    let per_row = equivalents + usize::from(include_original);
    let most = per_row.checked_mul(rows.len());
    let most = most.ok_or_else(|| PyMemoryError::new_err("no memory for this many equivalents"))?;
    let cells = new_array::<u8, _>(py, Dim([most, CELLS]))?;
    let origins = new_array::<i64, _>(py, Dim(most))?;
    let count = {
        let (mut cells, mut origins) = (cells.readwrite(), origins.readwrite());
        let (cells, origins) = (cells.as_slice_mut()?, origins.as_slice_mut()?);
        let (mut rest, mut origins_left) = (&mut *cells, &mut *origins);
        let take =
            |count| (split_rows(&mut rest, count * per_row), split_off(&mut origins_left, count * per_row));
        let make = || (Inspector::scanning(rows.as_ref()), Equivalents::new(seed, equivalents));
        let run = Run::new(py, threads, progress).of_slow_rows(equivalents);
        run.for_each_batch(
            rows.as_ref(),
            take,
            make,
            |(inspector, equivalents), batch, (cells, origins)| {
                origins.fill(NO_ROW);
                inspector.inspect(batch);
                for (index, row, verdict) in inspector.verdicts(batch) {
                    if verdict != Verdict::WellFormed {
                        continue;
                    }
                    let Ok(puzzle) = Puzzle::try_from(batch.puzzle(index)) else { continue };
                    let origin = batch.first + row;
                    let Ok(drawn) = equivalents.of_puzzle(rows.line(origin), &puzzle) else { continue };
                    let original = include_original.then_some(puzzle);
                    let all = original.into_iter().chain(drawn.map(|(equivalent, _)| equivalent));
                    for (place, equivalent) in (row * per_row..).zip(all) {
                        (cells[place], origins[place]) = (equivalent.digits(), origin as i64);
                    }
                }
            },
        )?;
        py.detach(|| close_gaps(cells.as_chunks_mut().0, origins))
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
