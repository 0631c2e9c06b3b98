//! Rows of any format, with the columns of the input where these can be kept.

use super::kept::InputColumns;
use super::trailing_text;
use crate::format::Record;
use crate::format::detect::Detected;
use crate::format::write::rows::{Row, RowFormat};

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

impl RecordRows {
    /// Creates the format of rows with the `added` columns for an input that was `detected`. The rows also have the columns of the
    /// input, if they [can be kept](InputColumns::new).
    pub(crate) fn new(format: RowFormat, detected: &Detected, added: &[&str]) -> Self {
        let kept = InputColumns::new(format, detected, added);
        let have_text = kept.is_none() && detected.has_text;
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

    /// Returns whether rows need the lines of their records.
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
