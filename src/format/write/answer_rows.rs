//! Results in any [`RowFormat`]: solutions alone, or all details as a table or JSON lines.

use std::sync::Arc;

use super::board::Blank;
use super::input_columns::{Added, RecordRows};
use super::number::write_number;
use super::rows::RowFormat;
use super::{Record, WriteAnswers};
use crate::error::Refusal;
use crate::format::detect::Detected;

/// The names of the added columns.
const NAMES: [&str; 4] = ["solution", "verdict", "solutions", "guesses"];

/// A writer of results: in a format without columns, the solution of each record, or its verdict if it has none. In others, a row
/// with its line and puzzle, or all columns of the input, followed by its solution, verdict, number of solutions and number of
/// guesses.
pub struct AnswerRows {
    rows: RecordRows,
    format: RowFormat,
    /// The character for the blanks of puzzles, or that of each puzzle.
    blank: Option<Blank>,
}

impl AnswerRows {
    /// Creates a writer of results without the columns of the input.
    pub fn new(format: RowFormat) -> Self {
        Self { rows: RecordRows::without_columns(format, false, &NAMES), format, blank: None }
    }

    /// Sets the character for the blanks of puzzles.
    #[cfg(feature = "cli")]
    pub(crate) fn with_blank(self, blank: Option<Blank>) -> Self {
        Self { blank, ..self }
    }

    /// Creates a writer for the records of an input in the detected format. Rows have its columns, if these can be kept.
    pub fn beside_columns(format: RowFormat, detected: &Detected) -> Self {
        let added = Added { command: "solve", names: &NAMES };
        Self { rows: RecordRows::new(format, detected, added, false), format, blank: None }
    }

    /// Creates a writer of rows with the columns of an input, which has this name.
    ///
    /// # Errors
    /// [`Refusal::NoColumns`] for an input without columns to keep.
    pub(crate) fn of_columns(
        format: RowFormat,
        detected: &Detected,
        name: &str,
    ) -> Result<Arc<dyn WriteAnswers>, Refusal> {
        let rows = Self::beside_columns(format, detected);
        match rows.rows.keep_columns() {
            true => Ok(Arc::new(rows)),
            false => Err(Refusal::NoColumns(name.to_owned(), detected.reader.format())),
        }
    }
}

impl WriteAnswers for AnswerRows {
    fn writes_answer_lines(&self) -> bool {
        self.format == RowFormat::Line
    }

    fn needs_lines(&self) -> bool {
        self.rows.needs_lines()
    }

    fn header(&self) -> &[u8] {
        self.rows.header()
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let cells = self.blank.and_then(|_| record.puzzle.try_into().ok());
        let with_blank = cells.map(|cells| Blank::written(self.blank, cells));
        match &with_blank {
            Some(puzzle) => self.write_row(&Record { puzzle, ..*record }, out),
            None if self.format == RowFormat::Jsonl && !self.rows.keep_columns() => write_object(record, out),
            None => self.write_row(record, out),
        }
    }
}

/// Does the same as [`AnswerRows::write_row`] for an object without the columns of the input. With [`RecordRows`], which copies
/// each key, the program executes a fifth more instructions.
fn write_object(record: &Record<'_>, out: &mut Vec<u8>) {
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

impl AnswerRows {
    #[inline(always)] // one of two calls is for every record
    fn write_row(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let solution = record.solution().map(<[u8; _]>::as_slice);
        self.rows.write_made(record, solution, out, |row| {
            row.number("solutions", record.outcome.solutions);
            row.number("guesses", record.outcome.guesses);
        });
    }
}
