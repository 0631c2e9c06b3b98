//! The rows of a text in any format that a file can have.

use std::ops::Range;
use std::sync::OnceLock;

use bulkdoku::datasets::Fingerprint;
use bulkdoku::format::{TextFormat, TextRecords};
use bulkdoku::solver::Notation;

use super::rows::{Defect, Place, Rows};

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

    fn puzzles(&self, range: Range<usize>, starts: &mut Vec<u32>) -> Option<&[u8]> {
        if self.records.puzzle_count() < self.len() {
            return None;
        }
        let puzzles = self.records.puzzles(range);
        starts.extend((0..puzzles.len()).map(|index| puzzles.start(index)));
        Some(puzzles.text())
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        let puzzle = self.records.puzzle(row).map_err(Defect::Text)?;
        let found = self.records.puzzles(puzzle..puzzle + 1);
        let (text, start) = (found.text(), found.start(0) as usize);
        Ok(Place { text, start, end: start + self.notation().width() })
    }

    fn bad_cell(&self, row: usize) -> Option<Defect> {
        Some(Defect::Text(self.records.bad_cell(row)))
    }

    fn text_class(&self, row: usize) -> Option<Fingerprint> {
        Some(Fingerprint::of_text(self.records.line(row)))
    }

    fn has_answers(&self) -> bool {
        self.records.has_answers()
    }

    fn answer(&self, row: usize) -> Option<&[u8]> {
        self.records.answer(row)
    }
}
