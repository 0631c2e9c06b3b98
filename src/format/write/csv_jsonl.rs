//! Answers with all their details, for other programs: as a table or as JSON lines.
//!
//! Nothing is quoted or escaped because nothing needs it: the values are numbers, names, digits, and puzzles of clues and
//! blanks.

use super::rows::{Row, RowFormat};
use super::{Record, WriteAnswers};

/// Writes a table with a header, one line per record.
pub struct Csv;

/// Writes one JSON object per line; its keys are the columns of [`Csv`].
pub struct JsonLines;

impl WriteAnswers for Csv {
    fn needs_lines(&self) -> bool {
        true
    }

    fn header(&self) -> &[u8] {
        b"line,puzzle,solution,verdict,solutions,guesses\n"
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        write_row(RowFormat::Csv, record, out);
    }
}

impl WriteAnswers for JsonLines {
    fn needs_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        write_row(RowFormat::Jsonl, record, out);
    }
}

/// Compiled once for each format.
#[inline(always)]
fn write_row(format: RowFormat, record: &Record<'_>, out: &mut Vec<u8>) {
    let mut row = Row::begin(format, out);
    row.number("line", record.line);
    row.text("puzzle", Some(record.valid_puzzle()));
    write_answer(record, &mut row);
    row.end();
}

/// Adds the fields of the answer.
#[inline(always)]
pub(super) fn write_answer(record: &Record<'_>, row: &mut Row<'_>) {
    row.text("solution", record.solution().map(<[u8; _]>::as_slice));
    row.text("verdict", Some(record.outcome.verdict.name().as_bytes()));
    row.number("solutions", record.outcome.solutions);
    row.number("guesses", record.outcome.guesses);
}
