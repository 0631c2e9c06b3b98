//! The canonical form of every row.

use numpy::PyArray2;
use numpy::ndarray::Dim;
use pyo3::prelude::*;

use super::row_reader::{ClassifiedRows, Inspector, RowReader, outcome_of};
use super::row_run::Call;
use crate::CELLS;
use bulkdoku::solver::{Outcome, Puzzles, Verdict};
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
    let (runner, shape) = (call.runner(py), Dim([rows.len(), CELLS]));
    if of_solution {
        let make = || (Inspector::new(rows.as_ref(), true), Forms::default());
        return runner.array(shape, make, |(inspector, forms), turn, cells| {
            let mut cells = NewRows::new(cells);
            forms.of_solutions(&inspector.read(turn), |row, form| cells.write(row, form));
        });
    }
    let make = || (RowReader::new(rows.as_ref()), Forms::default());
    runner.array(shape, make, |(reader, forms), turn, cells| {
        let mut cells = NewRows::new(cells);
        reader.read(turn, |puzzles, outcomes| forms.read(puzzles, outcomes));
        forms.of_puzzles(&reader.rows, |row, form| cells.write(row, form));
    })
}

/// The rows to write forms to.
struct NewRows<'a>(&'a mut [[u8; CELLS]]);

impl<'a> NewRows<'a> {
    /// Creates rows without a form.
    fn new(cells: &'a mut [u8]) -> Self {
        let (rows, _) = cells.as_chunks_mut();
        rows.fill(NO_GRID);
        Self(rows)
    }

    fn write(&mut self, row: usize, form: CanonicalForm) {
        self.0[row] = form.puzzle().digits();
    }
}

/// Makes the forms of batches of rows, in memory that it reuses.
#[derive(Default)]
struct Forms {
    minlex: Minlex,
    /// The puzzles of a batch, and their indices in it.
    puzzles: Vec<Puzzle>,
    indices: Vec<usize>,
    /// The rows with a solution form.
    rows: Vec<usize>,
    solved: Vec<(Puzzle, Solution)>,
}

impl Forms {
    /// Reads the puzzles of a batch. Does not check for equal clues in a house: [`Minlex`] refuses such puzzles.
    fn read(&mut self, texts: Puzzles<'_>, outcomes: &mut Vec<Outcome>) {
        self.indices.clear();
        self.puzzles.clear();
        outcomes.clear();
        for index in 0..texts.len() {
            let puzzle = Puzzle::try_from(texts.get(index));
            let verdict = if puzzle.is_ok() { Verdict::WellFormed } else { Verdict::Malformed };
            outcomes.push(outcome_of(verdict));
            if let Ok(puzzle) = puzzle {
                self.indices.push(index);
                self.puzzles.push(puzzle);
            }
        }
    }

    /// Calls `found` with the row and the form of each puzzle that was read and has one. `rows` are the rows of the batch.
    fn of_puzzles(&mut self, rows: &[u32], mut found: impl FnMut(usize, CanonicalForm)) {
        let mut indices = self.indices.iter();
        self.minlex.forms(&self.puzzles, |form| {
            if let (Some(&index), Ok(form)) = (indices.next(), form) {
                found(rows[index] as usize, form);
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
