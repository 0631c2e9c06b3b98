//! Explains step by step how the rules of the levels solve every row.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::input::Input;
use super::inspector::Inspector;
use super::run::Run;
use super::solve::code;
use bulkdoku::rating::{Explanation, Step, UnsoundStep};
use bulkdoku::solver::Verdict;
use bulkdoku::{Cell, Solution};

/// The index of a cell, and a digit.
type Candidate = (usize, u8);

/// A step: its rule, its level, the candidate that it places, those that it clears, and the reason in words.
type StepParts = (&'static str, u8, Option<Candidate>, Vec<Candidate>, String);

/// The verdict of a row, its steps, and whether they solve it.
type Explained = (u8, Vec<StepParts>, bool);

/// The verdict of a row, and its steps if there is exactly one solution.
type RowSteps = (u8, Option<Result<Explanation, UnsoundStep>>);

/// Returns the steps of every row.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress))]
pub(super) fn explain<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Explained>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let malformed: RowSteps = (code(Verdict::Malformed), None);
    let make = || Inspector::new(rows.as_ref(), true);
    let run = Run::new(py, threads, progress).of_slow_rows(16);
    let steps = run.items(rows.as_ref(), malformed, make, |inspector, batch, results| {
        inspector.inspect(batch);
        for (index, row, verdict) in inspector.verdicts(batch) {
            let explain =
                |solution: Solution| Explanation::of_row(batch.puzzle(index), rows.notation(), &solution);
            results[row] = (code(verdict), inspector.solution(index).map(explain));
        }
    })?;
    steps.into_iter().map(parts).collect()
}

fn parts((verdict, steps): RowSteps) -> PyResult<Explained> {
    let Some(explanation) = steps else { return Ok((verdict, Vec::new(), false)) };
    let explanation = explanation.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let candidate = |&(cell, digit): &(Cell, u8)| (cell.index(), digit);
    let step = |step: &Step| {
        let clears = step.clears().iter().map(candidate).collect();
        (
            step.rule().name(),
            step.rule().level(),
            step.placement.as_ref().map(candidate),
            clears,
            step.to_string(),
        )
    };
    Ok((verdict, explanation.steps.iter().map(step).collect(), explanation.is_complete()))
}
