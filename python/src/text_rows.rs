//! The rows of a text in any format that a file can have.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use bulkdoku::format::{TextFormat, TextRecords};
use bulkdoku::solver::Notation;

use super::defect::Defect;
use super::rows::{Batch, Rows};

/// The records of a text in any format that a file can have.
pub(super) struct TextRows<'a> {
    records: TextRecords<'a>,
    /// The line of each record, once requested.
    lines: OnceLock<Vec<u64>>,
}

impl<'a> TextRows<'a> {
    /// Reads the records of a text in this format.
    pub(super) fn read(text: &'a [u8], format: &TextFormat) -> Result<Self, String> {
        if u32::try_from(text.len()).is_err() {
            return Err("a text must be shorter than 4 GiB: use solve_file for more".to_owned());
        }
        Ok(Self { records: format.read(text), lines: OnceLock::new() })
    }
}

impl Rows for TextRows<'_> {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn notation(&self) -> Notation {
        self.records.notation()
    }

    fn line(&self, row: usize) -> u64 {
        self.lines.get_or_init(|| self.records.line_numbers())[row]
    }

    fn copy(&self, range: Range<usize>, batch: &mut Batch) {
        for row in range {
            match self.records.puzzle(row) {
                Ok(puzzle) => batch.push(self.records.puzzles(puzzle..puzzle + 1).get(0)),
                Err(reason) => batch.push_defect(Defect::Text(reason)),
            }
        }
    }

    fn text(&self, row: usize) -> Option<Cow<'_, [u8]>> {
        Some(self.records.line(row).into())
    }

    fn defect(&self, row: usize, _: &[u8]) -> Option<Defect> {
        Some(Defect::Text(self.records.bad_cell(row)))
    }

    fn has_answers(&self) -> bool {
        self.records.has_answers()
    }

    fn answer(&self, row: usize) -> Option<&[u8]> {
        self.records.answer(row)
    }
}
