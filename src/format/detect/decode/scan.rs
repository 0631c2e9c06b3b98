//! Finds puzzles in any text: runs of 81 cells.
//!
//! ```text
//! <a href="/play?bd=53..7....6..19…8..79">easy</a>   text
//!                   └────── 81 ───────┘
//! ```
//!
//! A run is as long as possible: no cell character touches it. It has digits, and blanks of one kind. A ruled line is not a run,
//! because it has no digit.
//!
//! Every run of 81 has a character at an offset that is a multiple of 81, so only one byte in 81 is examined where there are no
//! cells.

use super::text::{Damage, Decode, DecodedLines, TextPosition};
use crate::board::grid::{self, CELLS, digit};
use crate::format::cells::is_cell;

/// A decoder that turns the runs of a text into lines.
#[derive(Debug)]
pub(super) struct Scan {
    /// The position of the next text.
    position: TextPosition,
    /// Whether the next text continues a run that is longer than a puzzle.
    is_in_long_run: bool,
}

impl Default for Scan {
    fn default() -> Self {
        Self { position: TextPosition::START, is_in_long_run: false }
    }
}

/// Returns the puzzles that a scan of `text` finds.
pub(in crate::format::detect) fn puzzles(text: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    for_each_run(text, 0, true, |run| found.push(&text[run..run + CELLS]));
    found
}

impl Decode for Scan {
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
        let start = if self.is_in_long_run { cells_from(text, 0) } else { 0 };
        if start == text.len() && !is_all {
            self.position.pass(text);
            return Ok(text.len());
        }
        let mut passed = 0;
        let end = for_each_run(text, start, is_all, |run| {
            self.position.pass(&text[passed..run]);
            passed = run;
            decoded.places.push(self.position.place(true));
            decoded.text.extend_from_slice(&text[run..run + CELLS]);
            decoded.text.push(b'\n');
        });
        // A run at the end is passed again with the text after it, unless it is already too long.
        self.is_in_long_run = text.len() - end > CELLS;
        let length = if self.is_in_long_run { text.len() } else { end };
        self.position.pass(&text[passed..length]);
        Ok(length)
    }
}

/// Calls `visit` with the start of every puzzle of `text` from byte `at` on, which must not be inside a run. Returns the start of
/// a run that may continue after `text`, or the end of `text`.
#[inline]
fn for_each_run(text: &[u8], mut at: usize, is_all: bool, mut visit: impl FnMut(usize)) -> usize {
    // No run that begins before `free` reaches `at`.
    let mut free = at;
    while let Some(&byte) = text.get(at) {
        if !is_cell(byte) {
            free = at + 1;
            at += CELLS;
            continue;
        }
        let cells_before = text[free..at].iter().rev().take_while(|&&byte| is_cell(byte)).count();
        let (start, end) = (at - cells_before, cells_from(text, at));
        if end == text.len() && !is_all {
            return start;
        }
        let is_puzzle =
            |run: &[u8; CELLS]| grid::is_puzzle(run) && run.iter().any(|&byte| digit(byte).is_some());
        if text[start..end].try_into().is_ok_and(is_puzzle) {
            visit(start);
        }
        (free, at) = (end + 1, end + CELLS);
    }
    if is_all {
        return text.len();
    }
    let cells = text[free.min(text.len())..].iter().rev().take_while(|&&byte| is_cell(byte));
    text.len() - cells.count()
}

/// Returns the end of the cells of `text` from byte `at` on.
#[inline]
fn cells_from(text: &[u8], at: usize) -> usize {
    let cells = text[at..].iter().position(|&byte| !is_cell(byte));
    cells.map_or(text.len(), |length| at + length)
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::decoded;
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Returns the puzzles of `text` with their lines and columns.
    fn found(text: &str) -> Vec<(String, u64, i64)> {
        let (found, damage) = decoded(Scan::default, text.as_bytes());
        assert_eq!(damage, None);
        let lines = String::from_utf8(found.text).unwrap();
        assert_eq!(
            (lines.lines().count(), puzzles(text.as_bytes()).len()),
            (found.places.len(), found.places.len())
        );
        lines
            .lines()
            .zip(found.places)
            .map(|(line, place)| (line.to_owned(), place.line, place.column))
            .collect()
    }

    fn places(text: &str) -> Vec<(u64, i64)> {
        found(text).into_iter().map(|(_, line, column)| (line, column)).collect()
    }

    #[test]
    fn every_run_of_81_cells_is_found_with_its_line_and_column() {
        let zeros = PUZZLE.replace('.', "0");
        let text = format!("<p>\n<game data=\"{zeros}\"/> a 12 {PUZZLE},{PUZZLE}\n\n?bd={PUZZLE}&x");
        let expected = [
            (&zeros, 2, 13),
            (&PUZZLE.to_owned(), 2, 103),
            (&PUZZLE.to_owned(), 2, 185),
            (&PUZZLE.to_owned(), 4, 5),
        ];
        assert_eq!(found(&text), expected.map(|(puzzle, line, column)| (puzzle.clone(), line, column)));
    }

    #[test]
    fn a_run_may_begin_or_end_the_text() {
        assert_eq!(places(PUZZLE), [(1, 1)]);
        assert_eq!(places(&format!("{PUZZLE}\n{PUZZLE}")), [(1, 1), (2, 1)]);
        assert_eq!(places(""), []);
    }

    #[test]
    fn a_run_of_more_or_fewer_than_81_cells_is_not_a_puzzle() {
        for touched in
            [format!("1{PUZZLE}"), format!("{PUZZLE}."), format!("-{PUZZLE}"), PUZZLE[1..].to_owned()]
        {
            assert_eq!(places(&touched), [], "{touched}");
            assert_eq!(places(&format!("{touched} {PUZZLE}")).len(), 1, "{touched}");
        }
        let long = PUZZLE.repeat(40);
        assert_eq!(places(&format!("{long}\n{PUZZLE}\n{long}")), [(2, 1)]);
        assert_eq!(places(&format!("{PUZZLE}\n{long}")), [(1, 1)]);
    }

    #[test]
    fn runs_with_two_kinds_of_blanks_or_without_a_digit_are_not_puzzles() {
        assert_eq!(places(&PUZZLE.replacen('.', "0", 1)), []);
        assert_eq!(places(&"-".repeat(81)), []);
        assert_eq!(places(&".".repeat(81)), []);
        assert_eq!(places(&PUZZLE.replace('.', "x")), [(1, 1)]);
        assert_eq!(places(&PUZZLE.replace('.', "3")), [(1, 1)], "a grid without blanks");
    }

    #[test]
    fn runs_are_found_at_every_offset_and_distance() {
        for offset in 0..170 {
            let gap = "a".repeat(offset);
            let text = format!("{gap}{PUZZLE}{gap} {PUZZLE}b");
            let second = 2 * offset as i64 + 83;
            assert_eq!(places(&text), [(1, offset as i64 + 1), (1, second)], "{offset}");
        }
    }
}
