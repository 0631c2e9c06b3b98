//! Boards as text: on a line each, or as nine lines of nine characters, with the requested character for their blanks.

use std::fmt;
use std::str::FromStr;

use super::Record;
use super::rows::RowFormat;
use crate::array::array_of;
use crate::board::grid::{CELLS, is_blank};
use crate::board::parse_error::ParseError;
use crate::format::cells::SIDE;

/// The character for the blanks of a puzzle, one of those that every format reads.
///
/// ```
/// use bulkdoku::format::{Blank, RowFormat};
/// use bulkdoku::generate::{GenerateJob, Recipe};
/// use bulkdoku::io::OutputBuffer;
///
/// let grids = OutputBuffer::default();
/// let job = GenerateJob::new(Recipe::default(), 0..1, grids.output("memory"));
/// job.format(RowFormat::Grid).blank("0".parse::<Blank>()?).run()?;
/// let grid = String::from_utf8(grids.take())?;
/// assert!(grid.lines().take(9).all(|row| row.len() == 9 && row.bytes().all(|byte| byte.is_ascii_digit())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blank(u8);

impl Blank {
    /// The character of array-like texts.
    pub(crate) const ZERO: Self = Self(b'0');

    /// Returns the cells of a puzzle with their blanks as this character; without one, as they are.
    #[inline]
    pub(crate) fn written(blank: Option<Self>, cells: &[u8; CELLS]) -> [u8; CELLS] {
        match blank {
            Some(Self(blank)) => array_of(|cell| if is_blank(cells[cell]) { blank } else { cells[cell] }),
            None => *cells,
        }
    }

    /// Replaces the blanks of boards that are already in a text.
    pub(crate) fn replace_others(self, text: &mut [u8]) {
        text.iter_mut().filter(|byte| is_blank(**byte)).for_each(|byte| *byte = self.0);
    }

    /// Returns the character.
    pub(crate) fn byte(self) -> u8 {
        self.0
    }
}

impl FromStr for Blank {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match *text.as_bytes() {
            [byte] if is_blank(byte) => Ok(Self(byte)),
            _ => Err(ParseError::new("a blank is one of . 0 _ * - ? x X")),
        }
    }
}

impl fmt::Display for Blank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        char::from(self.0).fmt(f)
    }
}

impl RowFormat {
    /// Returns whether the format has columns. Otherwise it has only boards.
    pub(crate) fn has_columns(self) -> bool {
        matches!(self, Self::Csv | Self::Jsonl)
    }

    /// Appends a board to a text in a format without columns.
    pub(crate) fn write_board(self, cells: &[u8], out: &mut Vec<u8>) {
        match self {
            Self::Grid => {
                write_nine_lines(cells, out);
                out.push(b'\n');
            }
            _ => {
                out.extend_from_slice(cells);
                out.push(b'\n');
            }
        }
    }

    /// Appends the board that was `made` from a record, or else its verdict, to a text in a format without columns.
    pub(crate) fn write_made(self, record: &Record<'_>, made: Option<&[u8]>, out: &mut Vec<u8>) {
        match made {
            Some(made) => self.write_board(made, out),
            None => {
                record.write_verdict(out);
                out.extend_from_slice(if self == Self::Grid { b"\n\n" } else { b"\n" });
            }
        }
    }
}

/// Appends cells as lines of nine.
#[inline]
pub(super) fn write_nine_lines(cells: &[u8], out: &mut Vec<u8>) {
    for row in cells.chunks(SIDE) {
        out.extend_from_slice(row);
        out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_is_one_of_the_characters_that_are_read_as_blanks() {
        for blank in ['.', '0', '_', '*', '-', '?', 'x', 'X'] {
            assert_eq!(blank.to_string().parse::<Blank>().unwrap().to_string(), blank.to_string());
        }
        for wrong in ["", "1", " ", "..", "é", "o"] {
            assert!(wrong.parse::<Blank>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn only_blanks_are_replaced() {
        let mut cells = [b'.'; CELLS];
        (cells[0], cells[1]) = (b'5', b'*');
        let written = Blank::written(Some(Blank(b'0')), &cells);
        assert_eq!((&written[..3], written[80]), (&b"500"[..], b'0'));
        assert_eq!(Blank::written(None, &cells), cells);
    }
}
