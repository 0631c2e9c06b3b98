//! The compiled part of the Python package: puzzles from arrays, Arrow columns and lists.
//!
//! ```text
//! bulkdoku/*.py ─▶ this crate ──┬─▶ input, arrow ─▶ rows ─▶ run ─┬─▶ solve ─▶ solver
//!   names, types,               │   caller's data   batches      ├─▶ rate, explain, minimize ─▶ rating, generate
//!   documentation               │                   on threads   ├─▶ canon, augment, classes, sample ─▶ datasets
//!                               │                                └─▶ check ─▶ audit
//!                               ├─▶ generate
//!                               └─▶ solve_file ─▶ pipeline
//! ```
//!
//! Read `rows.rs` first: every form of input is a `Rows`, which copies a range of its rows into a batch, and every function works on
//! batches. The Python side, in the folder `bulkdoku` beside this one, checks and documents the arguments; the Rust side has no
//! policy. The names at the right are modules of the library.

mod array_rows;
mod arrays;
mod arrow;
mod augment;
mod canon;
mod characters;
mod check;
mod classes;
mod defect;
mod explain;
mod generate;
mod input;
mod inspector;
mod list_rows;
mod minimize;
mod pool;
mod rate;
mod rows;
mod run;
mod sample;
mod solve;
mod solve_file;
mod strata;
mod text_rows;

use std::fmt;

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyType};

use bulkdoku::solver::Verdict;
use defect::Defect;
use inspector::BadRow;

/// The number of cells of a puzzle.
const CELLS: usize = 81;

/// The compiled part of the package `bulkdoku`.
#[pymodule]
#[pyo3(name = "_bulkdoku")]
mod module {
    #[pymodule_export]
    use super::augment::augment;
    #[pymodule_export]
    use super::canon::canon;
    #[pymodule_export]
    use super::characters::characters;
    #[pymodule_export]
    use super::check::check;
    #[pymodule_export]
    use super::classes::{dedupe, percent, split};
    #[pymodule_export]
    use super::explain::explain;
    #[pymodule_export]
    use super::generate::{generate, generate_unbiased};
    #[pymodule_export]
    use super::input::find_columns;
    #[pymodule_export]
    use super::minimize::minimize;
    #[pymodule_export]
    use super::rate::rate;
    #[pymodule_export]
    use super::sample::sample;
    #[pymodule_export]
    use super::solve::{count, solve};
    #[pymodule_export]
    use super::solve_file::{FormatError, ProgramError, solve_file};
    #[pymodule_export]
    use super::{BadRows, arrow_stream};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("VERDICTS", super::Verdict::ALL.map(super::Verdict::name))
    }
}

/// Returns results as a capsule with an Arrow stream: a column of solutions if there are digits, a column of verdicts, and
/// columns of integers and other numbers by name.
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
    let (integers, numbers) = (integers.collect::<PyResult<_>>()?, numbers.collect::<PyResult<_>>()?);
    let digits = digits.as_ref().map(|digits| digits.as_slice()).transpose()?;
    arrow::stream(py, digits, verdicts.as_slice()?, integers, numbers)
}

/// Returns the value with this name. `what` is the name of the argument.
///
/// # Errors
/// Returns a `ValueError` that lists the names.
fn named<T: Copy>(what: &str, name: &str, values: &[(&str, T)]) -> PyResult<T> {
    let found = values.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
    found.ok_or_else(|| {
        let names = values.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("{what} must be one of {names}, not '{name}'"))
    })
}

/// The rows that are malformed or contradict themselves, and why.
#[pyclass(frozen, module = "bulkdoku._bulkdoku")]
struct BadRows(Vec<(usize, Why)>);

/// What is wrong with a row.
enum Why {
    Defect(Defect),
    /// As text, in unpickled results.
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
    /// Keeps the bad rows, in order.
    ///
    /// # Errors
    /// Returns a `ValueError` if a row reaches past the caller's memory, since no result can then be trusted.
    fn new(bad: Vec<BadRow>) -> PyResult<Self> {
        if let Some((row, defect)) = bad.iter().find(|(_, defect)| *defect == Defect::Corrupt) {
            return Err(PyValueError::new_err(format!("the Arrow data is corrupt in row {row}: {defect}")));
        }
        Ok(Self(bad.into_iter().map(|(row, defect)| (row, Why::Defect(defect))).collect()))
    }
}

#[pymethods]
impl BadRows {
    /// Returns the bad rows of unpickled results.
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

    /// Returns why this row is bad, or `None`.
    fn reason(&self, row: usize) -> Option<String> {
        let at = self.0.binary_search_by_key(&row, |&(row, _)| row).ok()?;
        Some(self.0[at].1.to_string())
    }

    /// Returns at most `count` bad rows with their reasons, from row `start` on.
    fn items(&self, start: usize, count: usize) -> Vec<(usize, String)> {
        let from = self.0.partition_point(|&(row, _)| row < start);
        self.0[from..].iter().take(count).map(|(row, defect)| (*row, defect.to_string())).collect()
    }
}
