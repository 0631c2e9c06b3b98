//! The defects of malformed records, with their positions.

use std::fmt;

use crate::board::grid::Cell;
use crate::board::noun::Noun;

/// A line of this many bytes or more is cut off and malformed.
///
/// This bounds the memory for a stream without line ends.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// The text before the first value that is neither a clue nor a blank, in the line that was decoded from an array. The puzzle has
/// a `!` in place of the value.
pub(crate) const VALUE_NOTE: &str = " value ";

/// A position in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of lines after the first line of the record.
    pub line: u32,
    /// The character of that line, counted from 1.
    pub column: u32,
}

impl Position {
    /// Returns the position of character `column`, counted from 1, of the first line of the record.
    pub fn column(column: usize) -> Self {
        Self { line: 0, column: column as u32 }
    }
}

/// A defect of a record: the problem and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The position of the problem.
    pub position: Position,
    /// The problem.
    pub reason: Reason,
}

impl Defect {
    /// Returns the defect of a line of a mebibyte or more.
    pub(crate) fn endless() -> Self {
        Self { position: Position::column(MAX_LINE), reason: Reason::Endless }
    }
}

/// Why a record is not a puzzle.
///
/// ```
/// use bulkdoku::format::{Reason, TextFormat};
///
/// let text = format!("12\n{}\n{}\n", "1".repeat(81), ".".repeat(81));
/// let records = TextFormat::lines().read(text.as_bytes());
/// let advice = match records.puzzle(0) {
///     Err(Reason::Length { found, expected }) => format!("{} characters are missing", expected - found),
///     Err(reason) => reason.to_string(),
///     Ok(_) => String::new(),
/// };
/// assert_eq!(advice, "79 characters are missing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The puzzle has the wrong number of characters.
    Length {
        /// The number of its characters.
        found: u32,
        /// The expected number of characters.
        expected: u32,
    },
    /// The puzzle is a number with an exponent: a spreadsheet rounded it, and its digits are lost.
    Rounded,
    /// The record ends before this column, counted from 1.
    NoColumn(u32),
    /// This byte is neither a clue nor a blank.
    Byte(u8),
    /// This character outside ASCII is neither a clue nor a blank.
    Character(char),
    /// This value of an array is neither a clue nor a blank.
    Value(i128),
    /// A CR that does not belong to a line end. Another record may follow it.
    BareReturn,
    /// A byte is neither a blank nor the digit of the pencilmark at its position.
    Mark {
        /// The byte.
        byte: u8,
        /// The digit.
        digit: u8,
    },
    /// The line is not a JSON object with the key of the puzzles.
    NoText,
    /// A row does not have nine cells.
    Cells {
        /// The row, counted from 1.
        row: u8,
        /// The number of its cells.
        found: u32,
    },
    /// The grid has this number of rows instead of nine.
    Rows(u8),
    /// A quote opens a field but does not close at its end.
    Quote,
    /// The line reaches the limit of a mebibyte.
    Endless,
    /// Two equal clues are in the same house.
    Conflict(Cell, Cell),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found, expected } => {
                write!(f, "{} where {expected} were expected", Counted(found, "character"))
            }
            Self::Rounded => {
                write!(f, "a spreadsheet has rounded this puzzle: fetch the table again, as text")
            }
            Self::NoColumn(column) => write!(f, "the record ends before column {column}"),
            Self::Byte(byte) if byte.is_ascii_graphic() => {
                write!(f, "'{}' is neither a clue nor a blank", byte as char)
            }
            Self::Byte(byte) => write!(f, "the byte 0x{byte:02x} is neither a clue nor a blank"),
            Self::Character(character) => write!(f, "'{character}' is neither a clue nor a blank"),
            Self::Value(value) => write!(f, "the value {value} is neither a clue nor a blank"),
            Self::BareReturn => write!(f, "a carriage return (CR) in the middle of a line"),
            Self::Mark { byte, digit } => {
                write!(f, "'{}' is neither {digit} nor a blank", byte.escape_ascii())
            }
            Self::NoText => write!(f, "not a JSON object with the key of the puzzles"),
            Self::Cells { row, found } => {
                write!(f, "{} in row {row} where 9 were expected", Counted(found, "cell"))
            }
            Self::Rows(found) => write!(f, "{} where 9 were expected", Counted(found.into(), "row")),
            Self::Quote => write!(f, "a quote opens here but does not close at the end of its field"),
            Self::Endless => write!(f, "a line of {MAX_LINE} characters or more"),
            Self::Conflict(first, second) => {
                write!(f, "equal clues in {first} and {second} share a house")
            }
        }
    }
}

/// A number with its noun.
pub(crate) struct Counted(pub(crate) u32, pub(crate) &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        write!(f, "{count} {}", Noun(u64::from(*count), noun))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_character_is_not_plural() {
        let text = |found| Reason::Length { found, expected: 81 }.to_string();
        assert_eq!(text(1), "1 character where 81 were expected");
        assert_eq!(text(0), "0 characters where 81 were expected");
        assert_eq!(Reason::Rows(1).to_string(), "1 row where 9 were expected");
    }
}
