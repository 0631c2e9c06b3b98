//! The rows of NumPy arrays: bytes, read in place, and wider numbers, converted to bytes a batch at a time.

use std::ops::{BitOr, Range};

use numpy::{Element, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::input::address_range;
use super::prefetch::prefetch_after;
use super::rows::{self, Defect, Place, Rows};
use crate::CELLS;
use bulkdoku::datasets::Fingerprint;

/// The rows of an array of bytes, or the copied items of a list.
pub(super) struct ArrayRows<'a> {
    pub(super) cells: &'a [u8],
    /// Whether cells with the values 0 to 9 are digits.
    pub(super) may_be_digits: bool,
    /// The rows that are not puzzles, in order. Their cells are 0.
    pub(super) defects: &'a [BadItem],
}

/// An item of a list that is not a puzzle.
pub(super) struct BadItem {
    pub(super) row: usize,
    pub(super) defect: Defect,
    /// The fingerprint of its text, if it has one.
    pub(super) class: Option<Fingerprint>,
}

impl ArrayRows<'_> {
    /// Returns the number of rows before `row` that are not puzzles.
    fn defects_before(&self, row: usize) -> usize {
        self.defects.partition_point(|item| item.row < row)
    }

    /// Returns the row if it is not a puzzle.
    fn bad_item(&self, row: usize) -> Option<&BadItem> {
        self.defects.get(self.defects_before(row)).filter(|item| item.row == row)
    }
}

impl Rows for ArrayRows<'_> {
    fn len(&self) -> usize {
        self.cells.len() / CELLS
    }

    fn may_be_digits(&self) -> bool {
        self.may_be_digits
    }

    fn cells(&self, range: Range<usize>) -> Option<&[u8]> {
        let has_defects = self.defects_before(range.start) < self.defects_before(range.end);
        (!has_defects).then(|| cells_of(self.cells, range))
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        match self.bad_item(row) {
            Some(item) => Err(item.defect),
            None => Ok(Place { text: self.cells, start: row * CELLS, end: (row + 1) * CELLS }),
        }
    }

    fn text_class(&self, row: usize) -> Option<Fingerprint> {
        let cells = || Some(Fingerprint::of_text(cells_of(self.cells, row..row + 1).trim_ascii()));
        self.bad_item(row).map_or_else(cells, |item| item.class)
    }

    fn bad_cell(&self, row: usize) -> Option<Defect> {
        let cells = cells_of(self.cells, row..row + 1).iter().map(|&cell| i128::from(cell));
        self.may_be_digits.then(|| rows::bad_number(cells)).flatten()
    }
}

/// An array of numbers that are wider than a byte, or have a sign.
pub(super) trait NumberArray {
    /// Returns the rows, for as long as the array is borrowed.
    ///
    /// # Errors
    /// Returns a `ValueError` if the array is not contiguous.
    fn rows(&self) -> PyResult<Box<dyn Rows + '_>>;

    /// Returns the addresses of its numbers.
    fn addresses(&self) -> Range<usize>;
}

impl<T: Element + Number> NumberArray for PyReadonlyArray2<'_, T> {
    fn rows(&self) -> PyResult<Box<dyn Rows + '_>> {
        let cells = self.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Box::new(NumberRows { cells }))
    }

    fn addresses(&self) -> Range<usize> {
        self.as_slice().map(address_range).unwrap_or_default()
    }
}

/// An integer type of NumPy arrays.
trait Number: Copy + Default + BitOr<Output = Self> + Into<i128> + Sync {}

impl<T: Copy + Default + BitOr<Output = Self> + Into<i128> + Sync> Number for T {}

/// The rows of an array of numbers.
struct NumberRows<'a, T> {
    cells: &'a [T],
}

impl<T: Number> Rows for NumberRows<'_, T> {
    fn len(&self) -> usize {
        self.cells.len() / CELLS
    }

    /// Numbers that do not fit in a byte become 255, which is neither a clue nor a blank.
    fn gather(&self, range: Range<usize>, text: &mut Vec<u8>) -> bool {
        let cells = cells_of(self.cells, range);
        text.resize(cells.len(), 0);
        for (cells, bytes) in cells.as_chunks::<CELLS>().0.iter().zip(text.as_chunks_mut::<CELLS>().0) {
            prefetch_after(cells); // the processor's own prefetching begins too late
            if !is_byte(narrow(cells, bytes)) {
                let others = bytes.iter_mut().zip(cells).filter(|(_, cell)| !is_byte(**cell));
                others.for_each(|(byte, _)| *byte = 255);
            }
            rows::spell_digits(bytes);
        }
        true
    }

    fn place(&self, _: usize) -> Result<Place<'_>, Defect> {
        Err(Defect::Corrupt) // all rows are narrowed
    }

    fn text_class(&self, row: usize) -> Option<Fingerprint> {
        let mut text = Vec::new();
        self.gather(row..row + 1, &mut text);
        Some(Fingerprint::of_text(&text))
    }

    fn bad_cell(&self, row: usize) -> Option<Defect> {
        rows::bad_number(cells_of(self.cells, row..row + 1).iter().map(|&cell| cell.into()))
    }
}

/// Writes the low byte of each cell. Returns the bitwise OR of all cells, which fits in a byte exactly when every cell does.
///
/// They become numbers of 16 bits first, because vectors that every processor has cannot narrow 64 bits to 8 quickly.
#[inline]
fn narrow<T: Number>(cells: &[T; CELLS], bytes: &mut [u8; CELLS]) -> T {
    let (mut all, mut words) = (T::default(), [0; CELLS]);
    for (&cell, word) in cells.iter().zip(&mut words) {
        all = all | cell;
        *word = cell.into() as u16; // the compiler computes in the width of the array
    }
    for (&word, byte) in words.iter().zip(bytes) {
        *byte = word as u8;
    }
    all
}

/// Returns whether `number` fits in a byte.
fn is_byte<T: Number>(number: T) -> bool {
    (0..256).contains(&number.into())
}

/// Returns the cells of the rows `range` of an array.
pub(super) fn cells_of<T>(cells: &[T], range: Range<usize>) -> &[T] {
    &cells[range.start * CELLS..range.end * CELLS]
}
