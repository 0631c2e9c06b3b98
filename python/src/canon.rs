//! The canonical form of every row.

use numpy::PyArray2;
use pyo3::prelude::*;

use super::input::Input;
use super::inspector::Inspector;
use super::rows::Batch;
use super::run::Run;
use crate::CELLS;
use bulkdoku::symmetry::{CanonicalForm, Minlex};
use bulkdoku::{Puzzle, Solution};

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
    let make = || (Inspector::new(rows.as_ref(), of_solution), Forms::default());
    Run::new(py, threads, progress).cells(rows.as_ref(), make, |(inspector, forms), batch, cells| {
        cells.fill(NO_GRID);
        let write = |row: usize, form: CanonicalForm| cells[row] = form.puzzle().digits();
        if of_solution {
            inspector.inspect(batch);
            forms.of_solutions(inspector, batch, write);
        } else {
            forms.of_puzzles(batch, write);
        }
    })
}

/// Makes the forms of batches of rows, in memory that it reuses.
#[derive(Default)]
struct Forms {
    minlex: Minlex,
    /// The rows of the puzzles of the last batch.
    rows: Vec<usize>,
    puzzles: Vec<Puzzle>,
    solved: Vec<(Puzzle, Solution)>,
}

impl Forms {
    /// Calls `found` with the row and the form of each puzzle that has one: [`Minlex`] refuses those with equal clues in a house.
    fn of_puzzles(&mut self, batch: &Batch, mut found: impl FnMut(usize, CanonicalForm)) {
        self.rows.clear();
        self.puzzles.clear();
        let texts = batch.puzzles();
        for (index, row) in batch.rows().enumerate() {
            if let Ok(puzzle) = Puzzle::try_from(texts.get(index)) {
                self.rows.push(row);
                self.puzzles.push(puzzle);
            }
        }
        let mut rows = self.rows.iter();
        self.minlex.forms(&self.puzzles, |form| {
            if let (Some(&row), Ok(form)) = (rows.next(), form) {
                found(row, form);
            }
        });
    }

    /// Calls `found` with the row and the form by the solution of each puzzle with exactly one.
    fn of_solutions(
        &mut self,
        read: &Inspector<'_>,
        batch: &Batch,
        mut found: impl FnMut(usize, CanonicalForm),
    ) {
        self.rows.clear();
        self.solved.clear();
        for (index, row, _) in read.verdicts(batch) {
            let Some(solution) = read.solution(index) else { continue };
            let Ok(puzzle) = Puzzle::try_from(batch.puzzle(index)) else { continue };
            self.rows.push(row);
            self.solved.push((puzzle, solution));
        }
        let mut rows = self.rows.iter();
        self.minlex.solution_forms(&self.solved, |form| {
            if let (Some(&row), Ok(form)) = (rows.next(), form) {
                found(row, form);
            }
        });
    }
}
