//! One result per line.

use super::rows::RowFormat;
use super::{Record, WriteAnswers};

/// A writer of one line per record: the 81 digits of the solution, or the verdict if there is no solution.
pub struct AnswerLines;

impl WriteAnswers for AnswerLines {
    fn writes_answer_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        RowFormat::Line.write_made(record, record.solution().map(<[u8; _]>::as_slice), out);
    }
}
