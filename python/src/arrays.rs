//! Arrays of results.

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// Returns a new array with unspecified items.
///
/// # Errors
/// Returns a `MemoryError` if the system gives no memory.
pub(super) fn new_array<T: Element, D: Dimension>(
    py: Python<'_>,
    shape: D,
) -> PyResult<Bound<'_, PyArray<T, D>>> {
    let shape = shape.slice().to_vec();
    let bytes = shape.iter().try_fold(size_of::<T>(), |bytes, &length| bytes.checked_mul(length));
    if bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        return Err(PyMemoryError::new_err(format!("no memory for {shape:?} items")));
    }
    let settings = [("dtype", T::get_dtype(py))].into_py_dict(py)?;
    let array = py.import("numpy")?.call_method("empty", (shape,), Some(&settings))?;
    Ok(array.cast_into()?)
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

/// Splits off the first `count` items, or as many as there are.
pub(super) fn split_off<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    rest.split_off_mut(..count.min(rest.len())).unwrap_or_default()
}

/// Splits off the first `count` rows of 81 cells.
pub(super) fn split_rows<'a>(rest: &mut &'a mut [u8], count: usize) -> &'a mut [[u8; crate::CELLS]] {
    split_off(rest, count * crate::CELLS).as_chunks_mut().0
}
