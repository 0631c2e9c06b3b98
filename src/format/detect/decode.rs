//! Step 1, decode: turns an input into text with one record after another, unless it already is such text.
//!
//! Each encoding is recognized by its first bytes and decoded while it is read, as [`Input`] decompresses files. The later steps
//! see only the decoded text.

mod characters;
mod json;
mod refusal;
mod returns;
mod rows;
mod scan;
mod text;
mod utf16;

use std::io::Read;

use self::rows::ByLine;
use self::scan::Scan;
use self::text::{Decode, decode as decode_text};
use self::utf16::Utf16;
use super::line_shape::DELIMITERS;
use super::{FormatHint, RecordFormat};
use crate::error::{Error, Result};
use crate::format::read::line::first_records;
use crate::io::Input;
use crate::io::input::Encoded;

pub(super) use self::characters::replaced;
pub(super) use self::refusal::refusal;
pub(super) use self::returns::has_returns;
pub(super) use self::scan::puzzles;

/// The name of an array that the text is decoded from.
pub(super) const ARRAY: &str = "a NumPy array";

/// The name of a text that is scanned.
pub(super) const ANY_TEXT: &str = "any text";

/// Decodes `input` if necessary.
///
/// # Errors
/// [`Error::Format`](crate::Error::Format) when the input is damaged or cannot be decoded, and [`Error::Io`](crate::Error::Io)
/// when it cannot be read.
pub(crate) fn decode(input: Input, hint: &FormatHint) -> Result<Input> {
    if let Some(refusal) = refusal(input.head(), input.name())
        && (hint.format != Some(RecordFormat::Scan) || refusal::is_packed(input.head()))
    {
        return Err(Error::format(input.name(), 1, refusal));
    }
    if crate::io::npy::is_array(input.head()) {
        let values = match hint.format {
            Some(RecordFormat::Tokens) => crate::io::npy::Values::Tokens,
            _ => crate::io::npy::Values::Digits,
        };
        let decode = move |array, name: &str| crate::io::npy::decode(array, values, name);
        return input.decoded(ARRAY, Box::new(decode));
    }
    let format = hint.format.filter(|&format| format != RecordFormat::Tokens);
    decode_records(decode_characters(input)?, format)
}

/// Returns whether `input` must be decoded, if its format is not requested.
pub(super) fn is_encoded(input: &Input) -> bool {
    let head = input.head();
    crate::io::npy::is_array(head)
        || Utf16::of(head).is_some()
        || has_returns(head)
        || json::Layout::of(head, input.head_is_all()).is_some()
        || has_quoted_rows(head)
}

/// Turns UTF-16 into UTF-8 and other line ends into LF. Line n stays line n.
fn decode_characters(mut input: Input) -> Result<Input> {
    if let Some((order, mark)) = Utf16::of(input.head()) {
        let decode = move |mut encoded: Encoded, name: &str| {
            let mark = encoded.bytes.read_exact(&mut vec![0; mark]);
            mark.map_err(|error| Error::reading(name, error))?;
            Ok(decode_text(encoded, order, false))
        };
        input = input.decoded("UTF-16", Box::new(decode))?;
    }
    if has_returns(input.head()) {
        input = input.decoded(
            "lines that end in CR",
            Box::new(|encoded, _| Ok(decode_text(encoded, returns::Returns, false))),
        )?;
    }
    Ok(input)
}

/// Turns records that are not one per line into lines, if the requested format allows them or no format is requested.
fn decode_records(input: Input, format: Option<RecordFormat>) -> Result<Input> {
    match format {
        Some(RecordFormat::Scan) => return into_lines(input, ANY_TEXT, Scan::default()),
        None | Some(RecordFormat::Jsonl | RecordFormat::Csv) => {}
        _ => return Ok(input),
    }
    if format != Some(RecordFormat::Csv) {
        match json::Layout::of(input.head(), input.head_is_all()) {
            Some(json::Layout::Document(places)) => {
                let name = if places.is_some() { "nested JSON" } else { "a JSON document" };
                return into_lines(input, name, json::Document::new(places));
            }
            Some(json::Layout::Lines) => return into_lines(input, "arrays or escapes", json::lines()),
            None => {}
        }
    }
    if format != Some(RecordFormat::Jsonl) && has_quoted_rows(input.head()) {
        return into_lines(input, "rows quoted as a whole", ByLine::new(rows::unquote_row));
    }
    Ok(input)
}

/// Turns an input into lines with `decoder`, which knows their places in the `encoding`.
fn into_lines(input: Input, encoding: &'static str, decoder: impl Decode + 'static) -> Result<Input> {
    input.decoded(encoding, Box::new(|encoded, _| Ok(decode_text(encoded, decoder, true))))
}

/// Replaces the characters of a text that would otherwise have no known format.
///
/// # Errors
/// [`Error::Io`](crate::Error::Io) when it cannot be read.
pub(super) fn replace_characters(input: Input) -> Result<Input> {
    input.decoded(
        "characters outside ASCII",
        Box::new(|encoded, _| Ok(decode_text(encoded, characters::Characters, false))),
    )
}

/// Returns whether each of the first rows is one quoted field that contains a row of several fields.
fn has_quoted_rows(head: &[u8]) -> bool {
    let has_fields = |line: &[u8]| {
        rows::quoted_row(line).is_some_and(|row| row.iter().any(|byte| DELIMITERS.contains(byte)))
    };
    let mut rows = first_records(head).peekable();
    // The last line may continue after the head.
    let is_cut = |line: &[u8]| line.as_ptr_range().end == head.as_ptr_range().end;
    rows.peek().is_some_and(|first| has_fields(first)) && rows.all(|line| has_fields(line) || is_cut(line))
}
