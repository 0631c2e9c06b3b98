//! Results with all details, for other programs: a table or JSON lines.
//!
//! No value needs quotes or escapes: the values are numbers, names, digits, and puzzles of clues and blanks.

use super::number::write_number;
use super::rows::{Row, RowFormat};
use super::{Record, WriteAnswers};

/// A writer of a table with a header and one line per record.
pub struct Csv;

/// A writer of one JSON object per line; its keys are the columns of [`Csv`].
pub struct JsonLines;

impl WriteAnswers for Csv {
    fn needs_lines(&self) -> bool {
        true
    }

    fn header(&self) -> &[u8] {
        b"line,puzzle,solution,verdict,solutions,guesses\n"
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let mut row = Row::begin(RowFormat::Csv, out);
        row.number("line", record.line);
        row.text("puzzle", Some(record.valid_puzzle()));
        write_answer(record, &mut row);
        row.end();
    }
}

impl WriteAnswers for JsonLines {
    fn needs_lines(&self) -> bool {
        true
    }

    // Without `Row`, which adds each name in parts: with it, the program executes 7 % more instructions.
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"line\":");
        write_number(record.line, out);
        out.extend_from_slice(b",\"puzzle\":\"");
        out.extend_from_slice(record.valid_puzzle());
        match record.solution() {
            Some(solution) => {
                out.extend_from_slice(b"\",\"solution\":\"");
                out.extend_from_slice(solution);
                out.extend_from_slice(b"\",\"verdict\":\"");
            }
            None => out.extend_from_slice(b"\",\"solution\":null,\"verdict\":\""),
        }
        out.extend_from_slice(record.outcome.verdict.name().as_bytes());
        out.extend_from_slice(b"\",\"solutions\":");
        write_number(record.outcome.solutions, out);
        out.extend_from_slice(b",\"guesses\":");
        write_number(record.outcome.guesses, out);
        out.extend_from_slice(b"}\n");
    }
}

/// Adds the fields of the result.
#[inline(always)]
pub(super) fn write_answer(record: &Record<'_>, row: &mut Row<'_>) {
    row.text("solution", record.solution().map(<[u8; _]>::as_slice));
    row.text("verdict", Some(record.outcome.verdict.name().as_bytes()));
    row.number("solutions", record.outcome.solutions);
    row.number("guesses", record.outcome.guesses);
}
