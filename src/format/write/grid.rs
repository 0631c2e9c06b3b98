//! Nine-line results: spaced digits, as online judges expect them, or rows with a heading.

use super::{Record, WriteAnswers};
use crate::board::grid::{CELLS, is_blank};
use crate::board::outcome::Verdict;
use crate::format::cells::SIDE;

/// A writer of solutions as nine lines of nine digits with spaces between them, or of the verdict as one line if there is no
/// solution. A blank line follows each record.
pub struct SpacedRows;

impl WriteAnswers for SpacedRows {
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        match record.solution() {
            Some(answer) => write_spaced(answer, out),
            None => {
                record.write_verdict(out);
                out.push(b'\n');
            }
        }
        out.push(b'\n');
    }
}

/// A writer of a heading, such as `[Solved]` or `[No solution]`, and nine lines of nine digits: the solution, or the puzzle with
/// `0` for its blanks. A record without 81 cells has only a heading.
pub struct HeadedRows;

impl WriteAnswers for HeadedRows {
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        write_heading(record, out);
        write_rows(record.solution().map_or(record.puzzle, <[u8; _]>::as_slice), out);
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

fn write_spaced(answer: &[u8; CELLS], out: &mut Vec<u8>) {
    let mut text = [b' '; 2 * CELLS];
    for (cell, &digit) in answer.iter().enumerate() {
        text[2 * cell] = digit;
    }
    for row in 1..=SIDE {
        text[2 * SIDE * row - 1] = b'\n';
    }
    out.extend_from_slice(&text);
}

fn write_rows(cells: &[u8], out: &mut Vec<u8>) {
    for row in cells.chunks(SIDE) {
        out.extend(row.iter().map(|&byte| if is_blank(byte) { b'0' } else { byte }));
        out.push(b'\n');
    }
}
