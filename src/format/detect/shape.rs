//! Step 2, shape: finds the layout of the records of a text from its first lines.

use super::columns::EXAMINED;
use super::decode::{has_mostly_returns, refusal};
use super::line_shape::{self, DELIMITERS, LineKind, USUAL_DELIMITERS, is_header, is_of_table, records};
use super::{FormatHint, RecordFormat};
use crate::error::{Error, FormatError, Result};
use crate::format::read::csv::Delimiter;
use crate::format::read::grid::{Grids, RowLayout, SIDE, Sections, is_puzzle_section};
use crate::format::read::line::has_bare_returns;
use crate::format::read::rewritten::LineLayout;

/// The number of lines to examine for the layout of a grid: its rows, and ruled lines around and between them.
const ROWS_EXAMINED: usize = 13;

/// The layout of the records of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One-line puzzles.
    Lines,
    /// Grids of nine rows.
    Grids(Grids),
    /// Lines of 729 characters.
    Pencilmarks,
    /// Lines whose cells are not written as 81 bytes.
    Rewritten(LineLayout),
    /// A table that begins after this number of bytes.
    Table(Delimiter, usize),
    /// JSON objects.
    Objects,
}

/// Returns the shape of a text that begins with `head`: the requested one in `hint`, or the shape of the first line that fits
/// exactly one. `name` is the name of the input in errors. A text without records has the shape of lines. A text that must be
/// decoded first is refused.
///
/// # Errors
/// [`Error::Format`] when no line fits a shape.
pub(super) fn of(head: &[u8], name: &str, hint: &FormatHint) -> Result<Shape> {
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = head {
        return Err(Error::format(name, 1, FormatError::Utf16));
    }
    let format = hint.format.filter(|&format| format != RecordFormat::Tokens);
    if let Some(refusal) = refusal(head, name).filter(|_| format.is_none()) {
        return Err(Error::format(name, 1, refusal));
    }
    if format.is_none() && !head.contains(&0) && (has_bare_returns(head) || has_mostly_returns(head)) {
        return Err(Error::format(name, 1, FormatError::BareReturns));
    }
    if matches!(format, None | Some(RecordFormat::Csv))
        && let Some((delimiter, length)) = line_shape::declared_delimiter(head)
    {
        return Ok(Shape::Table(Delimiter::Byte(delimiter), length));
    }
    let is_object =
        || records(head).next().is_some_and(|(_, line)| line.trim_ascii_start().starts_with(b"{"));
    Ok(match (format, &hint.column) {
        (Some(RecordFormat::Jsonl), _) => Shape::Objects,
        (None, _) if is_object() => Shape::Objects,
        (Some(RecordFormat::Scan), _) => Shape::Lines,
        (Some(RecordFormat::Line), None) => match kind_of(head) {
            Some(LineKind::Rewritten(
                layout @ (LineLayout::Spaces | LineLayout::Rows | LineLayout::Library),
            )) => Shape::Rewritten(layout),
            _ => Shape::Lines,
        },
        (Some(RecordFormat::Line), Some(_)) => Shape::Table(Delimiter::Space, 0),
        (Some(RecordFormat::Grid), _) => Shape::Grids(grids(head)),
        (Some(RecordFormat::Pencilmark), _) => match kind_of(head) {
            Some(LineKind::Rewritten(LineLayout::Library)) => Shape::Rewritten(LineLayout::LibraryCandidates),
            _ => Shape::Pencilmarks,
        },
        (None, None) => of_records(head, name)?,
        (Some(RecordFormat::Csv), None) if is_of_cells(head) => of_records(head, name)?,
        (_, _) => Shape::Table(table_delimiter(head), 0),
    })
}

/// Returns the shape of the first line that fits exactly one.
fn of_records(head: &[u8], name: &str) -> Result<Shape> {
    let mut records = records(head).peekable();
    let Some(&(index, first)) = records.peek() else { return Ok(Shape::Lines) };
    match kind_of(head) {
        Some(LineKind::Rewritten(layout)) => Ok(Shape::Rewritten(layout)),
        Some(LineKind::Line) => Ok(Shape::Lines),
        Some(LineKind::Row) => Ok(Shape::Grids(grids(head))),
        Some(LineKind::Pencilmark) => Ok(Shape::Pencilmarks),
        Some(LineKind::Table(delimiter)) => Ok(Shape::Table(delimiter, 0)),
        None if spaced_rows(head).is_some() => Ok(Shape::Grids(grids(head))),
        None => Err(Error::format(name, index as u64 + 1, unknown_format(first))),
    }
}

/// Returns the kind of the first line that fits exactly one.
///
/// A table header counts only if no grid follows it: `Puzzle, easy` may be a heading.
fn kind_of(head: &[u8]) -> Option<LineKind> {
    let mut lines = records(head).map(|(_, line)| line).take(EXAMINED).peekable();
    while let Some(line) = lines.next() {
        let kind = LineKind::of(line);
        let is_header = || matches!(kind, Some(LineKind::Table(_))) && is_header(line);
        let is_above_grid = |below: &&[u8]| LineKind::of(below) == Some(LineKind::Row);
        if kind.is_some() && !(is_header() && lines.peek().is_some_and(is_above_grid)) {
            return kind;
        }
    }
    None
}

fn is_of_cells(head: &[u8]) -> bool {
    matches!(kind_of(head), Some(LineKind::Rewritten(LineLayout::Cells(..))))
}

/// Returns the index of the first of nine lines of digits and spaces, if a text has them: a grid with spaces as blanks.
fn spaced_rows(head: &[u8]) -> Option<usize> {
    let lines: Vec<&[u8]> = head.split(|&byte| byte == b'\n').take(EXAMINED).collect();
    let is_grid = |rows: &[&[u8]]| {
        rows.iter().all(|row| RowLayout::is_of_spaces(row)) && rows.concat().trim_ascii().contains(&b' ')
    };
    lines.windows(SIDE).position(is_grid)
}

/// Returns the layout and the sections of grids. The first row whose layout is unambiguous decides for all.
fn grids(head: &[u8]) -> Grids {
    let lines = || head.split(|&byte| byte == b'\n');
    let first_row = lines().position(|line| LineKind::of(line) == Some(LineKind::Row)).unwrap_or(0);
    let layout = match spaced_rows(head) {
        Some(_) => Some(RowLayout::Spaces),
        None => lines().skip(first_row).take(ROWS_EXAMINED).find_map(RowLayout::of_only),
    };
    let is_named = lines().any(is_puzzle_section);
    let sections = if is_named { Sections::Named } else { Sections::All };
    Grids { layout: layout.unwrap_or_default(), sections }
}

/// Returns the delimiter of a requested table: the delimiter of its first record or header if there is one, or else the most
/// frequent one in the first line.
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

/// Returns the error for a text of unknown format whose first record seems to be `line`.
fn unknown_format(line: &[u8]) -> FormatError {
    FormatError::Unknown { shown: line_shape::excerpt(line), resembles: line_shape::resemblance(line) }
}
