//! The canonical form of every row.

use numpy::PyArray2;
use pyo3::prelude::*;

use super::input::Input;
use super::inspector::Inspector;
use super::run::Run;
use crate::CELLS;
use bulkdoku::datasets::{FormFinder, FormKind};

/// The cells of a row without a form.
pub(super) const NO_GRID: [u8; CELLS] = [u8::MAX; CELLS];

/// Returns the canonical forms: 81 digits per row, or 255 for rows without a form.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, of_solution))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn canon<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    of_solution: bool,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows_of_clues(py)?;
    let kind = if of_solution { FormKind::Solution } else { FormKind::Minlex };
    let make = || (Inspector::new(rows.as_ref(), of_solution), FormFinder::new(kind));
    Run::new(py, threads, progress).cells(rows.as_ref(), make, |(inspector, finder), batch, cells| {
        cells.fill(NO_GRID);
        inspector.inspect(batch);
        finder.find(batch.puzzles(), &inspector.outcomes, &inspector.answers);
        let mut form_of = finder.in_order();
        for (_, row, verdict) in inspector.verdicts(batch) {
            if let Some(form) = form_of(verdict) {
                cells[row] = form.puzzle().digits();
            }
        }
    })
}
