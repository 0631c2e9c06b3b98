//! Which rows are the same: duplicates, and parts that share no class.

use std::collections::HashSet;

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use super::array_memory;
use super::input::Input;
use super::row_run::{Inspector, Items, RowReader, Runner, Work, batch_work};
use super::rows::Rows;
use crate::datasets::assignment::Assignment;
use crate::datasets::fingerprint::Fingerprint;
use crate::datasets::{ClassFinder, SameBy, Share};
use crate::outcome::Verdict;
use crate::solver::Isa;
use crate::solver::batch::Notation;

/// The rows that are looked at between two looks for signals.
const ROWS: usize = 1 << 18;

/// Which rows to keep so that no two are the same: 1 for these, 0 for the others.
#[pyfunction]
pub(super) fn dedupe<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    by: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let key = key_of(by, rows.notation())?;
    let keep = array_memory::unwritten_array::<u8, _>(py, Dim(rows.len()))?;
    let mut classes = filled(None, rows.len())?;
    let runner = Runner::new(py, threads, progress.as_ref());
    let make = || class_work(rows.as_ref(), key, false, |class| class);
    runner.run(rows.len(), Items::new(&mut classes, 1), make).map_err(|(error, _)| error)?;
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
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    by: &str,
    how: (u64, Vec<f64>),
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let key = key_of(by, rows.notation())?;
    let (seed, shares) = how;
    let shares = shares.into_iter().map(Share::from_percent).collect::<Option<Vec<_>>>();
    let shares = shares.ok_or_else(|| PyValueError::new_err("a share is from 0 to 100 percent"))?;
    let assignment = Assignment::new(seed, shares.into_iter());
    let part = |class: Option<Fingerprint>| assignment.part(class.unwrap_or_default());
    let runner = Runner::new(py, threads, progress.as_ref());
    runner.array(Dim(rows.len()), (rows.len(), 1), || class_work(rows.as_ref(), key, true, part))
}

/// The key of this name, if puzzles in this notation have classes by it.
pub(super) fn key_of(name: &str, notation: Notation) -> PyResult<SameBy> {
    let key = SameBy::ALL.into_iter().find(|key| key.name() == name);
    let names = SameBy::ALL.map(SameBy::name).join(", ");
    let key = key.ok_or_else(|| PyValueError::new_err(format!("by must be one of {names}, not '{name}'")))?;
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

/// Finds the classes of one batch of `rows` after another, and writes the `result` for each. If `all_have_classes`, a row
/// without one gets one by its class as a puzzle, if the key is the solution, by its clues, or by its text.
fn class_work<'a, T: 'a>(
    rows: &'a dyn Rows,
    key: SameBy,
    all_have_classes: bool,
    result: impl Fn(Option<Fingerprint>) -> T + 'a,
) -> impl for<'b> Work<Items<'b, T>> {
    let solves = key == SameBy::Solution;
    let inspector = if solves { Inspector::of_uniqueness() } else { Inspector::by_look() };
    let mut reader = RowReader::new(rows, inspector);
    let mut finder = ClassFinder::new(key, Isa::best());
    let has_otherwise = all_have_classes && solves && rows.notation() == Notation::Clues;
    let mut otherwise = has_otherwise.then(|| ClassFinder::new(SameBy::Puzzle, Isa::best()));
    batch_work(move |range, results: &mut [T]| {
        reader.read(range, |inspector, batch| {
            let judged = inspector.judged(batch.puzzles);
            finder.find(judged, |_| true);
            if let Some(otherwise) = &mut otherwise {
                otherwise.find(judged, |puzzle| finder.member(puzzle).is_none());
            }
            batch.defects.iter().for_each(|&(row, _)| results[row as usize] = result(None));
            for (index, (&row, outcome)) in batch.rows.iter().zip(judged.outcomes).enumerate() {
                let otherwise = || otherwise.as_ref()?.member(index);
                let class = finder.member(index).or_else(otherwise).map(|member| member.fingerprint);
                let by_text = || match outcome.verdict {
                    Verdict::Malformed => Fingerprint::of_text(batch.puzzles.get(index)),
                    _ => Fingerprint::of(batch.puzzles.get(index)),
                };
                results[row as usize] = result(class.or_else(|| all_have_classes.then(by_text)));
            }
        });
    })
}
