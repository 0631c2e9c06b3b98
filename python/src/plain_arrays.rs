//! New arrays on systems other than Linux, which uses `array_memory.rs`.

pub(super) use numpy::Element as Number;
use numpy::PyArray;
use numpy::ndarray::Dimension;
use pyo3::prelude::*;

/// Returns an array of zeros.
///
/// # Panics
/// Panics if the system gives no memory. Python sees an exception.
pub(super) fn unwritten_array<T: Number, D: Dimension>(
    py: Python<'_>,
    shape: D,
) -> PyResult<Bound<'_, PyArray<T, D>>> {
    Ok(PyArray::zeros(py, shape, false))
}
