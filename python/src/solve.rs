//! Solves rows, or counts their solutions, into arrays.

use std::ops::Range;

use numpy::ndarray::{Dim, Dimension};
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::BadRows;
use super::array_memory::unwritten_array;
use super::pool::PooledSolver;
use super::row_reader::{BadRow, RowReader, bad_rows};
use super::row_run::{Call, Results, Runner, split};
use super::rows::Rows;
use crate::CELLS;
use bulkdoku::solver::{Answers, Goal, Outcome, Task, Verdict};

/// The arrays of results: solutions, verdicts, numbers of solutions and of guesses.
type Arrays<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
);

/// Solves puzzles. `task` contains whether to prove that solutions are unique, and the budget of guesses. Returns the arrays,
/// which are `out` if given, and the bad rows.
#[pyfunction]
pub(super) fn solve<'py>(
    py: Python<'py>,
    call: Call<'py>,
    task: (bool, u64),
    out: Option<Arrays<'py>>,
) -> PyResult<(Arrays<'py>, BadRows)> {
    let input = call.input()?;
    let rows = input.rows(py)?;
    let are_reused = out.is_some();
    let arrays = match out {
        Some(arrays) => apart(fitting(arrays, rows.len())?, &input.addresses())?,
        None => arrays(py, rows.len(), rows.len())?,
    };
    let (unique, budget) = task;
    let goal = if unique { Goal::Unique } else { Goal::First };
    let bad =
        solve_to(call.runner(py), rows.as_ref(), Task::new(goal).with_budget(budget), &arrays, are_reused)?;
    Ok((arrays, BadRows::new(bad)?))
}

/// The numbers of solutions, the verdicts, and the bad rows.
type Counted<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u8>>, BadRows);

/// Counts solutions.
#[pyfunction]
pub(super) fn count<'py>(
    py: Python<'py>,
    call: Call<'py>,
    limit: u64,
    budget: u64,
) -> PyResult<Counted<'py>> {
    let input = call.input()?;
    let rows = input.rows(py)?;
    let arrays = arrays(py, rows.len(), 0)?;
    let task = Task::new(Goal::Count { limit }).with_budget(budget);
    let bad = solve_to(call.runner(py), rows.as_ref(), task, &arrays, false)?;
    let (_, verdicts, counts, _) = arrays;
    Ok((counts, verdicts, BadRows::new(bad)?))
}

/// Returns new arrays for the results of `rows` rows, with this many solutions and guesses. Their items are unspecified.
fn arrays(py: Python<'_>, rows: usize, solutions: usize) -> PyResult<Arrays<'_>> {
    Ok((
        unwritten_array(py, Dim([solutions, CELLS]))?,
        unwritten_array(py, Dim(rows))?,
        unwritten_array(py, Dim(rows))?,
        unwritten_array(py, Dim(solutions))?,
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

/// Returns the arrays, if they do not overlap the puzzles, which are still being read when the first results are written.
fn apart<'py>(arrays: Arrays<'py>, puzzles: &[Range<usize>]) -> PyResult<Arrays<'py>> {
    let (solutions, verdicts, counts, guesses) = &arrays;
    let written = [addresses(solutions), addresses(verdicts), addresses(counts), addresses(guesses)];
    let meet = |one: &Range<usize>, other: &Range<usize>| one.start < other.end && other.start < one.end;
    if written.iter().any(|written| puzzles.iter().any(|read| meet(written, read))) {
        return Err(PyValueError::new_err("out overlaps the memory of the puzzles: copy one of them"));
    }
    Ok(arrays)
}

/// Returns the addresses of the items of a contiguous array.
fn addresses<T: Element, D: Dimension>(array: &Bound<'_, PyArray<T, D>>) -> Range<usize> {
    let start = array.data() as usize;
    start..start + array.len() * size_of::<T>()
}

/// Returns the array, if no other call writes to it.
fn writable<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array
        .try_readwrite()
        .map_err(|error| PyValueError::new_err(format!("the results cannot be written: {error}")))
}

/// The results of consecutive rows. All of them are overwritten.
struct Solutions<'a> {
    /// 81 digits per row, 0 for rows without an answer. Empty if solutions are not wanted.
    solutions: &'a mut [u8],
    /// The index in [`Verdict::ALL`].
    verdicts: &'a mut [u8],
    /// The number of solutions found.
    counts: &'a mut [u64],
    /// The number of guesses. Empty if not wanted.
    guesses: &'a mut [u64],
    /// Whether they contain earlier results, which must not be mistaken for new ones if the call is interrupted.
    are_reused: bool,
}

impl Results for Solutions<'_> {
    fn take(&mut self, rows: usize) -> Self {
        Self {
            solutions: split(&mut self.solutions, rows * CELLS),
            verdicts: split(&mut self.verdicts, rows),
            counts: split(&mut self.counts, rows),
            guesses: split(&mut self.guesses, rows),
            are_reused: self.are_reused,
        }
    }

    /// Overwrites earlier results, which must not be mistaken for the results of these rows.
    fn leave(self) {
        if self.are_reused {
            self.solutions.fill(0);
            self.verdicts.fill(UNREACHED);
            self.counts.fill(0);
            self.guesses.fill(0);
        }
    }
}

impl Solutions<'_> {
    /// Writes the results of the rows of a batch. The solutions of its puzzles are consecutive.
    fn write(self, reader: &RowReader<'_>) {
        let Self { verdicts, counts, guesses, .. } = self;
        let (solutions, _) = self.solutions.as_chunks_mut::<CELLS>();
        // From last to first: the row of a puzzle may be after the position of its solution, and is never before it.
        for (index, (&row, outcome)) in reader.rows.iter().zip(&reader.outcomes).enumerate().rev() {
            let row = row as usize;
            verdicts[row] = code(outcome.verdict);
            counts[row] = outcome.solutions;
            if solutions.is_empty() {
                continue;
            }
            guesses[row] = outcome.guesses;
            if !is_answered(outcome.verdict) {
                solutions[row] = [0; CELLS];
            } else if row > index {
                solutions[row] = solutions[index];
            }
        }
        for &(row, _) in &reader.defects {
            let row = row as usize;
            verdicts[row] = code(Verdict::Malformed);
            counts[row] = 0;
            if let Some(solution) = solutions.get_mut(row) {
                *solution = [0; CELLS];
                guesses[row] = 0;
            }
        }
    }
}

/// Returns the name of a verdict by its number in the results.
pub(super) fn verdict_name(number: usize) -> &'static str {
    Verdict::ALL.get(number).map_or("unreached", |verdict| verdict.name())
}

/// The verdict number of a row that an interrupted call did not reach, after those of [`Verdict::ALL`].
pub(super) const UNREACHED: u8 = Verdict::ALL.len() as u8;

/// The number of solutions of one puzzle above which counting takes longer than starting a thread.
const MANY: u64 = 1000;

/// Solves every row into arrays, and returns the bad ones in order.
fn solve_to(
    runner: Runner<'_, '_>,
    rows: &dyn Rows,
    task: Task,
    (solutions, verdicts, counts, guesses): &Arrays<'_>,
    are_reused: bool,
) -> PyResult<Vec<BadRow>> {
    let (mut solutions, mut verdicts) = (writable(solutions)?, writable(verdicts)?);
    let (mut counts, mut guesses) = (writable(counts)?, writable(guesses)?);
    let results = Solutions {
        solutions: solutions.as_slice_mut()?,
        verdicts: verdicts.as_slice_mut()?,
        counts: counts.as_slice_mut()?,
        guesses: guesses.as_slice_mut()?,
        are_reused,
    };
    let runner = match task.goal {
        Goal::Count { limit: MANY.. } => runner.of_endless_rows(),
        _ => runner,
    };
    let make = || (RowReader::new(rows), PooledSolver::take(), Vec::new());
    let readers = runner.run(rows.len(), results, make, |(reader, solver, unwanted), turn, results| {
        let answers = if results.solutions.is_empty() {
            unwanted.resize(turn.rows.len(), [0; CELLS]);
            &mut unwanted[..]
        } else {
            results.solutions.as_chunks_mut().0
        };
        solver.stop_when(Some(turn.is_cancelled()));
        reader.read(turn, |puzzles, outcomes| {
            outcomes.resize(puzzles.len(), Outcome::default());
            let answers = &mut answers[..puzzles.len()];
            solver.run_rows(task, puzzles, Answers::Digits(answers), outcomes);
        });
        results.write(reader);
    })?;
    Ok(bad_rows(readers.into_iter().map(|(reader, ..)| reader)))
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
