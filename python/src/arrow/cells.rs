//! One chunk of a column, read by the layout of its type.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType,
    LargeUtf8Type, StringViewType, UInt8Type, Utf8Type,
};
use arrow_array::{
    Array, ArrayRef, GenericByteArray, GenericByteViewArray, PrimitiveArray, downcast_integer_array,
};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use pyo3::PyResult;
use pyo3::exceptions::PyTypeError;

use crate::CELLS;
use crate::input::address_range;
use crate::rows::{self, Defect, Place, puzzle_in};

/// A chunk of a column of puzzles.
pub(super) struct Cells {
    len: usize,
    nulls: Option<NullBuffer>,
    layout: Layout,
    /// The cells as numbers, if they are numbers.
    numbers: Option<Numbers>,
}

/// The numbers of a column of lists, one after another.
struct Numbers {
    /// The null numbers, if any.
    nulls: Option<NullBuffer>,
    array: ArrayRef,
}

/// The location of the bytes of row `i`.
enum Layout {
    /// string, binary: `data[offsets[i]..offsets[i + 1]]`.
    Offsets(OffsetBuffer<i32>, Buffer),
    /// large_string, large_binary: likewise.
    LargeOffsets(OffsetBuffer<i64>, Buffer),
    /// string_view, binary_view: a length, a prefix, a buffer and an offset in it; or a length and up to 12 bytes.
    Views(ScalarBuffer<u128>, Arc<[Buffer]>),
    /// fixed_size_binary and fixed_size_list: contiguous rows of this width. Numbers wider than a byte are copied to bytes first.
    Fixed(usize, Buffer),
    /// dictionary: the row of the value in another chunk, which may not exist.
    Keys(Vec<usize>, Box<Cells>),
    /// null: no row has bytes.
    Null,
}

impl Cells {
    /// Returns the rows of an array, without a copy.
    ///
    /// # Errors
    /// Returns a `TypeError` for a type that cannot contain puzzles.
    pub(super) fn of(array: &ArrayRef) -> PyResult<Self> {
        let mut numbers = None;
        let mut bytes_of = |values: &ArrayRef| -> PyResult<Buffer> {
            let nulls = values.logical_nulls().filter(|nulls| nulls.null_count() > 0);
            numbers = Some(Numbers { nulls, array: Arc::clone(values) });
            narrowed(values)
        };
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
            DataType::FixedSizeList(_, width) => {
                Layout::Fixed(width.as_usize(), bytes_of(array.as_fixed_size_list().values())?)
            }
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                Layout::Offsets(list.offsets().clone(), bytes_of(list.values())?)
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                Layout::LargeOffsets(list.offsets().clone(), bytes_of(list.values())?)
            }
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let keys = dictionary.keys();
                let keys = downcast_integer_array!(
                    keys => keys.values().iter().map(|key| key.as_usize()).collect(),
                    _ => Vec::new()
                );
                Layout::Keys(keys, Box::new(Self::of(dictionary.values())?))
            }
            DataType::Null => Layout::Null,
            other => {
                return Err(PyTypeError::new_err(format!(
                    "an Arrow column of puzzles cannot be of the type {other}"
                )));
            }
        };
        Ok(Self { len: array.len(), nulls: array.nulls().cloned(), layout, numbers })
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the cells of these rows, if all have 81 cells and are contiguous.
    pub(super) fn run(&self, rows: Range<usize>) -> Option<&[u8]> {
        if self.has_nulls(&rows) || self.null_cells().is_some() {
            return None;
        }
        match &self.layout {
            Layout::Offsets(offsets, data) => text_run(&offsets[rows.start..=rows.end], data),
            Layout::LargeOffsets(offsets, data) => text_run(&offsets[rows.start..=rows.end], data),
            Layout::Fixed(CELLS, data) => data.get(CELLS * rows.start..CELLS * rows.end),
            Layout::Fixed(..) | Layout::Views(..) | Layout::Keys(..) | Layout::Null => None,
        }
    }

    /// Whether one of these rows is null.
    fn has_nulls(&self, rows: &Range<usize>) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls.slice(rows.start, rows.len()).null_count() > 0)
    }

    fn is_null(&self, row: usize) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
    }

    /// Copies the rows of views, which are scattered over several buffers, if all have 81 bytes.
    pub(super) fn gather(&self, rows: Range<usize>, text: &mut Vec<u8>) -> bool {
        let Layout::Views(views, buffers) = &self.layout else { return false };
        if self.has_nulls(&rows) {
            return false;
        }
        text.resize(CELLS * rows.len(), 0);
        views[rows].iter().zip(text.as_chunks_mut().0).all(|(&row, cells)| {
            let place = view(row, buffers).ok();
            let puzzle: Option<&[u8; CELLS]> =
                place.and_then(|Place { text, start, end, .. }| text.get(start..end)?.try_into().ok());
            puzzle.map(|puzzle| *cells = *puzzle).is_some()
        })
    }

    /// Whether the cells may be digits. The cells of texts are characters.
    pub(super) fn may_be_digits(&self) -> bool {
        match &self.layout {
            Layout::Fixed(..) => true,
            Layout::Keys(_, values) => values.may_be_digits(),
            _ => self.numbers.is_some(),
        }
    }

    /// Returns the null numbers, if there are any.
    fn null_cells(&self) -> Option<&NullBuffer> {
        self.numbers.as_ref()?.nulls.as_ref()
    }

    /// Returns what is wrong with the cells of a row, if they are numbers.
    pub(super) fn bad_cell(&self, row: usize) -> Option<Defect> {
        let cells = self.cells_of(row)?;
        let Some(numbers) = &self.numbers else {
            let Layout::Fixed(_, bytes) = &self.layout else { return None };
            return rows::bad_number(bytes.get(cells)?.iter().map(|&byte| byte.into()));
        };
        let values = &numbers.array;
        downcast_integer_array!(
            values => rows::bad_number(cells.map(|cell| i128::from(values.value(cell)))),
            _ => None
        )
    }

    /// Returns the range of the cells of a row among all cells.
    fn cells_of(&self, row: usize) -> Option<Range<usize>> {
        match &self.layout {
            Layout::Offsets(offsets, _) => Some(offsets[row].as_usize()..offsets[row + 1].as_usize()),
            Layout::LargeOffsets(offsets, _) => Some(offsets[row].as_usize()..offsets[row + 1].as_usize()),
            Layout::Fixed(width, _) => Some(row * width..(row + 1) * width),
            Layout::Views(..) | Layout::Keys(..) | Layout::Null => None,
        }
    }

    /// Returns the addresses of the caller's bytes.
    pub(super) fn addresses(&self) -> Vec<Range<usize>> {
        match &self.layout {
            Layout::Offsets(_, data) | Layout::LargeOffsets(_, data) | Layout::Fixed(_, data) => {
                vec![address_range(data.as_slice())]
            }
            Layout::Views(views, buffers) => {
                let buffers = buffers.iter().map(|buffer| address_range(buffer.as_slice()));
                buffers.chain([address_range(views)]).collect()
            }
            Layout::Keys(_, values) => values.addresses(),
            Layout::Null => Vec::new(),
        }
    }

    /// Returns the location of a row.
    pub(super) fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        if self.is_null(row) {
            return Err(Defect::Null);
        }
        match (&self.layout, self.cells_of(row)) {
            (
                Layout::Offsets(_, data) | Layout::LargeOffsets(_, data) | Layout::Fixed(_, data),
                Some(cells),
            ) => {
                self.check_cells(&cells)?;
                place(data, cells)
            }
            (Layout::Views(views, buffers), _) => view(views[row], buffers),
            (Layout::Keys(keys, values), _) if keys[row] < values.len() => values.place(keys[row]),
            (Layout::Null, _) => Err(Defect::Null),
            _ => Err(Defect::Corrupt),
        }
    }

    /// Returns the text of a row that is not a puzzle, if it is not null.
    pub(super) fn text(&self, row: usize) -> Option<&[u8]> {
        match &self.layout {
            Layout::Views(views, _) if !self.is_null(row) && views[row] as u32 <= SHORT_VIEW => {
                let bytes = views.inner().as_slice().get(size_of::<u128>() * row + 4..)?;
                bytes.get(..views[row] as u32 as usize)
            }
            Layout::Keys(keys, values) if !self.is_null(row) && keys[row] < values.len() => {
                values.text(keys[row])
            }
            _ => self.place(row).ok().map(|place| place.bytes()),
        }
    }

    /// Refuses null cells.
    fn check_cells(&self, cells: &Range<usize>) -> Result<(), Defect> {
        let Some(nulls) = self.null_cells() else { return Ok(()) };
        let is_null = |&cell: &usize| cell < nulls.len() && nulls.is_null(cell);
        cells.clone().find(is_null).map_or(Ok(()), |cell| Err(Defect::NullCell(cell - cells.start)))
    }
}

/// Converts numbers to bytes. Numbers that do not fit in a byte become 255, which is neither a clue nor a blank.
///
/// # Errors
/// Returns a `TypeError` for values that are not integers.
fn narrowed(values: &ArrayRef) -> PyResult<Buffer> {
    if *values.data_type() == DataType::UInt8 {
        return Ok(values.as_primitive::<UInt8Type>().values().inner().clone());
    }
    fn bytes<T: ArrowPrimitiveType<Native: TryInto<u8>>>(values: &PrimitiveArray<T>) -> Buffer {
        values.values().iter().map(|&value| value.try_into().unwrap_or(255)).collect::<Vec<u8>>().into()
    }
    downcast_integer_array!(
        values => Ok(bytes(values)),
        other => Err(PyTypeError::new_err(format!(
            "an Arrow column of puzzles cannot be of the type list of {other}"
        )))
    )
}

/// Returns the cells of the rows between these offsets, if each row has 81.
fn text_run<'a, O: ArrowNativeType>(offsets: &[O], text: &'a Buffer) -> Option<&'a [u8]> {
    let first = offsets.first()?.as_usize();
    let is_expected = |(row, offset): (usize, &O)| offset.as_usize() == first + CELLS * row;
    let are_expected = offsets.iter().enumerate().map(is_expected).fold(true, |all, is| all & is);
    if are_expected { text.get(first..first + CELLS * (offsets.len() - 1)) } else { None }
}

fn place(text: &Buffer, cells: Range<usize>) -> Result<Place<'_>, Defect> {
    let Range { start, end } = cells;
    if start > end || end > text.len() {
        return Err(Defect::Corrupt);
    }
    Ok(Place { text, start, end })
}

/// The length up to which a view contains the bytes of a text itself.
const SHORT_VIEW: u32 = 12;

/// Returns the text of a view, which has these bytes:
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
    if length <= SHORT_VIEW as usize {
        let text = &bytes[4..4 + length];
        return Err(puzzle_in(text).err().unwrap_or(Defect::Null)); // too short for 81 cells
    }
    let (buffer, start) = (word(8), word(12));
    buffers.get(buffer).map_or(Err(Defect::Corrupt), |buffer| place(buffer, start..start + length))
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
