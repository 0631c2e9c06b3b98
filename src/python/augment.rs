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
use crate::board::grid::{CELLS, digit};
use crate::board::outcome::Verdict;
use crate::datasets::equivalents::{Changes, Equivalents};

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
        let make = || (Inspector::by_look(rows.as_ref()), Equivalents::new(seed, copies, Changes::default()));
        let runner = call.runner(py).of_slow_rows(copies);
        runner.run(rows.len(), results, make, |(inspector, equivalents), turn, (cells, origins)| {
            let first = turn.rows.start;
            origins.items.fill(NO_ROW);
            let read = inspector.read(turn);
            for (index, row, verdict) in read.verdicts() {
                let puzzle = read.puzzles.puzzles.clues(index);
                let Some(puzzle) = puzzle.filter(|_| verdict == Verdict::WellFormed) else { continue };
                let (place, row) = (row * per_row, first + row);
                equivalents.draw(puzzle, rows.line(row));
                let skipped = usize::from(!include_original);
                for (place, (equivalent, _)) in (place..).zip(equivalents.drawn().skip(skipped)) {
                    cells.items[place] = equivalent.map(|byte| digit(byte).unwrap_or(0));
                    origins.items[place] = row as i64;
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_closed_in_order() {
        let mut cells: Vec<_> = (0..6).map(|number| [number; CELLS]).collect();
        let mut origins = [0, NO_ROW, 1, 1, NO_ROW, 2];
        assert_eq!(close_gaps(&mut cells, &mut origins), 4);
        assert_eq!(origins[..4], [0, 1, 1, 2]);
        assert_eq!(cells[..4].iter().map(|cells| cells[0]).collect::<Vec<_>>(), [0, 2, 3, 5]);
    }
}
