//! A uniform sample of the rows, or of the rows of each stratum.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::input::Input;
use super::run::Run;
use super::strata::Stratify;
use bulkdoku::datasets::Sample;

/// Returns the rows of a sample in ascending order. `count` is their number, per stratum with `of_each`.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, count, of_each, seed, stratify))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn sample<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    count: usize,
    of_each: bool,
    seed: u64,
    stratify: Option<Stratify>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let sample = Sample::new(count, seed);
    let sample = if of_each { sample.of_each() } else { sample };
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let run = Run::new(py, threads, progress);
    let strata =
        stratify.as_ref().map(|stratify| stratify.ordered_strata(&run, rows.as_ref())).transpose()?;
    let stratum = |row: usize| strata.as_ref().map_or(Some(0), |strata| strata[row]);
    let records = (0..rows.len()).map(|row| (rows.line(row), stratum(row)));
    let sampled = py.detach(|| sample.choose(records));
    Ok(PyArray1::from_vec(py, sampled.into_iter().map(|row| row as i64).collect()))
}
