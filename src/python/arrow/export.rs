//! Results as an Arrow stream: a table of one batch.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, Float64Array, Int64Array, LargeStringArray, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, MutableBuffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::grid::CELLS;
use crate::python::solve::is_answered;
use crate::solver::Verdict;

/// A capsule with a stream of one table: the columns solution (string, null where there is none), verdict (string),
/// solutions and guesses (int64).
///
/// # Errors
/// With a `ValueError` when the columns have different lengths.
pub(in crate::python) fn stream<'py>(
    py: Python<'py>,
    solutions: &[u8],
    verdicts: &[u8],
    counts: &[u64],
    guesses: &[u64],
) -> PyResult<Bound<'py, PyCapsule>> {
    let numbers = |numbers: &[u64]| -> ArrayRef {
        Arc::new(Int64Array::from_iter_values(
            numbers.iter().map(|&number| number.min(i64::MAX as u64) as i64),
        ))
    };
    let answered = |code: u8| is_answered(Verdict::ALL[usize::from(code) % Verdict::ALL.len()]);
    let is_answered = BooleanBuffer::collect_bool(verdicts.len(), |row| answered(verdicts[row]));
    let columns = [
        ("solution", solution_column(solutions, is_answered)),
        ("verdict", verdict_column(verdicts)),
        ("solutions", numbers(counts)),
        ("guesses", numbers(guesses)),
    ];
    table_stream(py, columns.map(|(name, column)| (name, column, name == "solution")))
}

/// A capsule with a stream of one table: the column verdict (string), and one for each rating (float64, null where there
/// is none).
///
/// # Errors
/// With a `ValueError` when the columns have different lengths.
pub(in crate::python) fn rating_stream<'py>(
    py: Python<'py>,
    verdicts: &[u8],
    columns: &[(&str, &[f64])],
) -> PyResult<Bound<'py, PyCapsule>> {
    let numbers = |numbers: &[f64]| -> ArrayRef {
        let has_rating = BooleanBuffer::collect_bool(numbers.len(), |row| !numbers[row].is_nan());
        Arc::new(Float64Array::new(numbers.to_vec().into(), Some(NullBuffer::new(has_rating))))
    };
    let verdicts = ("verdict", verdict_column(verdicts), false);
    let ratings = columns.iter().map(|(name, column)| (*name, numbers(column), true));
    table_stream(py, std::iter::once(verdicts).chain(ratings))
}

/// A capsule with a stream of one table of these columns: name, values, and whether some may be null.
fn table_stream<'py, 'a>(
    py: Python<'py>,
    columns: impl IntoIterator<Item = (&'a str, ArrayRef, bool)>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let table = RecordBatch::try_from_iter_with_nullable(columns);
    let table = table.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let schema = table.schema();
    let batches = RecordBatchIterator::new([Ok(table)], schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
}

/// The text of the digits of every answer. A row without one is null and has no bytes.
fn solution_column(digits: &[u8], is_answered: BooleanBuffer) -> ArrayRef {
    let mut text = MutableBuffer::with_capacity(is_answered.count_set_bits() * CELLS);
    let solutions = digits.as_chunks::<CELLS>().0.iter().zip(&is_answered);
    for (solution, _) in solutions.filter(|(_, is_answered)| *is_answered) {
        text.extend_from_slice(&solution.map(|digit| digit.wrapping_add(b'0')));
    }
    let lengths: Vec<usize> = is_answered.iter().map(|found| if found { CELLS } else { 0 }).collect();
    let (text, nulls) = (Buffer::from(text), Some(NullBuffer::new(is_answered)));
    if i32::try_from(text.len()).is_ok() {
        Arc::new(StringArray::new(OffsetBuffer::from_lengths(lengths), text, nulls))
    } else {
        Arc::new(LargeStringArray::new(OffsetBuffer::from_lengths(lengths), text, nulls))
    }
}

/// The names of verdicts. They are laid out as one text, so that no name is looked up twice.
fn verdict_column(codes: &[u8]) -> ArrayRef {
    let name = |&code: &u8| Verdict::ALL[usize::from(code) % Verdict::ALL.len()].name();
    let length = codes.iter().map(|code| name(code).len()).sum();
    let mut text = MutableBuffer::with_capacity(length);
    let mut offsets = Vec::with_capacity(codes.len() + 1);
    offsets.push(0_i64);
    for code in codes {
        text.extend_from_slice(name(code).as_bytes());
        offsets.push(text.len() as i64);
    }
    if i32::try_from(length).is_ok() {
        let offsets: ScalarBuffer<i32> = offsets.iter().map(|&offset| offset as i32).collect();
        Arc::new(StringArray::new(OffsetBuffer::new(offsets), text.into(), None))
    } else {
        Arc::new(LargeStringArray::new(OffsetBuffer::new(offsets.into()), text.into(), None))
    }
}
