//! Finds rows that are the same: duplicates, and parts that share no class.

use std::collections::HashSet;

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use super::array_memory;
use super::named;
use super::row_reader::Inspector;
use super::row_run::{Call, Turn};
use bulkdoku::datasets::{Assignment, ClassFinder, Fingerprint, SameBy, Share};
use bulkdoku::solver::{Notation, Verdict};

/// The number of rows to process between two checks for signals.
pub(super) const ROWS: usize = 1 << 18;

/// Returns which rows to keep so that no two are the same: 1 for these, 0 for the others.
#[pyfunction]
pub(super) fn dedupe<'py>(py: Python<'py>, call: Call<'py>, by: &str) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let input = call.input()?;
    let rows = input.rows(py)?;
    let key = key_of(by, rows.notation())?;
    let keep = array_memory::unwritten_array::<u8, _>(py, Dim(rows.len()))?;
    let mut classes = filled(None, rows.len())?;
    let make = || (Inspector::new(rows.as_ref(), key.needs_solutions()), ClassFinder::new(key));
    call.runner(py).run(rows.len(), &mut classes[..], make, |(inspector, finder), turn, classes| {
        find_classes(inspector, finder, turn, |row, class| classes[row] = class);
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

/// Returns the number of the part of each row. `how` contains the seed and the shares of the parts in percent.
#[pyfunction]
pub(super) fn split<'py>(
    py: Python<'py>,
    call: Call<'py>,
    by: &str,
    how: (u64, Vec<f64>),
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let input = call.input()?;
    let rows = input.rows(py)?;
    let key = key_of(by, rows.notation())?;
    let (seed, shares) = how;
    let shares = shares.into_iter().map(Share::from_percent).collect::<Option<Vec<_>>>();
    let shares = shares.ok_or_else(|| PyValueError::new_err("a share is from 0 to 100 percent"))?;
    let assignment = Assignment::new(seed, shares);
    let make = || {
        let finder = ClassFinder::of_all(key, rows.notation());
        (Inspector::new(rows.as_ref(), key.needs_solutions()), finder)
    };
    call.runner(py).array(Dim(rows.len()), make, |(inspector, finder), turn, parts| {
        let first = turn.rows.start;
        find_classes(inspector, finder, turn, |row, class| {
            let class = class.or_else(|| rows.text_class(first + row)); // for a malformed row, as in the program
            parts[row] = assignment.part(class.unwrap_or_default()) as u8;
        });
    })
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

/// Returns this many copies of an item.
///
/// # Errors
/// Returns a `MemoryError` if the system gives no memory.
pub(super) fn filled<T: Clone>(item: T, count: usize) -> PyResult<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    items.resize(count, item);
    Ok(items)
}

/// Calls `found` with every row of a turn, counted from its first row, and the class of the row.
fn find_classes(
    inspector: &mut Inspector<'_>,
    finder: &mut ClassFinder,
    turn: Turn<'_>,
    mut found: impl FnMut(usize, Option<Fingerprint>),
) {
    let read = inspector.read(turn);
    finder.find(read.puzzles, read.outcomes, read.answers);
    read.defects.iter().for_each(|&(row, _)| found(row as usize, None));
    for (index, row, verdict) in read.verdicts() {
        let member = finder.member(index).filter(|_| verdict != Verdict::Malformed);
        found(row, member.map(|member| member.fingerprint()));
    }
}
