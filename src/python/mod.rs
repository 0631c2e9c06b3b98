//! The Python package: puzzles from arrays, Arrow columns and lists, and the program as a command.
//!
//! ```text
//! bulkdoku/*.py ─▶ this module ─┬─▶ input, arrow ─▶ rows ─▶ row_run ─┬─▶ solve ─▶ solver
//!   names, types,               │                                   ├─▶ rate, explain ─▶ rating
//!   documentation               │                                   ├─▶ canon, augment, classes, sample ─▶ datasets
//!                               │                                   └─▶ check ─▶ audit
//!                               ├─▶ generate
//!                               ├─▶ solve_file ─▶ pipeline
//!                               └─▶ cli (the program)
//! ```
//!
//! Nothing of this room is compiled without the feature `python`. The Python side, in `bulkdoku/` beside this file,
//! checks and documents the arguments; what is here holds no policy.

#[cfg_attr(not(target_os = "linux"), path = "plain_arrays.rs")]
mod array_memory;
mod array_rows;
mod arrow;
mod augment;
mod canon;
mod check;
mod classes;
mod explain;
mod generate;
mod input;
mod list_rows;
mod minimize;
mod pool;
mod rate;
mod row_run;
mod rows;
mod run;
mod sample;
mod solve;
mod solve_file;
mod text_rows;

use std::fmt;
use std::ops::Range;

use numpy::ndarray::Dim;
use numpy::{
    PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyType};

use crate::generate::{Recipe, UnbiasedRecipe};
use crate::grid::CELLS;
use crate::rating::{RatingField, RatingKind, RatingSettings};
use crate::solver::batch::{Goal, Task};
use input::Input;
use rate::RatingColumns;
use row_run::{BadRow, Runner};
use rows::Defect;
use solve::Solutions;

/// The compiled part of the package `bulkdoku`.
#[pymodule]
#[pyo3(name = "_bulkdoku")]
mod module {
    #[pymodule_export]
    use super::augment::augment;
    #[pymodule_export]
    use super::canon::canon;
    #[pymodule_export]
    use super::check::check;
    #[pymodule_export]
    use super::classes::{dedupe, split};
    #[pymodule_export]
    use super::explain::explain;
    #[pymodule_export]
    use super::minimize::minimize;
    #[pymodule_export]
    use super::sample::sample;
    #[pymodule_export]
    use super::solve_file::{FormatError, ProgramError, solve_file};
    #[pymodule_export]
    use super::{
        BadRows, arrow_stream, count, generate_puzzles, generate_unbiased, program, rate_puzzles,
        solve_puzzles,
    };

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        let names = (0..=super::solve::UNREACHED).map(|number| super::solve::verdict_name(number.into()));
        module.add("VERDICTS", names.collect::<Vec<_>>())
    }
}

/// The arrays of results: solutions, verdicts, numbers of solutions and of guesses.
type Arrays<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
);

/// The arrays of solve, and the bad rows.
type Solved<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
    BadRows,
);

/// The arrays of count: numbers of solutions and verdicts; and the bad rows.
type Counted<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u8>>, BadRows);

/// Solves puzzles; `task` says whether to prove that solutions are unique, and the budget of guesses.
#[pyfunction]
#[pyo3(name = "solve")]
fn solve_puzzles<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    task: (bool, u64),
    threads: usize,
    out: Option<Arrays<'py>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solved<'py>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let are_reused = out.is_some();
    let (solutions, verdicts, counts, guesses) = match out {
        Some(arrays) => apart(fitting(arrays, rows.len())?, &input.addresses())?,
        None => arrays(py, rows.len())?,
    };
    let bad = {
        let (mut solutions, mut verdicts) = (writable(&solutions)?, writable(&verdicts)?);
        let (mut counts, mut guesses) = (writable(&counts)?, writable(&guesses)?);
        let results = Solutions {
            solutions: solutions.as_slice_mut()?,
            verdicts: verdicts.as_slice_mut()?,
            counts: counts.as_slice_mut()?,
            guesses: guesses.as_slice_mut()?,
            are_reused,
        };
        let (unique, budget) = task;
        let goal = if unique { Goal::Unique } else { Goal::First };
        let runner = Runner::new(py, threads, progress.as_ref());
        solve::solve(runner, rows.as_ref(), results, Task { goal, budget })?
    };
    Ok((solutions, verdicts, counts, guesses, BadRows::new(bad)?))
}

/// The arrays, if no byte of them is one of the puzzles, which are still to be read when the first results are written.
fn apart<'py>(arrays: Arrays<'py>, puzzles: &[Range<usize>]) -> PyResult<Arrays<'py>> {
    let (solutions, verdicts, counts, guesses) = &arrays;
    let written = [addresses(solutions), addresses(verdicts), addresses(counts), addresses(guesses)];
    let meet = |one: &Range<usize>, other: &Range<usize>| one.start < other.end && other.start < one.end;
    if written.iter().any(|written| puzzles.iter().any(|read| meet(written, read))) {
        return Err(PyValueError::new_err(
            "out lies in the memory of the puzzles: give a copy of one of them",
        ));
    }
    Ok(arrays)
}

/// The addresses of the items of a contiguous array.
fn addresses<T: numpy::Element, D: numpy::ndarray::Dimension>(
    array: &Bound<'_, PyArray<T, D>>,
) -> Range<usize> {
    let start = array.data() as usize;
    start..start + array.len() * size_of::<T>()
}

/// The array, if no other call writes it.
fn writable<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array
        .try_readwrite()
        .map_err(|error| PyValueError::new_err(format!("the results cannot be written: {error}")))
}

/// New arrays for the results of `rows` rows. Their items are unspecified.
fn arrays(py: Python<'_>, rows: usize) -> PyResult<Arrays<'_>> {
    Ok((
        array_memory::unwritten_array(py, Dim([rows, CELLS]))?,
        array_memory::unwritten_array(py, Dim(rows))?,
        array_memory::unwritten_array(py, Dim(rows))?,
        array_memory::unwritten_array(py, Dim(rows))?,
    ))
}

/// The arrays of earlier results, if they fit `rows` rows.
fn fitting(arrays: Arrays<'_>, rows: usize) -> PyResult<Arrays<'_>> {
    let (solutions, verdicts, counts, guesses) = &arrays;
    let fits = solutions.shape() == [rows, CELLS]
        && [verdicts.len(), counts.len(), guesses.len()].iter().all(|&length| length == rows);
    if !fits {
        return Err(PyValueError::new_err(format!(
            "out has the wrong length: its arrays must have {rows} rows"
        )));
    }
    if !solutions.is_c_contiguous() {
        return Err(PyValueError::new_err("the digits of out are not contiguous"));
    }
    Ok(arrays)
}

/// Counts solutions. Gives the counts, the verdicts and the bad rows.
#[pyfunction]
fn count<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    limit: u64,
    budget: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counted<'py>> {
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let counts = array_memory::unwritten_array::<u64, _>(py, Dim(rows.len()))?;
    let verdicts = array_memory::unwritten_array::<u8, _>(py, Dim(rows.len()))?;
    let bad = {
        let (mut counts, mut verdicts) = (counts.readwrite(), verdicts.readwrite());
        let (counts, verdicts) = (counts.as_slice_mut()?, verdicts.as_slice_mut()?);
        let results = Solutions { solutions: &mut [], guesses: &mut [], counts, verdicts, are_reused: false };
        let task = Task { goal: Goal::Count { limit }, budget };
        let runner = Runner::new(py, threads, progress.as_ref());
        solve::solve(runner, rows.as_ref(), results, task)?
    };
    Ok((counts, verdicts, BadRows::new(bad)?))
}

/// The names and the numbers of the columns of ratings.
type NamedColumns<'py> = Vec<(String, Bound<'py, PyArray1<f64>>)>;

/// Rates puzzles: the ratings `only`, up to the limits of depth and of backdoor, with guesses over a number of drawings of a
/// seed. Gives the verdicts, a column for each field, and the bad rows.
#[pyfunction]
#[pyo3(name = "rate")]
#[allow(clippy::too_many_arguments)] // called with checked arguments from one place
fn rate_puzzles<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    only: Vec<String>,
    limits: (u8, u8),
    drawn: (usize, u64),
    budget: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyArray1<u8>>, NamedColumns<'py>, BadRows)> {
    let kinds = only.iter().map(|name| name.parse::<RatingKind>());
    let mut settings = RatingSettings::default();
    settings.kinds =
        kinds.collect::<Result<_, _>>().map_err(|error| PyValueError::new_err(error.to_string()))?;
    (settings.depth_limit, settings.backdoor_limit) = limits;
    (settings.drawings, settings.seed) = drawn;
    settings.budget = budget;
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let verdicts = array_memory::unwritten_array::<u8, _>(py, Dim(rows.len()))?;
    let fields = RatingField::ALL.into_iter().filter(|field| settings.has(field.kind()));
    let column = |field| Ok((field, array_memory::unwritten_array::<f64, _>(py, Dim(rows.len()))?));
    let columns = fields.map(column).collect::<PyResult<Vec<_>>>()?;
    let bad = {
        let mut verdicts = verdicts.readwrite();
        let mut numbers: Vec<_> = columns.iter().map(|(field, array)| (*field, array.readwrite())).collect();
        let slices = numbers.iter_mut().map(|(field, array)| Ok((*field, array.as_slice_mut()?)));
        let columns =
            RatingColumns { verdicts: verdicts.as_slice_mut()?, fields: slices.collect::<PyResult<_>>()? };
        let runner = Runner::new(py, threads, progress.as_ref());
        rate::rate(runner, rows.as_ref(), columns, &settings)?
    };
    let named = columns.into_iter().map(|(field, array)| (field.name().to_owned(), array));
    Ok((verdicts, named.collect(), BadRows::new(bad)?))
}

/// Generates puzzles, 0 for a blank.
#[pyfunction]
#[pyo3(name = "generate")]
fn generate_puzzles<'py>(
    py: Python<'py>,
    count: usize,
    seed: u64,
    clues: (usize, usize),
    minimal: bool,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let puzzles = array_memory::unwritten_array::<u8, _>(py, Dim([count, CELLS]))?;
    {
        let mut cells = puzzles.readwrite();
        let recipe = Recipe { seed, clues: clues.0..=clues.1, minimal };
        generate::generate(py, &recipe, cells.as_slice_mut()?, threads, progress.as_ref())?;
    }
    Ok(puzzles)
}

/// Puzzles and their weights.
type WeightedPuzzles<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<f64>>);

/// Draws minimal puzzles without bias, 0 for a blank, with their weights.
#[pyfunction]
fn generate_unbiased<'py>(
    py: Python<'py>,
    count: usize,
    seed: u64,
    clues: (usize, usize),
    equal_weights: bool,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<WeightedPuzzles<'py>> {
    let puzzles = array_memory::unwritten_array::<u8, _>(py, Dim([count, CELLS]))?;
    let weights = {
        let mut cells = puzzles.readwrite();
        let recipe = UnbiasedRecipe { seed, clues: clues.0..=clues.1, equal_weights };
        let (cells, _) = cells.as_slice_mut()?.as_chunks_mut();
        generate::generate_unbiased(py, &recipe, cells, threads, progress.as_ref())?
    };
    Ok((puzzles, PyArray1::from_vec(py, weights)))
}

/// Results as a capsule with an Arrow stream: a column of solutions if there are digits, one of verdicts, and columns of
/// integers and of other numbers by their names.
#[pyfunction]
fn arrow_stream<'py>(
    py: Python<'py>,
    digits: Option<PyReadonlyArray2<'py, u8>>,
    verdicts: PyReadonlyArray1<'py, u8>,
    integers: Vec<(String, PyReadonlyArray1<'py, u64>)>,
    numbers: Vec<(String, PyReadonlyArray1<'py, f64>)>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let integers = integers.iter().map(|(name, values)| Ok((name.as_str(), values.as_slice()?)));
    let numbers = numbers.iter().map(|(name, values)| Ok((name.as_str(), values.as_slice()?)));
    let columns = arrow::ResultColumns {
        digits: digits.as_ref().map(|digits| digits.as_slice()).transpose()?,
        verdicts: verdicts.as_slice()?,
        integers: integers.collect::<PyResult<_>>()?,
        numbers: numbers.collect::<PyResult<_>>()?,
    };
    arrow::stream(py, &columns)
}

/// Runs the program with the arguments of the process, and returns its exit code.
#[pyfunction]
fn program(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| crate::cli::run(arguments) as u8)
}

/// The rows that are malformed or in contradiction with themselves, and why.
#[pyclass(frozen, module = "bulkdoku._bulkdoku")]
struct BadRows(Vec<(usize, Why)>);

/// What is wrong with a row.
enum Why {
    Defect(Defect),
    /// As text, in results that were pickled.
    Text(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Defect(defect) => defect.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl BadRows {
    /// Keeps the bad rows, in their order.
    ///
    /// # Errors
    /// With a `ValueError` when a row reaches past the memory that the caller gave: then no result is to be trusted.
    fn new(bad: Vec<BadRow>) -> PyResult<Self> {
        if let Some((row, defect)) = bad.iter().find(|(_, defect)| *defect == Defect::Corrupt) {
            return Err(PyValueError::new_err(format!("the Arrow data is corrupt in row {row}: {defect}")));
        }
        Ok(Self(bad.into_iter().map(|(row, defect)| (row, Why::Defect(defect))).collect()))
    }
}

#[pymethods]
impl BadRows {
    /// The bad rows of results that were pickled.
    #[new]
    fn of_texts(rows: Vec<(usize, String)>) -> Self {
        Self(rows.into_iter().map(|(row, text)| (row, Why::Text(text))).collect())
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Vec<(usize, String)>,)) {
        (this.get_type(), (this.get().items(0, usize::MAX),))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Why this row is bad, or `None`.
    fn reason(&self, row: usize) -> Option<String> {
        let at = self.0.binary_search_by_key(&row, |&(row, _)| row).ok()?;
        Some(self.0[at].1.to_string())
    }

    /// The bad rows with their reasons, from row `start` on, at most `count` of them.
    fn items(&self, start: usize, count: usize) -> Vec<(usize, String)> {
        let from = self.0.partition_point(|&(row, _)| row < start);
        self.0[from..].iter().take(count).map(|(row, defect)| (*row, defect.to_string())).collect()
    }
}
