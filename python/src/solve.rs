//! Solves rows, or counts their solutions, into arrays.

use numpy::ndarray::{Dim, Dimension};
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::BadRows;
use super::arrays::{new_array, split_off, split_rows};
use super::input::Input;
use super::inspector::{BadRow, in_order, note_bad};
use super::pool::PooledSolver;
use super::rows::{Batch, Rows};
use super::run::Run;
use crate::CELLS;
use bulkdoku::solver::{Answers, Goal, Outcome, Task, Verdict};

/// The arrays of results: solutions, verdicts, numbers of solutions and of guesses.
type Arrays<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
);

/// Solves puzzles. Returns the arrays, which are `out` if given, and the bad rows.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, unique, budget, out))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn solve<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    unique: bool,
    budget: u64,
    out: Option<Arrays<'py>>,
) -> PyResult<(Arrays<'py>, BadRows)> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let arrays = match out {
        Some(arrays) => fitting(arrays, rows.len())?,
        None => arrays(py, rows.len(), rows.len())?,
    };
    let goal = if unique { Goal::Unique } else { Goal::First };
    let run = Run::new(py, threads, progress);
    let bad = solve_to(&run, rows.as_ref(), Task::new(goal).with_budget(budget), &arrays)?;
    Ok((arrays, BadRows::new(bad)?))
}

/// The numbers of solutions, the verdicts, and the bad rows.
type Counted<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u8>>, BadRows);

/// The number of solutions of one puzzle above which counting takes longer than starting a thread.
const MANY: u64 = 1000;

/// Counts solutions.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, limit, budget))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn count<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    limit: u64,
    budget: u64,
) -> PyResult<Counted<'py>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let arrays = arrays(py, rows.len(), 0)?;
    let run = Run::new(py, threads, progress);
    let run = if limit >= MANY { run.of_endless_rows() } else { run };
    let bad = solve_to(&run, rows.as_ref(), Task::new(Goal::Count { limit }).with_budget(budget), &arrays)?;
    let (_, verdicts, counts, _) = arrays;
    Ok((counts, verdicts, BadRows::new(bad)?))
}

/// Returns new arrays for the results of `rows` rows, with this many solutions and guesses. Their items are unspecified.
fn arrays(py: Python<'_>, rows: usize, solutions: usize) -> PyResult<Arrays<'_>> {
    Ok((
        new_array(py, Dim([solutions, CELLS]))?,
        new_array(py, Dim(rows))?,
        new_array(py, Dim(rows))?,
        new_array(py, Dim(solutions))?,
    ))
}

/// Returns the arrays of earlier results, if they fit `rows` rows.
fn fitting(arrays: Arrays<'_>, rows: usize) -> PyResult<Arrays<'_>> {
    let (solutions, verdicts, counts, guesses) = &arrays;
    let fits = solutions.shape() == [rows, CELLS]
        && [verdicts.len(), counts.len(), guesses.len()].iter().all(|&length| length == rows);
    if !fits {
        return Err(PyValueError::new_err(format!(
            "out has the wrong length: its arrays must have {rows} rows"
        )));
    }
    if !solutions.is_c_contiguous() {
        return Err(PyValueError::new_err("the digits of out are not contiguous"));
    }
    Ok(arrays)
}

/// Returns the array, if no other call writes to it and the puzzles are not in it.
fn writable<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array
        .try_readwrite()
        .map_err(|error| PyValueError::new_err(format!("the results cannot be written: {error}")))
}

/// The memory for the results of a batch. All of it is overwritten.
struct Results<'a> {
    /// 81 digits per row, 0 for rows without an answer. Empty if solutions are not wanted.
    solutions: &'a mut [[u8; CELLS]],
    /// The index in [`Verdict::ALL`].
    verdicts: &'a mut [u8],
    /// The number of solutions found.
    counts: &'a mut [u64],
    /// The number of guesses. Empty if not wanted.
    guesses: &'a mut [u64],
}

impl Results<'_> {
    /// Writes the results of the rows of a batch. The solutions of its puzzles are consecutive.
    fn write(self, batch: &Batch, outcomes: &[Outcome]) {
        let Self { solutions, verdicts, counts, guesses } = self;
        for ((verdict, count), outcome) in verdicts.iter_mut().zip(&mut *counts).zip(outcomes) {
            (*verdict, *count) = (code(outcome.verdict), outcome.solutions);
        }
        for ((solution, guesses), outcome) in solutions.iter_mut().zip(&mut *guesses).zip(outcomes) {
            *guesses = outcome.guesses;
            if !is_answered(outcome.verdict) {
                *solution = [0; CELLS];
            }
        }
        // From last to first: the row of a puzzle is its index, or after it.
        for (index, row) in batch.rows().enumerate().rev().filter(|(index, row)| row > index) {
            (verdicts[row], counts[row]) = (verdicts[index], counts[index]);
            if !solutions.is_empty() {
                (solutions[row], guesses[row]) = (solutions[index], guesses[index]);
            }
        }
        for &(row, _) in &batch.defects {
            let row = row as usize;
            (verdicts[row], counts[row]) = (code(Verdict::Malformed), 0);
            if !solutions.is_empty() {
                (solutions[row], guesses[row]) = ([0; CELLS], 0);
            }
        }
    }
}

/// The state of a worker.
struct Solving {
    solver: PooledSolver,
    outcomes: Vec<Outcome>,
    /// The solutions of the last batch, if they are not wanted.
    unwanted: Vec<[u8; CELLS]>,
    bad: Vec<BadRow>,
}

/// Solves every row into arrays, and returns the bad ones in order.
fn solve_to(
    run: &Run<'_>,
    rows: &dyn Rows,
    task: Task,
    (solutions, verdicts, counts, guesses): &Arrays<'_>,
) -> PyResult<Vec<BadRow>> {
    let (mut solutions, mut verdicts) = (writable(solutions)?, writable(verdicts)?);
    let (mut counts, mut guesses) = (writable(counts)?, writable(guesses)?);
    let (mut solutions, mut verdicts) = (solutions.as_slice_mut()?, verdicts.as_slice_mut()?);
    let (mut counts, mut guesses) = (counts.as_slice_mut()?, guesses.as_slice_mut()?);
    let take = |count| Results {
        solutions: split_rows(&mut solutions, count),
        verdicts: split_off(&mut verdicts, count),
        counts: split_off(&mut counts, count),
        guesses: split_off(&mut guesses, count),
    };
    let is_cancelled = run.is_cancelled();
    let make = || {
        let mut solver = PooledSolver::take();
        solver.stop_when(Some(is_cancelled.clone()));
        Solving { solver, outcomes: Vec::new(), unwanted: Vec::new(), bad: Vec::new() }
    };
    let states = run.for_each_batch(rows, take, make, |state, batch, results| {
        let Solving { solver, outcomes, unwanted, bad } = state;
        let puzzles = batch.puzzles();
        let answers = if results.solutions.is_empty() {
            unwanted.resize(puzzles.len(), [0; CELLS]);
            &mut unwanted[..]
        } else {
            &mut results.solutions[..puzzles.len()]
        };
        outcomes.resize(puzzles.len(), Outcome::default());
        solver.run_rows(task, puzzles, Answers::Digits(answers), outcomes);
        note_bad(rows, batch, outcomes.iter().map(|outcome| outcome.verdict), bad);
        results.write(batch, outcomes);
    })?;
    Ok(in_order(states.into_iter().map(|state| state.bad)))
}

/// Whether a solution with this verdict is an answer. As in the program, a puzzle with several solutions has none.
pub(super) fn is_answered(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Solved | Verdict::Unique)
}

/// Returns the index of a verdict in [`Verdict::ALL`].
#[inline]
pub(super) fn code(verdict: Verdict) -> u8 {
    Verdict::ALL.iter().position(|&known| known == verdict).expect("all verdicts") as u8
}
