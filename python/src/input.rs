//! The puzzles of a caller: an array, a list, text, or an Arrow column.

use std::sync::Arc;

use numpy::{Element, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use super::array_rows::{ByteRows, NumberArray};
use super::arrow::{self, ColumnWanted};
use super::list_rows::List;
use super::rows::Rows;
use super::text_rows::TextRows;
use crate::CELLS;
use bulkdoku::format::{Column, TextFormat};
use bulkdoku::solver::Notation;

/// Puzzles in one of the accepted forms.
pub(super) enum Input<'py> {
    /// A NumPy array of bytes with the shape (N, 81).
    Array(PyReadonlyArray2<'py, u8>),
    /// A NumPy array of wider numbers with the shape (N, 81).
    Numbers(Box<dyn NumberArray + 'py>),
    /// A list or a tuple, copied.
    List(List<'py>),
    /// The records of a text, and how they are written.
    Text(Bound<'py, PyAny>, Box<TextFormat>),
    /// A column.
    Arrow(Arc<arrow::Column>),
}

impl<'py> Input<'py> {
    /// Accepts `puzzles`. `column` is the name of the column of a table.
    ///
    /// # Errors
    /// Returns a `TypeError` for anything but the five forms, and a `ValueError` for puzzles that cannot be read, or for a column
    /// of something without columns.
    pub(super) fn take(puzzles: &Bound<'py, PyAny>, column: Option<&str>) -> PyResult<Self> {
        Self::take_column(puzzles, column, Column::USUAL_FOR_PUZZLES)
    }

    /// Accepts answers as [`take`](Self::take) accepts puzzles.
    ///
    /// # Errors
    /// Returns the same errors as [`take`](Self::take).
    pub(super) fn take_answers(answers: &Bound<'py, PyAny>, column: Option<&str>) -> PyResult<Self> {
        if let (Some(text), None) = (text_of(answers)?, column)
            && let (format, true) = format_with_answers(answers.py(), text, None, None)?
        {
            // A column of answers is read by itself, whatever the puzzles next to it are.
            let format = match format.answer_column() {
                Some(column) => format_of(answers.py(), text, Some(&column))?,
                None => format,
            };
            return Ok(Self::Text(answers.clone(), Box::new(format)));
        }
        Self::take_column(answers, column, Column::USUAL_FOR_ANSWERS)
    }

    /// Accepts puzzles, and answers in another column of the same table: the column with this name, or one with a usual name.
    /// There are no answers if no column is named and there is none. The answers of a text are in its rows.
    ///
    /// # Errors
    /// Returns the same errors as [`take`](Self::take).
    pub(super) fn take_with_answers(
        puzzles: &Bound<'py, PyAny>,
        column: Option<&str>,
        answer_column: Option<&str>,
    ) -> PyResult<(Self, Option<Self>)> {
        if let Some(text) = text_of(puzzles)? {
            let (column, requested) = (column.map(named), answer_column.map(named));
            let (format, _) = format_with_answers(puzzles.py(), text, column.as_ref(), requested.as_ref())?;
            return Ok((Self::Text(puzzles.clone(), Box::new(format)), None));
        }
        let Some(data) = arrow::Data::take(puzzles)? else {
            refuse_column(answer_column, "no table")?;
            return Ok((Self::take(puzzles, column)?, None));
        };
        let wanted = column.map_or(ColumnWanted::Usual(Column::USUAL_FOR_PUZZLES), ColumnWanted::Named);
        let answers = answer_column
            .map_or(ColumnWanted::IfThere(Column::USUAL_FOR_ANSWERS, &wanted), ColumnWanted::Named);
        let [found, answers] = data.columns([wanted, answers])?;
        let arrow = |column| Self::Arrow(Arc::new(column));
        Ok((found.map(arrow).ok_or_else(|| refused(puzzles))?, answers.map(arrow)))
    }

    fn take_column(puzzles: &Bound<'py, PyAny>, column: Option<&str>, names: &[&str]) -> PyResult<Self> {
        if let Some(array) = Self::array(puzzles)? {
            return refuse_column(column, "an array").map(|()| array);
        }
        if puzzles.is_instance_of::<PyList>() || puzzles.is_instance_of::<PyTuple>() {
            refuse_column(column, "a list")?;
        }
        if let Ok(list) = puzzles.cast::<PyList>() {
            return List::copy_of(puzzles.py(), list.len(), list.iter()).map(Self::List);
        }
        if let Ok(tuple) = puzzles.cast::<PyTuple>() {
            return List::copy_of(puzzles.py(), tuple.len(), tuple.iter()).map(Self::List);
        }
        if let Some(text) = text_of(puzzles)? {
            let format = format_of(puzzles.py(), text, column.map(named).as_ref())?;
            return Ok(Self::Text(puzzles.clone(), Box::new(format)));
        }
        let wanted = column.map_or(ColumnWanted::Usual(names), ColumnWanted::Named);
        let found = arrow::Data::take(puzzles)?.map(|data| data.columns([wanted])).transpose()?;
        found.and_then(|[column]| column).map(Arc::new).map(Self::Arrow).ok_or_else(|| refused(puzzles))
    }

    /// Returns the array, or `None` if it is something else.
    fn array(puzzles: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        if let Some(bytes) = readonly::<u8>(puzzles)? {
            return Ok(Some(Self::Array(bytes)));
        }
        macro_rules! numbers {
            ($($number:ty)*) => {
                $(if let Some(array) = readonly::<$number>(puzzles)? {
                    return Ok(Some(Self::Numbers(Box::new(array))));
                })*
            };
        }
        numbers!(i64 i32 i16 i8 u64 u32 u16);
        Ok(None)
    }

    /// Returns the rows, for as long as the input is borrowed.
    ///
    /// # Errors
    /// Returns a `ValueError` for text in an unknown format, or an array that is not contiguous.
    pub(super) fn rows(&self, py: Python<'py>) -> PyResult<Arc<dyn Rows + '_>> {
        Ok(match self {
            Self::Array(array) => {
                let cells = array.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
                Arc::new(ByteRows(cells))
            }
            Self::Numbers(array) => array.rows()?,
            Self::List(list) => Arc::new(list.rows()?),
            Self::Text(text, format) => {
                let text = text_of(text)?.unwrap_or_default();
                let rows = py.detach(|| TextRows::read(text, format));
                Arc::new(rows.map_err(PyValueError::new_err)?)
            }
            Self::Arrow(column) => column.clone(),
        })
    }
}

impl<'py> Input<'py> {
    /// Returns the rows, if they are puzzles written as clues.
    ///
    /// # Errors
    /// Returns the same errors as [`rows`](Self::rows), and a `ValueError` for pencilmarks.
    pub(super) fn rows_of_clues(&self, py: Python<'py>) -> PyResult<Arc<dyn Rows + '_>> {
        let rows = self.rows(py)?;
        match rows.notation() {
            Notation::Clues => Ok(rows),
            _ => Err(PyValueError::new_err(
                "the text contains pencilmarks, but canonical forms, equivalents and minimal puzzles need clues",
            )),
        }
    }
}

/// Returns the bytes of a text.
fn text_of<'a>(text: &'a Bound<'_, PyAny>) -> PyResult<Option<&'a [u8]>> {
    match (text.cast::<PyBytes>(), text.cast::<PyString>()) {
        (Ok(bytes), _) => Ok(Some(bytes.as_bytes())),
        (_, Ok(text)) => Ok(Some(text.to_str()?.as_bytes())),
        _ => Ok(None),
    }
}

/// Returns the format of a text with the puzzles in this column.
fn format_of(py: Python<'_>, text: &[u8], column: Option<&Column>) -> PyResult<TextFormat> {
    let format = py.detach(|| TextFormat::detect("text", text, column));
    format.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the format of a text, and whether its records contain answers, which are read too.
fn format_with_answers(
    py: Python<'_>,
    text: &[u8],
    column: Option<&Column>,
    requested: Option<&Column>,
) -> PyResult<(TextFormat, bool)> {
    let mut format = format_of(py, text, column)?;
    let found = py.detach(|| format.find_answers(text, requested));
    let has_answers = found.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok((format, has_answers))
}

/// Returns the column with this name.
fn named(name: &str) -> Column {
    Column::Name(name.to_owned())
}

/// Returns the error of an object that does not contain puzzles.
fn refused(puzzles: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("puzzles cannot be {}", type_name(puzzles)))
}

/// Refuses a column name for something without columns.
fn refuse_column(column: Option<&str>, what: &str) -> PyResult<()> {
    let refused = |column| format!("column='{column}' names a column of a table, and the puzzles are {what}");
    column.map_or(Ok(()), |column| Err(PyValueError::new_err(refused(column))))
}

/// Returns the array of numbers of this type with the shape (N, 81), or `None` if it is something else.
fn readonly<'py, T: Element>(puzzles: &Bound<'py, PyAny>) -> PyResult<Option<PyReadonlyArray2<'py, T>>> {
    let Ok(array) = puzzles.cast::<PyArray2<T>>() else { return Ok(None) };
    let array = array.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let shape = (array.shape()[0], array.shape()[1]);
    if shape.1 != CELLS {
        let wrong = format!("an array of puzzles has the shape (N, 81), not {shape:?}");
        return Err(PyValueError::new_err(wrong));
    }
    Ok(Some(array))
}

/// Returns the name of the type of a value.
pub(super) fn type_name(value: &Bound<'_, PyAny>) -> String {
    value
        .get_type()
        .fully_qualified_name()
        .map_or_else(|_| "of this type".to_owned(), |name| name.to_string())
}

/// Returns the numbers of the columns of a table with these names: that of the puzzles or, with `are_answers`, of the answers, and
/// that of the answers beside the puzzles, if there is one.
///
/// # Errors
/// Returns a `ValueError` if there is no such column.
#[pyfunction]
#[pyo3(signature = (names, column, answer_column, *, are_answers))]
pub(super) fn find_columns(
    names: Vec<String>,
    column: Option<&str>,
    answer_column: Option<&str>,
    are_answers: bool,
) -> PyResult<(usize, Option<usize>)> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let usual = if are_answers { Column::USUAL_FOR_ANSWERS } else { Column::USUAL_FOR_PUZZLES };
    let wanted = column.map_or(ColumnWanted::Usual(usual), ColumnWanted::Named);
    let answers =
        answer_column.map_or(ColumnWanted::IfThere(Column::USUAL_FOR_ANSWERS, &wanted), ColumnWanted::Named);
    let found = arrow::find_column(&names, wanted)?.unwrap_or_default();
    Ok((found, if are_answers { None } else { arrow::find_column(&names, answers)? }))
}
