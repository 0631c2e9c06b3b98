//! Which rows are the same: duplicates, and parts that share no class.

use std::collections::HashSet;
use std::ops::Range;

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use super::array_memory;
use super::input::Input;
use super::row_run::{BadRow, Inspector, Items, RowReader, Runner, Work};
use super::rows::Rows;
use crate::datasets::assignment::Assignment;
use crate::datasets::fingerprint::Fingerprint;
use crate::datasets::{ClassFinder, ClassKey, Share};
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
    let runner = Runner { py, threads, progress: progress.as_ref() };
    let make = || ClassWork::new(rows.as_ref(), key, false, |class| class);
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
    let parts = array_memory::unwritten_array::<u8, _>(py, Dim(rows.len()))?;
    {
        let mut parts = parts.readwrite();
        let runner = Runner { py, threads, progress: progress.as_ref() };
        let part = |class: Option<Fingerprint>| assignment.part(class.unwrap_or_default());
        let make = || ClassWork::new(rows.as_ref(), key, true, part);
        let results = Items::new(parts.as_slice_mut()?, 1);
        runner.run(rows.len(), results, make).map_err(|(error, _)| error)?;
    }
    Ok(parts)
}

/// The key of this name, if puzzles in this notation have classes by it.
pub(super) fn key_of(name: &str, notation: Notation) -> PyResult<ClassKey> {
    let key = ClassKey::ALL.into_iter().find(|key| key.name() == name);
    let names = ClassKey::ALL.map(ClassKey::name).join(", ");
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

/// Finds the classes of one batch after another.
struct ClassWork<'a, F> {
    reader: RowReader<'a, Inspector>,
    finder: ClassFinder,
    /// Rows without a class get one: by their class as a puzzle, which is found here if the key is the solution, by their
    /// clues, or by their text.
    all_have_classes: bool,
    otherwise: Option<ClassFinder>,
    /// The result for a class.
    result: F,
}

impl<'a, F> ClassWork<'a, F> {
    fn new(rows: &'a dyn Rows, key: ClassKey, all_have_classes: bool, result: F) -> Self {
        let solves = key == ClassKey::Solution;
        let inspector = if solves { Inspector::of_uniqueness() } else { Inspector::by_look() };
        let has_otherwise = all_have_classes && solves && rows.notation() == Notation::Clues;
        Self {
            reader: RowReader::new(rows, inspector),
            finder: ClassFinder::new(key, Isa::best()),
            all_have_classes,
            otherwise: has_otherwise.then(|| ClassFinder::new(ClassKey::Puzzle, Isa::best())),
            result,
        }
    }
}

impl<'b, T, F> Work<Items<'b, T>> for ClassWork<'_, F>
where
    T: Clone + Send,
    F: Fn(Option<Fingerprint>) -> T,
{
    fn run(&mut self, range: Range<usize>, results: Items<'b, T>, _: Range<usize>) {
        let Self { reader, finder, all_have_classes, otherwise, result } = self;
        reader.read(range, |inspector, batch| {
            let judged = inspector.judged(batch.puzzles);
            finder.find(judged, |_| true);
            if let Some(otherwise) = otherwise {
                otherwise.find(judged, |puzzle| finder.member(puzzle).is_none());
            }
            batch.defects.iter().for_each(|&(row, _)| results.items[row as usize] = result(None));
            for (index, (&row, outcome)) in batch.rows.iter().zip(judged.outcomes).enumerate() {
                let otherwise = || otherwise.as_ref()?.member(index);
                let class = finder.member(index).or_else(otherwise).map(|member| member.fingerprint);
                let by_text = || match outcome.verdict {
                    Verdict::Malformed => Fingerprint::of_text(batch.puzzles.get(index)),
                    _ => Fingerprint::of(batch.puzzles.get(index)),
                };
                let class = class.or_else(|| all_have_classes.then(by_text));
                results.items[row as usize] = result(class);
            }
        });
    }

    fn finish(self) -> Vec<BadRow> {
        self.reader.bad
    }
}
