//! Takes over the arrays of a capsule. Only this file follows pointers of other libraries.
//!
//! The Arrow C data interface is a contract between libraries of one process: a capsule with the right name contains a struct
//! with the layout that the name promises, and its buffers have the lengths that it states.
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>

#![allow(unsafe_code)] // every block relies on that contract

use std::ffi::{CStr, c_int, c_void};
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, NullArray, make_array};
use arrow_buffer::BooleanBuffer;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use super::Column;
use super::cells::Cells;

/// The column of a table to use.
#[derive(Clone, Copy)]
pub(crate) enum ColumnWanted<'a> {
    /// The column with this name.
    Named(&'a str),
    /// The only column, or the first one with one of these names.
    Usual(&'a [&'a str]),
    /// The first column with one of these names, if there is one and it is not this other column.
    IfThere(&'a [&'a str], &'a ColumnWanted<'a>),
}

/// The data of an object: a column, or a table, where only the requested columns are read.
pub(crate) struct Data {
    schema: FFI_ArrowSchema,
    chunks: Vec<FFI_ArrowArray>,
}

impl Data {
    /// Takes the data of an object, or returns `None` if it has none.
    ///
    /// # Errors
    /// Returns the error of the library that made the data.
    pub(crate) fn take(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        Ok(Some(if object.hasattr("__arrow_c_stream__")? {
            let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
            Stream::take(&capsule)?.read()?
        } else if object.hasattr("__arrow_c_array__")? {
            let capsules = object.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
            array(&capsules)?
        } else {
            return Ok(None);
        }))
    }

    /// Returns the column itself, or each wanted column of a table. `None` for one that is not there and may be missing.
    ///
    /// # Errors
    /// Returns a `TypeError` for a column of a type that cannot contain puzzles, and a `ValueError` for a table without the
    /// column.
    pub(crate) fn columns<const N: usize>(
        self,
        wanted: [ColumnWanted<'_>; N],
    ) -> PyResult<[Option<Column>; N]> {
        let Self { schema, mut chunks } = self;
        if schema.format() != "+s" {
            let chunks =
                chunks.into_iter().map(|chunk| import(chunk, &schema)).collect::<PyResult<Vec<_>>>()?;
            let column = Column::new(chunks);
            return each(wanted.map(|wanted| match wanted {
                ColumnWanted::Named(name) => Err(PyValueError::new_err(format!(
                    "column='{name}' names a column of a table, and the puzzles are a column"
                ))),
                ColumnWanted::Usual(_) => Ok(Some(column.clone())),
                ColumnWanted::IfThere(..) => Ok(None),
            }));
        }
        let names: Vec<&str> = schema.children().map(|field| field.name().unwrap_or_default()).collect();
        let numbers = each(wanted.map(|wanted| find_column(&names, wanted)))?;
        let mut imported: Vec<(usize, Column)> = Vec::new();
        for number in numbers.into_iter().flatten() {
            if imported.iter().all(|(known, _)| *known != number) {
                let cells = chunks.iter_mut().map(|chunk| import_field(chunk, number, schema.child(number)));
                imported.push((number, Column::new(cells.collect::<PyResult<_>>()?)));
            }
        }
        let find =
            |number| imported.iter().find(|(known, _)| *known == number).map(|(_, column)| column.clone());
        Ok(numbers.map(|number| number.and_then(find)))
    }
}

/// Returns the values, or the first error.
fn each<T, const N: usize>(results: [PyResult<T>; N]) -> PyResult<[T; N]> {
    let values = results.into_iter().collect::<PyResult<Vec<_>>>()?;
    Ok(values.try_into().unwrap_or_else(|_| unreachable!("as many values as results")))
}

/// Returns the index of the wanted column.
///
/// # Errors
/// Returns a `ValueError` if there is none, unless it may be missing.
pub(crate) fn find_column(names: &[&str], wanted: ColumnWanted<'_>) -> PyResult<Option<usize>> {
    let find = |wanted: &str| {
        let exact = names.iter().position(|name| *name == wanted);
        exact.or_else(|| names.iter().position(|name| name.eq_ignore_ascii_case(wanted)))
    };
    let (found, wanted) = match wanted {
        ColumnWanted::Named(wanted) => (find(wanted), format!(" '{wanted}'")),
        ColumnWanted::Usual(_) if names.len() == 1 => (Some(0), String::new()),
        ColumnWanted::Usual(usual) => (usual.iter().copied().find_map(find), format!(" of {}", usual[1])),
        ColumnWanted::IfThere(usual, other) => {
            let other = find_column(names, *other)?;
            return Ok(usual.iter().copied().find_map(find).filter(|&column| Some(column) != other));
        }
    };
    let listed = names.join(", ");
    let missing = || format!("the table has no column{wanted}: name one of {listed} with column=");
    found.map(Some).ok_or_else(|| PyValueError::new_err(missing()))
}

/// Returns the array of a pair of capsules, a schema and an array.
fn array(capsules: &Bound<'_, PyTuple>) -> PyResult<Data> {
    let schema = capsules.get_item(0)?.cast_into::<PyCapsule>()?;
    let array = capsules.get_item(1)?.cast_into::<PyCapsule>()?;
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // SAFETY: the capsules have the names of an ArrowSchema and an ArrowArray, so they point to such structs, which live
    // as long as the capsules. `from_raw` moves them out and leaves released ones.
    unsafe {
        let schema = FFI_ArrowSchema::from_raw(schema.as_ptr());
        Ok(Data { schema, chunks: vec![FFI_ArrowArray::from_raw(array.as_ptr())] })
    }
}

/// The beginning of a struct ArrowArray, as the interface defines it.
#[repr(C)]
struct ArrayHead {
    numbers: [i64; 5],
    buffers: *mut *const c_void,
    children: *mut *mut FFI_ArrowArray,
}

/// Makes the cells of one field of a table. The other fields may have types that Arrow does not know.
fn import_field(table: &mut FFI_ArrowArray, field: usize, schema: &FFI_ArrowSchema) -> PyResult<Cells> {
    if has_null_rows(table) {
        return Err(PyValueError::new_err("a table cannot have rows that are null"));
    }
    if field >= table.num_children() {
        return Err(PyValueError::new_err(
            "the Arrow data is corrupt: a table has fewer columns than its schema",
        ));
    }
    let (offset, len) = (table.offset(), table.len());
    // SAFETY: the table is an ArrowArray with more than `field` children, and `ArrayHead` is how that begins. The interface allows
    // to move children out of an array that is then released without further use, as `Data` is, whose owner asks for each once.
    let child = unsafe {
        let head = &*std::ptr::from_mut(table).cast::<ArrayHead>();
        FFI_ArrowArray::from_raw(*head.children.add(field))
    };
    let (column, is_transposed) = import_array(child, schema)?;
    if column.len() < offset + len {
        return Err(PyValueError::new_err("the Arrow data is corrupt: a column is shorter than its table"));
    }
    Cells::of(&column.slice(offset, len), is_transposed)
}

/// Whether a table has rows that are null, where its fields may contain anything.
fn has_null_rows(table: &FFI_ArrowArray) -> bool {
    if table.num_buffers() == 0 || table.buffer(0).is_null() || table.null_count_opt() == Some(0) {
        return false;
    }
    let end = table.offset() + table.len();
    // SAFETY: the first buffer of a table is not null here, and has a bit for each of its rows.
    let bits = unsafe { std::slice::from_raw_parts(table.buffer(0), end.div_ceil(8)) };
    BooleanBuffer::new(bits.into(), table.offset(), table.len()).count_set_bits() < table.len()
}

/// Makes the cells of an array that this process owns.
fn import(array: FFI_ArrowArray, schema: &FFI_ArrowSchema) -> PyResult<Cells> {
    let (array, is_transposed) = import_array(array, schema)?;
    Cells::of(&array, is_transposed)
}

/// Makes an array from a struct that this process owns. Returns whether its grids are transposed.
fn import_array(array: FFI_ArrowArray, schema: &FFI_ArrowSchema) -> PyResult<(ArrayRef, bool)> {
    let is_transposed = is_transposed_tensor(schema)?;
    let data_type = DataType::try_from(schema).map_err(invalid)?;
    if data_type == DataType::Null {
        return Ok((Arc::new(NullArray::new(array.len())), false)); // some libraries give it a buffer
    }
    // SAFETY: the struct comes from a library that promises an array of this type by the C data interface, and it is not
    // released, because its owner has just handed it over.
    let mut data = unsafe { from_ffi_and_data_type(array, data_type) }.map_err(invalid)?;
    data.align_buffers(); // the interface only recommends alignment
    data.validate().map_err(|error| PyValueError::new_err(format!("the Arrow data is corrupt: {error}")))?;
    Ok((make_array(data), is_transposed))
}

/// Whether the extension type of a column is a tensor of grids whose rows are stored as columns.
///
/// # Errors
/// Returns a `TypeError` for a type whose bytes only its library understands.
fn is_transposed_tensor(schema: &FFI_ArrowSchema) -> PyResult<bool> {
    let metadata = schema.metadata().map_err(invalid)?;
    let value = |key: &str| metadata.get(key).map(String::as_str).unwrap_or_default();
    let details = value("ARROW:extension:metadata");
    match value("ARROW:extension:name") {
        "arrow.opaque" => {
            let name = json_value(details, "type_name").trim_matches('"');
            Err(PyTypeError::new_err(format!(
                "an Arrow column of puzzles cannot be of the type {name}, which only its library understands: \
                 cast it to text, as with cast(puzzle as varchar), or read the file as text"
            )))
        }
        "arrow.fixed_shape_tensor" => {
            let order: String = json_value(details, "permutation").split_whitespace().collect();
            Ok(order == "[1,0]")
        }
        _ => Ok(false),
    }
}

/// Returns the value of a key of an object of JSON: a text without escapes, or an array of numbers.
fn json_value<'a>(object: &'a str, key: &str) -> &'a str {
    let after = object.split_once(&format!("\"{key}\"")).map_or("", |(_, after)| after);
    let value = after.trim_start().trim_start_matches(':').trim_start();
    let end = value.char_indices().skip(1).find(|(_, character)| matches!(character, '"' | ']' | '}'));
    end.map_or(value, |(at, last)| &value[..at + last.len_utf8()])
}

/// A stream of arrays.
struct Stream(FFI_ArrowArrayStream);

impl Stream {
    /// Takes the stream out of its capsule.
    fn take(capsule: &Bound<'_, PyCapsule>) -> PyResult<Self> {
        let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: a capsule of this name points to an ArrowArrayStream. `from_raw` moves it out and leaves a released
        // one.
        Ok(Self(unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) }))
    }

    fn read(mut self) -> PyResult<Data> {
        let mut schema = FFI_ArrowSchema::empty();
        let get_schema = self.0.get_schema().ok_or_else(released)?;
        // SAFETY: the stream is not released, and `schema` is an empty struct for the callback to fill.
        let code = unsafe { get_schema(&mut self.0, &mut schema) };
        self.check(code)?;
        let mut chunks = Vec::new();
        let get_next = self.0.get_next().ok_or_else(released)?;
        loop {
            let mut array = FFI_ArrowArray::empty();
            // SAFETY: as above.
            let code = unsafe { get_next(&mut self.0, &mut array) };
            self.check(code)?;
            if array.is_released() {
                return Ok(Data { schema, chunks });
            }
            chunks.push(array);
        }
    }

    /// Raises the error of the last call, unless its code is 0.
    fn check(&mut self, code: c_int) -> PyResult<()> {
        if code == 0 {
            return Ok(());
        }
        let Some(get_last_error) = self.0.get_last_error() else { return Err(released()) };
        // SAFETY: the stream is not released. The returned text, or null, lives until the next call on the stream.
        let text = unsafe {
            let text = get_last_error(&mut self.0);
            if text.is_null() {
                "no reason given".into()
            } else {
                CStr::from_ptr(text).to_string_lossy().into_owned()
            }
        };
        Err(PyValueError::new_err(format!("the Arrow stream failed with code {code}: {text}")))
    }
}

fn released() -> PyErr {
    PyValueError::new_err("the Arrow stream was read before")
}

fn invalid(error: ArrowError) -> PyErr {
    PyTypeError::new_err(format!("the Arrow data cannot be read: {error}"))
}
