//! The canonical form of every row.

use numpy::PyArray2;
use numpy::ndarray::Dim;
use pyo3::prelude::*;

use super::row_reader::Inspector;
use super::row_run::Call;
use crate::board::grid::CELLS;
use crate::datasets::FormKind;
use crate::datasets::forms::ChunkForms;
use crate::solver::Isa;

/// The cells of a row without a form.
pub(super) const NO_GRID: [u8; CELLS] = [u8::MAX; CELLS];

/// Returns the canonical forms: 81 digits per row, or 255 for rows without a form.
#[pyfunction]
pub(super) fn canon<'py>(
    py: Python<'py>,
    call: Call<'py>,
    of_solution: bool,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let kind = if of_solution { FormKind::Solution } else { FormKind::Minlex };
    let input = call.input()?;
    let rows = input.rows_of_clues(py)?;
    let make = || (Inspector::new(rows.as_ref(), of_solution), ChunkForms::new(kind, Isa::best()));
    call.runner(py).array(Dim([rows.len(), CELLS]), make, |(inspector, forms), turn, cells| {
        let (cells, _) = cells.as_chunks_mut::<CELLS>();
        cells.fill(NO_GRID);
        let read = inspector.read(turn);
        forms.make(read.puzzles);
        let mut form_of = forms.in_order();
        for (_, row, verdict) in read.verdicts() {
            if let Some(form) = form_of(verdict) {
                cells[row] = form.text.map(|character| character - b'0');
            }
        }
    })
}
