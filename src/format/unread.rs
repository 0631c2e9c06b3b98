//! The guard of everything that is skipped: comments, headings, other fields and values, the rest of a line.
//!
//! Each part of an input that could hold a puzzle is a record, is malformed, or is counted here as not read. A reader passes what
//! it skips to [`could_hold`], or line by line to [`SkippedRows`], and adds what could to
//! [`Records::unread`](super::Records::unread).

mod cells_in_line;

use memchr::memchr;

pub(crate) use self::cells_in_line::{CLUES, PART, Run};
use self::cells_in_line::{CLUES_OF_WORD, Content, Found};
use super::cells::{SHORTEST, SIDE};
use super::read::line::line_start;
use crate::board::grid::{CELLS, digit};

/// The columns of puzzles that `canon` and `minimize` make from those of the input.
const MADE: [&str; 4] = ["form", "canon_form", "minimal", "minimize_minimal"];

/// Returns whether a column of this name has puzzles that this program made from those of the input. They need not be read.
pub(crate) fn is_made(name: &[u8]) -> bool {
    MADE.iter().any(|made| made.as_bytes() == name)
}

/// Returns whether a text could hold a puzzle: 17 clues or more among 81 cells, or among what is left of them, on one line or nine.
/// One word of 81 cells may have lost some clues. Numbers and other words between cells are no cells, and a complete grid is an
/// answer.
#[inline]
pub(crate) fn could_hold(text: &[u8]) -> bool {
    has_clues(text) && holds(text)
}

/// Returns how many puzzles a text could hold, apart from those in rows.
#[cold]
pub(crate) fn count_in(text: &[u8]) -> u64 {
    Found::of(text).puzzles
}

#[cold]
fn holds(text: &[u8]) -> bool {
    let mut rows = Rows::default();
    count_in(text) > 0
        || memchr(b'\n', text).is_some()
            && text.split(|&byte| byte == b'\n').any(|line| rows.add(line, Found::of(line).row))
}

/// Returns whether a text is long enough for a puzzle and has enough clues.
#[inline]
pub(crate) fn has_clues(text: &[u8]) -> bool {
    let needed = if text.len() < CELLS { CLUES } else { CLUES_OF_WORD };
    text.len() >= SHORTEST && (clues(text) >= needed || !text.is_ascii())
}

/// Returns the number of digits from 1 to 9. The compiler vectorizes this.
#[inline]
fn clues(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| digit(byte).is_some()).count()
}

/// Returns whether a line has nine cells or more one after another, so that it could be a row and is never a heading.
pub(crate) fn has_row(line: &[u8]) -> bool {
    let found = Found::of(line);
    found.puzzles > 0 || found.row.is_some()
}

/// Lines that are skipped one after another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SkippedRows {
    rows: Rows,
    /// The byte offset after the last line.
    end: usize,
}

impl SkippedRows {
    /// Returns whether no row waits for others.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a skipped line at byte offset `at`. Returns how many puzzles it could hold, or 1 if it ends nine rows that could be one.
    pub(crate) fn add(&mut self, at: usize, line: &[u8]) -> u64 {
        let text = without_marks(line);
        let found = Found::of(text);
        if found.puzzles > 0 || at != self.end {
            self.rows = Rows::default();
        }
        self.end = at + line.len() + 1;
        match found.puzzles {
            0 => u64::from(self.rows.add(text, found.row)),
            puzzles => puzzles,
        }
    }
}

/// Lines one after another. Nine rows of cells could be a puzzle, or longer parts of one, also with lines without digits between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rows(Content);

impl Rows {
    /// Adds a line, which could be a `row`. Returns whether it ends rows that could be a puzzle, one of whose cells may be lost.
    fn add(&mut self, line: &[u8], row: Option<Content>) -> bool {
        if let Some(row) = row {
            self.0.add(row);
        } else if !self.is_empty() && ends_rows(line) {
            *self = Self::default();
        }
        self.0.cells >= CELLS - 1 && std::mem::take(self).0.is_puzzle()
    }

    fn is_empty(&self) -> bool {
        self.0.cells == 0
    }
}

/// Returns whether a line, which is no row, ends the rows before it.
fn ends_rows(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || line.iter().any(u8::is_ascii_digit)
}

/// Returns how many puzzles the lines above a header could hold. `text` ends with the header, whose numbers of columns are no cells.
pub(crate) fn count_above(text: &[u8]) -> u64 {
    let text = &text[..line_start(text, text.trim_ascii_end().len())];
    let (mut skipped, mut at) = (SkippedRows::default(), 0);
    let mut could_hold = |line: &[u8]| {
        let start = at;
        at += line.len();
        skipped.add(start, line.trim_ascii_end())
    };
    text.split_inclusive(|&byte| byte == b'\n').map(&mut could_hold).sum()
}

/// Returns the number of bytes of `text`, which are whole lines, without the comments at its end if these have rows: more could
/// follow. Returns `None` if nothing else is in it.
pub(crate) fn length_without_rows(text: &[u8], is_comment: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let (mut end, mut has_rows) = (text.len(), false);
    while end > 0 {
        let start = line_start(text, end - 1);
        let line = &text[start..end - 1];
        let is_row = has_row(without_marks(line));
        if !is_row && ends_rows(line) || !is_comment(line) || line.contains(&b'"') {
            break;
        }
        has_rows |= is_row;
        end = start;
    }
    Some(if has_rows { end } else { text.len() }).filter(|&end| end > 0)
}

/// Returns a line without the marks of a comment before it. A tab may be beside an empty field, and spaces of a row may be blanks.
fn without_marks(line: &[u8]) -> &[u8] {
    let after = |text: &[u8], is_passed: fn(&u8) -> bool| {
        text.iter().position(|byte| !is_passed(byte)).unwrap_or(text.len())
    };
    let text = &line[after(line, |&byte| byte == b' ')..];
    let text = &text[after(text, |byte| matches!(byte, b'#' | b'/' | b'%' | b';'))..];
    let row = text.strip_prefix(b" ").filter(|row| row.len() == SIDE);
    row.unwrap_or(&text[after(text, |&byte| byte == b' ')..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn cells_in_any_style_could_hold_a_puzzle() {
        let spaced: String = PUZZLE.chars().map(|cell| format!("{cell} ")).collect();
        let empty = spaced.trim().replace('.', "");
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
            format!("{}q{}", &PUZZLE[..40], &PUZZLE[41..]),
            empty.replace(' ', ","),
            format!("7;{}", empty.replace(' ', ";")),
            empty.replace(' ', ", "),
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
            ",".repeat(200),
        ] {
            assert!(!could_hold(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn nine_skipped_rows_are_one_puzzle() {
        let mut rows = SkippedRows::default();
        let mut at = 0;
        let mut count = |lines: &[String]| {
            let unread = |line: &String| {
                at += line.len() + 1;
                rows.add(at - line.len() - 1, line.as_bytes())
            };
            lines.iter().map(unread).sum::<u64>()
        };
        let commented: Vec<String> =
            (0..9).map(|row| format!("# {}", &PUZZLE[9 * row..9 * row + 9])).collect();
        assert_eq!(count(&commented), 1);
        assert_eq!(count(&commented[..8]), 0);
        assert_eq!(count(&["#".to_owned(), commented[8].clone()]), 0);
        assert_eq!(count(&["# 2024".to_owned()]), 0);
        assert_eq!(count(&commented[..3]) + count(&["# by Ann".to_owned()]) + count(&commented[3..]), 1);
        assert_eq!(count(&[format!("# {PUZZLE}")]), 1);
        assert_eq!(count(&[format!("# {PUZZLE} {PUZZLE}")]), 2);
        assert_eq!(count(&[format!("# {}", &PUZZLE[..27]), PUZZLE[27..54].into(), PUZZLE[54..].into()]), 1);
        let fields =
            |row: &String| row[2..].chars().map(|cell| cell.to_string()).collect::<Vec<_>>().join(",");
        let empty: Vec<String> = commented.iter().map(|row| fields(row).replace('.', "")).collect();
        assert_eq!(count(&empty), 1);
        let spaced: Vec<String> = commented.iter().map(|row| row[2..].replace('.', " ")).collect();
        assert_eq!((count(&spaced), count(&spaced[..8])), (1, 0));
        assert!(!has_row(b"Puzzle 1,,,,,,,,") && !has_row(b",,,,,,,,"));
    }

    #[test]
    fn a_puzzle_above_a_header_is_counted_and_the_numbers_of_its_columns_are_not() {
        let numbers = (1..=81).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
        assert_eq!(count_above(format!("# {PUZZLE}\nid,puzzle\n").as_bytes()), 1);
        assert_eq!(count_above(format!("# by Ann\n{numbers}\n").as_bytes()), 0);
        assert_eq!(count_above(b""), 0);
    }
}
