//! Results in any [`RowFormat`]: solutions alone, or all details as a table or JSON lines.

use std::sync::Arc;

use super::input_columns::{Added, RecordRows};
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
}

impl AnswerRows {
    /// Creates a writer of results without the columns of the input.
    pub fn new(format: RowFormat) -> Self {
        Self { rows: RecordRows::without_columns(format, false, &NAMES), format }
    }

    /// Creates a writer for the records of an input in the detected format. Rows have its columns, if these can be kept.
    pub fn beside_columns(format: RowFormat, detected: &Detected) -> Self {
        let added = Added { command: "solve", names: &NAMES };
        Self { rows: RecordRows::new(format, detected, added, false), format }
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
        let solution = record.solution().map(<[u8; _]>::as_slice);
        self.rows.write_made(record, solution, out, |row| {
            row.number("solutions", record.outcome.solutions);
            row.number("guesses", record.outcome.guesses);
        });
    }
}
