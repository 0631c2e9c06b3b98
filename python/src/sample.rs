//! A uniform sample of the rows, or of the rows of each stratum.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::arrays::{filled, split_off};
use super::input::Input;
use super::inspector::Inspector;
use super::named;
use super::run::Run;
use bulkdoku::datasets::{Sample, Strata};
use bulkdoku::solver::Verdict;

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
    stratify: Option<&str>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let sample = Sample::new(count, seed);
    let sample = if of_each { sample.of_each() } else { sample };
    let all: [(_, fn() -> Strata); 3] =
        [("clues", Strata::clues), ("guesses", Strata::guesses), ("level", Strata::levels)];
    let wanted = stratify.map(|name| named("stratify", name, &all)).transpose()?;
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let mut strata = filled(None, if wanted.is_some() { rows.len() } else { 0 })?;
    if let Some(wanted) = wanted.map(|strata| strata()) {
        let mut rest = &mut strata[..];
        let take = |count| split_off(&mut rest, count);
        let make = || (Inspector::scanning(rows.as_ref()), wanted.finder(), Vec::new());
        let run = Run::new(py, threads, progress);
        run.for_each_batch(rows.as_ref(), take, make, |(inspector, finder, found), batch, strata| {
            inspector.inspect(batch);
            found.clear();
            finder.find(batch.puzzles(), found);
            let puzzles = inspector.verdicts(batch).filter(|(.., verdict)| *verdict != Verdict::Malformed);
            puzzles.for_each(|(index, row, _)| strata[row] = found[index]);
        })?;
    }
    let stratum = |row| if wanted.is_some() { strata[row] } else { Some(0) };
    let records = (0..rows.len()).map(|row| (rows.line(row), stratum(row)));
    let sampled = py.detach(|| sample.choose(records));
    Ok(PyArray1::from_vec(py, sampled.into_iter().map(|row| row as i64).collect()))
}
