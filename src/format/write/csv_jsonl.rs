//! Answers with all that is known of them, for programs: a table, or JSON line by line.
//!
//! Nothing is quoted or escaped, as nothing can need it: numbers, names, digits, and puzzles of
//! clues and blanks alone. A malformed record may hold any byte; its puzzle is left out.

use std::io::Write;

use crate::format::{Record, WriteAnswers};
use crate::solver::Verdict;

/// Writes a table with a header, one record a line.
pub struct Csv;

impl WriteAnswers for Csv {
    fn needs_lines(&self) -> bool {
        true
    }

    fn header(&self) -> &[u8] {
        b"line,puzzle,solution,verdict,solutions,guesses\n"
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        write_number(record.line, out);
        out.push(b',');
        out.extend_from_slice(puzzle(record));
        out.push(b',');
        out.extend_from_slice(solution(record).unwrap_or_default());
        out.push(b',');
        out.extend_from_slice(record.outcome.verdict.name().as_bytes());
        out.push(b',');
        write_number(record.outcome.solutions, out);
        out.push(b',');
        write_number(record.outcome.guesses, out);
        out.push(b'\n');
    }
}

/// Writes a JSON object a line, with the keys that [`Csv`] has as columns.
pub struct JsonLines;

impl WriteAnswers for JsonLines {
    fn needs_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"line\":");
        write_number(record.line, out);
        out.extend_from_slice(b",\"puzzle\":");
        write_string(puzzle(record), out);
        out.extend_from_slice(b",\"solution\":");
        match solution(record) {
            Some(solution) => write_string(solution, out),
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"verdict\":");
        write_string(record.outcome.verdict.name().as_bytes(), out);
        out.extend_from_slice(b",\"solutions\":");
        write_number(record.outcome.solutions, out);
        out.extend_from_slice(b",\"guesses\":");
        write_number(record.outcome.guesses, out);
        out.extend_from_slice(b"}\n");
    }
}

/// The puzzle as it stood in the input, if it is one.
fn puzzle<'a>(record: &Record<'a>) -> &'a [u8] {
    if record.outcome.verdict == Verdict::Malformed { b"" } else { record.puzzle }
}

/// The solution, where the one was found that was asked for.
pub(in crate::format) fn solution<'a>(record: &Record<'a>) -> Option<&'a [u8]> {
    record.answer.filter(|_| record.is_answered()).map(<[u8; _]>::as_slice)
}

fn write_string(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

pub(in crate::format) fn write_number(number: u64, out: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    let _ = write!(out, "{number}");
}
