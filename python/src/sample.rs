//! A uniform sample of the rows, or of the rows of each stratum.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::classes::filled;
use super::named;
use super::row_reader::Inspector;
use super::row_run::Call;
use bulkdoku::datasets::{Sample, Strata};
use bulkdoku::solver::Verdict;

/// Returns the rows of a sample in ascending order. `how` contains their number, whether that is per stratum instead of in total,
/// the seed, and the name of the strata.
#[pyfunction]
pub(super) fn sample<'py>(
    py: Python<'py>,
    call: Call<'py>,
    how: (usize, bool, u64, Option<String>),
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (count, is_of_each, seed, strata) = how;
    let sample = Sample::new(count, seed);
    let sample = if is_of_each { sample.of_each() } else { sample };
    let all: [(_, fn() -> Strata); 3] =
        [("clues", Strata::clues), ("guesses", Strata::guesses), ("level", Strata::levels)];
    let wanted = strata.map(|name| named("stratify", &name, &all)).transpose()?;
    let input = call.input()?;
    let rows = input.rows(py)?;
    let mut strata = filled(None, if wanted.is_some() { rows.len() } else { 0 })?;
    if let Some(wanted) = wanted.map(|strata| strata()) {
        let make = || (Inspector::scanning(rows.as_ref()), wanted.finder(), Vec::new());
        call.runner(py).run(
            rows.len(),
            &mut strata[..],
            make,
            |(inspector, finder, found), turn, strata| {
                strata.fill(None);
                let read = inspector.read(turn);
                found.clear();
                finder.find(read.puzzles, found);
                let puzzles = read.verdicts().filter(|(.., verdict)| *verdict != Verdict::Malformed);
                puzzles.for_each(|(index, row, _)| strata[row] = found[index]);
            },
        )?;
    }
    let stratum = |row| if wanted.is_some() { strata[row] } else { Some(0) };
    let records = (0..rows.len()).map(|row| (rows.line(row), stratum(row)));
    let sampled = py.detach(|| sample.choose(records));
    Ok(PyArray1::from_vec(py, sampled.into_iter().map(|row| row as i64).collect()))
}
