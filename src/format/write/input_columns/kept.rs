//! The columns of the input, copied to each row.

use super::column_names::Added;
use super::csv_columns::CsvColumns;
use super::gap::Gap;
use super::json_columns::{JsonColumns, ObjectColumns};
use crate::format::Record;
use crate::format::detect::{Columns, Detected};
use crate::format::write::rows::{Row, RowFormat};

/// The columns of an input, followed by additional ones.
pub(crate) enum InputColumns {
    Csv(CsvColumns),
    /// An object for each record of a table.
    Jsonl(JsonColumns),
    /// The object of each record.
    Objects(ObjectColumns),
}

impl InputColumns {
    /// Creates the columns of an input in the `found` format, and the `added` ones. Returns
    /// `None` for records without columns, for columns separated by white space in a table, for columns without names in objects, and for objects
    /// in a table.
    pub(crate) fn new(format: RowFormat, found: &Detected, added: Added<'_>) -> Option<Self> {
        match (format, found.columns.as_ref()?) {
            (RowFormat::Csv, Columns::Table(table)) => {
                CsvColumns::new(table, found.names.width, added).map(Self::Csv)
            }
            (RowFormat::Jsonl, Columns::Table(table)) => JsonColumns::new(table, added).map(Self::Jsonl),
            (RowFormat::Jsonl, Columns::Objects(objects)) => {
                Some(Self::Objects(ObjectColumns::new(objects, &found.names, added)))
            }
            (RowFormat::Line | RowFormat::Grid, _) | (RowFormat::Csv, Columns::Objects(_)) => None,
        }
    }

    /// Returns the column of the puzzles, counted from 0.
    pub(crate) fn puzzle(&self) -> usize {
        match self {
            Self::Csv(columns) => columns.puzzle,
            Self::Jsonl(columns) => columns.puzzle,
            Self::Objects(columns) => columns.puzzle,
        }
    }

    /// Returns the line with the names of the columns, if there is one.
    pub(crate) fn header(&self) -> &[u8] {
        match self {
            Self::Csv(columns) => &columns.header,
            Self::Jsonl(_) | Self::Objects(_) => b"",
        }
    }

    /// Writes the fields of a record, except those of the `gaps`, and the fields that `add` adds.
    pub(crate) fn write(
        &self,
        record: &Record<'_>,
        gaps: &mut [Gap],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        match self {
            Self::Csv(columns) => columns.write(record, gaps, out, add),
            Self::Jsonl(columns) => columns.write(record, gaps, out, add),
            Self::Objects(columns) => columns.write(record, gaps, out, add),
        }
    }
}
