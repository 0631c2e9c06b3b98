//! The answers that a data set gives for its own puzzles: a field of the same record.
//!
//! ```text
//! 1,53..7....,534678912...,easy\n            a column of a table
//! 53..7.... 534678912... 2.5\n               a field after a one-line puzzle
//!           ▲ given answer
//! ```
//!
//! They are read in a second pass over the records, and only on demand.

use std::ops::Range;
use std::sync::Arc;

use memchr::{memchr_iter, memchr2, memrchr};

use super::csv::{Delimiter, Table};
use super::csv_fields;
use super::csv_quoted::Dialect;
use super::line::{is_no_record, is_separator};
use crate::error::{Error, FormatError, Result};
use crate::format::columns::{self, Column};
use crate::format::detect::Detected;
use crate::format::{Position, Records};
use crate::grid::{CELLS, is_solved};

/// The number of records that are examined to find the answers.
const EXAMINED: usize = 100;

/// Where the records of an input hold their answers.
#[derive(Clone, Debug)]
pub enum AnswerField {
    /// In this column of the table, counted from 0.
    Column(Arc<Table>, usize),
    /// In the field this many fields after the puzzle of a one-line record. White space and `,` `;` `:` `|` separate fields.
    After(usize),
}

/// The answers given for the puzzles of one chunk. The memory is reused for every chunk.
#[derive(Debug, Default)]
pub struct GivenAnswers {
    spans: Vec<Span>,
    /// The answers without their quotes, when the chunk has quotes.
    rewritten: Vec<u8>,
}

/// The answer that a record gives for its puzzle.
#[derive(Clone, Copy, Debug)]
pub struct GivenAnswer<'a> {
    /// The text of the field; empty when the record has no such field.
    pub text: &'a [u8],
    chunk: &'a [u8],
    /// Byte offset of the record in the chunk.
    origin: usize,
    /// Byte offset of the field in the chunk.
    start: usize,
}

/// The bytes of one given answer.
#[derive(Clone, Debug)]
struct Span {
    /// Its text, as a range of the chunk or of the rewritten answers.
    text: Range<u32>,
    /// Byte offset of its field in the chunk.
    start: u32,
}

impl AnswerField {
    /// Finds the answers in an input whose records begin with `head`: in the requested column, or in the one that has
    /// the right name or holds solutions. `name` is the name of the input in errors.
    ///
    /// # Errors
    /// [`Error::Format`] when the requested column does not exist, or is the column of the puzzles.
    pub fn find(
        detected: &Detected,
        head: &[u8],
        name: &str,
        requested: Option<&Column>,
    ) -> Result<Option<Self>> {
        Self::find_in(detected, head, requested).map_err(|reason| Error::Format {
            name: name.to_owned(),
            line: 1,
            reason,
        })
    }

    fn find_in(
        detected: &Detected,
        head: &[u8],
        requested: Option<&Column>,
    ) -> std::result::Result<Option<Self>, FormatError> {
        if let Some(table) = &detected.table {
            let column = columns::answers(table, head, requested)?;
            return Ok(column.map(|column| Self::Column(Arc::clone(table), column)));
        }
        match (detected.reader.name(), requested) {
            ("line", None) => Ok(field_of_answers(head).map(Self::After)),
            ("line", Some(&Column::Number(number @ 2..))) => Ok(Some(Self::After(number - 1))),
            (_, None) => Ok(None),
            (format, Some(_)) => Err(FormatError::NoAnswerColumns(format)),
        }
    }

    /// The number of the field, counted from 1.
    pub fn number(&self) -> usize {
        match self {
            Self::Column(_, column) => column + 1,
            Self::After(fields) => fields + 1,
        }
    }

    /// Reads the answers given for all puzzles of a chunk. Allocates only when `given` has to grow, and a small buffer
    /// for a chunk with quotes.
    pub fn read(&self, chunk: &[u8], records: &Records, given: &mut GivenAnswers) {
        given.clear();
        let puzzles = records.len() - records.malformed.len();
        let origins = (0..puzzles).map(|index| records.origin(index));
        match self {
            Self::After(fields) => {
                origins.for_each(|origin| given.push(spaced(chunk, origin + CELLS, *fields, is_separator)));
            }
            Self::Column(table, column) => match (table.dialect_of(chunk), table.delimiter()) {
                (Some(dialect), _) => read_quoted(dialect, chunk, *column, origins, given),
                (None, Delimiter::Byte(delimiter)) => origins.for_each(|origin| {
                    let (from, fields) = path(chunk, origin, table.column(), *column);
                    given.push(delimited(chunk, from, fields, delimiter));
                }),
                (None, Delimiter::Space) => origins.for_each(|origin| {
                    let (from, fields) = path(chunk, origin, table.column(), *column);
                    let fields = if *column < table.column() { fields + 1 } else { fields };
                    given.push(spaced(chunk, from, fields, |byte| matches!(byte, b' ' | b'\t' | b'\r')));
                }),
            },
        }
    }
}

impl GivenAnswers {
    /// The answer given for puzzle `index` of `chunk`, whose record is at byte offset `origin`; `None` if no answers were
    /// read.
    pub fn get<'a>(&'a self, chunk: &'a [u8], origin: usize, index: usize) -> Option<GivenAnswer<'a>> {
        let Span { text, start } = self.spans.get(index)?;
        let source = if self.rewritten.is_empty() { chunk } else { &self.rewritten };
        let text = &source[text.start as usize..text.end as usize];
        Some(GivenAnswer { text, chunk, origin, start: *start as usize })
    }

    fn clear(&mut self) {
        self.spans.clear();
        self.rewritten.clear();
    }

    fn push(&mut self, field: Range<usize>) {
        let (start, end) = (field.start as u32, field.end as u32);
        self.spans.push(Span { text: start..end, start });
    }

    fn push_rewritten(&mut self, start: usize, value: &[u8]) {
        let from = self.rewritten.len() as u32;
        self.rewritten.extend_from_slice(value);
        self.spans.push(Span { text: from..self.rewritten.len() as u32, start: start as u32 });
    }
}

impl GivenAnswer<'_> {
    /// The position in the record of cell `cell` of the answer.
    #[cold]
    pub fn locate(&self, cell: usize) -> Position {
        let line_start = memrchr(b'\n', &self.chunk[..self.start]).map_or(0, |end| end + 1);
        let above = self.chunk.get(self.origin..line_start).unwrap_or_default();
        let line = memchr_iter(b'\n', above).count() as u32;
        Position { line, column: (self.start - line_start + cell + 1) as u32 }
    }
}

/// The number of the first field after the puzzle that holds a solved grid in any of the first records.
fn field_of_answers(head: &[u8]) -> Option<usize> {
    let lines = head.split(|&byte| byte == b'\n').filter(|line| !is_no_record(line)).take(EXAMINED);
    let is_gap = |byte: &u8| byte.is_ascii_whitespace() || is_separator(*byte);
    let found = lines.filter_map(|line| {
        let fields = line.split(is_gap).filter(|field| !field.is_empty());
        fields.skip(1).position(|field| field.try_into().is_ok_and(is_solved))
    });
    found.min().map(|fields| fields + 1)
}

/// The byte offset to start from and the number of fields to skip, to get from the puzzle at `origin` in column `puzzles`
/// to `column`.
///
/// A well-formed puzzle has no delimiter among its cells. The answer of a malformed one is not used.
fn path(chunk: &[u8], origin: usize, puzzles: usize, column: usize) -> (usize, usize) {
    match column.checked_sub(puzzles) {
        Some(fields) => (origin + CELLS, fields),
        None => (memrchr(b'\n', &chunk[..origin]).map_or(0, |end| end + 1), column),
    }
}

/// The range of the field after `fields` delimiters; an empty range at the end of the record if it has fewer.
fn delimited(chunk: &[u8], from: usize, fields: usize, delimiter: u8) -> Range<usize> {
    let end_of =
        |at: usize| memchr2(delimiter, b'\n', &chunk[at..]).map_or(chunk.len(), |length| at + length);
    let mut at = from;
    for _ in 0..fields {
        at = end_of(at);
        if chunk.get(at) != Some(&delimiter) {
            return at..at;
        }
        at += 1;
    }
    let field = &chunk[at..end_of(at)];
    let start = at + field.len() - field.trim_ascii_start().len();
    start..start + field.trim_ascii().len()
}

/// The range of field number `fields` after `from`; an empty range at the end of the line if it has fewer.
fn spaced(chunk: &[u8], from: usize, fields: usize, is_gap: impl Fn(u8) -> bool) -> Range<usize> {
    let length = |at: usize, belongs: &dyn Fn(u8) -> bool| {
        chunk[at..].iter().position(|&byte| !belongs(byte)).unwrap_or(chunk.len() - at)
    };
    let ends = |byte: u8| byte == b'\n' || is_gap(byte);
    let mut field = from..from;
    for _ in 0..fields {
        let start = field.end + length(field.end, &is_gap);
        let is_grid = chunk[start..].first_chunk::<CELLS>().is_some_and(all_digits)
            && chunk.get(start + CELLS).is_none_or(|&byte| ends(byte));
        field = start..start + if is_grid { CELLS } else { length(start, &|byte| !ends(byte)) };
    }
    field
}

/// Returns true if all bytes are digits. Without an early exit this takes a few vector comparisons.
fn all_digits(cells: &[u8; CELLS]) -> bool {
    cells.iter().fold(true, |all, &byte| all & byte.is_ascii_digit())
}

fn read_quoted(
    dialect: &Dialect,
    chunk: &[u8],
    column: usize,
    origins: impl Iterator<Item = usize>,
    given: &mut GivenAnswers,
) {
    let mut records = dialect.records(chunk);
    for origin in origins {
        // Records between two puzzles are malformed and have no answer.
        let record = std::iter::from_fn(|| records.next_record()).find(|record| record.start == origin);
        let end = record.map_or(chunk.len(), |record| chunk[..record.end].trim_ascii_end().len());
        let range = csv_fields::value_range(&chunk[origin..], dialect.delimiter(), column);
        let start = range.map_or(end, |(range, _)| origin + range.start);
        given.push_rewritten(start, records.value(column).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests;
