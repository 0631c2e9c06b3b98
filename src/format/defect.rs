//! The defects of malformed records, with their positions.

use std::fmt::{self, Write};

use crate::board::grid::Cell;
use crate::board::noun::Noun;

/// A line of this many bytes or more is cut off and malformed.
///
/// This bounds the memory for a stream without line ends.
pub(crate) const MAX_LINE: usize = 1 << 20;

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
    /// The puzzle is a number with an exponent: a program rounded it, and its digits are lost.
    Rounded,
    /// The puzzle is a number of this many digits: a program may have dropped the zeros at its beginning.
    LostZeros(u32),
    /// The puzzle ends with a backslash, as where a program breaks a line.
    Continued,
    /// The record ends before this column, counted from 1.
    NoColumn(u32),
    /// This byte is neither a clue nor a blank.
    Byte(u8),
    /// This character outside ASCII is neither a clue nor a blank.
    Character(char),
    /// A letter stands for a digit.
    Letter(u8),
    /// This text of a cell is neither a clue nor a blank.
    Cell(Word, Cell),
    /// A program left cells out and wrote `…` or `...` for them.
    LeftOut,
    /// Blanks are written in two ways, as where the digits are 0 to 8, or marks are not blanks.
    Blanks(Word, Word),
    /// In this row, counted from 1, bars are not after cells 3 and 6, as in a jigsaw.
    Bars(u8),
    /// More text follows a JSON object on its line.
    Trailing,
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
            Self::Rounded => write!(
                f,
                "this was written as a number and lost its digits, as in a spreadsheet: fetch the column again, as text"
            ),
            Self::LostZeros(found) => write!(
                f,
                "{} where 81 were expected: zeros at the beginning may be lost, as where a column is read as numbers",
                Counted(found, "digit")
            ),
            Self::Continued => write!(f, "the line ends with a backslash: join it with the next one"),
            Self::NoColumn(column) => write!(f, "the record ends before column {column}"),
            Self::Letter(byte) => {
                write!(f, "'{}' is neither a clue nor a blank: write digits instead of letters", byte as char)
            }
            Self::Byte(byte) if byte.is_ascii_graphic() => {
                write!(f, "'{}' is neither a clue nor a blank", byte as char)
            }
            Self::Byte(byte) => write!(f, "the byte 0x{byte:02x} is neither a clue nor a blank"),
            Self::Character(character) => write!(f, "'{character}' is neither a clue nor a blank"),
            Self::Cell(word, cell) => write!(f, "'{word}' in {cell} is neither a clue nor a blank"),
            Self::LeftOut => write!(f, "'…' stands for something that was left out: write the whole grid"),
            Self::Blanks(first, second) => {
                write!(f, "two kinds of blanks, {} and {}, in one puzzle", Quoted(first), Quoted(second))?;
                let has_zero = [first, second].iter().any(|word| word.as_bytes() == b"0");
                if has_zero { write!(f, ": digits 0 to 8? Add 1 to each") } else { Ok(()) }
            }
            Self::Bars(row) => {
                write!(f, "bars in row {row} that are not after cells 3 and 6: the regions of a jigsaw?")
            }
            Self::Trailing => write!(f, "more text follows the JSON object: write one object per line"),
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
                write!(f, "equal clues in {first} and {second} share a row, column or box")
            }
        }
    }
}

/// The beginning of a cell's text, to be shown in a message.
///
/// ```
/// use bulkdoku::format::{Reason, TextFormat};
///
/// let text = "5 3 10 ".repeat(27);
/// let records = TextFormat::lines().read(text.as_bytes());
/// let Err(Reason::Cell(word, cell)) = records.puzzle(0) else { panic!("10 is no cell") };
/// assert_eq!((word.to_string(), cell.to_string()), ("10".to_owned(), "r1c3".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    bytes: [u8; Self::LONGEST],
    length: u8,
}

impl Word {
    /// As many as fit into a [`Reason`] without making it larger.
    const LONGEST: usize = 14;

    pub(crate) fn new(text: &[u8]) -> Self {
        let text = str::from_utf8(text).unwrap_or("?");
        let end = (0..=text.len().min(Self::LONGEST)).rev().find(|&end| text.is_char_boundary(end));
        let text = &text.as_bytes()[..end.unwrap_or(0)];
        let mut bytes = [0; Self::LONGEST];
        bytes[..text.len()].copy_from_slice(text);
        Self { bytes, length: text.len() as u8 }
    }

    /// Returns the word as numbers: its bytes, and its length in the last one.
    pub(crate) fn numbers(self) -> [u64; 2] {
        let [mut low, mut high] = [[0; 8]; 2];
        low.copy_from_slice(&self.bytes[..8]);
        high[..Self::LONGEST - 8].copy_from_slice(&self.bytes[8..]);
        high[7] = self.length;
        [low, high].map(u64::from_le_bytes)
    }

    /// Returns the word with these numbers.
    pub(crate) fn of_numbers(numbers: [u64; 2]) -> Self {
        let [low, high] = numbers.map(u64::to_le_bytes);
        let mut bytes = [0; Self::LONGEST];
        bytes[..8].copy_from_slice(&low);
        bytes[8..].copy_from_slice(&high[..Self::LONGEST - 8]);
        Self { bytes, length: high[7] }
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

/// Writes the text, safe for a terminal.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let characters = String::from_utf8_lossy(self.as_bytes());
        characters
            .chars()
            .filter(|character| !character.is_control())
            .try_for_each(|character| f.write_char(character))
    }
}

/// A blank in quotes, or in words if it is written as nothing.
struct Quoted(Word);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_bytes() {
            b"" | b" " => f.write_str("an empty cell"),
            _ => write!(f, "'{}'", self.0),
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
