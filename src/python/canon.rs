//! The canonical form of every row.

use std::ops::Range;

use numpy::ndarray::Dim;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use super::array_memory;
use super::input::Input;
use super::row_run::{BadRow, Inspector, Items, RowReader, Runner, Work};
use super::rows::Rows;
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
    let forms = array_memory::unwritten_array::<u8, _>(py, Dim([rows.len(), CELLS]))?;
    {
        let mut forms = forms.readwrite();
        let runner = Runner { py, threads, progress: progress.as_ref() };
        let results = Items::new(forms.as_slice_mut()?, CELLS);
        let make = || Forms::new(rows.as_ref(), kind);
        runner.run(rows.len(), results, make).map_err(|(error, _)| error)?;
    }
    Ok(forms)
}

/// Makes the forms of one batch after another.
struct Forms<'a> {
    reader: RowReader<'a, Inspector>,
    forms: ChunkForms,
}

impl<'a> Forms<'a> {
    fn new(rows: &'a dyn Rows, kind: FormKind) -> Self {
        let inspector = match kind {
            FormKind::Minlex => Inspector::by_look(),
            FormKind::Solution => Inspector::of_uniqueness(),
        };
        Self { reader: RowReader::new(rows, inspector), forms: ChunkForms::new(kind, Isa::best()) }
    }
}

impl<'b> Work<Items<'b, u8>> for Forms<'_> {
    fn run(&mut self, range: Range<usize>, results: Items<'b, u8>, _: Range<usize>) {
        self.reader.read(range, |inspector, batch| {
            let judged = inspector.judged(batch.puzzles);
            self.forms.make(judged);
            let (cells, _) = results.items.as_chunks_mut::<CELLS>();
            cells.fill(NO_GRID);
            let mut forms = self.forms.take();
            for (index, (&row, outcome)) in batch.rows.iter().zip(judged.outcomes).enumerate() {
                if let Some(form) = forms.next_of(batch.puzzles.get(index), outcome.verdict) {
                    cells[row as usize] = form.text.map(|character| character - b'0');
                }
            }
        });
    }

    fn finish(self) -> Vec<BadRow> {
        self.reader.bad
    }
}
