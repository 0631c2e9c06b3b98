//! What is wrong with a record that is no puzzle, and where.

use std::fmt;

use super::ENDLESS;
use crate::grid::Cell;

/// A place in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Lines below the record's first.
    pub line: u32,
    /// Character of the line, from 1.
    pub column: u32,
}

impl Position {
    /// Character `column`, from 1, of the record's first line.
    pub fn column(column: usize) -> Self {
        Self { line: 0, column: column as u32 }
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defect {
    /// Where to look.
    pub place: Position,
    /// What is wrong there.
    pub wrong: Reason,
}

/// What can be wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A puzzle with a wrong number of characters.
    Length {
        /// How many it has.
        found: u32,
        /// How many it should have.
        expected: u32,
    },
    /// A record that ends before this column, counted from 1.
    NoColumn(u32),
    /// A byte that is neither a clue nor a blank.
    Byte(u8),
    /// A byte that is neither a blank nor the digit whose pencilmark stands there.
    Mark {
        /// The byte.
        byte: u8,
        /// The digit.
        digit: u8,
    },
    /// A row, from 1, of so many cells, not nine.
    Cells {
        /// The row.
        row: u8,
        /// Its cells.
        found: u32,
    },
    /// A grid of so many rows, not nine.
    Rows(u8),
    /// A quote that opens a field and does not close at its end.
    Quote,
    /// A line that does not end where any record would have.
    Endless,
    /// Two equal clues that share a house.
    Conflict(Cell, Cell),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found, expected } => {
                write!(f, "{found} characters where {expected} were expected")
            }
            Self::NoColumn(column) => write!(f, "the record ends before column {column}"),
            Self::Byte(byte) if byte.is_ascii_graphic() => {
                write!(f, "'{}' is neither a clue nor a blank", byte as char)
            }
            Self::Byte(byte) => write!(f, "the byte 0x{byte:02x} is neither a clue nor a blank"),
            Self::Mark { byte, digit } => {
                write!(f, "'{}' is neither {digit} nor a blank", byte.escape_ascii())
            }
            Self::Cells { row, found } => write!(f, "{found} cells in row {row} where 9 were expected"),
            Self::Rows(found) => write!(f, "{found} rows where 9 were expected"),
            Self::Quote => write!(f, "a quote opens here that does not close at the end of its field"),
            Self::Endless => write!(f, "a line of {ENDLESS} characters or more"),
            Self::Conflict(first, second) => {
                write!(f, "equal clues in {first} and {second} share a house")
            }
        }
    }
}
