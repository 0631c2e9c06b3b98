//! The cells of a text, in each style in which people and programs write them.
//!
//! A puzzle is 81 cells. They stand on one line, or nine on each of nine lines. How the cells of a line are written is its
//! [`Style`]; detection, reading, and the positions of defects all use the cells that it finds.
//!
//! ```text
//! Gaps      53..7....   5 3 . | . 7 .   [5, 3, 0, 0, 7]   a character each
//! Words     5 3 NA NA 7   [5.0, None, …]                  a word each
//! Groups    5 3 124 26 7                                  a group of candidates each
//! Spaces    53  7                                         a character each; a space is a blank
//! Bars      | 5 3   |   7   |                             a place each between bars; a space is a blank
//! Rows      53..7..../6..195.../…                     a character each, with another one between rows
//! Fields    5,3,,,7                                       a field each; an empty one is a blank
//! ```

mod bars;
mod puzzle;
mod text;

use memchr::memchr;

use self::bars::{places_between_bars, within_bars};
pub(crate) use self::puzzle::{
    Kinds, Puzzle, colon_as_blank, in_text, is_number, is_of_spaces, is_of_words, is_row_of_spaces,
    mixed_blanks, read, wrong_cell,
};
use self::text::{character, is_empty_text, is_frame, is_group, is_left_out, value_of_word};
pub(crate) use self::text::{is_cell, is_gap, is_ruled, unexpected, wrong_value};
use super::read::csv_tokenizer::{Delimiter, Fields};
use crate::board::grid::{CELLS, digit, is_blank};

/// The number of rows of a grid, and of cells of a row.
pub(crate) const SIDE: usize = 9;

/// The smallest number of characters of 81 cells whose spaces at the end are missing.
pub(crate) const SHORTEST: usize = 41;

/// How the cells of a line are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// One character each, with or without spaces, bars, commas, brackets and quotes around and between them.
    #[default]
    Gaps,
    /// A word each from this one on, counted from 0, with the same characters between them.
    Words(usize),
    /// A group of candidates each.
    Groups,
    /// One character each; a space is a blank. Spaces at the end may be missing.
    Spaces,
    /// Three characters at equal distances before, between and after two bars; a space is a blank.
    Bars,
    /// One character each; after each nine there is one more between two rows.
    Rows,
    /// A field each from this column on, counted from 0; a blank may be empty.
    Fields(u8, usize),
}

/// The cells of a line with their byte offsets. The text of a blank may be empty.
pub(crate) struct Cells<'a> {
    line: &'a [u8],
    at: usize,
    style: Style,
    places: [usize; SIDE],
    fields: Option<Fields<'a>>,
    /// The offset of the row within bars.
    before: usize,
}

impl Style {
    /// Returns this style with its first cell in this column, counted from 0, if it has columns.
    pub(crate) fn starting_in(self, first: usize) -> Self {
        match self {
            Self::Fields(delimiter, _) => Self::Fields(delimiter, first),
            Self::Words(_) => Self::Words(first),
            other => other,
        }
    }

    /// Returns false if a text lacks the character between the cells of this style.
    pub(crate) fn may_be_in(self, text: &[u8]) -> bool {
        match self {
            Self::Fields(between, _) => memchr(between, text).is_some(),
            Self::Bars => memchr(b'|', text).is_some(),
            _ => true,
        }
    }

    /// Returns the cells of `line`.
    pub(crate) fn cells(self, line: &[u8]) -> Cells<'_> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut cells = Cells { line, at: 0, style: self, places: [0; SIDE], fields: None, before: 0 };
        match self {
            Self::Bars => cells.places = places_between_bars(line).unwrap_or([usize::MAX; SIDE]),
            Self::Words(first) => cells.by_ref().take(first).for_each(drop),
            Self::Fields(delimiter, first) => {
                let (row, before) = within_bars(line, delimiter);
                (cells.line, cells.before) = (row, before);
                cells.fields = Some(Fields::of_line(row, Delimiter::Byte(delimiter)));
                cells.by_ref().take(first).for_each(drop);
            }
            _ => {}
        }
        cells
    }

    /// Returns the byte of a cell, a clue or a blank, or `None` if it is neither.
    #[inline]
    pub(crate) fn value(self, text: &[u8]) -> Option<u8> {
        match text {
            [] | b" " => Some(b'.'),
            &[byte] if is_cell(byte) => Some(byte),
            _ if self == Self::Gaps => None,
            _ => value_of_word(text),
        }
    }

    /// Returns whether the line has exactly `count` cells, which are all clues or blanks, some of them clues, and whether only this
    /// style shows that.
    pub(crate) fn fits(self, line: &[u8], count: usize) -> bool {
        let (mut found, mut clues, mut special) = (0, 0, 0);
        for (_, text) in self.cells(line) {
            found += 1;
            match text {
                [byte] if digit(*byte).is_some() => clues += 1,
                [byte] if is_blank(*byte) => {}
                [] | b" " if found > count => found -= 1,
                _ if self == Self::Groups => {
                    if !is_group(text) {
                        return false;
                    }
                    special += 1;
                }
                _ if is_left_out(text) => special += 1,
                _ => match self.value(text) {
                    Some(byte) => {
                        (special, clues) = (special + 1, clues + usize::from(digit(byte).is_some()))
                    }
                    None => return false,
                },
            }
            if found > count {
                return false;
            }
        }
        match self {
            _ if found != count => false,
            Self::Gaps => !is_ruled(line),
            Self::Groups => special > 0,
            Self::Spaces => special > 0 && clues > SIDE,
            Self::Fields(b'|', _) => clues > 0,
            Self::Fields(..) if count == CELLS => clues > 0,
            _ => special > 0 && (clues > 0 || matches!(self, Self::Words(_) | Self::Bars)),
        }
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (line, at) = (self.line, self.at);
        let (start, end) = match self.style {
            Style::Gaps if line.get(at).is_some_and(|&byte| is_cell(byte)) => {
                self.at = at + 1;
                return Some((at, &line[at..=at]));
            }
            Style::Gaps => {
                let start = skip(line, at, |byte| !is_gap(byte));
                (start, start + character(line.get(start..)?))
            }
            Style::Words(_) => {
                let start = at
                    + line.get(at..)?.iter().enumerate().position(|(index, &byte)| {
                        !is_gap(byte) || begins_text(byte) && is_empty_text(&line[at + index..]).is_some()
                    })?;
                if begins_text(line[start])
                    && let Some(length) = is_empty_text(&line[start..])
                {
                    self.at = start + length;
                    return Some((start, &[]));
                }
                (start, skip(line, start, is_gap))
            }
            Style::Groups => {
                let start = skip(line, at, |byte| !is_frame(byte));
                (start, skip(line, start, is_frame))
            }
            Style::Spaces => (at, at + 1),
            Style::Rows => {
                self.at += 1;
                let start = at + at / SIDE;
                return Some((start, line.get(start..=start)?));
            }
            Style::Bars => {
                let place = *self.places.get(at)?;
                self.at += 1;
                return (place != usize::MAX).then(|| (place, line.get(place..=place).unwrap_or_default()));
            }
            Style::Fields(delimiter, _) => {
                let fields = self.fields.as_mut()?;
                let content = match fields.next_cell(delimiter) {
                    Some(cell) => cell,
                    None => fields.next()?.content(line),
                };
                return Some((self.before + content.start, &line[content]));
            }
        };
        let text = line.get(start..end).filter(|text| !text.is_empty())?;
        self.at = end;
        Some((start, if text == b" " { &[] } else { text }))
    }
}

/// Returns the offset of the first byte of `line` from byte `from` on for which `is_end` is true, or else the length of the line.
#[inline]
fn skip(line: &[u8], from: usize, is_end: impl Fn(u8) -> bool) -> usize {
    line[from..].iter().position(|&byte| is_end(byte)).map_or(line.len(), |length| from + length)
}

fn begins_text(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'')
}

impl Cells<'_> {
    /// Returns the byte offset after the cells that were read.
    fn end(&self) -> usize {
        match (&self.fields, self.style) {
            (Some(fields), _) => self.before + fields.position(),
            (None, Style::Rows) => self.at + self.at.saturating_sub(1) / SIDE,
            _ => self.at.min(self.line.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_cells_are_read_by_their_places() {
        let cells = |line: &str| -> String {
            let text = |(_, text): (usize, &[u8])| {
                String::from_utf8_lossy(text).replace(' ', "").chars().next().unwrap_or('.')
            };
            Style::Bars.cells(line.as_bytes()).map(text).collect()
        };
        assert_eq!(cells("| 5 3   |   7   |       |"), "53..7....");
        assert_eq!(cells("5 3   |   7   |     9"), "53..7...9");
        assert_eq!(cells("|53 | 7 |  9|"), "53..7...9");
        assert_eq!(cells("|5 3  |  7  |    9|"), "53..7...9");
        assert_eq!(cells("| 5 3   |  77   |       |"), "", "a digit between the places");
    }
}
