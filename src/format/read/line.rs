//! One-line records: 81 characters, then anything that follows white space or one of `,` `;` `:` `|`.

mod bare;

use memchr::{memchr, memchr_iter, memchr2, memrchr};

use super::beside::Beside;
use super::csv_tokenizer::{Delimiter, Field, Fields};
pub(crate) use super::text_lines::{
    EXAMINED, first_records, is_blank_or_comment, is_separator, line_around, line_count, line_from,
    line_length, line_start, most_frequent, next_line, offset_in,
};
pub(super) use super::text_lines::{bare_return, indent, position};
use super::{Classify, ReadRecords};
use crate::board::grid::CELLS;
use crate::board::outcome::Outcome;
use crate::board::prefetch;
pub(super) use crate::format::cells::unexpected;
use crate::format::cells::{self, is_cell, is_ruled};
use crate::format::unread::has_row;
use crate::format::{Defect, MAX_LINE, Position, Reason, RecordFormat, Records};

/// The number of bytes to fetch ahead in a mapped file. A reader needs at least 150 ns for this many, which is longer than
/// memory takes to answer.
const READ_AHEAD: usize = 4096;

/// A reader of one-line records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Whether there are titles between the records.
    pub has_titles: bool,
    /// The number of the field after the puzzle that has the answer, or 0 if none has.
    pub answer: usize,
}

impl ReadRecords for Lines {
    fn format(&self) -> RecordFormat {
        RecordFormat::Line
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.begin(chunk);
        let (mut beside, mut start) = (Beside::default(), 0);
        while start < chunk.len() {
            match chunk[start..].first_chunk() {
                Some(line) if bare::is_bare_puzzle(line) => {
                    prefetch::fetch(chunk, start + READ_AHEAD);
                    records.push(start);
                    start += line.len();
                }
                _ => {
                    if let Some((lines, length)) = empty_lines(&chunk[start..]) {
                        records.lines += lines;
                        start += length;
                        continue;
                    }
                    let (length, has_return) = text_length(&chunk[start..]);
                    let end = start + length;
                    if has_return {
                        self.read_odd_line(chunk, start, end, &mut beside, records);
                    } else {
                        self.read_line(chunk, start, end, &mut beside, records);
                    }
                    start = end + 1;
                }
            }
            records.lines += 1;
        }
    }

    fn read_and_classify(
        &self,
        chunk: &[u8],
        records: &mut Records,
        outcomes: &mut Vec<Outcome>,
        classify: &mut Classify<'_>,
    ) {
        if bare::assume(chunk, records) {
            classify(records.puzzles(chunk, self.notation()), outcomes);
            if bare::confirm(chunk, outcomes) {
                return;
            }
        }
        self.read(chunk, records);
        classify(records.puzzles(chunk, self.notation()), outcomes);
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let (start, end) = line_around(chunk, origin);
        let line = &chunk[start..end];
        if let Some(defect) = bare_return(line) {
            return defect;
        }
        let indent = indent(line);
        let puzzle = field(&line[indent..]);
        match cells::wrong_cell(puzzle) {
            Some((at, reason)) if puzzle.len() == CELLS => {
                Defect { position: Position::column(indent + at + 1), reason }
            }
            _ => wrong_line(indent, line, puzzle, CELLS),
        }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        position(chunk, origin, origin + cell)
    }
}

impl Lines {
    /// Reads the line `chunk[start..end]`, which has no CR except at its end.
    ///
    /// A puzzle with something after it is recognized by its first byte and the byte after its 81st. The bytes between are not
    /// examined, as in [`bare::is_bare_puzzle`].
    #[inline]
    fn read_line(&self, chunk: &[u8], start: usize, end: usize, beside: &mut Beside, records: &mut Records) {
        if !begins_with_puzzle(&chunk[start..end]) || end - start >= MAX_LINE {
            return self.read_odd_line(chunk, start, end, beside, records);
        }
        records.push(start);
        if !beside.is_all(&chunk[start..end], 0..CELLS) {
            self.guard_rest(chunk, start, end, beside, records);
        }
    }

    /// Passes the text after the puzzle at `start`, except the answer, to the [guard](Records::guard).
    #[inline(never)] // it would take the registers of the loop over all lines
    fn guard_rest(&self, chunk: &[u8], start: usize, end: usize, beside: &mut Beside, records: &mut Records) {
        let line = &chunk[start..end];
        let answer = self.answer.checked_sub(1);
        let answer = answer.and_then(|before| Fields::after(line, CELLS, Delimiter::Any).nth(before));
        let answer = answer.map(Field::untrimmed);
        if beside.has_more(line, 0..CELLS, answer.clone()) {
            let (before, after) = answer.map_or((CELLS, CELLS), |answer| (answer.start, answer.end));
            records.guard(start + CELLS, &line[CELLS..before]);
            records.guard(start + after, &line[after..]);
        }
    }

    fn read_odd_line(
        &self,
        chunk: &[u8],
        start: usize,
        end: usize,
        beside: &mut Beside,
        records: &mut Records,
    ) {
        if self.has_titles && is_title(&chunk[start..end]) {
            records.headings += 1;
        } else if let Some(puzzle) = read_odd_line(chunk, start, end, CELLS, records) {
            self.guard_rest(chunk, puzzle, end, beside, records);
        }
    }
}

/// Returns the number and the length in bytes of the empty lines at the start of `text`, if there are any.
#[inline]
pub(super) fn empty_lines(text: &[u8]) -> Option<(u64, usize)> {
    let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    if !text.first().is_some_and(is_line_end) {
        return None;
    }
    let blank = text.iter().position(|byte| !is_line_end(byte)).unwrap_or(text.len());
    let length = memrchr(b'\n', &text[..blank])? + 1;
    Some((memchr_iter(b'\n', &text[..length]).count() as u64, length))
}

/// Returns whether a CR ends the first line and more text follows before the first LF.
///
/// Reading that text as one line would lose records.
pub(crate) fn has_bare_returns(head: &[u8]) -> bool {
    let first = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let end = first.trim_ascii_end().iter().position(|&byte| byte == b'\r');
    end.is_some_and(|end| !first[..end].contains(&b'"'))
}

/// Returns whether a line has the length of a puzzle before its end or a separator, and begins like one.
#[inline]
pub(crate) fn begins_with_puzzle(line: &[u8]) -> bool {
    may_end_at_81(line) && is_cell(line[0])
}

/// Returns whether a line begins with 81 characters before its end or a separator, whatever they are.
pub(crate) fn begins_with_81(line: &[u8]) -> bool {
    begins_with_puzzle(line) || may_end_at_81(line) && field(line).len() == CELLS
}

#[inline]
fn may_end_at_81(line: &[u8]) -> bool {
    match line.split_at_checked(CELLS) {
        Some((_, [])) => true,
        Some((_, rest)) => is_separator(rest[0]),
        None => false,
    }
}

/// Returns the first field of `text`, up to a separator or the end.
pub(crate) fn field(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| is_separator(byte)).unwrap_or(text.len());
    &text[..end]
}

/// Returns the length of the first line of `text` without its LF, and whether the line has a CR before its end.
#[inline]
pub(super) fn text_length(text: &[u8]) -> (usize, bool) {
    match memchr2(b'\n', b'\r', text) {
        Some(end) if text[end] == b'\n' => (end, false),
        Some(end) if text.get(end + 1) == Some(&b'\n') => (end + 1, false),
        Some(end) => (memchr(b'\n', &text[end..]).map_or(text.len(), |length| end + length), true),
        None => (text.len(), false),
    }
}

/// Clears `records`, and calls `read` with the byte offsets of the start and the end of every line of `chunk`.
#[inline(always)] // into each format of lines
pub(super) fn for_each_line(
    chunk: &[u8],
    records: &mut Records,
    mut read: impl FnMut(usize, usize, &mut Records),
) {
    records.begin(chunk);
    let mut start = 0;
    while start < chunk.len() {
        let end = start + line_from(chunk, start).len();
        read(start, end, records);
        start = end + 1;
        records.lines += 1;
    }
}

/// Reads the lines of `chunk` with `read`, which returns the cells of a puzzle and the rest of its line, which is passed to the guard.
/// Lines that are `no_record` are skipped.
pub(super) fn rewrite_lines<P: AsRef<[u8]>>(
    chunk: &[u8],
    records: &mut Records,
    is_no_record: impl Fn(&[u8]) -> bool,
    read: impl for<'a> Fn(&'a [u8]) -> Result<(P, &'a [u8]), Defect>,
) {
    for_each_line(chunk, records, |start, end, records| {
        let line = &chunk[start..end];
        if line.len() >= MAX_LINE {
            return records.push_malformed(start, Defect::endless());
        }
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        if is_no_record(text) {
            return records.skip(start, line);
        }
        match bare_return(text).map_or(Ok(()), Err).and_then(|()| read(text)) {
            Ok((puzzle, rest)) => {
                records.push_rewritten(start, puzzle.as_ref());
                records.guard(start, rest);
            }
            Err(defect) => records.push_malformed(start, defect),
        }
    });
}

/// Reads a line of any shape, such as a blank one, a comment, or a puzzle of `width` bytes that is indented or malformed. Returns
/// the start of a puzzle.
pub(super) fn read_odd_line(
    chunk: &[u8],
    start: usize,
    end: usize,
    width: usize,
    records: &mut Records,
) -> Option<usize> {
    let line = &chunk[start..end];
    if end - start >= MAX_LINE {
        records.push_malformed(start, Defect::endless());
        return None;
    }
    if is_blank_or_comment(line) {
        records.skip(start, line);
        return None;
    }
    if let Some(defect) = bare_return(line) {
        records.push_malformed(start, defect);
        return None;
    }
    let indent = indent(line);
    let puzzle = field(&line[indent..]);
    if puzzle.len() == width {
        records.push(start + indent);
        return Some(start + indent);
    }
    records.push_malformed(start, wrong_line(indent, line, puzzle, width));
    None
}

/// Returns the defect of a line whose puzzle does not have this width: a cell, if the line has 81 cells with gaps between them.
#[cold]
fn wrong_line(indent: usize, line: &[u8], puzzle: &[u8], width: usize) -> Defect {
    let text = line[indent..].trim_ascii_end();
    let cells = if puzzle.len() < width { cells::in_text(text) } else { None };
    let colon =
        || cells::colon_as_blank(text).filter(|_| width == CELLS).map(|at| (at, unexpected(&text[at..])));
    match cells.and_then(std::result::Result::err).or_else(colon) {
        Some((at, reason)) => Defect { position: Position::column(indent + at + 1), reason },
        None => wrong_length(indent, puzzle, width),
    }
}

/// Returns true for words that cannot be a puzzle or a row.
pub(crate) fn is_title(line: &[u8]) -> bool {
    let letters = String::from_utf8_lossy(line).chars().filter(|letter| letter.is_alphabetic()).count();
    let is_drawn = || is_ruled(line) || line.trim_ascii() == b"```";
    (letters > 1 || is_drawn())
        && !has_row(line)
        && !begins_with_81(line.trim_ascii_start()) // letters as digits
        && !line.contains(&0)
        && !line.trim_ascii_start().starts_with(b"{")
}

/// Returns the defect of a puzzle that begins `indent` bytes into its line and does not have the `expected` length.
#[cold]
pub(super) fn wrong_length(indent: usize, puzzle: &[u8], expected: usize) -> Defect {
    let characters = puzzle.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(); // of UTF-8
    if characters == expected
        && let Some(at) = puzzle.iter().position(|byte| !byte.is_ascii())
    {
        return Defect { position: Position::column(indent + at + 1), reason: unexpected(&puzzle[at..]) };
    }
    if is_rounded(puzzle) {
        return Defect { position: Position::column(indent + 1), reason: Reason::Rounded };
    }
    let found = characters as u32;
    let reason = match puzzle {
        [.., b'\\'] => Reason::Continued,
        _ if expected == CELLS && has_lost_zeros(puzzle) => Reason::LostZeros(found),
        _ => Reason::Length { found, expected: expected as u32 },
    };
    Defect { position: Position::column(indent + characters + 1), reason }
}

/// Returns true for a large number as programs show it, such as `5.3007E+80` or `530070000600195e66`.
pub(crate) fn is_rounded(text: &[u8]) -> bool {
    let Some(at) = text.iter().position(|byte| byte.eq_ignore_ascii_case(&b'e')) else { return false };
    let (number, exponent) = (&text[..at], &text[at + 1..]);
    let exponent = exponent.strip_prefix(b"+").unwrap_or(exponent);
    let is_number = |&byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',');
    !number.is_empty()
        && number.iter().all(is_number)
        && matches!(exponent.len(), 2 | 3)
        && exponent.iter().all(u8::is_ascii_digit)
}

/// Returns true for digits of which a program may have dropped the zeros at the beginning.
fn has_lost_zeros(text: &[u8]) -> bool {
    (70..CELLS).contains(&text.len()) && text.iter().all(u8::is_ascii_digit) && text.contains(&b'0')
}

#[cfg(test)]
mod tests;
