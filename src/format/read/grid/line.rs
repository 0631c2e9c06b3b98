//! The kinds of lines of a grid.

use memchr::memchr;

use super::Grids;
use crate::board::grid::{digit, is_blank};
use crate::format::MAX_LINE;
use crate::format::cells::{SIDE, Style, is_cell, is_gap, is_row_of_spaces, is_ruled};
use crate::format::read::line::{is_blank_or_comment, offset_in};
use crate::format::unread::could_hold;

/// The kind of a line, whatever is around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nine cells.
    Row,
    /// Nine dashes: a row of blanks, or a line between grids.
    Dashes,
    /// The numbers of nine columns: a row of clues, or a heading.
    Names,
    /// Up to four cells, or digits: a number above a grid, or the rest of a row.
    Short,
    /// Fewer than nine other cells: a row that lost some, or a heading.
    Few,
    /// Meant as a row, but with an error.
    Wrong,
    /// The cells of two rows or more, or what could hold a puzzle: a record of its own, so that it shifts no grid.
    Whole,
    /// A blank line, which ends a grid or a band.
    Blank,
    /// A comment.
    Comment,
    /// A line drawn around a grid or between its bands.
    Ruled,
    /// Anything else, such as words: it ends a grid.
    Heading,
}

/// The number of kinds.
pub(super) const KINDS: usize = Kind::Heading as usize + 1;

/// A line as a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    /// The byte offset of the line.
    pub(super) start: usize,
    pub(super) cells: [u8; SIDE],
    /// Whether it has nine cells, each a clue or a blank, and bars only between bands or between all cells.
    pub(super) is_right: bool,
    /// Whether a line between bands is above it.
    pub(super) is_apart: bool,
    /// The number in its label, or 0.
    pub(super) number: u16,
}

impl Row {
    pub(super) const NONE: Self =
        Self { start: 0, cells: [b'.'; SIDE], is_right: false, is_apart: false, number: 0 };

    /// Returns whether this can be below another row of the same grid: its label has a larger number.
    pub(super) fn follows(&self, above: &Self) -> bool {
        self.number == 0 || above.number == 0 || self.number > above.number
    }

    /// Returns whether it has nine blanks.
    pub(super) fn is_blank(&self) -> bool {
        self.is_right && self.cells.iter().all(|&byte| is_blank(byte))
    }
}

/// The largest number of characters of a [`Kind::Short`].
const SHORT: usize = 4;

/// The kind of every byte in a row: a cell, a gap, or something else.
///
/// A cell is a bit for its kind of blank, or 0 for a clue.
const GAP: u16 = 1 << 14;
const OTHER: u16 = 1 << 15;
const BYTES: [u16; 256] = {
    let (mut kinds, mut blank, mut byte) = ([OTHER; 256], 1, 0);
    while byte < kinds.len() {
        if digit(byte as u8).is_some() {
            kinds[byte] = 0;
        } else if is_blank(byte as u8) {
            kinds[byte] = blank;
            blank <<= 1;
        } else if is_gap(byte as u8) && byte as u8 != b'/' && byte as u8 != b'\\' {
            kinds[byte] = GAP;
        }
        byte += 1;
    }
    kinds
};

/// The bits of the bars between all cells, and between bands.
const BARS_BETWEEN_CELLS: u16 = 0b01_1111_1110;
const BARS_BETWEEN_BANDS: u16 = 0b00_0100_1000;

impl Grids {
    /// Returns the kind of `line`, which begins at byte `start`, and the line as a row.
    #[inline]
    pub(super) fn line(&self, line: &[u8], start: usize) -> (Kind, Row) {
        if self.style == Style::Gaps
            && !self.is_labelled
            && line.len() < MAX_LINE
            && let Some((cells, bars, blanks)) = nine_cells(line)
        {
            return kind_of_row(
                line,
                blanks,
                Row { start, cells, is_right: are_bars_right(bars), ..Row::NONE },
            );
        }
        self.other_line(line, start)
    }

    fn other_line(&self, line: &[u8], start: usize) -> (Kind, Row) {
        let wrong = Row { start, ..Row::NONE };
        if line.len() >= MAX_LINE {
            return (Kind::Wrong, wrong); // it becomes a malformed record, as in every format
        }
        let text = line.trim_ascii();
        match text {
            [] if line.len() >= SIDE - 1 && self.is_empty_row(line) => {
                return (Kind::Row, Row { is_right: true, ..wrong });
            }
            [] => return (Kind::Blank, wrong),
            _ if text.iter().all(|&byte| is_gap(byte)) && self.nine(line).is_none() => {
                return (Kind::Blank, wrong);
            }
            _ if is_blank_or_comment(text) => return (Kind::Comment, wrong),
            _ if is_ruled(text) => return (Kind::Ruled, wrong),
            _ => {}
        }
        match self.part(line) {
            Some((part, cells)) => {
                let blanks = cells.iter().fold(0, |blanks, &byte| blanks | BYTES[usize::from(byte)]);
                let is_right = self.has_right_bars(line);
                let label = &line[..offset_in(line, part)];
                let number = if self.is_labelled && !label.is_empty() { number_of(label) } else { 0 };
                let row = Row { start, cells, is_right, number, ..Row::NONE };
                let written = line.strip_suffix(b"\r").unwrap_or(line);
                match self.style {
                    // A number above a grid, or a row without the spaces at its end.
                    Style::Spaces if written.len() <= SHORT && written.iter().all(u8::is_ascii_digit) => {
                        (Kind::Short, row)
                    }
                    _ => kind_of_row(line, blanks, row),
                }
            }
            None => match self.kind_of_text(line) {
                Kind::Wrong if could_hold(line) => (Kind::Whole, wrong),
                kind => (kind, wrong),
            },
        }
    }

    /// Returns whether the cells of a row are all written as nothing.
    pub(super) fn is_empty_row(&self, line: &[u8]) -> bool {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match self.style {
            Style::Fields(delimiter, _) => {
                line.contains(&delimiter) && line.iter().all(|&byte| byte == b' ' || byte == delimiter)
            }
            Style::Spaces => line.len() == SIDE && line.iter().all(|&byte| byte == b' '),
            _ => false,
        }
    }

    fn has_right_bars(&self, line: &[u8]) -> bool {
        if !matches!(self.style, Style::Gaps | Style::Words(_) | Style::Groups) {
            return true;
        }
        let Some((part, _)) = self.part(line) else { return true };
        let before = |bar: usize| self.style.cells(part).take_while(|&(cell, _)| cell < bar).count();
        let bars = memchr::memchr_iter(b'|', part).fold(0, |bars, bar| bars | 1 << before(bar).min(SIDE));
        are_bars_right(bars)
    }

    /// Returns the part of a line that is a row, and its cells: all of it, or without what source code, markup and programs print
    /// around it.
    ///
    /// ```text
    /// board = [[5, 3, 0, …, 0],     <row>53..7....</row>     53..7.... by Ann     │ 5 │ 3 │ … │  help
    /// ```
    pub(super) fn part<'a>(&self, line: &'a [u8]) -> Option<(&'a [u8], [u8; SIDE])> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let with_cells = |part: &'a [u8]| Some((part, self.nine(part)?));
        if self.is_labelled {
            // Without a label, only a word of nine cells is certainly all of a row.
            let is_word = || line.trim_ascii().len() == SIDE && !line.trim_ascii().contains(&b' ');
            let labelled = without_label(line, self.style).and_then(|(_, row)| with_cells(row));
            return labelled.or_else(|| with_cells(line).filter(|_| is_word()));
        }
        if let Some(whole) = with_cells(line) {
            return Some(whole);
        }
        if !matches!(self.style, Style::Gaps | Style::Words(_)) {
            return None;
        }
        let parts = [within_tags(line), without_continuation(line), within_brackets(line), before_text(line)];
        parts.into_iter().flatten().find_map(with_cells)
    }

    /// Returns whether a row may lack the blanks at its end.
    pub(super) fn may_be_cut(&self) -> bool {
        self.style == Style::Spaces || self.fields_after.is_none()
    }

    /// Returns the cells of a text that is nine clues and blanks in the style of the grids. Candidates are blanks here.
    fn nine(&self, text: &[u8]) -> Option<[u8; SIDE]> {
        match self.style {
            Style::Fields(delimiter, _) if memchr(delimiter, text).is_none() => return None,
            Style::Spaces if !is_row_of_spaces(text) => return None,
            _ => {}
        }
        let (mut nine, mut found, mut cells) = ([b'.'; SIDE], 0, self.style.cells(text));
        for (_, cell) in cells.by_ref().take(SIDE) {
            nine[found] = match self.style {
                // What else is among the candidates is found with them.
                Style::Groups => cell.iter().any(|&byte| is_cell(byte)).then_some(b'.')?,
                style => style.value(cell)?,
            };
            found += 1;
        }
        let mut after = 0;
        for (_, cell) in cells {
            (cell.is_empty() && matches!(self.style, Style::Fields(..))).then_some(())?;
            after += 1;
        }
        let is_right = match self.fields_after {
            Some(expected) => after == expected && (found == SIDE || self.style == Style::Spaces),
            None => true,
        };
        (is_right && found > 0 && self.is_empty_before(text)).then_some(nine)
    }

    /// Returns whether the fields before those of a row are empty.
    fn is_empty_before(&self, text: &[u8]) -> bool {
        match self.style {
            Style::Fields(_, first @ 1..) => {
                self.style.starting_in(0).cells(text).take(first).all(|(_, field)| field.is_empty())
            }
            _ => true,
        }
    }

    /// Returns the kind of a line that is not a row.
    fn kind_of_text(&self, line: &[u8]) -> Kind {
        let text = line.trim_ascii();
        match text {
            [b'-'] | [b'-', b'-'] => return Kind::Heading,
            b"---------" => return Kind::Dashes,
            [b'[', letter, ..] if letter.is_ascii_alphabetic() => return Kind::Heading,
            _ if names_columns(text) => return Kind::Heading,
            _ if self.is_meant_as_row(text) => return Kind::Wrong,
            [first, second, ..] if is_word(*first, *second) => return Kind::Heading,
            _ if is_date(text) || is_repeated(text) => return Kind::Heading,
            _ => {}
        }
        let cells = text.iter().filter(|&&byte| is_cell(byte)).count();
        let is_other = |byte: u8| !is_cell(byte) && !is_gap(byte);
        let others = text.iter().filter(|&&byte| is_other(byte)).count();
        let is_cut_row = matches!(self.style, Style::Fields(delimiter, _) if memchr(delimiter, text).is_some())
            && self.style.cells(text).all(|(_, cell)| self.style.value(cell).is_some());
        match (cells, others) {
            (_, 0) if is_cut_row => Kind::Wrong,
            (0..=SHORT, 0) => Kind::Short,
            (..SIDE, 0) if text.iter().all(u8::is_ascii_digit) => Kind::Short,
            (cells, 0) if self.style == Style::Gaps && cells >= 2 * SIDE => Kind::Whole,
            (..SIDE, 0) => Kind::Few,
            (_, 0) => Kind::Wrong,
            (6.., 1 | 2) if cells + others <= SIDE + 3 => Kind::Wrong,
            _ => Kind::Heading,
        }
    }

    /// Returns whether a line is meant as a row, and is never a heading: it has nine cells or more, or bars and cells, or nine
    /// words of which those that are neither clues nor blanks are the same.
    fn is_meant_as_row(&self, text: &[u8]) -> bool {
        let style = if let Style::Fields(..) = self.style { self.style } else { Style::Words(0) };
        let (mut words, mut cells, mut unknown, mut unknowns, mut are_same) = (0, 0, None, 0, true);
        for (_, word) in style.cells(text) {
            words += 1;
            match word {
                [] => {}
                _ if style.value(word).is_some() => cells += 1,
                _ if word.len() == SIDE && word.iter().all(|&byte| is_cell(byte)) => cells += SIDE,
                _ => (unknowns, are_same) = (unknowns + 1, are_same && *unknown.get_or_insert(word) == word),
            }
        }
        let has_bars = text.iter().filter(|&&byte| byte == b'|').count() > 1;
        let are_characters = || words == SIDE && style.cells(text).all(|(_, word)| word.len() == 1);
        cells >= SIDE
            || has_bars && cells > 0
            || words == SIDE && are_same && (cells > 0 || unknowns == SIDE)
            || are_characters()
    }
}

/// Returns the nine cells of a line with nothing but gaps around and between them, with the numbers of cells before each bar and
/// the kinds of blanks.
#[inline]
fn nine_cells(line: &[u8]) -> Option<([u8; SIDE], u16, u16)> {
    if let Ok(cells) = <[u8; SIDE]>::try_from(line) {
        let kinds = cells.iter().fold(0, |kinds, &byte| kinds | BYTES[usize::from(byte)]);
        return (kinds & (GAP | OTHER) == 0).then_some((cells, 0, kinds));
    }
    let (mut cells, mut found, mut bars, mut blanks) = ([b'.'; SIDE], 0, 0, 0);
    for &byte in line {
        match BYTES[usize::from(byte)] {
            OTHER => return None,
            GAP => bars |= u16::from(byte == b'|') << found,
            blank => {
                *cells.get_mut(found)? = byte;
                (found, blanks) = (found + 1, blanks | blank);
            }
        }
    }
    (found == SIDE).then_some((cells, bars, blanks))
}

/// Returns whether bars are only between bands or between all cells. Others are the regions of a jigsaw.
#[inline]
fn are_bars_right(bars: u16) -> bool {
    matches!(bars & BARS_BETWEEN_CELLS, 0 | BARS_BETWEEN_BANDS | BARS_BETWEEN_CELLS)
}

/// Returns the kind of a line of nine cells.
#[inline]
fn kind_of_row(line: &[u8], blanks: u16, row: Row) -> (Kind, Row) {
    let kind = match row.cells[0] {
        b'-' if row.cells == [b'-'; SIDE] => Kind::Dashes,
        b'0' | b'1' if matches!(&row.cells, b"012345678" | b"123456789") => Kind::Names,
        _ if blanks.count_ones() > 1 && is_date(line.trim_ascii()) => Kind::Heading,
        _ => Kind::Row,
    };
    (kind, row)
}

/// Returns the text of an element of markup.
fn within_tags(line: &[u8]) -> Option<&[u8]> {
    let text = line.trim_ascii().strip_prefix(b"<")?;
    let inner = &text[memchr(b'>', text)? + 1..];
    Some(&inner[..memchr(b'<', inner)?])
}

/// Returns a row without the sign that the next line continues it, as in MATLAB.
fn without_continuation(line: &[u8]) -> Option<&[u8]> {
    let row = line.trim_ascii_end().strip_suffix(b"...")?.trim_ascii_end().strip_suffix(b";")?;
    Some(within_brackets(row).unwrap_or(row))
}

/// The largest number of bytes of the label of a row.
const LONGEST_LABEL: usize = 8;

/// Returns the label before a row and the row after it.
///
/// ```text
/// [1,]  5  3  0 …     A | 5 3 . | …     row1=53..7....     1: 53..7....     0,5.0,3.0,,…
/// ```
pub(super) fn without_label(line: &[u8], style: Style) -> Option<(&[u8], &[u8])> {
    let text = line.trim_ascii_start();
    let (start, end) = match text.strip_prefix(b"[") {
        Some(number) => (1, 1 + memchr(b']', number)?),
        None => (0, text.iter().position(|byte| !byte.is_ascii_alphanumeric())?),
    };
    let label = &text[start..end];
    let after = &text[end + start..];
    let row = match (style, after, after.trim_ascii_start()) {
        (Style::Fields(delimiter, _), row, _) => row.strip_prefix(&[delimiter])?,
        (_, [b':' | b'=' | b')' | b'.', row @ ..], _) | (_, _, [b'=', row @ ..]) | (_, row, _) => row,
    };
    (1..=LONGEST_LABEL).contains(&label.len()).then_some((label, row))
}

/// Returns the number in a label, or its letter as a number, from 1 on.
fn number_of(label: &[u8]) -> u16 {
    let digits = label.iter().filter(|byte| byte.is_ascii_digit());
    let add = |number: u16, digit: &u8| number.saturating_mul(10).saturating_add(u16::from(digit - b'0'));
    let letter = label.iter().find(|byte| byte.is_ascii_alphabetic());
    match letter.filter(|_| digits.clone().next().is_none()) {
        Some(&letter) => u16::from(letter),
        None => digits.fold(0, add).saturating_add(1),
    }
}

/// Returns whether a line has the numbers or the letters of nine columns, and nothing else.
fn names_columns(line: &[u8]) -> bool {
    let names = line.iter().copied().filter(|&byte| !is_gap(byte));
    [b"123456789", b"012345678", b"ABCDEFGHI"].iter().any(|columns| names.clone().eq(columns.iter().copied()))
}

/// Returns the text between the last opening bracket and the next closing one.
fn within_brackets(line: &[u8]) -> Option<&[u8]> {
    let is_open = |byte: &u8| matches!(byte, b'[' | b'{' | b'(');
    let is_closed = |byte: &u8| matches!(byte, b']' | b'}' | b')');
    let start = line.iter().rposition(is_open).map_or(0, |at| at + 1);
    let text = &line[start..];
    let end = text.iter().position(is_closed).unwrap_or(text.len());
    (start > 0 || end < text.len()).then(|| &text[..end])
}

/// Returns the nine cells before other text, which must be set off. Unless the cells are compact, the text must not begin with a
/// cell.
fn before_text(line: &[u8]) -> Option<&[u8]> {
    let mut cells = line.iter().enumerate().filter(|(_, byte)| !is_gap(**byte)).map(|(at, _)| at);
    let first = cells.next()?;
    let last = cells.nth(SIDE - 2)?;
    let next = cells.next()?;
    let is_compact = last - first == SIDE - 1 && line[next..].iter().any(u8::is_ascii_alphabetic);
    let are_cells = line[first..=last].iter().all(|&byte| is_gap(byte) || is_cell(byte));
    let is_set_off = matches!(line.get(last + 1)?, b' ' | b'\t' | b',' | b';' | b':' | b'|');
    (are_cells && is_set_off && (is_compact || !is_cell(line[next]))).then(|| &line[..=last])
}

/// Returns whether these bytes begin a heading. `x` is a blank, so `xX` begins a row.
fn is_word(first: u8, second: u8) -> bool {
    first.is_ascii_alphabetic() && second.is_ascii_alphabetic() && !(is_blank(first) && is_blank(second))
}

/// Returns true for a repeated character that is rarely a blank, such as a line above a grid.
fn is_repeated(text: &[u8]) -> bool {
    matches!(text, [b'*' | b'-' | b'_', rest @ ..] if rest.iter().all(|byte| *byte == text[0]))
}

/// Returns true for three numbers with `-`, `.` or `/` between them, one of them possibly a year.
fn is_date(text: &[u8]) -> bool {
    let date = text.split(|&byte| byte == b' ').next().unwrap_or_default();
    [b'-', b'.', b'/'].iter().any(|separator| {
        let numbers: Vec<&[u8]> = date.split(|byte| byte == separator).collect();
        let lengths: Vec<usize> = numbers.iter().map(|number| number.len()).collect();
        numbers.iter().all(|number| number.iter().all(u8::is_ascii_digit))
            && matches!(lengths[..], [4, 1 | 2, 1..=3] | [1 | 2, 1 | 2, 2 | 4])
    })
}

/// Returns the name of a section in brackets: `[Puzzle]`.
pub(super) fn section(line: &[u8]) -> Option<&[u8]> {
    let name = line.trim_ascii().strip_prefix(b"[")?.strip_suffix(b"]")?;
    name.iter()
        .all(|byte| byte.is_ascii_alphabetic() || *byte == b' ')
        .then_some(name)
        .filter(|name| name.len() > 1)
}

/// Returns true for `[Puzzle]`.
pub(crate) fn is_puzzle_section(line: &[u8]) -> bool {
    section(line).is_some_and(|name| name.eq_ignore_ascii_case(b"puzzle"))
}
