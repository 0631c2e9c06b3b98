//! Nine-line results with a heading.

use super::board::{Blank, write_nine_lines};
use super::{Record, WriteAnswers};
use crate::board::outcome::Verdict;

/// A writer of a heading, such as `[Solved]` or `[No solution]`, and nine lines of nine digits: the solution, or the puzzle with
/// `0` for its blanks. A record without 81 cells has only a heading.
pub struct HeadedRows;

impl WriteAnswers for HeadedRows {
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        write_heading(record, out);
        match (record.solution(), record.puzzle.try_into()) {
            (Some(solution), _) => write_nine_lines(solution, out),
            (None, Ok(puzzle)) => write_nine_lines(&Blank::written(Some(Blank::ZERO), puzzle), out),
            (None, Err(_)) => write_nine_lines(record.puzzle, out),
        }
    }
}

fn write_heading(record: &Record<'_>, out: &mut Vec<u8>) {
    let heading: &[u8] = match record.outcome.verdict {
        Verdict::Solved => b"Solved",
        Verdict::Unique => b"Unique",
        Verdict::WellFormed => b"Well-formed",
        Verdict::Multiple => b"Multiple solutions",
        Verdict::NoSolution => b"No solution",
        Verdict::BudgetExhausted => b"Budget spent",
        Verdict::Conflict | Verdict::Malformed => b"",
    };
    out.push(b'[');
    if heading.is_empty() {
        let start = out.len();
        record.write_verdict(out);
        out[start].make_ascii_uppercase();
    }
    out.extend_from_slice(heading);
    out.extend_from_slice(b"]\n");
}
