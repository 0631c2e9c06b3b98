//! Records with additional columns after those of the input.
//!
//! ```text
//! id;puzzle;note         id;puzzle;note;level
//! 7;53..7…;"a ""b"""  ─▶  7;53..7…;"a ""b""";3                             a table: fields are copied with their quotes
//!                         {"id":"7","puzzle":"53..7…","note":"a \"b\"","level":3}   JSON objects
//!
//! {"puzzle":"53..7…","n":[1,2]}  ─▶  {"puzzle":"53..7…","n":[1,2],"level":3}     objects: members are copied unchanged
//! ```

mod column_names;
mod csv_columns;
mod json_columns;
mod trailing_text;

pub(crate) use self::json_columns::write_escaped;
pub(crate) use self::trailing_text::NAME as TRAILING_TEXT;
pub(crate) use self::trailing_text::{
    is_in as has_trailing_text, write as write_trailing_text, write_field, write_quoted,
};

use self::csv_columns::CsvColumns;
use self::json_columns::{JsonColumns, ObjectColumns};
use super::Record;
use super::rows::{Row, RowFormat};
use crate::format::detect::{Columns, Detected};
use crate::format::read::line::{line_around, line_start};
use crate::format::{MAX_LINE, Reason};

/// The format of records with additional columns. They follow the columns of the input if these can be kept, or else the line,
/// the puzzle and the text after the puzzle.
pub(crate) struct RecordRows {
    format: RowFormat,
    kept: Option<InputColumns>,
    /// Whether records have text after their puzzles.
    have_text: bool,
    header: Vec<u8>,
    added: Vec<String>,
}

/// The columns of an input, followed by additional ones.
pub(crate) enum InputColumns {
    Csv(CsvColumns),
    /// An object for each record of a table.
    Jsonl(JsonColumns),
    /// The object of each record.
    Objects(ObjectColumns),
}

/// A column whose text a row replaces with another one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gap {
    pub(crate) column: usize,
    /// The number of bytes of the new text.
    pub(crate) length: usize,
    /// The offset of these bytes in the written row, or `None` if it does not have the column.
    pub(crate) at: Option<usize>,
}

impl RecordRows {
    /// Creates the format of rows with the `added` columns for an input that was `detected` and begins with `head`. The rows also
    /// have the columns of the input, if they [can be kept](InputColumns::new).
    pub(crate) fn new(format: RowFormat, detected: &Detected, head: &[u8], added: &[&str]) -> Self {
        let columns = detected.columns.as_ref();
        let kept = columns.and_then(|columns| InputColumns::new(format, columns, head, added));
        let have_text = kept.is_none() && trailing_text::is_in(detected.reader.as_ref(), head);
        let own = if have_text { &["line", "puzzle", trailing_text::NAME][..] } else { &["line", "puzzle"] };
        let header = match &kept {
            Some(columns) => columns.header().to_vec(),
            None => format.header(&[own, added].concat()),
        };
        let added = added.iter().map(|name| (*name).to_owned()).collect();
        Self { format, kept, have_text, header, added }
    }

    /// Returns the line with the names of the columns, if there is one.
    pub(crate) fn header(&self) -> &[u8] {
        &self.header
    }

    /// Returns true if rows need the lines of their records.
    pub(crate) fn needs_lines(&self) -> bool {
        self.format != RowFormat::Line && self.kept.is_none()
    }

    /// Writes a record with the values of the added columns, which `add` adds.
    pub(crate) fn write(&self, record: &Record<'_>, out: &mut Vec<u8>, add: impl FnOnce(&mut Row<'_>)) {
        if let Some(columns) = &self.kept {
            return columns.write(record, &mut [], out, add);
        }
        let mut row = Row::begin(self.format, out);
        row.number("line", record.line);
        row.text("puzzle", Some(record.valid_puzzle()));
        if self.have_text {
            trailing_text::write(record, self.format, &mut row);
        }
        add(&mut row);
        row.end();
    }

    /// Writes a record with the text `made` from it, if any. A line is this text or else the verdict. In other formats both are
    /// the first added columns, before those that `add` adds.
    pub(crate) fn write_made(
        &self,
        record: &Record<'_>,
        made: Option<&[u8]>,
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        if self.format == RowFormat::Line {
            match made {
                Some(made) => out.extend_from_slice(made),
                None => record.write_verdict(out),
            }
            return out.push(b'\n');
        }
        self.write(record, out, |row| {
            row.text(&self.added[0], made);
            row.text(&self.added[1], Some(record.outcome.verdict.name().as_bytes()));
            add(row);
        });
    }
}

impl InputColumns {
    /// Creates the `columns` of an input whose records begin with `head`, and additional ones with the `added` names. Returns
    /// `None` for lines, for columns separated by white space in a table, for columns without names in objects, and for objects
    /// in a table.
    pub(crate) fn new(format: RowFormat, columns: &Columns, head: &[u8], added: &[&str]) -> Option<Self> {
        match (format, columns) {
            (RowFormat::Csv, Columns::Table(table)) => CsvColumns::new(table, head, added).map(Self::Csv),
            (RowFormat::Jsonl, Columns::Table(table)) => JsonColumns::new(table, added).map(Self::Jsonl),
            (RowFormat::Jsonl, Columns::Objects(objects)) => {
                Some(Self::Objects(ObjectColumns::new(objects, head, added)))
            }
            (RowFormat::Line, _) | (RowFormat::Csv, Columns::Objects(_)) => None,
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

impl Gap {
    /// Appends placeholder bytes for the new text.
    fn open(&mut self, out: &mut Vec<u8>) {
        self.at = Some(out.len());
        out.resize(out.len() + self.length, b' ');
    }

    /// Appends placeholder bytes in quotes, or `null` if the new text is empty.
    fn open_value(&mut self, out: &mut Vec<u8>) {
        if self.length == 0 {
            self.at = Some(out.len());
            return out.extend_from_slice(b"null");
        }
        out.push(b'"');
        self.open(out);
        out.push(b'"');
    }

    /// Copies `text`, which is as long as the gap, into the row.
    #[inline]
    pub(crate) fn fill(&self, row: &mut [u8], text: &[u8]) {
        if let Some(at) = self.at {
            row[at..at + text.len()].copy_from_slice(text);
        }
    }
}

/// Returns the text from the first byte of the record on, or nothing for a line that was cut off.
#[inline]
fn text<'a>(record: &Record<'a>) -> &'a [u8] {
    let reason = record.defect.map(|defect| defect.reason);
    if reason == Some(Reason::Endless) {
        return b"";
    }
    let start = line_start(record.chunk, record.origin);
    if reason == Some(Reason::Quote) {
        let end = line_around(record.chunk, start).1; // the next line is another record
        return &record.chunk[start..end];
    }
    &record.chunk[start..record.chunk.len().min(start + MAX_LINE)]
}

#[cfg(test)]
mod tests;
