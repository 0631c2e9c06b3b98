//! Which rows are the same: duplicates, and parts that share no class.

use std::collections::HashSet;

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use super::array_memory;
use super::row_reader::{Inspector, RowReader};
use super::row_run::{Call, Turn};
use super::rows::Rows;
use crate::datasets::assignment::Assignment;
use crate::datasets::fingerprint::Fingerprint;
use crate::datasets::{ClassFinder, SameBy, Share};
use crate::outcome::Verdict;
use crate::solver::Isa;
use crate::solver::batch::Notation;

/// The rows that are looked at between two looks for signals.
pub(super) const ROWS: usize = 1 << 18;

/// Which rows to keep so that no two are the same: 1 for these, 0 for the others.
#[pyfunction]
pub(super) fn dedupe<'py>(py: Python<'py>, call: Call<'py>, by: &str) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let input = call.input()?;
    let rows = input.rows(py)?;
    let key = key_of(by, rows.notation())?;
    let keep = array_memory::unwritten_array::<u8, _>(py, Dim(rows.len()))?;
    let mut classes = filled(None, rows.len())?;
    let make = || RowClasses::new(rows.as_ref(), key, false);
    call.runner(py).run(rows.len(), &mut classes[..], make, |state, turn, classes| {
        state.find(turn, |row, class| classes[row] = class);
    })?;
    let mut seen = HashSet::new();
    seen.try_reserve(rows.len()).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    for (keep, classes) in keep.readwrite().as_slice_mut()?.chunks_mut(ROWS).zip(classes.chunks(ROWS)) {
        py.check_signals()?;
        py.detach(|| {
            for (keep, class) in keep.iter_mut().zip(classes) {
                *keep = u8::from(class.is_none_or(|Fingerprint(class)| seen.insert(class)));
            }
        });
    }
    Ok(keep)
}

/// The number of the part of each row; `how` is the seed and the shares of the parts in percent.
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
    let assignment = Assignment::new(seed, shares.into_iter());
    let make = || RowClasses::new(rows.as_ref(), key, true);
    call.runner(py).array(Dim(rows.len()), make, |state, turn, parts| {
        state.find(turn, |row, class| parts[row] = assignment.part(class.unwrap_or_default()));
    })
}

/// The key of this name, if puzzles in this notation have classes by it.
pub(super) fn key_of(name: &str, notation: Notation) -> PyResult<SameBy> {
    let names = SameBy::ALL.map(SameBy::name).join(", ");
    let wrong = || PyValueError::new_err(format!("by must be one of {names}, not '{name}'"));
    let key = SameBy::named(name).ok_or_else(wrong)?;
    key.check(notation, "the text").map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(key)
}

/// So many items in memory.
///
/// # Errors
/// With a `MemoryError` when the system gives none.
pub(super) fn filled<T: Clone>(item: T, count: usize) -> PyResult<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    items.resize(count, item);
    Ok(items)
}

/// Finds the classes of one batch of rows after another.
struct RowClasses<'a> {
    reader: RowReader<'a>,
    inspector: Inspector,
    finder: ClassFinder,
    /// Does a row without a class get one all the same?
    all_have_classes: bool,
    /// Finds the class as a puzzle, if the key is the solution and a puzzle may have none.
    otherwise: Option<ClassFinder>,
}

impl<'a> RowClasses<'a> {
    /// Finds classes by `key`. If `all_have_classes`, a row without one gets one by its class as a puzzle, if the key is the
    /// solution, by its clues, or by its text.
    fn new(rows: &'a dyn Rows, key: SameBy, all_have_classes: bool) -> Self {
        let solves = key == SameBy::Solution;
        let has_otherwise = all_have_classes && solves && rows.notation() == Notation::Clues;
        Self {
            reader: RowReader::new(rows),
            inspector: if solves { Inspector::of_uniqueness() } else { Inspector::by_look() },
            finder: ClassFinder::new(key, Isa::best()),
            all_have_classes,
            otherwise: has_otherwise.then(|| ClassFinder::new(SameBy::Puzzle, Isa::best())),
        }
    }

    /// Passes every row of a turn, counted from the first one, to `found` with its class.
    fn find(&mut self, turn: Turn, mut found: impl FnMut(usize, Option<Fingerprint>)) {
        let Self { reader, inspector, finder, otherwise, .. } = self;
        reader.read(turn, inspector);
        let judged = inspector.judged(reader);
        finder.find(judged);
        if let Some(otherwise) = otherwise {
            otherwise.find(judged);
        }
        reader.defects.iter().for_each(|&(row, _)| found(row as usize, None));
        for (index, (&row, outcome)) in reader.rows.iter().zip(judged.outcomes).enumerate() {
            let otherwise = || otherwise.as_ref()?.member(index);
            let class = finder.member(index).or_else(otherwise).map(|member| member.fingerprint);
            let by_text = || match outcome.verdict {
                Verdict::Malformed => Fingerprint::of_text(judged.puzzles.get(index)),
                _ => Fingerprint::of(judged.puzzles.get(index)),
            };
            found(row as usize, class.or_else(|| self.all_have_classes.then(by_text)));
        }
    }
}
