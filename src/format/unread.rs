//! The guard of everything that is skipped: comments, headings, other fields and values, the rest of a line.
//!
//! Each part of an input that could hold a puzzle is a record, is malformed, or is counted here as not read. A reader passes what
//! it skips to [`could_hold`], or line by line to [`SkippedRows`], and adds what could to
//! [`Records::unread`](super::Records::unread).

use super::cells::{SHORTEST, SIDE, Style, is_cell, is_gap, is_of_spaces, is_ruled};
use crate::board::grid::{CELLS, digit};

/// The smallest number of clues of a puzzle with one solution.
const CLUES: usize = 17;

/// Returns whether a text could hold a puzzle: 17 clues or more among 81 cells, or among what is left of them. Numbers and other
/// words between them are no cells, and a complete grid is an answer.
#[inline]
pub(crate) fn could_hold(text: &[u8]) -> bool {
    text.len() >= SHORTEST && clues(text) >= CLUES && has_cells(text)
}

/// Returns the number of digits from 1 to 9. The compiler vectorizes this.
#[inline]
fn clues(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| digit(byte).is_some()).count()
}

#[cold]
fn has_cells(text: &[u8]) -> bool {
    let (mut run, mut is_escaped) = (Run::default(), false);
    text.split_inclusive(|&byte| is_gap(byte) || byte == b':').any(|part| {
        let (word, end) = match part {
            [word @ .., end] if is_gap(*end) || *end == b':' => (word, *end),
            word => (word, b' '),
        };
        // A line end in a JSON string is a backslash and a letter.
        let word = word.strip_prefix(b"n").filter(|_| is_escaped).unwrap_or(word);
        is_escaped = end == b'\\';
        !word.is_empty() && run.add(word)
    }) || is_of_spaces(text)
}

/// Words of cells, one after another, which are equally long.
#[derive(Default)]
struct Run {
    length: usize,
    cells: usize,
    clues: usize,
}

impl Run {
    /// Adds a word. Returns whether the run could be a puzzle.
    fn add(&mut self, word: &[u8]) -> bool {
        let are_cells = word.iter().all(|&byte| is_cell(byte));
        let length = match word.len() {
            SHORTEST.. if are_cells && clues(word) >= CLUES => return clues(word) < word.len(),
            length @ (1 | 3 | SIDE) if are_cells => length,
            _ if !are_cells && Style::Words(0).value(word).is_ok() => 1,
            _ => 0,
        };
        if length != self.length || length == 0 {
            *self = Self { length, ..Self::default() };
        }
        self.cells += length;
        self.clues += clues(word);
        self.cells >= CELLS && self.clues >= CLUES
    }
}

/// Lines that are skipped one after another. Nine rows of cells could be a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SkippedRows {
    rows: usize,
    clues: usize,
}

impl SkippedRows {
    /// Adds a skipped line. Returns whether it could hold a puzzle, or ends nine rows that could.
    pub(crate) fn add(&mut self, line: &[u8]) -> bool {
        let text = without_marks(line);
        if could_hold(text) {
            *self = Self::default();
            return true;
        }
        if is_ruled(text) {
            return false;
        }
        if !is_row(text) {
            *self = Self::default();
            return false;
        }
        (self.rows, self.clues) = (self.rows + 1, self.clues + clues(text));
        let could_hold = self.rows == SIDE && self.clues >= CLUES;
        if self.rows == SIDE {
            *self = Self::default();
        }
        could_hold
    }
}

/// Returns a line without the marks of a comment.
fn without_marks(line: &[u8]) -> &[u8] {
    let text = line.trim_ascii_start();
    let marks = text.iter().position(|byte| !matches!(byte, b'#' | b'/' | b'%' | b';')).unwrap_or(text.len());
    &text[marks..]
}

fn is_row(text: &[u8]) -> bool {
    let is_of = |style: Style| {
        style.cells(text).count() == SIDE && style.cells(text).all(|(_, cell)| style.value(cell).is_ok())
    };
    is_of(Style::Gaps) || is_of(Style::Words(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn cells_in_any_style_could_hold_a_puzzle() {
        let spaced: String = PUZZLE.chars().map(|cell| format!("{cell} ")).collect();
        let list = format!("[{}]", spaced.trim().replace(' ', ", ").replace('.', "None"));
        let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
        for text in [
            PUZZLE.to_owned(),
            format!("see {PUZZLE}, by Ann"),
            spaced.clone(),
            list,
            rows.join("/"),
            rows.join("\n"),
            PUZZLE.replace('.', " "),
            PUZZLE[..75].to_owned(),
        ] {
            assert!(could_hold(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn words_and_numbers_do_not() {
        let numbers: Vec<String> = (1..60).map(|number| format!("{}.{number}", number % 7)).collect();
        for text in [
            "2024-01-05T12:33:44.123456+00:00, 3.14159265358979312, 2.71828182845904523".to_owned(),
            numbers.join(","),
            "53..7....6..195....98....6.8...6...3".to_owned(),
            ".".repeat(81),
            "3f5a9c1e7b2d4068".repeat(6),
        ] {
            assert!(!could_hold(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn nine_skipped_rows_are_one_puzzle() {
        let mut rows = SkippedRows::default();
        let mut count = |lines: &[String]| lines.iter().filter(|line| rows.add(line.as_bytes())).count();
        let commented: Vec<String> =
            (0..9).map(|row| format!("# {}", &PUZZLE[9 * row..9 * row + 9])).collect();
        assert_eq!(count(&commented), 1);
        assert_eq!(count(&commented[..8]), 0);
        assert_eq!(count(&["# by Ann".to_owned(), commented[8].clone()]), 0);
        assert_eq!(count(&[format!("# {PUZZLE}")]), 1);
    }
}
