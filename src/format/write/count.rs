//! Counts of solutions, one number a line.

use std::io::Write;

use crate::format::{Record, WriteAnswers};
use crate::solver::Verdict;

/// Writes how many solutions were found, or the verdict where that says nothing: `malformed: …`,
/// `budget`. Clues that clash leave none.
pub struct Counts;

impl WriteAnswers for Counts {
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        match record.outcome.verdict {
            Verdict::Malformed | Verdict::BudgetExhausted => record.write_verdict(out),
            // Writing to memory cannot fail.
            _ => drop(write!(out, "{}", record.outcome.solutions)),
        }
        out.push(b'\n');
    }
}
