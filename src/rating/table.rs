//! The rows of rated records: the input's columns, followed by the ratings.

use std::io::Write;

use super::{Rating, RatingField, RatingKind};
use crate::format::write::input_columns::{Added, RecordRows};
use crate::format::write::rows::{Row, RowFormat};
use crate::format::{Blank, Record};
use crate::pipeline::OpenRecords;
use crate::solver::Verdict;

/// Records with their ratings, as CSV or as JSON lines. A format without columns has the rated puzzles alone.
pub(super) struct RatingTable {
    fields: Vec<RatingField>,
    rows: RecordRows,
    /// The character of the blanks of boards, or that of each puzzle.
    blank: Option<Blank>,
    has_columns: bool,
}

impl RatingTable {
    /// Returns a table of `records` with the verdict and these ratings. An added name that already exists begins with `rate_`.
    pub(super) fn new(
        kinds: &[RatingKind],
        format: RowFormat,
        blank: Option<Blank>,
        records: &OpenRecords,
    ) -> Self {
        let fields: Vec<RatingField> =
            RatingField::all().filter(|field| kinds.contains(&field.kind)).collect();
        let names: Vec<&'static str> =
            std::iter::once("verdict").chain(fields.iter().map(|field| field.name())).collect();
        let added = Added { command: "rate", names: &names };
        let rows = RecordRows::new(format, &records.format, added, true);
        Self { fields, rows, blank, has_columns: format.has_columns() }
    }

    /// Returns the line with the names of the columns, or an empty text if there is none.
    pub(super) fn header(&self) -> &[u8] {
        self.rows.header()
    }

    /// Returns whether rows need the lines of their records.
    pub(super) fn needs_lines(&self) -> bool {
        self.rows.needs_lines()
    }

    /// Appends the row of a record.
    pub(super) fn write(&self, record: &Record<'_>, rating: &Rating, out: &mut Vec<u8>) {
        if !self.has_columns {
            return self.write_board(record, out);
        }
        self.rows.write(record, out, |row: &mut Row<'_>| {
            self.rows.add_verdict(record, row);
            for field in &self.fields {
                row.value(field.name(), |out| field.write(rating, out));
            }
        });
    }

    /// Appends the puzzle of a record with exactly one solution, or else the verdict.
    fn write_board(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let (start, puzzle) =
            (out.len(), (record.outcome.verdict == Verdict::Unique).then_some(record.puzzle));
        self.rows.write_made(record, puzzle, out, |_| {});
        if let Some(blank) = self.blank.filter(|_| puzzle.is_some()) {
            blank.replace_others(&mut out[start..]);
        }
    }
}

impl RatingField {
    /// Appends the value as tables show it, and returns whether it is a number, or `None` if the puzzle has no value.
    pub(crate) fn write(self, rating: &Rating, out: &mut Vec<u8>) -> Option<bool> {
        let number = self.number(rating)?;
        // Writing to memory cannot fail.
        let _ = match self.kind {
            RatingKind::Level if number.is_infinite() => write!(out, "none"),
            RatingKind::Depth => rating.depth.map_or(Ok(()), |depth| write!(out, "{depth}")),
            RatingKind::Backdoor => rating.backdoor.map_or(Ok(()), |backdoor| write!(out, "{backdoor}")),
            RatingKind::Se => rating.se.map_or(Ok(()), |se| write!(out, "{se}")),
            RatingKind::Guesses => write!(out, "{number:.2}"),
            RatingKind::Difficulty => rating.difficulty.map_or(Ok(()), |word| write!(out, "{word}")),
            _ => write!(out, "{number}"),
        };
        Some(number.is_finite() && self.kind != RatingKind::Difficulty)
    }
}
