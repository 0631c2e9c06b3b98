//! Exports results as an Arrow stream: a table of one batch.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, Float64Array, Int64Array, LargeStringArray, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, MutableBuffer, NullBuffer, OffsetBuffer};
use arrow_schema::ArrowError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::CELLS;
use crate::solve::is_answered;
use bulkdoku::solver::Verdict;

/// Columns with their names.
type NamedColumns<'a, T> = Vec<(&'a str, &'a [T])>;

/// Returns a capsule with a stream of one table, with one item per row in each column:
///
/// - `digits`: 81 digits per row for the column solution, which is null for rows without an answer; `None` for no such column.
/// - `verdicts`: the index in the list of verdicts, for the column verdict.
/// - `integers`: columns of int64.
/// - `numbers`: columns of float64, with NaN as null.
///
/// # Errors
/// Returns a `ValueError` if the columns have different lengths.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    digits: Option<&[u8]>,
    verdicts: &[u8],
    integers: NamedColumns<'_, u64>,
    numbers: NamedColumns<'_, f64>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let table = py.detach(|| table(digits, verdicts, integers, numbers));
    let table = table.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let schema = table.schema();
    let batches = RecordBatchIterator::new([Ok(table)], schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
}

fn table(
    digits: Option<&[u8]>,
    verdicts: &[u8],
    integers: NamedColumns<'_, u64>,
    numbers: NamedColumns<'_, f64>,
) -> Result<RecordBatch, ArrowError> {
    let is_answered =
        |row: usize| Verdict::ALL.get(usize::from(verdicts[row])).is_some_and(|&is| is_answered(is));
    let solutions = digits.map(|digits| {
        let is_answered = BooleanBuffer::collect_bool(verdicts.len(), is_answered);
        ("solution", solution_column(digits, is_answered), true)
    });
    let verdicts = ("verdict", verdict_column(verdicts), false);
    let integers = integers.into_iter().map(|(name, values)| (name, integer_column(values), false));
    let numbers = numbers.into_iter().map(|(name, values)| (name, number_column(values), true));
    RecordBatch::try_from_iter_with_nullable(
        solutions.into_iter().chain([verdicts]).chain(integers).chain(numbers),
    )
}

fn integer_column(values: &[u64]) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values.iter().map(|&value| value.min(i64::MAX as u64) as i64)))
}

fn number_column(values: &[f64]) -> ArrayRef {
    let has_number = BooleanBuffer::collect_bool(values.len(), |row| !values[row].is_nan());
    Arc::new(Float64Array::new(values.to_vec().into(), Some(NullBuffer::new(has_number))))
}

/// Returns the digits of every answer as text. A row without an answer is null and has no bytes.
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

/// Returns the names of verdicts.
fn verdict_column(codes: &[u8]) -> ArrayRef {
    let names =
        codes.iter().map(|&code| Verdict::ALL.get(usize::from(code)).map_or("", |verdict| verdict.name()));
    let length: usize = names.clone().map(str::len).sum();
    match i32::try_from(length) {
        Ok(_) => Arc::new(StringArray::from_iter_values(names)),
        Err(_) => Arc::new(LargeStringArray::from_iter_values(names)),
    }
}
