//! Answers with all their details, for other programs: as a table or as JSON lines.
//!
//! Nothing is quoted or escaped because nothing needs it: the values are numbers, names, digits, and puzzles of clues and
//! blanks. A malformed record may hold any byte, so its puzzle is left out.

use super::number::write_number;
use super::{Record, WriteAnswers};
use crate::outcome::Verdict;

/// Writes a table with a header, one line per record.
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

/// Writes one JSON object per line; its keys are the columns of [`Csv`].
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

/// The puzzle as it is in the input; empty for a malformed record.
fn puzzle<'a>(record: &Record<'a>) -> &'a [u8] {
    if record.outcome.verdict == Verdict::Malformed { b"" } else { record.puzzle }
}

/// The requested solution, if it was found.
pub(super) fn solution<'a>(record: &Record<'a>) -> Option<&'a [u8]> {
    record.answer.filter(|_| record.is_answered()).map(<[u8; _]>::as_slice)
}

fn write_string(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}
