//! One chunk of a column, read by the layout of its type.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type, StringViewType,
    Utf8Type,
};
use arrow_array::{
    Array, ArrayRef, GenericByteArray, GenericByteViewArray, downcast_integer_array, downcast_run_array,
};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use pyo3::PyResult;
use pyo3::exceptions::PyTypeError;

use crate::CELLS;
use crate::defect::Defect;
use crate::list_rows::LOST;
use crate::rows::{Batch, is_text};

/// A chunk of a column of puzzles.
pub(super) struct Cells {
    len: usize,
    nulls: Option<NullBuffer>,
    layout: Layout,
}

/// Where row `i` is.
enum Layout {
    /// string, binary and fixed_size_binary: a range of bytes.
    Bytes(Ranges, Buffer),
    /// string_view, binary_view: a length, a prefix, a buffer and an offset in it; or a length and up to 12 bytes.
    Views(ScalarBuffer<u128>, Arc<[Buffer]>),
    /// lists of integers, also of lists of nine: a range of numbers.
    Numbers(Ranges, Numbers),
    /// dictionary and run-end encoded: a row of other cells, which may not exist.
    Keys(Vec<usize>, Box<Cells>),
    /// null: no row has cells.
    Null,
}

/// The range of row `i`.
enum Ranges {
    Offsets(OffsetBuffer<i32>),
    LargeOffsets(OffsetBuffer<i64>),
    /// The length of every row.
    Fixed(usize),
    Each(Vec<Range<usize>>),
}

/// The numbers of a column of lists, one after another.
struct Numbers {
    /// The null numbers, if any.
    nulls: Option<NullBuffer>,
    array: ArrayRef,
    /// Whether the rows of a grid are its columns.
    are_transposed: bool,
}

impl Ranges {
    fn of(&self, row: usize) -> Range<usize> {
        match self {
            Self::Offsets(offsets) => offsets[row].as_usize()..offsets[row + 1].as_usize(),
            Self::LargeOffsets(offsets) => offsets[row].as_usize()..offsets[row + 1].as_usize(),
            Self::Fixed(width) => row * width..(row + 1) * width,
            Self::Each(ranges) => ranges.get(row).cloned().unwrap_or(0..0),
        }
    }

    /// Returns the ranges of lists of lists, whose inner lists are consecutive.
    fn of_lists(self, inner: &Self, rows: usize) -> Self {
        let of_row = |row: Range<usize>| match row.is_empty() {
            true => 0..0,
            false => inner.of(row.start).start..inner.of(row.end - 1).end,
        };
        Self::Each((0..rows).map(|row| of_row(self.of(row))).collect())
    }
}

impl Cells {
    /// Returns the rows of an array, without a copy. `are_transposed` says whether the rows of a grid are its columns.
    ///
    /// # Errors
    /// Returns a `TypeError` for a type that cannot contain puzzles.
    pub(super) fn of(array: &ArrayRef, are_transposed: bool) -> PyResult<Self> {
        let layout = match array.data_type() {
            DataType::Utf8 => bytes32(array.as_bytes::<Utf8Type>()),
            DataType::Binary => bytes32(array.as_bytes::<BinaryType>()),
            DataType::LargeUtf8 => bytes64(array.as_bytes::<LargeUtf8Type>()),
            DataType::LargeBinary => bytes64(array.as_bytes::<LargeBinaryType>()),
            DataType::Utf8View => views(array.as_byte_view::<StringViewType>()),
            DataType::BinaryView => views(array.as_byte_view::<BinaryViewType>()),
            DataType::FixedSizeBinary(width) => {
                Layout::Bytes(Ranges::Fixed(width.as_usize()), array.as_fixed_size_binary().values().clone())
            }
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let keys = dictionary.keys();
                let keys = downcast_integer_array!(
                    keys => keys.values().iter().map(|key| key.as_usize()).collect(),
                    _ => Vec::new()
                );
                Layout::Keys(keys, Box::new(Self::of(dictionary.values(), are_transposed)?))
            }
            DataType::RunEndEncoded(..) => downcast_run_array!(
                array => {
                    let runs = (0..array.len()).map(|row| array.get_physical_index(row));
                    Layout::Keys(runs.collect(), Box::new(Self::of(array.values(), are_transposed)?))
                },
                other => return Err(refused(other))
            ),
            DataType::Null => Layout::Null,
            _ => Layout::numbers(array, are_transposed)?,
        };
        Ok(Self { len: array.len(), nulls: array.nulls().cloned(), layout })
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the bytes of these rows, if they are in one piece.
    pub(super) fn memory(&self, rows: Range<usize>) -> &[u8] {
        match &self.layout {
            Layout::Bytes(ranges, bytes) if rows.end <= self.len => {
                bytes.get(ranges.of(rows.start).start..ranges.of(rows.end - 1).end).unwrap_or_default()
            }
            _ => &[],
        }
    }

    /// Adds rows to a batch.
    pub(super) fn copy(&self, rows: Range<usize>, batch: &mut Batch) {
        match &self.layout {
            Layout::Numbers(ranges, numbers) => self.copy_numbers(rows, ranges, numbers, batch),
            Layout::Keys(keys, values) => {
                for row in rows {
                    match self.is_null(row) {
                        true => batch.push_defect(Defect::Null),
                        false if keys[row] < values.len() => values.copy(keys[row]..keys[row] + 1, batch),
                        false => batch.push_defect(Defect::Corrupt),
                    }
                }
            }
            Layout::Bytes(ranges, _) => match self.texts(rows.clone(), ranges) {
                Some(texts) => batch.push_all(texts),
                None if matches!(ranges, Ranges::Fixed(_)) => self.copy_bytes(rows, batch, Batch::push_bytes),
                None => self.copy_bytes(rows, batch, Batch::push_text),
            },
            Layout::Views(..) | Layout::Null => self.copy_bytes(rows, batch, Batch::push_text),
        }
    }

    /// Returns these rows, if each is a text of 81 characters.
    fn texts(&self, rows: Range<usize>, ranges: &Ranges) -> Option<&[[u8; CELLS]]> {
        let count = rows.len();
        if count == 0 || self.nulls.is_some() || rows.clone().any(|row| ranges.of(row).len() != CELLS) {
            return None;
        }
        let (texts, _) = self.memory(rows).as_chunks();
        (texts.len() == count && texts.iter().all(is_text)).then_some(texts)
    }

    fn copy_bytes<'a>(
        &self,
        rows: Range<usize>,
        batch: &mut Batch<'a>,
        push: impl Fn(&mut Batch<'a>, &[u8]),
    ) {
        for row in rows {
            match self.bytes(row) {
                Ok(bytes) => push(batch, bytes),
                Err(defect) => batch.push_defect(defect),
            }
        }
    }

    fn copy_numbers(&self, rows: Range<usize>, ranges: &Ranges, numbers: &Numbers, batch: &mut Batch) {
        let values = &numbers.array;
        downcast_integer_array!(
            values => for row in rows {
                let range = ranges.of(row);
                match values.values().get(range.clone()) {
                    _ if self.is_null(row) => batch.push_defect(Defect::Null),
                    None => batch.push_defect(Defect::Corrupt),
                    Some(cells) => match numbers.null_cell(range) {
                        Some(defect) => batch.push_defect(defect),
                        None if numbers.are_transposed => batch.push_numbers(&transposed(cells)),
                        None => batch.push_numbers(cells),
                    }
                }
            },
            _ => rows.for_each(|_| batch.push_defect(Defect::Corrupt))
        )
    }

    #[inline]
    fn is_null(&self, row: usize) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
    }

    /// Returns the bytes of a row of text.
    #[inline]
    fn bytes(&self, row: usize) -> Result<&[u8], Defect> {
        if self.is_null(row) {
            return Err(Defect::Null);
        }
        match &self.layout {
            Layout::Bytes(ranges, bytes) => bytes.get(ranges.of(row)).ok_or(Defect::Corrupt),
            Layout::Views(views, buffers) => view(views, row, buffers).ok_or(Defect::Corrupt),
            Layout::Numbers(..) | Layout::Keys(..) | Layout::Null => Err(Defect::Null),
        }
    }

    /// Returns the text of a row that is not a puzzle, if it is not null.
    pub(super) fn text(&self, row: usize) -> Option<Cow<'_, [u8]>> {
        match &self.layout {
            Layout::Numbers(ranges, numbers) if !self.is_null(row) => {
                let (cells, values) = (ranges.of(row), &numbers.array);
                let cells = cells.start..cells.end.min(values.len());
                let text: Vec<String> = downcast_integer_array!(
                    values => values.values().get(cells)?.iter().map(ToString::to_string).collect(),
                    _ => return None
                );
                Some(text.join(" ").into_bytes().into())
            }
            Layout::Keys(keys, values) if !self.is_null(row) && keys[row] < values.len() => {
                values.text(keys[row])
            }
            _ => self.bytes(row).ok().map(|text| text.trim_ascii().into()),
        }
    }
}

impl Layout {
    /// Returns the layout of a column of lists of integers.
    fn numbers(array: &ArrayRef, are_transposed: bool) -> PyResult<Self> {
        let (mut ranges, mut values) = lists(array).ok_or_else(|| refused(array.data_type()))?;
        if let Some((inner, numbers)) = lists(&values) {
            (ranges, values) = (ranges.of_lists(&inner, array.len()), numbers);
        }
        if !values.data_type().is_integer() {
            return Err(refused(array.data_type()));
        }
        let nulls = values.logical_nulls().filter(|nulls| nulls.null_count() > 0);
        Ok(Self::Numbers(ranges, Numbers { nulls, array: values, are_transposed }))
    }
}

impl Numbers {
    /// Returns the defect of a row with a null cell.
    fn null_cell(&self, cells: Range<usize>) -> Option<Defect> {
        let (nulls, start) = (self.nulls.as_ref()?, cells.start);
        let is_null = |&cell: &usize| cell < nulls.len() && nulls.is_null(cell);
        cells.into_iter().find(is_null).map(|cell| Defect::NullCell(cell - start))
    }
}

/// Returns the ranges and the values of a column of lists.
fn lists(array: &ArrayRef) -> Option<(Ranges, ArrayRef)> {
    fn each<O: ArrowNativeType>(offsets: &[O], sizes: &[O]) -> Ranges {
        let ranges = offsets
            .iter()
            .zip(sizes)
            .map(|(start, size)| start.as_usize()..start.as_usize() + size.as_usize());
        Ranges::Each(ranges.collect())
    }
    Some(match array.data_type() {
        DataType::FixedSizeList(_, width) => {
            (Ranges::Fixed(width.as_usize()), Arc::clone(array.as_fixed_size_list().values()))
        }
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            (Ranges::Offsets(list.offsets().clone()), Arc::clone(list.values()))
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            (Ranges::LargeOffsets(list.offsets().clone()), Arc::clone(list.values()))
        }
        DataType::ListView(_) => {
            let list = array.as_list_view::<i32>();
            (each(list.offsets(), list.sizes()), Arc::clone(list.values()))
        }
        DataType::LargeListView(_) => {
            let list = array.as_list_view::<i64>();
            (each(list.offsets(), list.sizes()), Arc::clone(list.values()))
        }
        _ => return None,
    })
}

/// Returns the error of a type that cannot contain puzzles.
fn refused(data_type: &DataType) -> pyo3::PyErr {
    let why = if data_type.is_numeric() { format!(": {LOST}") } else { String::new() };
    PyTypeError::new_err(format!("an Arrow column of puzzles cannot be of the type {data_type}{why}"))
}

/// Returns the cells of a grid with rows and columns exchanged, or all of them if they are not a grid.
fn transposed<T: Copy>(cells: &[T]) -> Vec<T> {
    if cells.len() != CELLS {
        return cells.to_vec();
    }
    (0..CELLS).map(|cell| cells[cell % 9 * 9 + cell / 9]).collect()
}

/// The length up to which a view contains the bytes of a text itself.
const SHORT_VIEW: usize = 12;

/// Returns the text of view number `row`, which has these bytes:
///
/// ```text
/// byte  0..4     4..8     8..12    12..16
///       length │ prefix │ buffer │ offset     more than 12 bytes
///       length │ the bytes                    up to 12 bytes
/// ```
#[inline]
fn view<'a>(views: &'a ScalarBuffer<u128>, row: usize, buffers: &'a [Buffer]) -> Option<&'a [u8]> {
    let view = views[row];
    let word = |number: u32| (view >> (32 * number)) as u32 as usize;
    let length = word(0);
    if length <= SHORT_VIEW {
        let start = size_of::<u128>() * row + size_of::<u32>();
        return views.inner().get(start..start + length);
    }
    buffers.get(word(2))?.get(word(3)..word(3) + length)
}

fn bytes32<T: ByteArrayType<Offset = i32>>(array: &GenericByteArray<T>) -> Layout {
    Layout::Bytes(Ranges::Offsets(array.offsets().clone()), array.values().clone())
}

fn bytes64<T: ByteArrayType<Offset = i64>>(array: &GenericByteArray<T>) -> Layout {
    Layout::Bytes(Ranges::LargeOffsets(array.offsets().clone()), array.values().clone())
}

fn views<T: ByteViewType + ?Sized>(array: &GenericByteViewArray<T>) -> Layout {
    Layout::Views(array.views().clone(), Arc::clone(array.data_buffers()))
}
