//! Removes clues from every row until every one is needed.

use numpy::PyArray2;
use pyo3::prelude::*;

use super::canon::NO_GRID;
use super::input::Input;
use super::inspector::Inspector;
use super::run::Run;
use bulkdoku::Puzzle;
use bulkdoku::generate::Minimizer;
use bulkdoku::solver::Verdict;

/// Returns the minimal puzzles: 81 digits per row with 0 for a blank, or 255 for rows without exactly one solution.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, seed))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn minimize<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    seed: u64,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows_of_clues(py)?;
    let make = || {
        let (places, minimal) = (Vec::new(), Vec::new()); // of the puzzles with one solution
        (Inspector::new(rows.as_ref(), true), Minimizer::new(seed), places, minimal)
    };
    let run = Run::new(py, threads, progress).of_slow_rows(16);
    run.cells(rows.as_ref(), make, |(inspector, minimizer, places, minimal), batch, cells| {
        cells.fill(NO_GRID);
        inspector.inspect(batch);
        places.clear();
        minimal.clear();
        for (index, row, _) in inspector.verdicts(batch).filter(|(.., verdict)| *verdict == Verdict::Unique) {
            let Ok(puzzle) = Puzzle::try_from(batch.puzzle(index)) else { continue };
            places.push(row);
            minimal.push((rows.line(batch.first + row), puzzle));
        }
        minimizer.minimize_all(minimal);
        for (&row, (_, puzzle)) in places.iter().zip(&*minimal) {
            cells[row] = puzzle.digits();
        }
    })
}
