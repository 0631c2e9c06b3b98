//! The canonical form of every row.

use numpy::PyArray2;
use numpy::ndarray::Dim;
use pyo3::prelude::*;

use super::row_reader::{ClassifiedRows, Inspector};
use super::row_run::Call;
use crate::CELLS;
use bulkdoku::solver::Verdict;
use bulkdoku::symmetry::{CanonicalForm, Minlex};
use bulkdoku::{Puzzle, Solution};

/// The cells of a row without a form.
pub(super) const NO_GRID: [u8; CELLS] = [u8::MAX; CELLS];

/// Returns the canonical forms: 81 digits per row, or 255 for rows without a form.
#[pyfunction]
pub(super) fn canon<'py>(
    py: Python<'py>,
    call: Call<'py>,
    of_solution: bool,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let input = call.input()?;
    let rows = input.rows_of_clues(py)?;
    let make = || (Inspector::new(rows.as_ref(), of_solution), Forms::default());
    call.runner(py).array(Dim([rows.len(), CELLS]), make, |(inspector, forms), turn, cells| {
        let (cells, _) = cells.as_chunks_mut::<CELLS>();
        cells.fill(NO_GRID);
        let found = |row: usize, form: CanonicalForm| cells[row] = form.puzzle().digits();
        match of_solution {
            true => forms.of_solutions(&inspector.read(turn), found),
            false => forms.of_puzzles(&inspector.read(turn), found),
        }
    })
}

/// Makes the forms of batches of rows, in memory that it reuses.
#[derive(Default)]
struct Forms {
    minlex: Minlex,
    /// The rows with a form.
    rows: Vec<usize>,
    puzzles: Vec<Puzzle>,
    solved: Vec<(Puzzle, Solution)>,
}

impl Forms {
    /// Calls `found` with the row and the form of each well-formed puzzle.
    fn of_puzzles(&mut self, read: &ClassifiedRows<'_>, mut found: impl FnMut(usize, CanonicalForm)) {
        self.rows.clear();
        self.puzzles.clear();
        for (index, row, _) in read.verdicts().filter(|(.., verdict)| *verdict == Verdict::WellFormed) {
            let Ok(puzzle) = Puzzle::try_from(read.puzzles.get(index)) else { continue };
            self.rows.push(row);
            self.puzzles.push(puzzle);
        }
        let mut rows = self.rows.iter();
        self.minlex.forms(&self.puzzles, |form| {
            if let (Some(&row), Ok(form)) = (rows.next(), form) {
                found(row, form);
            }
        });
    }

    /// Calls `found` with the row and the form by the solution of each puzzle with exactly one.
    fn of_solutions(&mut self, read: &ClassifiedRows<'_>, mut found: impl FnMut(usize, CanonicalForm)) {
        self.rows.clear();
        self.solved.clear();
        for (index, row, _) in read.verdicts() {
            let Some(solution) = read.solution(index) else { continue };
            let Ok(puzzle) = Puzzle::try_from(read.puzzles.get(index)) else { continue };
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
