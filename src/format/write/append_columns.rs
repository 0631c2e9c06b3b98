//! Answers as further columns of the table that holds the puzzles.

use std::sync::Arc;

use super::csv_jsonl::write_answer;
use super::input_columns::InputColumns;
use super::rows::RowFormat;
use super::{Record, WriteAnswers};
use crate::error::Refusal;
use crate::format::detect::{Columns, Detected};

/// The names of the added columns.
const NAMES: [&str; 4] = ["solution", "verdict", "solutions", "guesses"];

/// Writes every record of a table unchanged, followed by its solution, verdict, number of solutions and guesses.
///
/// A record with fewer fields than the header gets empty ones. Fields beyond those of the header are written after the
/// answer, so that every added value is below its name.
pub struct AppendColumns(InputColumns);

impl AppendColumns {
    /// Returns a writer for the records of an input in the format that was detected; `head` are the first of them.
    ///
    /// # Errors
    /// [`Refusal::NoColumns`] for an input without columns that can be kept; `name` is its name.
    pub(crate) fn of(
        format: RowFormat,
        detected: &Detected,
        head: &[u8],
        name: &str,
    ) -> Result<Arc<dyn WriteAnswers>, Refusal> {
        match detected.columns.as_ref().and_then(|columns| Self::new(format, columns, head)) {
            Some(writer) => Ok(Arc::new(writer)),
            None => Err(Refusal::NoColumns(name.to_owned(), detected.reader.format())),
        }
    }

    /// Creates a writer for records with these `columns`, which begin with `head`, as a table or as objects of JSON. Returns
    /// `None` for columns separated by white space in a table, for those without names in objects, and for objects in a table.
    pub fn new(format: RowFormat, columns: &Columns, head: &[u8]) -> Option<Self> {
        InputColumns::new(format, columns, head, &NAMES).map(Self)
    }
}

impl WriteAnswers for AppendColumns {
    fn header(&self) -> &[u8] {
        self.0.header()
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        self.0.write(record, &mut [], out, |row| write_answer(record, row));
    }
}
