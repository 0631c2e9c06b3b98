//! Takes over the arrays of a capsule. Only this file follows pointers of other libraries.
//!
//! The Arrow C data interface is a contract between libraries of one process: a capsule with the right name contains a struct
//! with the layout that the name promises, and its buffers have the lengths that it states.
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>

#![allow(unsafe_code)] // every block relies on that contract

use std::ffi::{CStr, c_int};

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, make_array};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use super::Column;

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

/// The data of an object: a column, or a table.
pub(crate) struct Data {
    data_type: DataType,
    chunks: Vec<ArrayRef>,
}

impl Data {
    /// Reads the data of an object, or returns `None` if it has none.
    ///
    /// # Errors
    /// Returns the error of the library that made the data.
    pub(crate) fn read(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
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

    /// Returns the column itself, or the wanted column of a table. `None` if there is none and it may be missing.
    ///
    /// # Errors
    /// Returns a `TypeError` for a column of a type that cannot contain puzzles, and a `ValueError` for a table without the
    /// column.
    pub(crate) fn column(&self, wanted: ColumnWanted<'_>) -> PyResult<Option<Column>> {
        let Self { data_type, chunks } = self;
        if let DataType::Struct(fields) = data_type {
            let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
            let Some(column) = find_column(&names, wanted)? else { return Ok(None) };
            let chunks = chunks.iter().map(|chunk| field_of(chunk, column)).collect::<PyResult<Vec<_>>>()?;
            return Column::new(&chunks).map(Some);
        }
        match wanted {
            ColumnWanted::Named(name) => Err(PyValueError::new_err(format!(
                "column='{name}' names a column of a table, and the puzzles are a column"
            ))),
            ColumnWanted::Usual(_) => Column::new(chunks).map(Some),
            ColumnWanted::IfThere(..) => Ok(None),
        }
    }
}

/// Returns the index of the wanted column.
///
/// # Errors
/// Returns a `ValueError` if there is none, unless it may be missing.
fn find_column(names: &[&str], wanted: ColumnWanted<'_>) -> PyResult<Option<usize>> {
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

/// Returns a field of a struct. Where a struct is null, its field may contain anything, so tables with null rows are refused.
fn field_of(chunk: &ArrayRef, column: usize) -> PyResult<ArrayRef> {
    let table = chunk.as_struct_opt().filter(|table| table.null_count() == 0);
    let table = table.ok_or_else(|| PyValueError::new_err("a table cannot have rows that are null"))?;
    Ok(table.column(column).clone())
}

/// Returns the array of a pair of capsules, a schema and an array.
fn array(capsules: &Bound<'_, PyTuple>) -> PyResult<Data> {
    let schema = capsules.get_item(0)?.cast_into::<PyCapsule>()?;
    let array = capsules.get_item(1)?.cast_into::<PyCapsule>()?;
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // SAFETY: the capsules have the names of an ArrowSchema and an ArrowArray, so they point to such structs, which live
    // as long as the capsules. `from_raw` moves the array out and leaves a released one.
    let (data_type, array) = unsafe {
        (DataType::try_from(schema.as_ref()).map_err(invalid)?, FFI_ArrowArray::from_raw(array.as_ptr()))
    };
    Ok(Data { chunks: vec![import(array, data_type.clone())?], data_type })
}

/// Makes an array from a struct that this process owns.
fn import(array: FFI_ArrowArray, data_type: DataType) -> PyResult<ArrayRef> {
    // SAFETY: the struct comes from a library that promises an array of this type by the C data interface, and it is not
    // released, because its owner has just handed it over.
    let mut data = unsafe { from_ffi_and_data_type(array, data_type) }.map_err(invalid)?;
    data.align_buffers(); // the interface only recommends alignment
    data.validate().map_err(|error| PyValueError::new_err(format!("the Arrow data is corrupt: {error}")))?;
    Ok(make_array(data))
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
        let data_type = DataType::try_from(&schema).map_err(invalid)?;
        let mut chunks = Vec::new();
        let get_next = self.0.get_next().ok_or_else(released)?;
        loop {
            let mut array = FFI_ArrowArray::empty();
            // SAFETY: as above.
            let code = unsafe { get_next(&mut self.0, &mut array) };
            self.check(code)?;
            if array.is_released() {
                return Ok(Data { data_type, chunks });
            }
            chunks.push(import(array, data_type.clone())?);
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
