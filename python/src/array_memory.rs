//! Memory for large arrays, which is reused when Python has freed the arrays.
//!
//! The system clears new memory page by page on the first write. For the 98 bytes of results of an easy puzzle, that takes
//! a quarter as long as solving it. So when Python frees a large array, its memory is kept here for the next call. Until then,
//! the system may reclaim it whenever memory gets scarce.
//!
//! ```text
//! call ─▶ take ─▶ array (its base owns the memory) ─▶ … freed by Python ─▶ keep, MADV_FREE ─┐
//!           ▲                                                                               │
//!           └───────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! NumPy allocates small arrays itself and, on systems other than Linux, all arrays: `plain_arrays.rs` replaces this file there.

#![allow(unsafe_code)] // arrays over memory that an object of this module owns

use std::fmt;
use std::sync::Mutex;

use memmap2::{Advice, MmapMut, UncheckedAdvice};
use numpy::ndarray::{ArrayView, Dimension};
use numpy::{Element, PyArray};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// NumPy allocates arrays of fewer bytes itself: the C library reuses their memory.
const LEAST: usize = 4 << 20;

/// The largest number of bytes to keep, enough for the results of 2.7 million puzzles.
const MOST_KEPT: usize = 256 << 20;

/// The unused memory, most recently kept last.
static KEPT: Mutex<Vec<MmapMut>> = Mutex::new(Vec::new());

/// Types for which every bit pattern is a value.
pub(super) trait Number: Element {}

impl Number for u8 {}
impl Number for i64 {}
impl Number for u64 {}
impl Number for f64 {}

/// The memory of one array. It is the array's base, and lives as long as the array and all its views.
#[pyclass(frozen, module = "bulkdoku._bulkdoku")]
struct ArrayMemory(Option<MmapMut>);

impl Drop for ArrayMemory {
    fn drop(&mut self) {
        if let Some(memory) = self.0.take() {
            keep(memory);
        }
    }
}

/// Returns an array with unspecified items. The caller must write all of them before any is read.
///
/// # Errors
/// Returns a `MemoryError` if the system gives no memory.
pub(super) fn unwritten_array<'py, T: Number, D: Dimension>(
    py: Python<'py>,
    shape: D,
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let bytes = shape.slice().iter().try_fold(size_of::<T>(), |bytes, &length| bytes.checked_mul(length));
    let no_memory = |reason: &dyn fmt::Display| {
        PyMemoryError::new_err(format!("no memory for {shape:?} items: {reason}"))
    };
    let bytes = bytes.filter(|&bytes| isize::try_from(bytes).is_ok());
    let bytes = bytes.ok_or_else(|| no_memory(&"more than can be addressed"))?;
    if bytes < LEAST {
        return Ok(PyArray::zeros(py, shape, false));
    }
    let mut memory = take(bytes).map_err(|error| no_memory(&error))?;
    let items = memory.as_mut_ptr().cast::<T>();
    let owner = Bound::new(py, ArrayMemory(Some(memory)))?;
    // SAFETY: the memory has at least `bytes` bytes, which is the size of the array and at most `isize::MAX`. It begins at a page
    // and thus at a multiple of any item's size, and every bit pattern is a valid item. It does not move until its owner is
    // dropped. The owner is the array's base, so Python drops it after the array, and nothing else uses the memory.
    unsafe { Ok(PyArray::borrow_from_array(&ArrayView::from_shape_ptr(shape, items), owner.into_any())) }
}

/// Takes the smallest kept memory of `bytes` to twice as many bytes, or new memory. Never waits for the lock: if the process was
/// forked while another thread held it, it is never released.
fn take(bytes: usize) -> std::io::Result<MmapMut> {
    if let Ok(mut kept) = KEPT.try_lock() {
        let fitting =
            kept.iter().enumerate().filter(|(_, memory)| (bytes..=2 * bytes).contains(&memory.len()));
        if let Some((index, _)) = fitting.min_by_key(|(_, memory)| memory.len()) {
            return Ok(kept.remove(index));
        }
    }
    let memory = MmapMut::map_anon(bytes)?;
    let _ = memory.advise(Advice::HugePage); // a system without large pages is only slower
    Ok(memory)
}

/// Keeps memory for the next call. Frees the oldest memory first if there is too much.
fn keep(memory: MmapMut) {
    let Ok(mut kept) = KEPT.try_lock() else { return };
    // SAFETY: no array uses the memory any more, so nothing reads it before it is written again.
    let is_free = unsafe { memory.unchecked_advise(UncheckedAdvice::Free) }.is_ok();
    if !is_free || memory.len() > MOST_KEPT {
        return;
    }
    while kept.iter().map(|memory| memory.len()).sum::<usize>() + memory.len() > MOST_KEPT {
        kept.remove(0);
    }
    kept.push(memory);
}
