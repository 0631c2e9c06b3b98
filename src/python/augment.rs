//! Random equivalents of every row.
//!
//! Each row has room for as many as it may have. The rows that have fewer leave gaps, which are closed at the end.

use std::ops::Range;

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use super::array_memory;
use super::input::Input;
use super::row_run::{Inspector, Items, RowReader, Runner, Work};
use crate::datasets::isomorphs::Isomorphs;
use crate::grid::{CELLS, digit};
use crate::outcome::Verdict;

/// The equivalents, 81 digits for each; the rows that they come from; and how many there are, at the beginning of both.
type Equivalents<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i64>>, usize);

/// What stands in the list of rows where a row has no further equivalent.
const NO_ROW: i64 = -1;

/// Draws equivalents of every row; `how` is their number, the seed, and whether the puzzle itself comes before them.
#[pyfunction]
pub(super) fn augment<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    how: (usize, u64, bool),
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Equivalents<'py>> {
    let (copies, seed, include_original) = how;
    let input = Input::take(puzzles, column)?;
    let rows = input.rows_of_clues(py)?;
    let per_row = copies + usize::from(include_original);
    let most = per_row.checked_mul(rows.len());
    let most = most.ok_or_else(|| PyMemoryError::new_err("no memory for so many equivalents"))?;
    let cells = array_memory::unwritten_array::<u8, _>(py, Dim([most, CELLS]))?;
    let origins = array_memory::unwritten_array::<i64, _>(py, Dim(most))?;
    let count = {
        let (mut cells, mut origins) = (cells.readwrite(), origins.readwrite());
        let (cells, origins) = (cells.as_slice_mut()?, origins.as_slice_mut()?);
        let runner = Runner::new(py, threads, progress.as_ref()).of_slow_rows(copies);
        let results = (Items::new(&mut *cells, CELLS * per_row), Items::new(&mut *origins, per_row));
        let make = || Drawing {
            reader: RowReader::new(rows.as_ref(), Inspector::by_look()),
            isomorphs: Isomorphs::new(seed, copies),
            skipped: usize::from(!include_original),
        };
        runner.run(rows.len(), results, make).map_err(|(error, _)| error)?;
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

/// Draws the equivalents of one batch after another.
struct Drawing<'a> {
    reader: RowReader<'a, Inspector>,
    isomorphs: Isomorphs,
    /// 1 if the puzzle itself is left out.
    skipped: usize,
}

impl<'b> Work<(Items<'b, u8>, Items<'b, i64>)> for Drawing<'_> {
    fn run(
        &mut self,
        range: Range<usize>,
        (cells, origins): (Items<'b, u8>, Items<'b, i64>),
        _: Range<usize>,
    ) {
        let (first, per_row) = (range.start, origins.per_row);
        origins.items.fill(NO_ROW);
        let (cells, _) = cells.items.as_chunks_mut::<CELLS>();
        self.reader.read(range, |inspector, batch| {
            let outcomes = inspector.judged(batch.puzzles).outcomes;
            for (index, (&row, outcome)) in batch.rows.iter().zip(outcomes).enumerate() {
                let puzzle = batch.puzzles.get(index).try_into().ok();
                let Some(puzzle) = puzzle.filter(|_| outcome.verdict == Verdict::WellFormed) else {
                    continue;
                };
                let (place, row) = (row as usize * per_row, first + row as usize);
                self.isomorphs.draw(puzzle, row as u64 + 1); // the lines of a file are counted from 1
                for (place, (isomorph, _)) in (place..).zip(self.isomorphs.drawn().skip(self.skipped)) {
                    cells[place] = isomorph.map(|byte| digit(byte).unwrap_or(0));
                    origins.items[place] = row as i64;
                }
            }
        });
    }
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
