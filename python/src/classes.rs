//! Finds rows that are the same: duplicates, and parts that share no class.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use super::arrays::new_array;
use super::input::Input;
use super::inspector::Inspector;
use super::named;
use super::rows::Rows;
use super::run::{Run, lock};
use super::solve_file::exception;
use super::strata::Stratify;
use crate::CELLS;
use bulkdoku::datasets::{Assignment, ClassFinder, Fingerprint, Keep, SameBy, Share};
use bulkdoku::pipeline::RunSettings;
use bulkdoku::solver::{Notation, Verdict};

/// The number of rows to process between two checks for signals.
pub(super) const ROWS: usize = 1 << 18;

/// The number of a row that is in another data set.
const ELSEWHERE: i64 = -1;

/// Returns for each row the row of its class to keep, or [`ELSEWHERE`] if the class is also in one of the data sets `against`. A row
/// without a class is kept.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, by, keep, against))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn dedupe<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    by: &str,
    keep: &str,
    against: Vec<(Bound<'py, PyAny>, Option<String>)>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let keep = named("keep", keep, &Keep::ALL.map(|keep| (keep.name(), keep)))?;
    let mut known = HashMap::new();
    for (other, column) in against {
        let input = Input::take(&other, column.as_deref())?;
        let rows = input.rows(py)?;
        let key = key_of(by, rows.notation())?;
        let run = Run::new(py, threads, None);
        let classes = classes_of(&run, rows.as_ref(), (key, Keep::First), || ClassFinder::new(key))?;
        known.extend(classes.into_iter().filter_map(|(class, _)| Some((class?, ELSEWHERE))));
    }
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let key = key_of(by, rows.notation())?;
    let run = Run::new(py, threads, progress);
    let classes = classes_of(&run, rows.as_ref(), (key, keep), || ClassFinder::new(key))?;
    let kept = new_array::<i64, _>(py, Dim(rows.len()))?;
    known.try_reserve(rows.len()).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    let rank = |row: i64| usize::try_from(row).map_or(0, |row| classes[row].1); // 0 is the least, so elsewhere stays
    for (number, chunk) in classes.chunks(ROWS).enumerate() {
        py.check_signals()?;
        py.detach(|| {
            for (row, &(class, own)) in (number * ROWS..).zip(chunk) {
                let Some(class) = class else { continue };
                let first = known.entry(class).or_insert(row as i64);
                if own < rank(*first) {
                    *first = row as i64;
                }
            }
        });
    }
    for (row, (kept, (class, _))) in kept.readwrite().as_slice_mut()?.iter_mut().zip(&classes).enumerate() {
        *kept = class.and_then(|class| known.get(&class).copied()).unwrap_or(row as i64);
    }
    Ok(kept)
}

/// Returns the class of each row, and its rank: the first row with the least rank is kept.
fn classes_of(
    run: &Run<'_>,
    rows: &dyn Rows,
    (key, keep): (SameBy, Keep),
    finder: impl Fn() -> ClassFinder + Sync,
) -> PyResult<Vec<(Option<Fingerprint>, u8)>> {
    let make = || (Inspector::new(rows, key.needs_solutions()), finder());
    run.items(rows, (None, 0), make, |(inspector, finder), batch, classes| {
        inspector.inspect(batch);
        finder.find(batch.puzzles(), &inspector.outcomes, &inspector.answers);
        for (index, row, verdict) in inspector.verdicts(batch) {
            let member = finder.member(index).filter(|_| verdict != Verdict::Malformed);
            let Some(member) = member else { continue };
            let solution = inspector.answers.get(index).map_or(&[][..], |answer| &answer[..CELLS]);
            let rank = keep.rank(key, batch.puzzle(index), solution, &member);
            classes[row] = (Some(member.fingerprint()), rank);
        }
    })
}

/// Returns the number of the part of each row. The shares of the parts are in percent; with `stratify`, those of each stratum.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, by, seed, shares, stratify))]
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
    stratify: Option<Stratify>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let key = key_of(by, rows.notation())?;
    let shares = shares.into_iter().map(Share::from_percent).collect::<Option<Vec<_>>>();
    let shares = shares.ok_or_else(|| PyValueError::new_err("a share is from 0 to 100 percent"))?;
    let assignment = Assignment::new(seed, shares);
    let run = Run::new(py, threads, progress);
    let finder = || ClassFinder::of_all(key, rows.notation());
    let classes = classes_of(&run, rows.as_ref(), (key, Keep::First), finder)?.into_iter().enumerate();
    let class = |(row, (class, _)): (_, (Option<_>, _))| class.or_else(|| text_class(rows.as_ref(), row));
    let classes: Vec<Fingerprint> = classes.map(|row| class(row).unwrap_or_default()).collect();
    let Some(stratify) = stratify else {
        let parts = classes.into_iter().map(|class| assignment.part(class) as u8);
        return Ok(PyArray1::from_iter(py, parts));
    };
    let strata = stratify.strata(&Run::new(py, threads, None), rows.as_ref())?;
    let settings = RunSettings::default().threads(threads).stopping_when(run.is_cancelled());
    let parts = Mutex::new(Ok(Vec::new()));
    run.in_background(|| {
        let records = classes.iter().copied().zip(strata.iter().copied());
        *lock(&parts) = assignment.of_strata(records, &settings);
    })?;
    let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
    let parts = parts.map_err(|error| exception(py, error))?;
    Ok(PyArray1::from_iter(py, parts.into_iter().map(|part| part as u8)))
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
