//! Finds rows that are the same: duplicates, and parts that share no class.

use std::collections::HashSet;

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use super::arrays::{filled, new_array, split_off};
use super::input::Input;
use super::inspector::Inspector;
use super::named;
use super::rows::{Batch, Rows};
use super::run::Run;
use bulkdoku::datasets::{Assignment, ClassFinder, Fingerprint, SameBy, Share};
use bulkdoku::solver::{Notation, Verdict};

/// The number of rows to process between two checks for signals.
pub(super) const ROWS: usize = 1 << 18;

/// Returns which rows to keep so that no two are the same: 1 for these, 0 for the others.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, by))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn dedupe<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    by: &str,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let key = key_of(by, rows.notation())?;
    let keep = new_array::<u8, _>(py, Dim(rows.len()))?;
    let mut classes = filled(None, rows.len())?;
    let mut rest = &mut classes[..];
    let take = |count| split_off(&mut rest, count);
    let make = || (Inspector::new(rows.as_ref(), key.needs_solutions()), ClassFinder::new(key));
    let run = Run::new(py, threads, progress);
    run.for_each_batch(rows.as_ref(), take, make, |(inspector, finder), batch, classes| {
        find_classes(inspector, finder, batch, |row, class| classes[row] = class);
    })?;
    let mut seen = HashSet::new();
    seen.try_reserve(rows.len()).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    for (keep, classes) in keep.readwrite().as_slice_mut()?.chunks_mut(ROWS).zip(classes.chunks(ROWS)) {
        py.check_signals()?;
        py.detach(|| {
            for (keep, class) in keep.iter_mut().zip(classes) {
                *keep = u8::from(class.is_none_or(|class| seen.insert(class)));
            }
        });
    }
    Ok(keep)
}

/// Returns the number of the part of each row. The shares of the parts are in percent.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, by, seed, shares))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn split<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    by: &str,
    seed: u64,
    shares: Vec<f64>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let key = key_of(by, rows.notation())?;
    let shares = shares.into_iter().map(Share::from_percent).collect::<Option<Vec<_>>>();
    let shares = shares.ok_or_else(|| PyValueError::new_err("a share is from 0 to 100 percent"))?;
    let assignment = Assignment::new(seed, shares);
    let parts = new_array::<u8, _>(py, Dim(rows.len()))?;
    {
        let mut parts = parts.readwrite();
        let mut parts = parts.as_slice_mut()?;
        let take = |count| split_off(&mut parts, count);
        let make = || {
            let finder = ClassFinder::of_all(key, rows.notation());
            (Inspector::new(rows.as_ref(), key.needs_solutions()), finder)
        };
        let run = Run::new(py, threads, progress);
        run.for_each_batch(rows.as_ref(), take, make, |(inspector, finder), batch, parts| {
            find_classes(inspector, finder, batch, |row, class| {
                let class = class.or_else(|| text_class(rows.as_ref(), batch.first + row));
                parts[row] = assignment.part(class.unwrap_or_default()) as u8;
            });
        })?;
    }
    Ok(parts)
}

/// Returns the percentage of a share as text.
///
/// # Errors
/// Returns a `ValueError` if it is not a share.
#[pyfunction]
pub(super) fn percent(share: &str) -> PyResult<f64> {
    share.parse::<Share>().map(Share::percent).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the class of a row that is not a puzzle, as in the program.
fn text_class(rows: &dyn Rows, row: usize) -> Option<Fingerprint> {
    rows.text(row).map(|text| Fingerprint::of_text(&text))
}

/// Returns the key with this name, if puzzles in this notation have classes by it.
pub(super) fn key_of(name: &str, notation: Notation) -> PyResult<SameBy> {
    let key = named("by", name, &SameBy::ALL.map(|key| (key.name(), key)))?;
    if key.needs_clues() && notation != Notation::Clues {
        let refused = "the text contains pencilmarks, which do not have a canonical form";
        return Err(PyValueError::new_err(refused));
    }
    Ok(key)
}

/// Calls `found` with every row of a batch, counted from its first row, and the class of the row.
fn find_classes(
    inspector: &mut Inspector<'_>,
    finder: &mut ClassFinder,
    batch: &Batch,
    mut found: impl FnMut(usize, Option<Fingerprint>),
) {
    inspector.inspect(batch);
    finder.find(batch.puzzles(), &inspector.outcomes, &inspector.answers);
    batch.defects.iter().for_each(|&(row, _)| found(row as usize, None));
    for (index, row, verdict) in inspector.verdicts(batch) {
        let member = finder.member(index).filter(|_| verdict != Verdict::Malformed);
        found(row, member.map(|member| member.fingerprint()));
    }
}
