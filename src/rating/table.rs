//! The rows of rated records: the input's columns and the ratings behind them.

use super::{Rating, RatingField, RatingKind};
use crate::format::Record;
use crate::format::detect::Columns;
use crate::format::write::input_columns::RecordRows;
use crate::format::write::rows::{Row, RowFormat};

/// The columns of records with their ratings, as CSV or as JSON lines.
pub struct RatingTable {
    kinds: Vec<RatingKind>,
    fields: Vec<RatingField>,
    rows: RecordRows,
}

impl RatingTable {
    /// Rows with the columns line, puzzle, verdict and these ratings. If the records, which begin with `head`, have `columns`, those
    /// take the place of line and puzzle, unless they are separated by white space, have no names for objects, or are objects in a
    /// table; an added name that is already there gets a prefix.
    pub fn new(kinds: &[RatingKind], format: RowFormat, columns: Option<&Columns>, head: &[u8]) -> Self {
        let fields: Vec<RatingField> =
            RatingField::ALL.into_iter().filter(|field| kinds.contains(&field.kind())).collect();
        let names: Vec<&str> =
            std::iter::once("verdict").chain(fields.iter().map(|field| field.name())).collect();
        Self { kinds: kinds.to_vec(), rows: RecordRows::new(format, columns, head, &names), fields }
    }

    /// The ratings that have columns.
    pub fn kinds(&self) -> &[RatingKind] {
        &self.kinds
    }

    /// The line with the names of the columns, if there is one.
    pub(super) fn header(&self) -> &[u8] {
        self.rows.header()
    }

    /// Whether rows need the lines of their records.
    pub(super) fn needs_lines(&self) -> bool {
        self.rows.needs_lines()
    }

    /// Appends the row of a record.
    pub(super) fn write(&self, record: &Record<'_>, rating: &Rating, out: &mut Vec<u8>) {
        self.rows.write(record, out, |row: &mut Row<'_>| {
            row.text("verdict", Some(record.outcome.verdict.name().as_bytes()));
            for field in &self.fields {
                row.value(field.name(), |out| field.write(rating, out));
            }
        });
    }
}
