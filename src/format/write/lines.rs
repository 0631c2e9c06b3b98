//! One answer per line.

use crate::format::{Record, WriteAnswers};

/// Writes one answer a line: the 81 digits, or the verdict where there is no solution to give.
pub struct AnswerLines;

impl WriteAnswers for AnswerLines {
    fn is_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        match record.answer {
            Some(answer) if record.is_answered() => out.extend_from_slice(answer),
            _ => record.write_verdict(out),
        }
        out.push(b'\n');
    }
}
