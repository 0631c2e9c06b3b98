//! What a caller gives as puzzles: an array, a list, text, or an Arrow column.

use std::ops::Range;

use numpy::ndarray::Dim;
use numpy::{
    Element, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use super::array_memory;
use super::arrow::{self, ColumnWanted};
use super::rows::{self, CellRun, Defect, Place, Rows, puzzle_in};
use crate::datasets::DataSetError;
use crate::format::columns::Column;
use crate::format::detect::{self, FormatHint};
use crate::format::line_shape::{ANSWER_NAMES, PUZZLE_NAMES};
use crate::format::read::answer_field::AnswerField;
use crate::format::{Reason, Records};
use crate::grid::CELLS;
use crate::io::input::head_of;
use crate::notation::{Notation, Puzzles};

/// Puzzles in one of the forms that are taken.
pub(super) enum Input<'py> {
    /// A NumPy array of bytes with the shape (N, 81), which stays where it is.
    Array(PyReadonlyArray2<'py, u8>),
    /// A NumPy array of wider numbers with the shape (N, 81), which stays where it is.
    Numbers(Box<dyn NumberArray + 'py>),
    /// A list or a tuple, copied.
    List(ListCopy<'py>),
    /// The records of a text, and the column to read if it is a table.
    Text(Bound<'py, PyAny>, Option<Column>),
    /// A column, which stays where it is.
    Arrow(arrow::Column),
}

impl<'py> Input<'py> {
    /// Takes `puzzles`; `column` is the name of the column of a table.
    ///
    /// # Errors
    /// With a `TypeError` for what is none of the five, and a `ValueError` for one that cannot be read, or for a column of
    /// what has none.
    pub(super) fn take(puzzles: &Bound<'py, PyAny>, column: Option<&str>) -> PyResult<Self> {
        Self::take_column(puzzles, column, &PUZZLE_NAMES)
    }

    /// Takes answers as [`take`](Self::take) takes puzzles.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub(super) fn take_answers(answers: &Bound<'py, PyAny>, column: Option<&str>) -> PyResult<Self> {
        match column.map_or_else(|| Self::answers_in_text(answers, None), |_| Ok(None))? {
            Some(answers) => Ok(answers),
            None => Self::take_column(answers, column, &ANSWER_NAMES),
        }
    }

    /// The column of the answers of a table in a text; `None` if it is something else, or has no such column.
    fn answers_in_text(text: &Bound<'py, PyAny>, column: Option<&str>) -> PyResult<Option<Self>> {
        let Some(bytes) = text_of(text)? else { return Ok(None) };
        let requested = column.map(|column| Column::Name(column.to_owned()));
        let number = text.py().detach(|| TextRows::answer_column(bytes, requested.as_ref()));
        let number = number.map_err(PyValueError::new_err)?;
        Ok(number.map(|number| Self::Text(text.clone(), Some(Column::Number(number)))))
    }

    /// Takes puzzles, and the answers in another column of the same table: the one of this name, or one with a usual name.
    /// There are no answers if no column is named and there is none.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub(super) fn take_with_answers(
        puzzles: &Bound<'py, PyAny>,
        column: Option<&str>,
        answer_column: Option<&str>,
    ) -> PyResult<(Self, Option<Self>)> {
        if text_of(puzzles)?.is_some() {
            return Ok((Self::take(puzzles, column)?, Self::answers_in_text(puzzles, answer_column)?));
        }
        if Self::is_without_columns(puzzles) {
            refuse_column(answer_column, "no table")?;
            return Ok((Self::take(puzzles, column)?, None));
        }
        let data = arrow::Data::read(puzzles)?.ok_or_else(|| refused(puzzles))?;
        let wanted = column.map_or(ColumnWanted::Usual(&PUZZLE_NAMES), ColumnWanted::Named);
        let answers = answer_column.map_or(ColumnWanted::IfThere(&ANSWER_NAMES), ColumnWanted::Named);
        let found = data.column(wanted)?.ok_or_else(|| refused(puzzles))?;
        Ok((Self::Arrow(found), data.column(answers)?.map(Self::Arrow)))
    }

    /// Is this a list, a tuple or an array?
    fn is_without_columns(puzzles: &Bound<'py, PyAny>) -> bool {
        puzzles.is_instance_of::<PyList>()
            || puzzles.is_instance_of::<PyTuple>()
            || puzzles.cast::<PyUntypedArray>().is_ok()
    }

    fn take_column(puzzles: &Bound<'py, PyAny>, column: Option<&str>, names: &[&str]) -> PyResult<Self> {
        if let Some(array) = Self::array(puzzles)? {
            return refuse_column(column, "an array").map(|()| array);
        }
        if puzzles.is_instance_of::<PyList>() || puzzles.is_instance_of::<PyTuple>() {
            refuse_column(column, "a list")?;
        }
        if let Ok(list) = puzzles.cast::<PyList>() {
            return ListCopy::new(puzzles.py(), list.len(), list.iter()).map(Self::List);
        }
        if let Ok(tuple) = puzzles.cast::<PyTuple>() {
            return ListCopy::new(puzzles.py(), tuple.len(), tuple.iter()).map(Self::List);
        }
        if puzzles.is_instance_of::<PyString>() || puzzles.is_instance_of::<PyBytes>() {
            return Ok(Self::Text(puzzles.clone(), column.map(|column| Column::Name(column.to_owned()))));
        }
        let wanted = column.map_or(ColumnWanted::Usual(names), ColumnWanted::Named);
        let found = arrow::Data::read(puzzles)?.map(|data| data.column(wanted)).transpose()?.flatten();
        found.map(Self::Arrow).ok_or_else(|| refused(puzzles))
    }

    /// The array, or `None` if it is something else.
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

    /// The addresses of the memory of the caller that is read during the call.
    pub(super) fn addresses(&self) -> Vec<Range<usize>> {
        match self {
            Self::Array(array) => array.as_slice().map(address_range).into_iter().collect(),
            Self::Numbers(array) => vec![array.addresses()],
            Self::Arrow(column) => column.addresses(),
            Self::List(_) | Self::Text(..) => Vec::new(), // copied, and immutable
        }
    }

    /// The rows, for as long as the input is held.
    ///
    /// # Errors
    /// With a `ValueError` for text in no known format, or an array that is not contiguous.
    pub(super) fn rows(&self, py: Python<'py>) -> PyResult<Box<dyn Rows + '_>> {
        Ok(match self {
            Self::Array(array) => {
                let cells = array.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
                Box::new(ArrayRows { cells })
            }
            Self::Numbers(array) => array.rows()?,
            Self::List(copy) => Box::new(ListRows { cells: copy.cells.as_slice()?, defects: &copy.defects }),
            Self::Text(text, column) => {
                let text = text_of(text)?.unwrap_or_default();
                let rows = py.detach(|| TextRows::read(text, column.as_ref()));
                Box::new(rows.map_err(PyValueError::new_err)?)
            }
            Self::Arrow(column) => Box::new(column),
        })
    }
}

impl<'py> Input<'py> {
    /// The rows, if they are puzzles with clues alone.
    ///
    /// # Errors
    /// As [`rows`](Self::rows), and with a `ValueError` for pencilmarks.
    pub(super) fn rows_of_clues(&self, py: Python<'py>) -> PyResult<Box<dyn Rows + '_>> {
        let rows = self.rows(py)?;
        match rows.notation() {
            Notation::Clues => Ok(rows),
            Notation::Pencilmarks => {
                let refused = DataSetError::Pencilmarks { input: "the text".to_owned() };
                Err(PyValueError::new_err(refused.to_string()))
            }
        }
    }
}

/// The bytes of a text.
fn text_of<'a>(text: &'a Bound<'_, PyAny>) -> PyResult<Option<&'a [u8]>> {
    match (text.cast::<PyBytes>(), text.cast::<PyString>()) {
        (Ok(bytes), _) => Ok(Some(bytes.as_bytes())),
        (_, Ok(text)) => Ok(Some(text.to_str()?.as_bytes())),
        _ => Ok(None),
    }
}

/// The error of an object that is no puzzles.
fn refused(puzzles: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("puzzles cannot be {}", type_name(puzzles)))
}

/// Refuses the name of a column of what has no columns.
fn refuse_column(column: Option<&str>, what: &str) -> PyResult<()> {
    let refused = |column| format!("column='{column}' names a column of a table, and the puzzles are {what}");
    column.map_or(Ok(()), |column| Err(PyValueError::new_err(refused(column))))
}

/// The array of numbers of this type, with the shape (N, 81); `None` if it is something else.
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

/// The addresses of the items.
pub(super) fn address_range<T>(items: &[T]) -> Range<usize> {
    let range = items.as_ptr_range();
    range.start as usize..range.end as usize
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value
        .get_type()
        .fully_qualified_name()
        .map_or_else(|_| "of this type".to_owned(), |name| name.to_string())
}

impl<T: Rows + ?Sized> Rows for &T {
    fn len(&self) -> usize {
        (**self).len()
    }

    fn notation(&self) -> Notation {
        (**self).notation()
    }

    fn cells(&self, range: Range<usize>) -> Option<CellRun<'_>> {
        (**self).cells(range)
    }

    fn puzzles(&self, range: Range<usize>) -> Option<Puzzles<'_>> {
        (**self).puzzles(range)
    }

    fn gather(&self, range: Range<usize>, text: &mut Vec<u8>) -> bool {
        (**self).gather(range, text)
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        (**self).place(row)
    }

    fn bad_number(&self, row: usize) -> Option<Defect> {
        (**self).bad_number(row)
    }
}

/// The rows of an array.
struct ArrayRows<'a> {
    cells: &'a [u8],
}

impl Rows for ArrayRows<'_> {
    fn len(&self) -> usize {
        self.cells.len() / CELLS
    }

    fn cells(&self, range: Range<usize>) -> Option<CellRun<'_>> {
        Some(CellRun { bytes: cells_of(self.cells, range), may_be_digits: true })
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        let start = row * CELLS;
        Ok(Place { text: self.cells, start, end: start + CELLS, may_be_digits: true })
    }

    fn bad_number(&self, row: usize) -> Option<Defect> {
        rows::bad_number(cells_of(self.cells, row..row + 1).iter().map(|&cell| i128::from(cell)))
    }
}

/// An array of numbers that are wider than a byte, or have a sign.
pub(super) trait NumberArray {
    /// The rows, for as long as the array is held.
    ///
    /// # Errors
    /// With a `ValueError` when the array is not contiguous.
    fn rows(&self) -> PyResult<Box<dyn Rows + '_>>;

    /// The addresses of its numbers.
    fn addresses(&self) -> Range<usize>;
}

impl<T: WideNumber> NumberArray for PyReadonlyArray2<'_, T> {
    fn rows(&self) -> PyResult<Box<dyn Rows + '_>> {
        let cells = self.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Box::new(NumberRows { cells }))
    }

    fn addresses(&self) -> Range<usize> {
        self.as_slice().map(address_range).unwrap_or_default()
    }
}

/// A number that a byte may not hold.
trait WideNumber: Element + Copy + Into<i128> + Sync {
    /// The lowest eight bits.
    fn low_byte(self) -> u8;

    /// Whether the number is from 0 to 255.
    fn is_byte(self) -> bool;
}

macro_rules! wide_numbers {
    ($($number:ty: $is_byte:expr),*) => {
        $(impl WideNumber for $number {
            fn low_byte(self) -> u8 {
                self as u8
            }

            fn is_byte(self) -> bool {
                $is_byte(self)
            }
        })*
    };
}

wide_numbers!(
    i64: |number| i64::from(number as u8) == number,
    i32: |number| i32::from(number as u8) == number,
    i16: |number| i16::from(number as u8) == number,
    i8: |number| number >= 0,
    u64: |number| number < 256,
    u32: |number| number < 256,
    u16: |number| number < 256
);

/// The rows of an array of numbers.
struct NumberRows<'a, T> {
    cells: &'a [T],
}

impl<T: WideNumber> Rows for NumberRows<'_, T> {
    fn len(&self) -> usize {
        self.cells.len() / CELLS
    }

    /// What is no byte becomes 255, which is neither a clue nor a blank.
    fn gather(&self, range: Range<usize>, text: &mut Vec<u8>) -> bool {
        let cells = cells_of(self.cells, range);
        text.resize(cells.len(), 0);
        for (cells, bytes) in cells.as_chunks::<CELLS>().0.iter().zip(text.as_chunks_mut::<CELLS>().0) {
            let mut are_bytes = true;
            for (byte, &cell) in bytes.iter_mut().zip(cells) {
                *byte = cell.low_byte();
                are_bytes &= cell.is_byte();
            }
            if !are_bytes {
                let others = bytes.iter_mut().zip(cells).filter(|(_, cell)| !cell.is_byte());
                others.for_each(|(byte, _)| *byte = 255);
            }
            rows::spell_digits(bytes);
        }
        true
    }

    fn place(&self, _: usize) -> Result<Place<'_>, Defect> {
        Err(Defect::Corrupt) // all rows are narrowed
    }

    fn bad_number(&self, row: usize) -> Option<Defect> {
        rows::bad_number(cells_of(self.cells, row..row + 1).iter().map(|&cell| cell.into()))
    }
}

/// The cells of the rows `range` of an array.
fn cells_of<T>(cells: &[T], range: Range<usize>) -> &[T] {
    &cells[range.start * CELLS..range.end * CELLS]
}

/// The items of a list that are copied between two moments in which other threads may run, about a millisecond's work.
const ITEMS: usize = 1 << 15;

/// A copy of the items of a list, 81 bytes for each.
///
/// The items have to be copied while the interpreter is locked: another thread may change the list, and free them. The lock
/// is released now and then. The memory is that of an array, which is used again by the next call.
pub(super) struct ListCopy<'py> {
    cells: PyReadonlyArray1<'py, u8>,
    /// The items that are no puzzles, in their order. Their cells are 0.
    defects: Vec<(usize, Defect)>,
}

impl<'py> ListCopy<'py> {
    fn new(py: Python<'py>, count: usize, items: impl Iterator<Item = Bound<'py, PyAny>>) -> PyResult<Self> {
        let copy = array_memory::unwritten_array::<u8, _>(py, Dim(count * CELLS))?;
        let (mut defects, mut rows) = (Vec::new(), 0);
        {
            let mut writable = copy.readwrite();
            let (cells, _) = writable.as_slice_mut()?.as_chunks_mut::<CELLS>();
            for (row, (item, cells)) in items.zip(cells).enumerate() {
                if row % ITEMS == ITEMS - 1 {
                    py.detach(|| {}); // other threads may run
                    py.check_signals()?;
                }
                rows = row + 1;
                match puzzle_of(row, &item, |puzzle| *cells = *puzzle)? {
                    Ok(()) => {}
                    Err(defect) => {
                        *cells = [0; CELLS];
                        defects.push((row, defect));
                    }
                }
            }
        }
        if rows < count {
            return Err(PyRuntimeError::new_err("the list became shorter while it was read"));
        }
        Ok(Self { cells: copy.readonly(), defects })
    }
}

/// Passes the puzzle of item `row` to `copy`, or returns why it is none.
///
/// # Errors
/// With a `TypeError` for an item of another type.
#[inline]
fn puzzle_of(
    row: usize,
    item: &Bound<'_, PyAny>,
    copy: impl FnOnce(&[u8; CELLS]),
) -> PyResult<Result<(), Defect>> {
    let text = match item.cast::<PyString>() {
        Ok(text) => text.to_str().map_or(b"".as_slice(), str::as_bytes),
        Err(_) => match item.cast::<PyBytes>() {
            Ok(bytes) => bytes.as_bytes(),
            Err(_) if is_null(item) => return Ok(Err(Defect::Null)),
            Err(_) => {
                let found = type_name(item);
                return Err(PyTypeError::new_err(format!(
                    "item {row} is {found}, and not str, bytes or None"
                )));
            }
        },
    };
    Ok(puzzle(text).map(copy))
}

/// The 81 bytes of the puzzle in `text`.
#[inline]
fn puzzle(text: &[u8]) -> Result<&[u8; CELLS], Defect> {
    if let Ok(puzzle) = text.try_into() {
        return Ok(puzzle);
    }
    let start = puzzle_in(text)?;
    let missing = Defect::Text(Reason::Length { found: text.len() as u32, expected: CELLS as u32 });
    text[start..].first_chunk().ok_or(missing)
}

/// Is this `None`, or what pandas has in its place: the float NaN, or NA?
fn is_null(item: &Bound<'_, PyAny>) -> bool {
    item.is_none()
        || item.extract::<f64>().is_ok_and(f64::is_nan)
        || item.get_type().name().is_ok_and(|name| name == "NAType")
}

/// The copied items of a list.
struct ListRows<'a> {
    cells: &'a [u8],
    defects: &'a [(usize, Defect)],
}

impl ListRows<'_> {
    /// The number of items before `row` that are no puzzles.
    fn defects_before(&self, row: usize) -> usize {
        self.defects.partition_point(|&(defect, _)| defect < row)
    }
}

impl Rows for ListRows<'_> {
    fn len(&self) -> usize {
        self.cells.len() / CELLS
    }

    fn cells(&self, range: Range<usize>) -> Option<CellRun<'_>> {
        let has_defects = self.defects_before(range.start) < self.defects_before(range.end);
        (!has_defects).then(|| CellRun { bytes: cells_of(self.cells, range), may_be_digits: false })
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        let start = row * CELLS;
        if self.cells[start] == 0
            && let Ok(at) = self.defects.binary_search_by_key(&row, |&(row, _)| row)
        {
            return Err(self.defects[at].1);
        }
        Ok(Place { text: self.cells, start, end: start + CELLS, may_be_digits: false })
    }
}

/// The records of a text, in any format that a file can have.
struct TextRows<'a> {
    text: &'a [u8],
    notation: Notation,
    records: Records,
    /// For each record the number of its puzzle, or else of its defect; empty if all are puzzles.
    order: Vec<Result<u32, u32>>,
}

impl<'a> TextRows<'a> {
    /// The number of the column of the answers in a table, if there is one.
    fn answer_column(text: &[u8], requested: Option<&Column>) -> Result<Option<usize>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let found = detect::detect(head_of(text), "the text", &FormatHint::default());
        let found = found.map_err(|error| error.to_string())?;
        if found.table.is_none() && requested.is_none() {
            return Ok(None);
        }
        let field = AnswerField::find(&found, head_of(&text[found.preamble..]), "the text", requested);
        Ok(field.map_err(|error| error.to_string())?.map(|field| field.number()))
    }

    fn read(text: &'a [u8], column: Option<&Column>) -> Result<Self, String> {
        if u32::try_from(text.len()).is_err() {
            return Err("a text of 4 GiB or more is solved as a file, with solve_file".to_owned());
        }
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        if text.is_empty() {
            return Ok(Self {
                text,
                notation: Notation::Clues,
                records: Records::default(),
                order: Vec::new(),
            });
        }
        let head = head_of(text);
        let hint = FormatHint { column: column.cloned(), ..FormatHint::default() };
        let found = detect::detect(head, "text", &hint).map_err(|error| error.to_string())?;
        let text = &text[found.preamble..];
        let mut records = Records::default();
        found.reader.read(text, &mut records);
        let order = if records.malformed.is_empty() { Vec::new() } else { order(&records) };
        Ok(Self { text, notation: found.reader.notation(), records, order })
    }
}

/// The puzzles and the defects in the order of their records.
fn order(records: &Records) -> Vec<Result<u32, u32>> {
    let puzzles = records.len() - records.malformed.len();
    let mut order = Vec::with_capacity(records.len());
    let mut defects = (0..).zip(&records.malformed).peekable();
    for puzzle in 0..puzzles as u32 {
        while let Some((defect, _)) = defects.next_if(|(_, record)| record.before == puzzle) {
            order.push(Err(defect));
        }
        order.push(Ok(puzzle));
    }
    order.extend(defects.map(|(defect, _)| Err(defect)));
    order
}

impl Rows for TextRows<'_> {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn notation(&self) -> Notation {
        self.notation
    }

    fn puzzles(&self, range: Range<usize>) -> Option<Puzzles<'_>> {
        let is_regular = self.order.is_empty();
        is_regular.then(|| self.records.puzzles_from(range, self.text, self.notation))
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        match self.order.get(row).copied().unwrap_or(Ok(row as u32)) {
            Ok(puzzle) => {
                let puzzle = puzzle as usize;
                let found = self.records.puzzles_from(puzzle..puzzle + 1, self.text, self.notation);
                let (text, start) = (self.records.text(self.text), found.start(0) as usize);
                Ok(Place { text, start, end: start + self.notation.width(), may_be_digits: false })
            }
            Err(defect) => Err(Defect::Text(self.records.malformed[defect as usize].defect.reason)),
        }
    }
}
