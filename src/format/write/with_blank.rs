//! Results whose puzzles have another character for blanks.

use std::sync::Arc;

use super::board::Blank;
use super::{Record, WriteAnswers};

/// A writer of results that writes the blanks of the puzzles as this character.
pub(crate) struct WithBlank {
    pub(crate) blank: Blank,
    pub(crate) writer: Arc<dyn WriteAnswers>,
}

impl WriteAnswers for WithBlank {
    fn needs_lines(&self) -> bool {
        self.writer.needs_lines()
    }

    fn header(&self) -> &[u8] {
        self.writer.header()
    }

    fn final_header(&self, records: u64) -> Option<Vec<u8>> {
        self.writer.final_header(records)
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        match record.puzzle.try_into() {
            Ok(cells) => {
                let puzzle = &Blank::written(Some(self.blank), cells);
                self.writer.write(&Record { puzzle, ..*record }, out);
            }
            Err(_) => self.writer.write(record, out), // not 81 cells
        }
    }
}
