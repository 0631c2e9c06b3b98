//! The number of solutions of each record, one number per line.

use super::number::write_number;
use super::{Record, WriteAnswers};
use crate::board::outcome::Verdict;

/// A writer of the number of solutions found, or the verdict if there is no number: `malformed: …`, `budget`. A puzzle with
/// conflicting clues has 0 solutions.
pub struct Counts;

impl WriteAnswers for Counts {
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        match record.outcome.verdict {
            Verdict::Malformed | Verdict::BudgetExhausted => record.write_verdict(out),
            _ => write_number(record.outcome.solutions, out),
        }
        out.push(b'\n');
    }
}
