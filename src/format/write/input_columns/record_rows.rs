//! Rows of any format, with the columns of the input where these can be kept.

use super::column_names::Added;
use super::gap::Gap;
use super::kept::InputColumns;
use super::trailing_text;
use crate::format::Record;
use crate::format::detect::Detected;
use crate::format::write::rows::{Row, RowFormat};

/// The name of the column of verdicts.
const VERDICT: &str = "verdict";

/// The format of records with additional columns. They follow the columns of the input if these can be kept, or else the line,
/// the puzzle and the text after the puzzle.
pub(crate) struct RecordRows {
    format: RowFormat,
    kept: Option<InputColumns>,
    /// Whether records have text after their puzzles.
    have_text: bool,
    header: Vec<u8>,
    added: Vec<&'static str>,
    /// The column of the input with the same verdicts, which are written in their place.
    verdict: Option<usize>,
}

impl RecordRows {
    /// Creates the format of rows with the `added` columns for an input that was `detected`. The rows also have the columns of the
    /// input, if they [can be kept](InputColumns::new).
    ///
    /// If the verdicts of the command are `proved`, and so are those in a column of the input, they are written there.
    pub(crate) fn new(format: RowFormat, detected: &Detected, added: Added<'_>, proved: bool) -> Self {
        let Added { command, names } = added;
        let is_new = |name: &&str| !(proved && *name == VERDICT && detected.names.verdict.is_some());
        let new: Vec<&str> = names.iter().copied().filter(is_new).collect();
        let kept = InputColumns::new(format, detected, Added { command, names: &new });
        let have_text = kept.is_none() && detected.has_text;
        let verdict = detected.names.verdict.filter(|_| proved && kept.is_some());
        let rows = Self { verdict, ..Self::without_columns(format, have_text, names) };
        match kept {
            Some(columns) => Self { header: columns.header().to_vec(), kept: Some(columns), ..rows },
            None => rows,
        }
    }

    /// Creates the format of rows without the columns of the input, but with the text after puzzles if they `have_text`.
    pub(crate) fn without_columns(format: RowFormat, have_text: bool, added: &[&'static str]) -> Self {
        let own = if have_text { &["line", "puzzle", trailing_text::NAME][..] } else { &["line", "puzzle"] };
        let header = format.header(&[own, added].concat());
        Self { format, kept: None, have_text, header, added: added.to_vec(), verdict: None }
    }

    /// Returns whether rows have the columns of the input.
    pub(crate) fn keep_columns(&self) -> bool {
        self.kept.is_some()
    }

    /// Returns the line with the names of the columns, if there is one.
    pub(crate) fn header(&self) -> &[u8] {
        &self.header
    }

    /// Returns whether rows need the lines of their records.
    pub(crate) fn needs_lines(&self) -> bool {
        self.format.has_columns() && self.kept.is_none()
    }

    /// Writes a record with the values of the added columns, which `add` adds.
    #[inline(always)] // with the names of the columns, which a table does not need
    pub(crate) fn write(&self, record: &Record<'_>, out: &mut Vec<u8>, add: impl FnOnce(&mut Row<'_>)) {
        self.write_with(record, out, |row| row.text("puzzle", Some(record.valid_puzzle())), add);
    }

    /// Does the same as [`write`](Self::write), but `puzzle` adds the puzzle if rows do not have the columns of the input.
    #[inline(always)]
    pub(crate) fn write_with(
        &self,
        record: &Record<'_>,
        out: &mut Vec<u8>,
        puzzle: impl FnOnce(&mut Row<'_>),
        add: impl FnOnce(&mut Row<'_>),
    ) {
        if let Some(columns) = &self.kept {
            let verdict = record.outcome.verdict.name().as_bytes();
            let mut gap = self.verdict.map(|column| Gap { column, length: verdict.len(), at: None });
            columns.write(record, gap.as_mut_slice(), out, add);
            return gap.iter().for_each(|gap| gap.fill(out, verdict));
        }
        let mut row = Row::begin(self.format, out);
        row.number("line", record.line);
        puzzle(&mut row);
        if self.have_text {
            trailing_text::write(record, self.format, &mut row);
        }
        add(&mut row);
        row.end();
    }

    /// Writes a record with the board `made` from it, if any. Formats without columns have this board or else the verdict. In
    /// others both are the first added columns, before those that `add` adds.
    #[inline(always)]
    pub(crate) fn write_made(
        &self,
        record: &Record<'_>,
        made: Option<&[u8]>,
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        if !self.format.has_columns() {
            return self.format.write_made(record, made, out);
        }
        self.write(record, out, |row| {
            row.text(self.added[0], made);
            self.add_verdict(record, row);
            add(row);
        });
    }

    /// Adds the verdict, unless a column of the input has it.
    pub(crate) fn add_verdict(&self, record: &Record<'_>, row: &mut Row<'_>) {
        if self.verdict.is_none() {
            row.text(VERDICT, Some(record.outcome.verdict.name().as_bytes()));
        }
    }
}
