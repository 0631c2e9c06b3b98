//! Step 2, shape: tells from the first lines how the records of a text are laid out.

use super::columns::EXAMINED;
use super::decode::refusal;
use super::line_shape::{self, DELIMITERS, LineKind, USUAL_DELIMITERS, is_of_table, records};
use super::{FormatHint, RecordFormat};
use crate::error::{Error, FormatError, Result};
use crate::format::read::csv::Delimiter;
use crate::format::read::line::has_bare_returns;

/// The layout of the records of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One-line puzzles.
    Lines,
    /// Grids of nine rows.
    Grids,
    /// Lines of 729 characters.
    Pencilmarks,
    /// A table that begins after this number of bytes.
    Table(Delimiter, usize),
    /// Objects of JSON.
    Objects,
}

/// The shape of a text that begins with `head`: the one that `hint` asks for, or that of the first line that fits exactly one.
/// `name` is the name of the input in errors. A text without records has lines.
///
/// # Errors
/// [`Error::Format`] when no line fits a shape.
pub(super) fn of(head: &[u8], name: &str, hint: &FormatHint) -> Result<Shape> {
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = head {
        return Err(Error::format(name, 1, FormatError::Utf16));
    }
    if let Some(refusal) = refusal(head, name).filter(|_| hint.format.is_none()) {
        return Err(Error::format(name, 1, refusal));
    }
    if hint.format.is_none() && has_bare_returns(head) {
        return Err(Error::format(name, 1, FormatError::BareReturns));
    }
    if matches!(hint.format, None | Some(RecordFormat::Csv))
        && let Some((delimiter, length)) = line_shape::declared_delimiter(head)
    {
        return Ok(Shape::Table(Delimiter::Byte(delimiter), length));
    }
    let is_object =
        || records(head).next().is_some_and(|(_, line)| line.trim_ascii_start().starts_with(b"{"));
    Ok(match (hint.format, &hint.column) {
        (Some(RecordFormat::Jsonl), _) => Shape::Objects,
        (None, _) if is_object() => Shape::Objects,
        (Some(RecordFormat::Line | RecordFormat::Tokens), None) | (Some(RecordFormat::Scan), _) => {
            Shape::Lines
        }
        (Some(RecordFormat::Line | RecordFormat::Tokens), Some(_)) => Shape::Table(Delimiter::Space, 0),
        (Some(RecordFormat::Grid), _) => Shape::Grids,
        (Some(RecordFormat::Pencilmark), _) => Shape::Pencilmarks,
        (None, None) => of_records(head, name)?,
        (_, _) => Shape::Table(table_delimiter(head), 0),
    })
}

/// The shape of the first line that fits exactly one.
fn of_records(head: &[u8], name: &str) -> Result<Shape> {
    let mut records = records(head).peekable();
    let Some(&(index, first)) = records.peek() else { return Ok(Shape::Lines) };
    match records.take(EXAMINED).find_map(|(_, line)| LineKind::of(line)) {
        Some(LineKind::Line) => Ok(Shape::Lines),
        Some(LineKind::Row) => Ok(Shape::Grids),
        Some(LineKind::Pencilmark) => Ok(Shape::Pencilmarks),
        Some(LineKind::Table(delimiter)) => Ok(Shape::Table(delimiter, 0)),
        None => Err(Error::format(name, index as u64 + 1, unknown_format(first))),
    }
}

/// The delimiter of a table that was requested: that of its first record or header if there is one, or else the most
/// frequent one of the first line.
fn table_delimiter(head: &[u8]) -> Delimiter {
    let mut records = records(head).map(|(_, line)| line).peekable();
    let first = records.peek().copied().unwrap_or_default();
    let of_table = |line| DELIMITERS.into_iter().find(|&byte| is_of_table(line, byte));
    let count = |&byte: &u8| memchr::memchr_iter(byte, first).count();
    let most_frequent =
        || USUAL_DELIMITERS.into_iter().rev().max_by_key(count).filter(|byte| count(byte) > 0);
    match records.take(EXAMINED).find_map(of_table).or_else(most_frequent) {
        Some(byte) => Delimiter::Byte(byte),
        None if first.trim_ascii().contains(&b' ') => Delimiter::Space,
        None => Delimiter::Byte(b','),
    }
}

/// Why a text whose first record seems to be `line` has no known format.
fn unknown_format(line: &[u8]) -> FormatError {
    FormatError::Unknown { shown: line_shape::excerpt(line), resembles: line_shape::resemblance(line) }
}
