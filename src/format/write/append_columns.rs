//! Answers behind the columns of the table that they belong to.
//!
//! The columns are copied as they stand, with their quotes: only where a field ends has to be
//! known, not what it says.

use super::csv_jsonl::{solution, write_number};
use crate::format::detect::bare;
use crate::format::read::csv::{Delimiter, Table};
use crate::format::read::csv_fields::{Fields, quoted};
use crate::format::read::line::{is_no_record, line_around};
use crate::format::{ENDLESS, Reason, Record, WriteAnswers};

/// The columns that are added.
const NAMES: [&str; 4] = ["solution", "verdict", "solutions", "guesses"];

/// What stands before a name that the table has already.
const OURS: &str = "bulkdoku_";

/// Writes every record of a table as it was, and behind its columns the solution, the verdict, the
/// solutions and the guesses.
///
/// A record with fewer fields than the header is filled up with empty ones; one with more has the
/// others behind the answer, so that every column stands below its name.
pub struct AppendColumns {
    delimiter: u8,
    /// Columns of the header, or of the first record where there is none.
    width: usize,
    header: Vec<u8>,
}

impl AppendColumns {
    /// For the records of `table`, which begin with `head`; `None` for columns that are set off by
    /// white space.
    pub fn new(table: &Table, head: &[u8]) -> Option<Self> {
        let Delimiter::Byte(delimiter) = table.delimiter() else { return None };
        let first = if table.header().is_empty() { first_record(head) } else { table.header() };
        let width = Fields::new(first, delimiter).count();
        let header = if table.header().is_empty() { Vec::new() } else { header(first, delimiter) };
        Some(Self { delimiter, width, header })
    }

    fn write_answer(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        out.push(self.delimiter);
        out.extend_from_slice(solution(record).unwrap_or_default());
        out.push(self.delimiter);
        out.extend_from_slice(record.outcome.verdict.name().as_bytes());
        out.push(self.delimiter);
        write_number(record.outcome.solutions, out);
        out.push(self.delimiter);
        write_number(record.outcome.guesses, out);
    }
}

impl WriteAnswers for AppendColumns {
    fn header(&self) -> &[u8] {
        &self.header
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let mut fields = Fields::new(text(record), self.delimiter);
        for index in 0..self.width {
            if index > 0 {
                out.push(self.delimiter);
            }
            write_field(fields.next().unwrap_or_default(), out);
        }
        self.write_answer(record, out);
        for field in fields {
            out.push(self.delimiter);
            write_field(field, out);
        }
        out.push(b'\n');
    }
}

/// What is left of `head` from its first record on.
fn first_record(head: &[u8]) -> &[u8] {
    let lines = head.split_inclusive(|&byte| byte == b'\n');
    let passed_over: usize = lines.take_while(|line| is_no_record(line)).map(<[u8]>::len).sum();
    &head[passed_over..]
}

/// The record from its first byte on; nothing of one that was cut off.
fn text<'a>(record: &Record<'a>) -> &'a [u8] {
    let wrong = record.defect.map(|defect| defect.wrong);
    if wrong == Some(Reason::Endless) {
        return b"";
    }
    let (start, end) = line_around(record.chunk, record.origin);
    if wrong == Some(Reason::Quote) {
        return &record.chunk[start..end]; // the next line is another record
    }
    &record.chunk[start..record.chunk.len().min(start + ENDLESS)]
}

fn header(first: &[u8], delimiter: u8) -> Vec<u8> {
    let is_taken = |name: &str| {
        Fields::new(first, delimiter).any(|field| bare(field).eq_ignore_ascii_case(name.as_bytes()))
    };
    let mut header = first.trim_ascii_end().to_vec();
    for name in NAMES {
        header.push(delimiter);
        header.extend_from_slice(if is_taken(name) { OURS.as_bytes() } else { b"" });
        header.extend_from_slice(name.as_bytes());
    }
    header.push(b'\n');
    header
}

fn write_field(field: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(field);
    if field.starts_with(b"\"") && quoted(field).is_none() {
        out.push(b'"'); // open to the end of the input, it would swallow what follows it here
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
            write_field(field.as_bytes(), &mut out);
            assert_eq!(out, expected.as_bytes(), "{field}");
        }
    }

    #[test]
    fn names_that_the_table_has_are_not_given_twice() {
        assert_eq!(
            header(b"puzzle;\"Solution\"", b';'),
            b"puzzle;\"Solution\";bulkdoku_solution;verdict;solutions;guesses\n"
        );
    }
}
