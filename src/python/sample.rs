//! A uniform sample of the rows, or of the rows of each stratum.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::classes::filled;
use super::named;
use super::row_reader::Inspector;
use super::row_run::Call;
use super::rows::Rows;
use crate::board::outcome::Verdict;
use crate::datasets::{NO_STRATUM, SampleSize, SampleStratum, Strata, key_of, quotas};

/// Returns the rows of a sample in ascending order. `how` contains their number, whether that is per stratum instead of in total,
/// the seed, and the name of the strata.
#[pyfunction]
pub(super) fn sample<'py>(
    py: Python<'py>,
    call: Call<'py>,
    how: (usize, bool, u64, Option<String>),
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (count, is_of_each, seed, strata) = how;
    let size = if is_of_each { SampleSize::Each(count) } else { SampleSize::InAll(count) };
    let all: [(_, fn() -> Strata); 3] =
        [("clues", Strata::clues), ("guesses", Strata::guesses), ("level", Strata::levels)];
    let wanted = strata.map(|name| named("stratify", &name, &all)).transpose()?;
    let input = call.input()?;
    let rows = input.rows(py)?;
    let mut strata = filled(0, if wanted.is_some() { rows.len() } else { 0 })?;
    if let Some(Strata(build)) = wanted.map(|strata| strata()) {
        let make = || (Inspector::by_look(rows.as_ref()), build(), Vec::new());
        call.runner(py).run(
            rows.len(),
            &mut strata[..],
            make,
            |(inspector, find, found), turn, strata| {
                strata.fill(NO_STRATUM);
                let read = inspector.read(turn);
                found.clear();
                find(read.puzzles.puzzles, found);
                let puzzles = read.verdicts().filter(|(.., verdict)| *verdict != Verdict::Malformed);
                puzzles.for_each(|(index, row, _)| strata[row] = found[index]);
            },
        )?;
    }
    let sampled = py.detach(|| smallest_keys(rows.as_ref(), &strata, size, seed));
    Ok(PyArray1::from_vec(py, sampled))
}

/// Returns the rows of each stratum with the smallest keys, as in the program.
fn smallest_keys(rows: &dyn Rows, strata: &[SampleStratum], size: SampleSize, seed: u64) -> Vec<i64> {
    let mut keys = vec![Vec::new(); usize::from(NO_STRATUM)];
    for row in 0..rows.len() {
        let stratum = strata.get(row).copied().unwrap_or(0);
        if let Some(keys) = keys.get_mut(usize::from(stratum)) {
            keys.push((key_of(seed, rows.line(row)), row as i64));
        }
    }
    let counts = match size {
        SampleSize::Each(count) => vec![count; keys.len()],
        SampleSize::InAll(total) => quotas(&keys.iter().map(Vec::len).collect::<Vec<_>>(), total),
    };
    for (keys, count) in keys.iter_mut().zip(counts) {
        if count < keys.len() {
            keys.select_nth_unstable(count);
            keys.truncate(count);
        }
    }
    let mut sampled: Vec<i64> = keys.into_iter().flatten().map(|(_, row)| row).collect();
    sampled.sort_unstable();
    sampled
}
