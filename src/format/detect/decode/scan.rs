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
//! Of 64 bytes, only one is examined, because every run of 81 has one such byte, and so has any other puzzle, even with some cells
//! too few. If the cells around one could be a part of a puzzle, such as the row of a grid, the lines around it become comments, which
//! pass the guard.

use std::ops::Range;

use memchr::memchr;

use super::text::{Damage, Decode, DecodedLines, TextPosition};
use crate::board::grid::{self, CELLS, digit};
use crate::format::cells::{SHORTEST, SIDE, Style, is_cell, is_gap};
use crate::format::unread::{count_cells, has_row};

/// The distance between the bytes that are examined.
const STEP: usize = 64;

/// The number of bytes on each side of a byte among cells whose lines pass the guard, if the last one ends before the second number.
const NEAR: usize = 4 * STEP;
const FAR: usize = 2 * NEAR;

/// The number of bytes on each side of an examined byte that can be needed.
const AROUND: usize = 2 * FAR;

/// A decoder that turns the runs of a text into lines, and lines with other cells into comments.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The position of the next text.
    position: TextPosition,
    /// The byte offset in the next text of the next byte to examine.
    next: usize,
    /// The end of what has been found in the next text.
    done: usize,
    /// Whether comments end there, so that the next line can continue them.
    has_comment: bool,
    /// Whether the text has more than white space.
    has_text: bool,
    /// Whether anything was passed on.
    has_found: bool,
}

/// Returns the puzzles that a scan of `text` finds.
pub(in crate::format::detect) fn puzzles(text: &[u8]) -> Vec<&[u8]> {
    (0..text.len()).step_by(STEP).filter_map(|at| puzzle_at(text, at)).map(|run| &text[run]).collect()
}

impl Decode for Scan {
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
        let last = if is_all { text.len() } else { text.len().saturating_sub(AROUND) };
        let mut passed = 0;
        while self.next < last {
            let at = may_be_cell(text, self.done, self.next);
            self.next += STEP;
            let Some(at) = at else { continue };
            let puzzle = puzzle_at(text, at);
            let is_puzzle = puzzle.is_some();
            let Some(found) = puzzle.or_else(|| self.lines_around(text, at)) else { continue };
            self.position.pass(&text[passed..found.start]);
            passed = found.start;
            if is_puzzle {
                decoded.places.push(self.position.place(true));
                decoded.text.extend_from_slice(&text[found.clone()]);
                decoded.text.push(b'\n');
            } else {
                self.pass_on(&text[found.clone()], self.has_comment && found.start == self.done, decoded);
            }
            (self.next, self.done, self.has_comment) = (found.end, found.end, !is_puzzle);
        }
        let length = if is_all { text.len() } else { self.next.saturating_sub(AROUND).max(passed) };
        self.position.pass(&text[passed..length]);
        (self.next, self.done) = (self.next.saturating_sub(length), self.done.saturating_sub(length));
        self.has_text = self.has_text || text.iter().any(u8::is_ascii_graphic);
        self.has_found = self.has_found || !decoded.text.is_empty();
        if is_all && self.has_text && !self.has_found {
            decoded.push_comment(b"no puzzle", TextPosition::default()); // an input with text is not empty
        }
        Ok(length)
    }
}

impl Scan {
    /// Returns the range of the lines around byte `at` of `text` that were not found before, up to the next puzzle, if the cells at
    /// this byte could be a part of a puzzle.
    #[inline(never)] // it would take the registers of the loop
    fn lines_around(&self, text: &[u8], at: usize) -> Option<Range<usize>> {
        if !is_among_cells(text, at) {
            return None;
        }
        let mut part = cells_around(text, at);
        if text.get(part.end) == Some(&b'\n') && !has_digits(&text[part.clone()]) {
            part = cells_around(text, part.end + 1); // the row below a rule
        }
        if part.len() < SIDE && !is_line(text, &part) {
            return None;
        }
        let cells = count_cells(&text[part]);
        if cells < SIDE || cells < 3 * SIDE && !has_row_beside(text, at) {
            return None;
        }
        let from = self.done.max(at.saturating_sub(NEAR));
        let start = match memchr(b'\n', &text[from..at]) {
            Some(length) if from > self.done => from + length + 1,
            _ => from,
        };
        let (near, far) = (text.len().min(at + NEAR), text.len().min(at + FAR));
        let mut end = memchr(b'\n', &text[near..far]).map_or(far, |length| near + length + 1);
        let more = text[end..far].split_inclusive(|&byte| byte == b'\n');
        end += more.take_while(|line| has_row(line)).map(<[u8]>::len).sum::<usize>();
        let puzzle = (at..end).step_by(STEP).find_map(|at| puzzle_at(text, at));
        Some(start..puzzle.map_or(end, |puzzle| puzzle.start))
    }

    /// Appends the lines of a text, which is at the position of this decoder, as comments. An empty line before them ends earlier rows,
    /// unless they continue the last comments.
    fn pass_on(&self, text: &[u8], continues: bool, decoded: &mut DecodedLines) {
        if !continues {
            decoded.places.push(self.position.place(false));
            decoded.text.push(b'\n');
        }
        let mut position = self.position;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            decoded.push_comment(line.strip_suffix(b"\n").unwrap_or(line), position);
            position.pass(line);
        }
    }
}

/// Returns the run of cells with byte `at` of `text`, if this is one of its first 64 and the run is a puzzle.
#[inline]
fn puzzle_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    if !is_cell(text[at]) {
        return None;
    }
    let after = text[at..].iter().take(CELLS + 1).take_while(|&&byte| is_cell(byte)).count();
    let before = text[..at].iter().rev().take(STEP).take_while(|&&byte| is_cell(byte)).count();
    let run = at - before..at + after;
    let cells: &[u8; CELLS] = text[run.clone()].try_into().ok()?;
    (before < STEP && grid::is_puzzle(cells) && cells.iter().any(|&byte| digit(byte).is_some()))
        .then_some(run)
}

/// Returns the offset of byte `at` of `text`, or of the word for a blank that it is in and that begins at byte `from` or later, if it
/// can be among cells.
#[inline]
fn may_be_cell(text: &[u8], from: usize, at: usize) -> Option<usize> {
    match text[at] {
        byte if is_cell(byte) || is_gap(byte) || matches!(byte, b'~' | 0x80..) => Some(at),
        b'N' | b'a' | b'e' | b'l' | b'n' | b'o' | b'u' => {
            let letters =
                text[from..at].iter().rev().take(SIDE).take_while(|byte| byte.is_ascii_alphabetic()).count();
            Some(at - letters).filter(|&start| is_other_blank(&text[start..]))
        }
        _ => None,
    }
}

/// Returns whether byte `at` of `text` is in a word of cells, or in the gap before what could be one, and a word beside it is as
/// long: most bytes are not, and are examined no further.
#[inline]
fn is_among_cells(text: &[u8], at: usize) -> bool {
    let (above, below) = text.split_at(at + gap_at_start(&text[at..]));
    let before = above.iter().rev().take(CELLS).take_while(|&&byte| is_cell(byte)).count();
    let after = cells_at_start(below);
    let (above, word) = above.split_at(above.len() - before);
    let (length, rest) = (word.len() + after, &below[after..]);
    let is_beside = || {
        let next = &rest[gap_at_start(rest)..];
        let gap = above.iter().rev().take(SIDE).take_while(|&&byte| is_gap(byte)).count();
        let last = above.iter().rev().skip(gap).take(SIDE).take_while(|&&byte| is_cell(byte)).count();
        cells_at_start(next) == length || last == length || is_other_blank(next)
    };
    match length {
        0 => is_other_blank(below),
        SIDE if has_one_blank(text, at) => true,
        SHORTEST.. => true,
        1 | 3 if is_beside() => true,
        4.. if !has_digits(word) && !has_digits(&below[..after]) => true, // a rule
        _ => is_of_spaces(text, at),
    }
}

fn has_digits(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_digit)
}

/// Returns whether the blanks among the cells at byte `at` of `text` are of one kind, unlike those of most numbers.
fn has_one_blank(text: &[u8], at: usize) -> bool {
    let mut blanks =
        text[at..].iter().take_while(|&&byte| is_cell(byte)).filter(|&&byte| digit(byte).is_none());
    let first = blanks.next();
    blanks.all(|blank| Some(blank) == first)
}

#[inline]
fn gap_at_start(text: &[u8]) -> usize {
    text.iter().take(SIDE).take_while(|&&byte| is_gap(byte)).count()
}

#[inline]
fn cells_at_start(text: &[u8]) -> usize {
    text.iter().take(CELLS).take_while(|&&byte| is_cell(byte)).count()
}

/// Returns whether a text begins with a word for a blank, such as `NaN`, or with a character outside ASCII.
fn is_other_blank(text: &[u8]) -> bool {
    match text.first() {
        Some(0x80..) => true,
        Some(b'N' | b'n' | b'u' | b'~') => {
            let length = text.iter().take(CELLS).position(|&byte| is_gap(byte)).unwrap_or(text.len());
            Style::Words(0).value(&text[..length]).is_some()
        }
        _ => false,
    }
}

/// Returns whether byte `at` of `text` is among enough digits and spaces for a puzzle, or on a line of nothing else.
fn is_of_spaces(text: &[u8], at: usize) -> bool {
    let is_part = |byte: &&u8| **byte == b' ' || digit(**byte).is_some();
    let before = text[..at].iter().rev().take(CELLS).take_while(is_part).count();
    let after = text[at..].iter().take(CELLS).take_while(is_part).count();
    before + after >= SHORTEST || is_line(text, &(at - before..at + after))
}

fn is_line(text: &[u8], part: &Range<usize>) -> bool {
    text[..part.start].last().is_none_or(|&byte| byte == b'\n')
        && text.get(part.end).is_none_or(|&byte| byte == b'\n')
}

/// Returns the range of the bytes around byte `at` of `text`, on its line, that could be among cells: enough for three rows of words.
fn cells_around(text: &[u8], at: usize) -> Range<usize> {
    let is_part = |byte: &&u8| may_be_among_cells(**byte);
    let before = text[..at].iter().rev().take(CELLS + SIDE).take_while(is_part).count();
    let after = text[at..].iter().take(CELLS + SIDE).take_while(is_part).count();
    at - before..at + after
}

/// Returns whether a row is on a line above or below that of byte `at` of `text`, except for lines without digits between them.
fn has_row_beside(text: &[u8], at: usize) -> bool {
    let is_row = |line: &[u8]| has_row(&line[..line.len().min(STEP)]);
    let has_digits = |line: &&[u8]| has_digits(line);
    let is_end = |&byte: &u8| byte == b'\n';
    let above = text[at.saturating_sub(NEAR)..at].rsplit(is_end).skip(1).find(has_digits);
    let below = || text[at..text.len().min(at + NEAR)].split(is_end).skip(1).find(has_digits);
    above.is_some_and(is_row) || below().is_some_and(is_row)
}

/// Returns whether a byte can be among cells: it does not end a line or a tag, and is no letter unless it is in a word for a blank,
/// such as `NaN`.
fn may_be_among_cells(byte: u8) -> bool {
    match byte {
        b'\n' | b'<' | b'>' | b'&' => false,
        b'N' | b'A' | b'U' | b'L' | b'a' | b'd' | b'e' | b'f' | b'i' | b'l' | b'n' | b'o' | b'u' => true,
        byte => !byte.is_ascii_alphabetic() || is_cell(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::decoded;
    use super::*;
    use crate::format::read::line::Lines;
    use crate::format::{ReadRecords, Records};

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Returns the puzzles of `text` with their lines and columns.
    fn found(text: &str) -> Vec<(String, u64, i64)> {
        let (found, damage) = decoded(Scan::default, text.as_bytes());
        assert_eq!(damage, None);
        let lines = String::from_utf8(found.text).unwrap();
        assert_eq!(lines.lines().count(), found.places.len());
        let records = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(records.count(), puzzles(text.as_bytes()).len());
        let is_record = |(line, _): &(&str, _)| !line.is_empty() && !line.starts_with('#');
        lines
            .lines()
            .zip(found.places)
            .filter(is_record)
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
    fn puzzles_that_are_not_runs_become_comments_that_the_guard_counts() {
        let rows = |before: &str, between: &str, after: &str| -> String {
            let row = |row: &[u8]| {
                row.iter().map(|&cell| char::from(cell).to_string()).collect::<Vec<_>>().join(between)
            };
            PUZZLE.as_bytes().chunks(SIDE).map(|cells| format!("{before}{}{after}", row(cells))).collect()
        };
        let drawn: Vec<String> = rows("", " ", "\n")
            .lines()
            .map(|row| format!("| {} | {} | {} |\n", &row[..5], &row[6..11], &row[12..]))
            .collect();
        for puzzle in [
            rows("", "", "\n"),
            rows("", "", "\r\n"),
            rows("# ", " ", "\n"),
            rows("    [", ", ", "],\n"),
            rows("", "", "/"),
            format!("<pre>{}</pre>", rows("", " ", "\n").trim_end()),
            rows("", " ", " "),
            rows("", ",", "\n").replace('.', ""),
            rows("", "", "\n").replace('.', " "),
            drawn.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join("+-------+-------+-------+\n"),
            format!("x = [{}]", rows("", ",", ",")),
            PUZZLE[1..].to_owned(),
            format!("{PUZZLE}1"),
            PUZZLE.replace('.', " "),
            rows("row 1: ", " ", "\n"),
            rows("<tr><td>", " ", "</td></tr>\n"),
            rows("", " ", "\n").replace('.', "~"),
            rows("", " ", "\n").replace('.', "NaN"),
            rows("", " ", "\n").replace('.', "□"),
        ] {
            for offset in 0..90 {
                let text =
                    format!("{}\n{puzzle}\n<p>a {PUZZLE}</p>\n{}", "a".repeat(offset), rows("b", "", " c\n"));
                let (found, _) = decoded(Scan::default, text.as_bytes());
                let mut records = Records::default();
                Lines::default().read(&found.text, &mut records);
                assert_eq!((records.len(), records.unread), (1, 1), "{offset}: {text}");
            }
        }
    }

    #[test]
    fn a_text_without_puzzles_is_not_empty() {
        let lines = |text: &str| String::from_utf8(decoded(Scan::default, text.as_bytes()).0.text).unwrap();
        assert_eq!(lines(" \n\n"), "");
        assert_eq!(lines(&"<p>text</p>\n".repeat(1000)), "# no puzzle\n");
        assert_eq!(lines(&format!("<p>\n{PUZZLE}")), format!("{PUZZLE}\n"));
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
