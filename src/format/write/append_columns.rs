//! Answers as further columns of the table that holds the puzzles.
//!
//! The fields of the table are copied with their quotes, so only their ends have to be found.

use std::sync::Arc;

use super::csv_jsonl::write_answer;
use super::rows::Row;
use super::{Record, WriteAnswers};
use crate::error::Refusal;
use crate::format::detect::Detected;
use crate::format::read::csv::{Delimiter, Table};
use crate::format::read::csv_tokenizer::{Field, Fields};
use crate::format::read::line::{is_blank_or_comment, line_around};
use crate::format::{MAX_LINE, Reason};

/// The names of the added columns.
const NAMES: [&str; 4] = ["solution", "verdict", "solutions", "guesses"];

/// The prefix of an added name that the table already has.
const PREFIX: &str = "bulkdoku_";

/// Writes every record of a table unchanged, followed by its solution, verdict, number of solutions and guesses.
///
/// A record with fewer fields than the header gets empty ones. Fields beyond those of the header are written after the
/// answer, so that every added value is below its name.
pub struct AppendColumns(InputColumns);

impl AppendColumns {
    /// A writer for the records of an input in the format that was detected; `head` are the first of them.
    ///
    /// # Errors
    /// [`Refusal::NoColumns`] for an input without columns, or with columns separated by white space; `name` is its name.
    pub(crate) fn of(detected: &Detected, head: &[u8], name: &str) -> Result<Arc<dyn WriteAnswers>, Refusal> {
        match detected.table.as_ref().and_then(|table| Self::new(table, head)) {
            Some(writer) => Ok(Arc::new(writer)),
            None => Err(Refusal::NoColumns(name.to_owned(), detected.reader.name())),
        }
    }

    /// A writer for the records of `table`, which begin with `head`. Returns `None` for columns separated by white space.
    pub fn new(table: &Table, head: &[u8]) -> Option<Self> {
        InputColumns::new(table, head, &NAMES).map(Self)
    }
}

impl WriteAnswers for AppendColumns {
    fn header(&self) -> &[u8] {
        self.0.header()
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        self.0.write(record, out, |row| write_answer(record, row));
    }
}

/// Copies the columns of a table and adds further ones behind them.
pub(crate) struct InputColumns {
    delimiter: u8,
    /// The number of columns of the header, or of the first record when there is no header.
    width: usize,
    header: Vec<u8>,
}

impl InputColumns {
    /// The columns of `table`, whose records begin with `head`, and those with these names. Returns `None` for columns
    /// separated by white space.
    pub(crate) fn new(table: &Table, head: &[u8], names: &[&str]) -> Option<Self> {
        let Delimiter::Byte(delimiter) = table.delimiter() else { return None };
        let first = if table.header().is_empty() { first_record(head) } else { table.header() };
        let width = Fields::new(first, table.delimiter()).count();
        let header = if table.header().is_empty() { Vec::new() } else { header(first, delimiter, names) };
        Some(Self { delimiter, width, header })
    }

    /// The line with the names of the columns; empty when the table has none.
    pub(crate) fn header(&self) -> &[u8] {
        &self.header
    }

    /// Writes the fields of a record and those that `add` adds.
    pub(crate) fn write(&self, record: &Record<'_>, out: &mut Vec<u8>, add: impl FnOnce(&mut Row<'_>)) {
        self.write_replacing(record, &[], out, add);
    }

    /// Writes the fields of a record, but these texts in place of those with these numbers, and the fields that `add` adds.
    pub(crate) fn write_replacing(
        &self,
        record: &Record<'_>,
        replaced: &[(usize, &[u8])],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        let text = text(record);
        let mut fields = Fields::new(text, Delimiter::Byte(self.delimiter)).enumerate();
        let write =
            |(index, field), out: &mut Vec<u8>| match replaced.iter().find(|(other, _)| *other == index) {
                Some((_, text)) => out.extend_from_slice(text),
                None => write_field(field, text, out),
            };
        for index in 0..self.width {
            if index > 0 {
                out.push(self.delimiter);
            }
            if let Some(field) = fields.next() {
                write(field, out);
            }
        }
        add(&mut Row::after(self.delimiter, out));
        for field in fields {
            out.push(self.delimiter);
            write(field, out);
        }
        out.push(b'\n');
    }
}

/// The text of `head` from its first record on.
fn first_record(head: &[u8]) -> &[u8] {
    let lines = head.split_inclusive(|&byte| byte == b'\n');
    let skipped: usize = lines.take_while(|line| is_blank_or_comment(line)).map(<[u8]>::len).sum();
    &head[skipped..]
}

/// The text from the first byte of the record on; empty for a line that was cut off.
#[inline]
pub(crate) fn text<'a>(record: &Record<'a>) -> &'a [u8] {
    let reason = record.defect.map(|defect| defect.reason);
    if reason == Some(Reason::Endless) {
        return b"";
    }
    let (start, end) = line_around(record.chunk, record.origin);
    if reason == Some(Reason::Quote) {
        return &record.chunk[start..end]; // the next line is another record
    }
    &record.chunk[start..record.chunk.len().min(start + MAX_LINE)]
}

fn header(first: &[u8], delimiter: u8, names: &[&str]) -> Vec<u8> {
    let fields = Fields::new(first, Delimiter::Byte(delimiter));
    let taken: Vec<String> =
        fields.map(|field| String::from_utf8_lossy(&field.value(first)).into_owned()).collect();
    let mut header = first.to_vec();
    for name in names {
        header.push(delimiter);
        header.extend_from_slice(added_name(name, &taken).as_bytes());
    }
    header.push(b'\n');
    header
}

/// The name of an added column: `name`, with a prefix if one of the names in `taken` is the same, and with a number behind it
/// if that is not enough. Upper and lower case make no difference.
pub(crate) fn added_name(name: &str, taken: &[String]) -> String {
    let prefixed = format!("{PREFIX}{name}");
    let numbered = (2..).map(|number| format!("{prefixed}_{number}"));
    let mut names = [name.to_owned(), prefixed.clone()].into_iter().chain(numbered);
    let is_taken = |name: &String| taken.iter().any(|taken| taken.eq_ignore_ascii_case(name));
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

fn write_field(field: Field, text: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(field.raw(text));
    if field.is_open() {
        out.push(b'"'); // an open quote would extend over everything written after it
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_quote_is_closed() {
        for (field, expected) in
            [("\"a", "\"a\""), ("\"a\"\"", "\"a\"\"\""), ("\"a\"", "\"a\""), ("a\"", "a\""), ("\"", "\"\"")]
        {
            let mut out = Vec::new();
            let text = field.as_bytes();
            Fields::new(text, Delimiter::Byte(b',')).for_each(|field| write_field(field, text, &mut out));
            assert_eq!(out, expected.as_bytes(), "{field}");
        }
    }

    #[test]
    fn a_name_that_the_table_already_has_gets_a_prefix() {
        assert_eq!(
            header(b"puzzle;\"Solution\"", b';', &NAMES),
            b"puzzle;\"Solution\";bulkdoku_solution;verdict;solutions;guesses\n"
        );
        assert_eq!(
            header(b"solution;puzzle;Bulkdoku_solution", b';', &NAMES[..1]),
            b"solution;puzzle;Bulkdoku_solution;bulkdoku_solution_2\n"
        );
    }
}
