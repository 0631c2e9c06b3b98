//! The rows of a list or a tuple, copied.

use std::borrow::Cow;
use std::ops::Range;

use numpy::ndarray::Dim;
use numpy::{PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::arrays::{new_array, split_rows};
use super::defect::{self, Defect};
use super::rows::{Batch, Rows, characters, puzzle_in};
use crate::CELLS;
use crate::input::type_name;

/// The number of items to copy before other threads may run, about a millisecond's work.
const ITEMS: usize = 1 << 15;

/// The least number of digits that a column of integers has somewhere. Shorter integers are something else.
const LONG: usize = 20;

/// A copy of the items of a list, 81 bytes each, in an array: NumPy asks the system for large pages, which take less time.
pub(super) struct List<'py> {
    cells: PyReadonlyArray2<'py, u8>,
    /// The items that are not puzzles, in order. Their cells are 0.
    bad: Vec<BadItem>,
}

/// The rows of a list.
pub(super) struct ListRows<'a> {
    cells: &'a [u8],
    bad: &'a [BadItem],
}

/// Copies items.
///
/// They are copied while the interpreter is locked, because another thread may change the list and free them. The lock is
/// released now and then. An item of another type is an error before anything is solved.
struct Copying<'a> {
    cells: &'a mut [[u8; CELLS]],
    bad: Vec<BadItem>,
    /// The first items that are text and that are integers.
    first_text: Option<usize>,
    first_integer: Option<usize>,
    /// Whether an integer is as long as a puzzle may be.
    has_long_integers: bool,
}

/// An item that is not a puzzle.
struct BadItem {
    row: usize,
    defect: Defect,
    text: Option<Box<[u8]>>,
}

impl<'py> List<'py> {
    /// Copies the items.
    ///
    /// # Errors
    /// Returns a `TypeError` for an item of another type, for integers that are not puzzles, and for integers beside texts.
    pub(super) fn copy_of(
        py: Python<'py>,
        count: usize,
        items: impl Iterator<Item = Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let cells = new_array::<u8, _>(py, Dim([count, CELLS]))?;
        let bad = Copying::run(py, split_rows(&mut cells.readwrite().as_slice_mut()?, count), items)?;
        Ok(Self { cells: cells.readonly(), bad })
    }

    pub(super) fn rows(&self) -> PyResult<ListRows<'_>> {
        let cells = self.cells.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(ListRows { cells, bad: &self.bad })
    }
}

impl<'a> Copying<'a> {
    /// Copies the items to `cells`. Returns the bad ones.
    fn run<'py>(
        py: Python<'py>,
        cells: &'a mut [[u8; CELLS]],
        items: impl Iterator<Item = Bound<'py, PyAny>>,
    ) -> PyResult<Vec<BadItem>> {
        let (count, mut copied) = (cells.len(), 0);
        let mut rows =
            Self { cells, bad: Vec::new(), first_text: None, first_integer: None, has_long_integers: false };
        for (row, item) in items.take(count).enumerate() {
            if row % ITEMS == ITEMS - 1 {
                py.detach(|| {}); // other threads may run
                py.check_signals()?;
            }
            rows.add(row, &item)?;
            copied += 1;
        }
        if copied < count {
            return Err(PyRuntimeError::new_err("the list became shorter while it was read"));
        }
        match (rows.first_integer, rows.first_text) {
            (Some(integer), Some(text)) => Err(PyTypeError::new_err(format!(
                "item {integer} is an integer and item {text} is text: some puzzles became numbers, so read the file as text"
            ))),
            (Some(integer), None) if !rows.has_long_integers => {
                Err(PyTypeError::new_err(format!("item {integer} is int, not str, bytes or None")))
            }
            _ => Ok(rows.bad),
        }
    }

    /// Adds item `row`.
    #[inline]
    fn add(&mut self, row: usize, item: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = item.cast::<PyString>() {
            self.first_text.get_or_insert(row);
            match text.to_str() {
                Ok(text) => self.add_text(row, text.as_bytes()),
                Err(_) => self.add_bad(row, Defect::Surrogates, None),
            }
        } else if let Ok(bytes) = item.cast::<PyBytes>() {
            self.first_text.get_or_insert(row);
            self.add_text(row, bytes.as_bytes());
        } else {
            self.add_other(row, item)?;
        }
        Ok(())
    }

    #[inline]
    fn add_text(&mut self, row: usize, text: &[u8]) {
        match <&[u8; CELLS]>::try_from(text) {
            Ok(puzzle) => self.cells[row] = *puzzle,
            Err(_) => match puzzle_in(text) {
                Ok(puzzle) => self.cells[row] = puzzle,
                Err(defect) => self.add_bad(row, defect, Some(text.trim_ascii().into())),
            },
        }
    }

    #[cold]
    fn add_bad(&mut self, row: usize, defect: Defect, text: Option<Box<[u8]>>) {
        self.cells[row] = [0; CELLS];
        self.bad.push(BadItem { row, defect, text });
    }

    /// Adds an item that is not text.
    #[cold]
    fn add_other(&mut self, row: usize, item: &Bound<'_, PyAny>) -> PyResult<()> {
        if is_null(item) {
            self.add_bad(row, Defect::Null, None);
        } else if item.is_instance_of::<PyInt>() && !item.is_instance_of::<PyBool>() {
            self.add_integer(row, item.str()?.to_str()?);
        } else if item.is_instance_of::<PyFloat>() {
            return Err(PyTypeError::new_err(format!("item {row} is {}: {LOST}", type_name(item))));
        } else if item.is_instance_of::<PyList>() || item.is_instance_of::<PyTuple>() {
            self.add_cells(row, item)?;
        } else if let Ok(plain) = item.call_method0("tolist") {
            self.add(row, &plain)?; // an array, a tensor or a number of another library
        } else {
            let found = type_name(item);
            return Err(PyTypeError::new_err(format!("item {row} is {found}, not str, bytes or None")));
        }
        Ok(())
    }

    /// Adds an integer: the digits of a puzzle without its leading zeros.
    fn add_integer(&mut self, row: usize, digits: &str) {
        self.first_integer.get_or_insert(row);
        self.has_long_integers |= digits.len() >= LONG;
        if defect::is_rounded(digits.as_bytes()) {
            self.add_bad(row, Defect::Rounded, Some(digits.as_bytes().into()));
        } else {
            self.add_text(row, format!("{digits:0>81}").as_bytes());
        }
    }

    /// Adds a list of cells, or of rows of cells.
    fn add_cells(&mut self, row: usize, item: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut cells = Cells::default();
        let puzzle = match cells.add_all(row, item, 2)? {
            Ok(()) => cells.puzzle(),
            Err(defect) => Err(defect),
        };
        match puzzle {
            Ok(puzzle) => self.cells[row] = puzzle,
            Err(defect) => self.add_bad(row, defect, Some(item.str()?.to_str()?.as_bytes().into())),
        }
        Ok(())
    }
}

/// What is wrong with a float.
pub(super) const LOST: &str = "a puzzle that is written as a number loses its digits: read the file as text";

/// The cells of a list.
#[derive(Default)]
struct Cells {
    /// The numbers, and the characters of cells of text.
    numbers: Vec<i64>,
    has_text: bool,
}

impl Cells {
    /// Adds the cells of a list, which may contain lists of this depth. Returns the defect of a cell.
    ///
    /// # Errors
    /// Returns a `TypeError` for a cell of another type.
    fn add_all(&mut self, row: usize, list: &Bound<'_, PyAny>, depth: usize) -> PyResult<Result<(), Defect>> {
        for cell in list.try_iter()? {
            let cell = cell?;
            if let Ok(number) = cell.extract::<i64>() {
                self.numbers.push(number);
            } else if let Ok(text) = cell.cast::<PyString>() {
                self.has_text = true;
                self.numbers.push(match text.to_str()?.as_bytes() {
                    [] => b'.'.into(),
                    &[character] => character.into(),
                    text => {
                        return Err(PyTypeError::new_err(format!(
                            "item {row} is a sequence with a text of {} characters, not 81 cells: \
                             pass the texts themselves, as in [row[0] for row in rows]",
                            text.len()
                        )));
                    }
                });
            } else if is_null(&cell) {
                return Ok(Err(Defect::NullCell(self.numbers.len())));
            } else if let Some(number) = cell.extract::<f64>().ok().filter(|number| number.fract() == 0.0) {
                self.numbers.push(number as i64);
            } else if depth > 1 && cell.try_iter().is_ok() {
                match self.add_all(row, &cell, depth - 1)? {
                    Ok(()) => {}
                    defect => return Ok(defect),
                }
            } else {
                let found = type_name(&cell);
                return Err(PyTypeError::new_err(format!(
                    "item {row} is a list with a cell of type {found}"
                )));
            }
        }
        Ok(Ok(()))
    }

    fn puzzle(mut self) -> Result<[u8; CELLS], Defect> {
        if self.has_text {
            for number in self.numbers.iter_mut().filter(|number| (0..=9).contains(*number)) {
                *number += i64::from(b'0');
            }
        }
        characters(&self.numbers)
    }
}

impl Rows for ListRows<'_> {
    fn len(&self) -> usize {
        self.cells.len() / CELLS
    }

    fn copy(&self, range: Range<usize>, batch: &mut Batch) {
        let (rows, _) = self.cells.as_chunks();
        let bad_before = |row| self.bad.partition_point(|item| item.row < row);
        let mut next = range.start;
        for item in &self.bad[bad_before(range.start)..bad_before(range.end)] {
            batch.push_all(&rows[next..item.row]);
            batch.push_defect(item.defect);
            next = item.row + 1;
        }
        batch.push_all(&rows[next..range.end]);
    }

    fn memory(&self, range: Range<usize>) -> &[u8] {
        &self.cells[range.start * CELLS..range.end * CELLS]
    }

    fn text(&self, row: usize) -> Option<Cow<'_, [u8]>> {
        match self.bad.binary_search_by_key(&row, |item| item.row) {
            Ok(at) => self.bad[at].text.as_deref().map(Cow::from),
            Err(_) => Some(self.cells[row * CELLS..(row + 1) * CELLS].trim_ascii().into()),
        }
    }
}

/// Whether this is `None`, or what pandas uses instead: the float NaN, NA or NaT.
fn is_null(item: &Bound<'_, PyAny>) -> bool {
    item.is_none()
        || item.extract::<f64>().is_ok_and(f64::is_nan)
        || item.get_type().name().is_ok_and(|name| name == "NAType" || name == "NaTType")
}
