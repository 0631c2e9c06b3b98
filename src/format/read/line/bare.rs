//! Lines that consist of only a puzzle, like most: their places are known before they are read.
//!
//! ```text
//! assume     examine eight lines; puzzle i begins at byte 82 * i
//! classify   the caller reads each puzzle, while memory delivers the next ones
//! confirm    the verdicts tell whether a puzzle contains a line end; the line ends are where they should be
//! ```
//!
//! This saves a pass over bytes that come from memory.

use crate::board::grid::CELLS;
use crate::board::outcome::{Outcome, Verdict};
use crate::format::Records;
use crate::format::cells::is_cell;

/// The number of bytes of a line.
const WIDTH: usize = CELLS + 1;

/// Returns whether the line consists of only a puzzle. This takes a few vector comparisons.
///
/// The cells are only searched for line ends. The solver classifies a puzzle with any other wrong byte as malformed,
/// and [`explain`](crate::format::ReadRecords::explain) then finds out what is wrong.
#[inline]
pub(super) fn is_bare_puzzle(line: &[u8; WIDTH]) -> bool {
    let (cells, end) = line.split_at(CELLS);
    let has_line_end = || cells.iter().fold(false, |found, &byte| found | (byte == b'\n'));
    end == b"\n" && is_cell(line[0]) && !has_line_end()
}

/// Replaces `records` on the assumption that all lines of `chunk` are bare puzzles, after checking a few of them. Returns false,
/// and adds nothing, if they are not.
pub(super) fn assume(chunk: &[u8], records: &mut Records) -> bool {
    records.begin(chunk);
    let (lines, rest) = chunk.as_chunks::<WIDTH>();
    let looks_right = |index: usize| lines.get(index).is_some_and(is_bare_puzzle);
    if !rest.is_empty() || !(0..8).all(|eighth| looks_right(lines.len() * eighth / 8)) {
        return false;
    }
    records.push_every(WIDTH, lines.len());
    records.lines += lines.len() as u64;
    true
}

/// Returns true only if reading `chunk` finds the records that were [assumed](assume). All puzzles consist of clues and blanks
/// except those whose outcomes are malformed.
pub(super) fn confirm(chunk: &[u8], outcomes: &[Outcome]) -> bool {
    let (lines, _) = chunk.as_chunks::<WIDTH>();
    for (line, outcome) in lines.iter().zip(outcomes) {
        if outcome.verdict == Verdict::Malformed && !is_bare_puzzle(line) {
            return false;
        }
    }
    lines.iter().fold(true, |all, line| all & (line[CELLS] == b'\n'))
}
