//! The canonical form of every row.

use numpy::PyArray2;
use numpy::ndarray::Dim;
use pyo3::prelude::*;

use super::input::Input;
use super::row_run::{Inspector, RowReader, Runner, batch_work};
use crate::datasets::FormKind;
use crate::datasets::forms::ChunkForms;
use crate::grid::CELLS;
use crate::solver::Isa;

/// The cells of a row without a form.
pub(super) const NO_GRID: [u8; CELLS] = [u8::MAX; CELLS];

/// The canonical forms: 81 digits per row, or 255 where there is none.
#[pyfunction]
pub(super) fn canon<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    of_solution: bool,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let kind = if of_solution { FormKind::Solution } else { FormKind::Minlex };
    let input = Input::take(puzzles, column)?;
    let rows = input.rows_of_clues(py)?;
    let make = || {
        let inspector = if of_solution { Inspector::of_uniqueness() } else { Inspector::by_look() };
        let (mut reader, mut forms) =
            (RowReader::new(rows.as_ref(), inspector), ChunkForms::new(kind, Isa::best()));
        batch_work(move |range, cells| {
            let (cells, _) = cells.as_chunks_mut::<CELLS>();
            cells.fill(NO_GRID);
            reader.read(range, |inspector, batch| {
                let judged = inspector.judged(batch.puzzles);
                forms.make(judged);
                let mut forms = forms.take();
                for (index, (&row, outcome)) in batch.rows.iter().zip(judged.outcomes).enumerate() {
                    if let Some(form) = forms.next_of(batch.puzzles.get(index), outcome.verdict) {
                        cells[row as usize] = form.text.map(|character| character - b'0');
                    }
                }
            });
        })
    };
    let runner = Runner::new(py, threads, progress.as_ref());
    runner.array(Dim([rows.len(), CELLS]), (rows.len(), CELLS), make)
}
