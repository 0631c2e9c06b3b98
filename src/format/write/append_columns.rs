//! Results as additional columns of the input's table.

use std::sync::Arc;

use super::csv_jsonl::write_answer;
use super::input_columns::{Added, InputColumns};
use super::rows::RowFormat;
use super::{Record, WriteAnswers};
use crate::error::Refusal;
use crate::format::detect::Detected;

/// The names of the added columns.
const NAMES: [&str; 4] = ["solution", "verdict", "solutions", "guesses"];

/// A writer of every record of a table, unchanged, followed by its solution, verdict, number of solutions and number of guesses.
///
/// A record with fewer fields than the header gets empty ones. Fields without a name in the header are written after the result,
/// so every added value is below its name.
pub struct AppendColumns(InputColumns);

impl AppendColumns {
    /// Creates a writer for the records of an input in the detected format.
    ///
    /// # Errors
    /// [`Refusal::NoColumns`] for an input without columns to keep; `name` is its name.
    pub(crate) fn of(
        format: RowFormat,
        detected: &Detected,
        name: &str,
    ) -> Result<Arc<dyn WriteAnswers>, Refusal> {
        match Self::new(format, detected) {
            Some(writer) => Ok(Arc::new(writer)),
            None => Err(Refusal::NoColumns(name.to_owned(), detected.reader.format())),
        }
    }

    /// Creates a writer for records with columns, as a table or as JSON objects. Returns `None` for records without columns, for
    /// columns separated by white space in a table, for columns without names in objects, and for objects in a table.
    pub fn new(format: RowFormat, detected: &Detected) -> Option<Self> {
        InputColumns::new(format, detected, Added { command: "solve", names: &NAMES }).map(Self)
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
