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
//! Of 19 bytes, only one is examined. Around one that is among cells is a part of the text that can be cells and what is between
//! them. What is in such a part beside a run becomes comments, if it could be a row, and the text near it is examined more closely:
//! rows with tags or labels between them are parts of their own. The comments pass the guard.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::text::{Damage, Decode, DecodedLines, TextPosition};
use crate::board::grid::{self, CELLS, digit};
use crate::format::cells::{SHORTEST, SIDE, Style, is_cell};
use crate::format::unread::{AMONG, CELL, FOREIGN, GAP, INITIAL, has_row, is};

/// The distance between the bytes of a part that are examined for a run: each run has one in this many of its first bytes.
const STEP: usize = 64;

/// The distances between the bytes that are examined for cells, by turns. Their sum is twice a prime number, so that equal distances
/// between rows, or equal lengths of words, do not hide all of them: of nine rows, one is enough.
const FAR: [usize; 2] = [29, 9];

/// These distances near a row: of nine cells, next to each other or with one or two bytes between them, at least one is examined.
const NEAR: [usize; 2] = [7, 7];

/// The number of cells of half a puzzle, one of which may be lost.
const HALF: usize = CELLS / 2;

/// The largest number of bytes of a part, which is enough for 81 words.
const PART: usize = 8 * STEP;

/// The largest number of bytes between the rows of a puzzle.
const BETWEEN: usize = 2 * STEP;

/// The number of bytes on each side of an examined byte that can be needed.
const AROUND: usize = 2 * PART;

/// A decoder that turns the runs of a text into lines, and what could be other rows into comments.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The position of the next text.
    position: TextPosition,
    /// The byte offset in the next text of the next byte to examine.
    next: usize,
    /// The end of the last part.
    done: usize,
    /// The end of the last part that was passed on.
    found: usize,
    /// The end of the text that is near the last row.
    near: usize,
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
        while let Some(at) = self.next_among_cells(text, last) {
            let part = part_around(text, self.done, at);
            self.next = part.end.max(at + NEAR[0]);
            if part.len() < SIDE {
                continue;
            }
            self.done = part.end;
            let puzzle = part.clone().step_by(STEP).find_map(|at| puzzle_at(text, at));
            let part = match &puzzle {
                Some(run) => part.start..run.start,
                None => with_broken_run(text, self.found, part),
            };
            if may_have_row(&text[part.clone()])
                && text[part.clone()].split(|&byte| byte == b'\n').any(has_row)
            {
                let is_near = at < self.near;
                self.near = part.end + BETWEEN;
                if !is_near {
                    // Rows above it can have been missed.
                    self.next = self.found.max(part.start.saturating_sub(PART));
                    self.done = self.next;
                    continue;
                }
                self.position.pass(&text[passed..part.start]);
                passed = part.start;
                self.pass_on(text, part.clone(), decoded);
            }
            (self.next, self.done) = (self.next.max(part.end), part.end);
            if let Some(run) = puzzle {
                self.position.pass(&text[passed..run.start]);
                passed = run.start;
                decoded.places.push(self.position.place(true));
                decoded.text.extend_from_slice(&text[run.clone()]);
                decoded.text.push(b'\n');
                (self.next, self.done, self.found) = (run.end, run.end, run.end);
            }
        }
        let length = if is_all { text.len() } else { self.next.saturating_sub(AROUND).max(passed) };
        self.position.pass(&text[passed..length]);
        for offset in [&mut self.next, &mut self.done, &mut self.found, &mut self.near] {
            *offset = offset.saturating_sub(length);
        }
        self.has_text = self.has_text || text.iter().any(u8::is_ascii_graphic);
        self.has_found = self.has_found || !decoded.text.is_empty();
        if is_all && self.has_text && !self.has_found {
            decoded.push_comment(b"no puzzle", TextPosition::default()); // an input with text is not empty
        }
        Ok(length)
    }
}

impl Scan {
    /// Returns the offset of the next byte to examine that is before `last` and among cells.
    #[inline]
    fn next_among_cells(&mut self, text: &[u8], last: usize) -> Option<usize> {
        while self.next < last {
            let (end, steps) = if self.next < self.near { (last.min(self.near), NEAR) } else { (last, FAR) };
            match next_among_cells(text, self.next, end, steps) {
                Ok(at) => return Some(at),
                Err(next) => self.next = next,
            }
        }
        None
    }

    /// Appends the lines of a part of a text, from the position of this decoder on, as comments. An empty line before them ends
    /// earlier rows, unless these are near.
    fn pass_on(&mut self, text: &[u8], part: Range<usize>, decoded: &mut DecodedLines) {
        if part.start - self.found > BETWEEN || self.found == 0 {
            decoded.places.push(self.position.place(false));
            decoded.text.push(b'\n');
        }
        self.found = part.end;
        // A line end first ends a line with other text, which is not empty.
        let mut start = part.start + usize::from(text[part.start] == b'\n');
        let mut position = self.position;
        position.pass(&text[part.start..start]);
        while start < part.end {
            let next_end = |from: usize| memchr(b'\n', &text[from..part.end]).map(|length| from + length);
            let mut end = next_end(start);
            if end.is_some_and(|end| broken_run(text, end).is_some()) {
                end = end.and_then(|end| next_end(end + 1)); // one line
            }
            decoded.push_comment(&text[start..end.unwrap_or(part.end)], position);
            let next = end.map_or(part.end, |end| end + 1);
            position.pass(&text[start..next]);
            start = next;
        }
    }
}

/// Returns the offset of the first byte from `at` on, of those at these distances, that is among cells, or else of the first that is
/// not before `last`.
#[inline(never)] // it would lack registers
fn next_among_cells(
    text: &[u8],
    mut at: usize,
    last: usize,
    [first, second]: [usize; 2],
) -> Result<usize, usize> {
    let has_cell = |at: usize| text.get(at).is_some_and(|&byte| is(byte, CELL | FOREIGN | INITIAL | GAP));
    let last = last.min(text.len());
    while at < last {
        if has_cell(at) && is_among_cells(text, at) {
            return Ok(at);
        }
        let other = at + first;
        if has_cell(other) && is_among_cells(text, other) {
            return Ok(other);
        }
        at += first + second;
    }
    Err(at)
}

/// Returns whether byte `at` of `text` is among cells: in a row or half a puzzle, in or before a word for a blank, before an empty
/// field, or among spaces that can be blanks. Most bytes are not, and are examined no further.
#[inline(always)]
fn is_among_cells(text: &[u8], at: usize) -> bool {
    let byte = text[at];
    let next = text.get(at + 1).copied().unwrap_or_default();
    if is(byte, INITIAL) {
        return at > 0 && is(text[at - 1], GAP) && is_blank_at(text, at);
    }
    if is(byte, GAP) {
        let is_at = |at: usize, kind: u8| text.get(at).is_some_and(|&byte| is(byte, kind));
        let cell = at + 1 + usize::from(is(next, GAP));
        if is_at(cell, CELL | FOREIGN) && is_at(cell + 1, GAP | FOREIGN) && is_in_row(text, cell) {
            return true;
        }
        return match byte {
            _ if is(next, INITIAL) => is_blank_at(text, at + 1),
            b',' | b';' | b'|' => next == byte, // an empty field
            b' ' => is_among_spaces(text, at),
            _ => false,
        };
    }
    is_in_row(text, at)
}

/// Returns whether the cell at byte `at` of `text` has bytes as in a row beside it.
#[inline(always)]
fn is_in_row(text: &[u8], at: usize) -> bool {
    are_beside(text, at, SIDE / 2, |byte| is(byte, AMONG))
        && (is_in_word(text, at) || is_among_spaces(text, at))
}

/// Returns whether this many bytes on one side of byte `at` of `text` are of one kind.
#[inline(always)]
fn are_beside(text: &[u8], at: usize, count: usize, is_of_kind: impl Fn(u8) -> bool) -> bool {
    let is_at = |at: usize| text.get(at).is_some_and(|&byte| is_of_kind(byte));
    (1..=count).rev().all(|distance| is_at(at + distance))
        || (1..=count).rev().all(|distance| is_at(at.wrapping_sub(distance)))
}

/// Returns whether byte `at` of `text` has two spaces beside it, and as many digits and spaces as a puzzle.
#[inline]
fn is_among_spaces(text: &[u8], at: usize) -> bool {
    are_beside(text, at, 2, |byte| byte == b' ')
        && are_beside(text, at, SHORTEST - SIDE, |byte| matches!(byte, b' ' | b'\n' | b'1'..=b'9'))
}

/// Returns whether the cell at byte `at` of `text` is in a word that can be a row or half a puzzle, or in one of three words that are
/// as long. A byte outside ASCII can be a cell.
#[inline(never)] // few cells have such bytes beside them
fn is_in_word(text: &[u8], at: usize) -> bool {
    let (start, end) = (start_of(text, at, HALF, is_cell), end_of(text, at, HALF, is_cell));
    match end - start {
        0 | HALF.. => true,
        SIDE => can_be_row(&text[start..end]),
        length @ (1 | 3) => match (end_of_word(text, end, length), start_of_word(text, start, length)) {
            (None, None) => false,
            (Some(_), Some(_)) => true,
            (Some(end), None) => end_of_word(text, end, length).is_some(),
            (None, Some(start)) => start_of_word(text, start, length).is_some(),
        },
        _ => false,
    }
}

/// Returns the start of the word before the gap that ends at byte `end` of `text`, if it has this many cells or is outside ASCII.
#[inline]
fn start_of_word(text: &[u8], end: usize, length: usize) -> Option<usize> {
    let gap = start_of(text, end, SIDE, is_between);
    let start = start_of(text, gap, HALF, |byte| is(byte, CELL | FOREIGN));
    let is_foreign = text[..gap].last().is_some_and(|&byte| is(byte, FOREIGN));
    (gap < end && (gap - start == length || is_foreign)).then_some(start)
}

/// Returns the end of the word after the gap that begins at byte `start` of `text`, if it has this many cells or is outside ASCII.
#[inline]
fn end_of_word(text: &[u8], start: usize, length: usize) -> Option<usize> {
    let gap = end_of(text, start, SIDE, is_between);
    let end = end_of(text, gap, HALF, |byte| is(byte, CELL | FOREIGN));
    (gap > start && (end - gap == length || text.get(gap).is_some_and(|&byte| is(byte, FOREIGN))))
        .then_some(end)
}

/// Returns whether no clue of a row is there twice and its blanks are of one kind, unlike those of most numbers.
#[inline]
fn can_be_row(row: &[u8]) -> bool {
    let (mut clues, mut blank) = (0u16, None);
    row.iter().all(|&byte| match digit(byte) {
        Some(digit) => {
            let is_new = clues >> digit & 1 == 0;
            clues |= 1 << digit;
            is_new
        }
        None => *blank.get_or_insert(byte) == byte,
    })
}

/// Returns whether a word for a blank, such as `NaN`, begins at byte `at` of `text`.
fn is_blank_at(text: &[u8], at: usize) -> bool {
    is_blank_word(&text[at..at + letters(text[at..].iter())])
}

/// Returns the offset of the first of the bytes before byte `end` of `text`, up to this many, that are of one kind.
#[inline]
fn start_of(text: &[u8], end: usize, most: usize, is_of_kind: impl Fn(u8) -> bool) -> usize {
    let (mut start, first) = (end, end.saturating_sub(most));
    while start > first && is_of_kind(text[start - 1]) {
        start -= 1;
    }
    start
}

/// Returns the offset after the bytes from byte `start` of `text` on, up to this many, that are of one kind.
#[inline]
fn end_of(text: &[u8], start: usize, most: usize, is_of_kind: impl Fn(u8) -> bool) -> usize {
    let (mut end, last) = (start, text.len().min(start + most));
    while end < last && is_of_kind(text[end]) {
        end += 1;
    }
    end
}

/// Returns whether a byte can be between cells.
#[inline]
fn is_between(byte: u8) -> bool {
    is(byte, AMONG) && !is(byte, CELL | FOREIGN)
}

/// Returns the number of letters at the start of a text, up to nine.
#[inline]
fn letters<'a>(text: impl Iterator<Item = &'a u8>) -> usize {
    text.take(SIDE).take_while(|byte| byte.is_ascii_alphabetic()).count()
}

/// Returns the range of the bytes around byte `at` of `text`, from byte `from` on, that can be among cells. A part that is too long
/// ends before a line or a word.
fn part_around(text: &[u8], from: usize, at: usize) -> Range<usize> {
    let from = from.max(at.saturating_sub(PART));
    let longest = text.len().min(at + PART);
    let mut start = at;
    loop {
        start -= text[from..start].iter().rev().take_while(|&&byte| is(byte, AMONG)).count();
        let letters = if is(text[start], GAP) { letters(text[from..start].iter().rev()) } else { 0 };
        if !is_blank_word(&text[start - letters..start]) {
            break;
        }
        start -= letters;
    }
    let mut end = at;
    loop {
        end += text[end..longest].iter().take_while(|&&byte| is(byte, AMONG)).count();
        if end == longest {
            break;
        }
        let letters = if is(text[end], INITIAL) { letters(text[end..longest].iter()) } else { 0 };
        if !is_blank_word(&text[end..end + letters]) && end + letters < longest {
            return start..end;
        }
        end += letters;
    }
    if end < text.len() {
        let part = &text[start..end];
        let last = memrchr(b'\n', part).or_else(|| part.iter().rposition(|&byte| !is_cell(byte)));
        end = last.map_or(end, |last| start + last + 1);
    }
    start..end
}

/// Returns whether this is a word for a blank, such as `NaN`.
#[inline]
fn is_blank_word(word: &[u8]) -> bool {
    word.first().is_some_and(|&byte| is(byte, INITIAL)) && Style::Words(0).value(word).is_some()
}

/// Returns whether a part has a digit or nine cells.
#[inline]
fn may_have_row(part: &[u8]) -> bool {
    part.iter().any(u8::is_ascii_digit)
        || part.iter().filter(|&&byte| is(byte, CELL | FOREIGN)).count() >= SIDE
}

/// Returns a part of `text` with the cells beside it, from byte `from` on, if these and its own are one run but for a byte.
fn with_broken_run(text: &[u8], from: usize, part: Range<usize>) -> Range<usize> {
    let is_between =
        |at: &usize| is_cell(text[at - 1]) && text.get(at + 1).is_some_and(|&byte| is_cell(byte));
    let before = part.start.checked_sub(1).filter(|&at| at > 0 && is_between(&at));
    let before = before.and_then(|at| broken_run(text, at));
    let after = Some(part.end).filter(is_between).and_then(|at| broken_run(text, at));
    let start = before.map_or(part.start, |run| run.start.max(from));
    start..after.map_or(part.end, |run| run.end)
}

/// Returns the range of the cells on both sides of byte `at` of `text`, which is not a cell, if they are 80 or 81.
fn broken_run(text: &[u8], at: usize) -> Option<Range<usize>> {
    let is_gap = |byte: &&u8| is(**byte, GAP);
    let is_cell = |byte: &&u8| is_cell(**byte);
    let above = text.get(at.saturating_sub(CELLS)..at)?.iter().rev();
    let below = text.get(at + 1..)?.iter().take(CELLS);
    let (gap, gap_after) =
        (above.clone().take_while(is_gap).count(), below.clone().take_while(is_gap).count());
    let before = above.skip(gap).take_while(is_cell).count();
    let after = below.skip(gap_after).take_while(is_cell).count();
    let is_broken = before > 0 && after > 0 && (CELLS - 1..=CELLS).contains(&(before + after));
    is_broken.then(|| at - gap - before..at + 1 + gap_after + after)
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
            rows("", "", "<br>"),
            rows("", "", "<br>\n"),
            rows("<p>", " ", "</p>"),
            rows("The cells of a row of this puzzle: ", "", "\n"),
            format!("{}\n    {}", &PUZZLE[..60], &PUZZLE[60..]),
            format!("{} {}", &PUZZLE[..40], &PUZZLE[40..]),
            format!("{}q{}", &PUZZLE[..40], &PUZZLE[41..]),
            format!("{}q{}", &PUZZLE[..3], &PUZZLE[3..]),
        ] {
            for offset in 0..90 {
                let text =
                    format!("{}\n{puzzle}\n<p>a {PUZZLE}</p>\n{}", "a".repeat(offset), rows("12", "", "7\n"));
                let (found, _) = decoded(Scan::default, text.as_bytes());
                let mut records = Records::default();
                Lines::default().read(&found.text, &mut records);
                assert_eq!((records.len(), records.unread), (1, 1), "{offset}: {text}");
            }
        }
    }

    #[test]
    fn numbers_and_rows_that_are_far_apart_are_not_puzzles() {
        let line = |index: usize| match index % 5 {
            0 => format!("2024-01-{:02} 12:{:02}:33 [{index}] 512 320\n", index % 31, index % 60),
            1 => format!("<path d=\"M{index} 21.5-48 48 {}l0-26.5\"/>\n", index % 9),
            2 => format!("{:08x}  3f 5a 9c 1e {:02x} 00 10  |..7....9|\n", 7919 * index, index % 256),
            3 => format!(
                "+49 555 12{} 456, color: #{:06x}; margin: 0 1px {}em\n",
                index % 10,
                77 * index,
                index % 7
            ),
            _ => format!("{}\n53..7....\n", "a word ".repeat(30)),
        };
        let text: String = (0..1000).map(line).collect();
        let (found, _) = decoded(Scan::default, text.as_bytes());
        let mut records = Records::default();
        Lines::default().read(&found.text, &mut records);
        assert_eq!((records.len(), records.unread), (0, 0));
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
