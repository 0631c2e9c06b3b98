//! One chunk of a column, by the layout of its type.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type, StringViewType,
    UInt8Type, Utf8Type,
};
use arrow_array::{Array, ArrayRef, GenericByteArray, GenericByteViewArray};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use pyo3::PyResult;
use pyo3::exceptions::PyTypeError;

use crate::grid::CELLS;
use crate::python::rows::{CellRun, Defect, Place, puzzle_in};

/// A chunk of a column of puzzles.
pub(super) struct Cells {
    len: usize,
    nulls: Option<NullBuffer>,
    layout: Layout,
}

/// Where the bytes of row `i` stand.
enum Layout {
    /// string, binary: `data[offsets[i]..offsets[i + 1]]`.
    Offsets(OffsetBuffer<i32>, Buffer),
    /// large_string, large_binary: likewise.
    LargeOffsets(OffsetBuffer<i64>, Buffer),
    /// string_view, binary_view: a length, a prefix, a buffer and an offset in it; or a length and up to 12 bytes.
    Views(ScalarBuffer<u128>, Arc<[Buffer]>),
    /// fixed_size_binary, and fixed_size_list of uint8: rows of this width, one behind the other.
    Fixed(usize, Buffer),
    /// dictionary: the row of the value in another chunk.
    Keys(Vec<usize>, Box<Cells>),
    /// null: no row has bytes.
    Null,
}

impl Cells {
    /// The rows of an array, without a copy.
    ///
    /// # Errors
    /// With a `TypeError` for a type that holds no puzzles.
    pub(super) fn of(array: &ArrayRef) -> PyResult<Self> {
        let layout = match array.data_type() {
            DataType::Utf8 => offsets32(array.as_bytes::<Utf8Type>()),
            DataType::Binary => offsets32(array.as_bytes::<BinaryType>()),
            DataType::LargeUtf8 => offsets64(array.as_bytes::<LargeUtf8Type>()),
            DataType::LargeBinary => offsets64(array.as_bytes::<LargeBinaryType>()),
            DataType::Utf8View => views(array.as_byte_view::<StringViewType>()),
            DataType::BinaryView => views(array.as_byte_view::<BinaryViewType>()),
            DataType::FixedSizeBinary(width) => {
                Layout::Fixed(width.as_usize(), array.as_fixed_size_binary().values().clone())
            }
            DataType::FixedSizeList(field, width) if *field.data_type() == DataType::UInt8 => {
                let values = array.as_fixed_size_list().values();
                Layout::Fixed(width.as_usize(), values.as_primitive::<UInt8Type>().values().inner().clone())
            }
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                if dictionary.values().is_empty() {
                    Layout::Null // normalized_keys() needs a value
                } else {
                    Layout::Keys(dictionary.normalized_keys(), Box::new(Self::of(dictionary.values())?))
                }
            }
            DataType::Null => Layout::Null,
            other => {
                return Err(PyTypeError::new_err(format!(
                    "an Arrow column of puzzles cannot be of the type {other}"
                )));
            }
        };
        Ok(Self { len: array.len(), nulls: array.nulls().cloned(), layout })
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The cells of these rows, if all of them have 81 and stand one behind the other.
    pub(super) fn run(&self, rows: Range<usize>) -> Option<CellRun<'_>> {
        let nulls = self.nulls.as_ref().map(|nulls| nulls.slice(rows.start, rows.len()).null_count());
        if nulls.unwrap_or(0) > 0 {
            return None;
        }
        match &self.layout {
            Layout::Offsets(offsets, data) => text_run(&offsets[rows.start..=rows.end], data),
            Layout::LargeOffsets(offsets, data) => text_run(&offsets[rows.start..=rows.end], data),
            Layout::Fixed(CELLS, data) => {
                let bytes = &data[CELLS * rows.start..CELLS * rows.end];
                Some(CellRun { bytes, may_be_digits: true })
            }
            Layout::Fixed(..) | Layout::Views(..) | Layout::Keys(..) | Layout::Null => None,
        }
    }

    /// Where a row stands.
    pub(super) fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return Err(Defect::Null);
        }
        match &self.layout {
            Layout::Offsets(offsets, data) => {
                Ok(text(data, offsets[row].as_usize(), offsets[row + 1].as_usize()))
            }
            Layout::LargeOffsets(offsets, data) => {
                Ok(text(data, offsets[row].as_usize(), offsets[row + 1].as_usize()))
            }
            Layout::Views(views, buffers) => view(views[row], buffers),
            Layout::Fixed(width, data) => {
                let start = row * width;
                Ok(Place { text: data, start, end: start + width, may_be_digits: *width == CELLS })
            }
            Layout::Keys(keys, values) => values.place(keys[row]),
            Layout::Null => Err(Defect::Null),
        }
    }
}

/// The cells of rows between these offsets, if each row has 81.
fn text_run<'a, O: ArrowNativeType>(offsets: &[O], text: &'a Buffer) -> Option<CellRun<'a>> {
    let first = offsets.first()?.as_usize();
    let is_expected = |(row, offset): (usize, &O)| offset.as_usize() == first + CELLS * row;
    let are_expected = offsets.iter().enumerate().map(is_expected).fold(true, |all, is| all & is);
    are_expected
        .then(|| CellRun { bytes: &text[first..first + CELLS * (offsets.len() - 1)], may_be_digits: false })
}

fn text(text: &Buffer, start: usize, end: usize) -> Place<'_> {
    Place { text, start, end, may_be_digits: false }
}

/// The bytes of a view:
///
/// ```text
/// byte  0..4     4..8     8..12    12..16
///       length │ prefix │ buffer │ offset     more than 12 bytes
///       length │ the bytes                    up to 12 bytes
/// ```
fn view(view: u128, buffers: &[Buffer]) -> Result<Place<'_>, Defect> {
    let bytes = view.to_le_bytes();
    let word =
        |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize;
    let length = word(0);
    if length <= 12 {
        let text = &bytes[4..4 + length];
        return Err(puzzle_in(text).err().unwrap_or(Defect::Null)); // too short to hold 81 cells
    }
    let (buffer, start) = (word(8), word(12));
    Ok(text(&buffers[buffer], start, start + length))
}

fn offsets32<T: ByteArrayType<Offset = i32>>(array: &GenericByteArray<T>) -> Layout {
    Layout::Offsets(array.offsets().clone(), array.values().clone())
}

fn offsets64<T: ByteArrayType<Offset = i64>>(array: &GenericByteArray<T>) -> Layout {
    Layout::LargeOffsets(array.offsets().clone(), array.values().clone())
}

fn views<T: ByteViewType + ?Sized>(array: &GenericByteViewArray<T>) -> Layout {
    Layout::Views(array.views().clone(), Arc::clone(array.data_buffers()))
}
