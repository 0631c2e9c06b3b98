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
//! Every run of 81 has a byte at an offset that is a multiple of 72, and so has any other puzzle, even with nine cells too few: only
//! these bytes are examined. If one is among nine cells or more that are not a run, such as those of a grid, the text around it that
//! is written like them becomes comments, which pass the guard.

use std::ops::Range;

use super::text::{Damage, Decode, DecodedLines, TextPosition};
use crate::board::grid::{self, CELLS, digit};
use crate::format::cells::{SHORTEST, SIDE, Style, is_cell, is_gap, is_row_of_spaces};
use crate::format::unread::CLUES;

/// The distance between the bytes that are examined.
const STEP: usize = CELLS - SIDE;

/// The number of bytes on each side of an examined byte in which to look for cells.
const AROUND: usize = 2048;

/// A decoder that turns the runs of a text into lines, and other cells into comments.
#[derive(Debug)]
pub(super) struct Scan {
    /// The position of the next text.
    position: TextPosition,
    /// The byte offset in the next text of the next byte to examine.
    next: usize,
    /// The end of the cells in the next text that have been examined.
    done: usize,
    /// Whether the text has more than white space.
    has_text: bool,
    /// Whether anything was passed on.
    has_found: bool,
}

impl Default for Scan {
    fn default() -> Self {
        Self { position: TextPosition::START, next: 0, done: 0, has_text: false, has_found: false }
    }
}

/// Returns the puzzles that a scan of `text` finds.
pub(in crate::format::detect) fn puzzles(text: &[u8]) -> Vec<&[u8]> {
    let runs = (0..text.len()).step_by(STEP).filter_map(|at| run_at(text, at));
    runs.map(|run| &text[run]).filter(|run| is_puzzle(run)).collect()
}

impl Decode for Scan {
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
        let last = if is_all { text.len() } else { text.len().saturating_sub(AROUND) };
        let mut passed = 0;
        while self.next < last {
            let at = self.next;
            self.next += STEP;
            if !is_cell(text[at]) && !is_gap(text[at]) {
                continue;
            }
            let Some(found) = self.examine(text, at) else { continue };
            self.position.pass(&text[passed..found.start]);
            passed = found.start;
            self.pass_on(&text[found], decoded);
        }
        let length = if is_all { text.len() } else { self.next.saturating_sub(AROUND).max(passed) };
        self.position.pass(&text[passed..length]);
        (self.next, self.done) = (self.next.saturating_sub(length), self.done.saturating_sub(length));
        self.has_text = self.has_text || text.iter().any(u8::is_ascii_graphic);
        self.has_found = self.has_found || !decoded.text.is_empty();
        if is_all && self.has_text && !self.has_found {
            decoded.push_comment(b"no puzzle", TextPosition::START); // an input with text is not empty
        }
        Ok(length)
    }
}

impl Scan {
    /// Returns the run of cells at byte `at` of `text`, or the cells of other styles around it, unless they were examined before.
    #[inline(never)] // it would take the registers of the loop
    fn examine(&mut self, text: &[u8], at: usize) -> Option<Range<usize>> {
        if at < self.done {
            return None;
        }
        let run = run_at(text, at);
        if let Some(run) = &run
            && run.len() >= SHORTEST
        {
            self.done = run.end;
            return Some(run.clone());
        }
        let from = self.done.max(at.saturating_sub(AROUND));
        let word = match run {
            Some(run) if run.len() <= SIDE && (run.start == from || is_gap(text[run.start - 1])) => run.start,
            Some(_) => return None,
            None => word_after(text, at)?,
        };
        let found = cells_around(&text[..text.len().min(at + AROUND)], at, from, word)?;
        self.done = found.end;
        let clues = text[found.clone()].iter().filter(|&&byte| digit(byte).is_some()).count();
        (clues >= CLUES).then_some(found)
    }

    /// Appends a puzzle, or else the lines of a text as comments, at the position of this text.
    fn pass_on(&self, text: &[u8], decoded: &mut DecodedLines) {
        if is_puzzle(text) {
            decoded.places.push(self.position.place(true));
            decoded.text.extend_from_slice(text);
            decoded.text.push(b'\n');
            return;
        }
        // Rows elsewhere do not continue these.
        decoded.places.push(self.position.place(false));
        decoded.text.push(b'\n');
        let mut position = self.position;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            decoded.push_comment(line.trim_ascii_end(), position);
            position.pass(line);
        }
    }
}

/// Returns whether a run of cells is a puzzle.
fn is_puzzle(run: &[u8]) -> bool {
    run.try_into().is_ok_and(|run: &[u8; CELLS]| grid::is_puzzle(run))
        && run.iter().any(|&byte| digit(byte).is_some())
}

/// Returns the run of cells with byte `at` of `text`, if this is one of its first 72. Returns at most its first 234 cells.
#[inline]
fn run_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    if !is_cell(text[at]) {
        return None;
    }
    let after = text[at..].iter().take(2 * CELLS).take_while(|&&byte| is_cell(byte)).count();
    let before = text[..at].iter().rev().take(STEP).take_while(|&&byte| is_cell(byte)).count();
    (before < STEP).then(|| at - before..at + after)
}

/// Returns the start of the word after the gap at byte `at` of `text`, if the gap is beside what could be a cell.
#[inline]
fn word_after(text: &[u8], at: usize) -> Option<usize> {
    let word = at + text[at..].iter().take(AROUND).take_while(|&&byte| is_gap(byte)).count();
    let may_be_cell = |byte: u8| is_cell(byte) || matches!(byte, b'N' | b'n' | b'u' | b'~'); // such as NaN
    let is_beside = text.get(word).is_some_and(|&byte| may_be_cell(byte)) || at > 0 && is_cell(text[at - 1]);
    is_beside.then_some(word)
}

/// Returns the range of the words around byte `at` of `text`, from byte `from` on, that are written like cells. One of them begins
/// at byte `word`. Returns `None` if there are fewer than nine cells one after another.
fn cells_around(text: &[u8], at: usize, from: usize, word: usize) -> Option<Range<usize>> {
    let is_end = |byte: &u8| is_gap(*byte);
    let (above, below) = (&text[from..word], text.get(word..)?);
    let is_row = || {
        let cells = count_cells(below.split(is_end));
        let has_before = cells > 0 || at > from && is_cell(text[at - 1]);
        cells >= SIDE || has_before && cells + count_cells(above.rsplit(is_end)) >= SIDE
    };
    let length = |words: &mut dyn Iterator<Item = &[u8]>| {
        words.take_while(|word| is_like_cells(word)).map(|word| word.len() + 1).sum::<usize>()
    };
    if !is_row() && !is_of_spaces(text, at) {
        return None;
    }
    let start = word - length(&mut above.rsplit(is_end)).min(above.len());
    let end = text.len().min(word + length(&mut below.split(is_end)));
    // The first or the last cell may touch a tag. Cells as long as a puzzle are a run of their own.
    let before = text[from..start].iter().rev().take_while(|&&byte| is_cell(byte)).count();
    let after = text[end..].iter().take_while(|&&byte| is_cell(byte)).count();
    let [before, after] = [before, after].map(|length| if length < SHORTEST { length } else { 0 });
    Some(start - before..end + after)
}

/// Returns whether byte `at` of `text` is among digits and spaces that are nine cells on a line of their own, or more.
fn is_of_spaces(text: &[u8], at: usize) -> bool {
    let is_part = |byte: &&u8| **byte == b' ' || digit(**byte).is_some();
    let before = text[..at].iter().rev().take(CELLS).take_while(is_part).count();
    let after = text[at..].iter().take(CELLS).take_while(is_part).count();
    let (start, end) = (at - before, at + after);
    let is_line = || {
        text[..start].last().is_none_or(|&byte| byte == b'\n')
            && matches!(text.get(end), None | Some(b'\n' | b'\r'))
            && is_row_of_spaces(&text[start..end])
    };
    (before + after >= SHORTEST || is_line()) && text[start..end].trim_ascii().contains(&b' ')
}

/// Returns the number of cells in the first words, up to the first that is not one, three or nine like the one before it. Counts no
/// more than a row.
fn count_cells<'a>(words: impl Iterator<Item = &'a [u8]>) -> usize {
    let (mut found, mut length) = (0, 0);
    for word in words.filter(|word| !word.is_empty()) {
        let cells = match word {
            _ if word.iter().all(|&byte| is_cell(byte)) => word.len(),
            _ => usize::from(Style::Words(0).value(word).is_some()),
        };
        if !matches!(cells, 1 | 3 | SIDE) || found > 0 && cells != length {
            break;
        }
        (found, length) = (found + cells, cells);
        if found >= SIDE {
            break;
        }
    }
    found
}

/// Returns whether a word could be among cells: a cell, or marks without letters and tags.
fn is_like_cells(word: &[u8]) -> bool {
    let is_mark =
        |&byte: &u8| is_cell(byte) || !byte.is_ascii_alphabetic() && !matches!(byte, b'<' | b'>' | b'&');
    word.len() < SHORTEST && (word.iter().all(is_mark) || Style::Words(0).value(word).is_some())
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
