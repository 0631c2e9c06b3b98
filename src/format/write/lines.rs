//! One result per line.

use super::{Record, WriteAnswers};

/// A writer of one line per record: the 81 digits of the solution, or the verdict if there is no solution.
pub struct AnswerLines;

impl WriteAnswers for AnswerLines {
    fn writes_answer_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        match record.solution() {
            Some(answer) => out.extend_from_slice(answer),
            None => record.write_verdict(out),
        }
        out.push(b'\n');
    }
}
