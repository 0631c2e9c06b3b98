//! Puzzles in memory, row by row: the interface of every form to a [`RowReader`](super::row_reader::RowReader).

use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use bulkdoku::Cell;
use bulkdoku::datasets::Fingerprint;
use bulkdoku::format::{Reason, TextFormat};
use bulkdoku::solver::Notation;

use crate::CELLS;

/// Rows of puzzles in the caller's memory.
pub(super) trait Rows: Sync {
    /// Returns the number of rows.
    fn len(&self) -> usize;

    /// Returns the notation of the puzzles.
    fn notation(&self) -> Notation {
        Notation::Clues
    }

    /// Returns the line of row `row` in a file with these rows, from 1.
    fn line(&self, row: usize) -> u64 {
        row as u64 + 1
    }

    /// Whether cells with the values 0 to 9 are digits. Otherwise, all cells are characters.
    fn may_be_digits(&self) -> bool {
        false
    }

    /// Returns the cells of the rows `range`, if all of them have 81 cells and are contiguous.
    fn cells(&self, _range: Range<usize>) -> Option<&[u8]> {
        None
    }

    /// Returns the text of the rows `range`, if each of them is a puzzle at a known offset. Appends the offsets to `starts`.
    fn puzzles(&self, _range: Range<usize>, _starts: &mut Vec<u32>) -> Option<&[u8]> {
        None
    }

    /// Writes the characters of the rows `range` to `text`, 81 for each, if they are scattered or wider numbers. Returns false if
    /// they can be read in place, or if one of them does not have 81 cells.
    fn gather(&self, _range: Range<usize>, _text: &mut Vec<u8>) -> bool {
        false
    }

    /// Returns the location of row `row`, or why it is not a puzzle. Not called for rows of wider numbers, which are gathered.
    fn place(&self, row: usize) -> Result<Place<'_>, Defect>;

    /// Returns what is wrong with row `row`, which has the right number of cells, if the characters of its cells do not show it:
    /// the number in a cell, or what the format of a text says.
    fn bad_cell(&self, _row: usize) -> Option<Defect> {
        None
    }

    /// Returns the class of row `row`, which is not a puzzle: the fingerprint of its text, if it has one.
    fn text_class(&self, row: usize) -> Option<Fingerprint>;

    /// Whether the record of every row also contains an answer.
    fn has_answers(&self) -> bool {
        false
    }

    /// Returns the answer in the record of row `row`, or `None` if it has no answer or no puzzle.
    fn answer(&self, _row: usize) -> Option<&[u8]> {
        None
    }
}

/// The bytes of a row: `text[start..end]`. The rows of a buffer share its `text`.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) text: &'a [u8],
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'a> Place<'a> {
    pub(super) fn bytes(&self) -> &'a [u8] {
        &self.text[self.start..self.end]
    }
}

/// Why a row is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defect {
    /// The row is null.
    Null,
    /// The cell at this index is null.
    NullCell(usize),
    /// The row is a text that cannot be encoded in UTF-8.
    Surrogates,
    /// The row has this number of cells.
    Cells(usize),
    /// A cell of a row of numbers is not from 0 to 9.
    Number {
        /// The index of the cell.
        cell: usize,
        /// Its value, as the caller gave it.
        value: i128,
    },
    /// The row reaches past the caller's memory.
    Corrupt,
    /// The row is text that is not a puzzle, or a puzzle that contradicts itself.
    Text(Reason),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::NullCell(cell) => write!(f, "{} is null", cell_name(*cell)),
            Self::Surrogates => f.write_str("a text with lone surrogates, which cannot be encoded in UTF-8"),
            Self::Cells(found) => {
                write!(f, "{found} cell{} where 81 were expected", if *found == 1 { "" } else { "s" })
            }
            Self::Number { cell, value } => {
                write!(f, "{} is {value}, not a digit from 0 to 9", cell_name(*cell))
            }
            Self::Corrupt => f.write_str("the row reaches past its buffer"),
            Self::Text(reason) => reason.fmt(f),
        }
    }
}

/// Returns the name of a cell: `r1c3` for cell 2, or the number, counted from 1, of a cell outside the grid.
fn cell_name(cell: usize) -> String {
    Cell::new(cell).map_or_else(|| format!("cell {}", cell + 1), |cell| cell.to_string())
}

/// Returns the first cell of a row of numbers that is not from 0 to 9. If most cells are greater, the row is assumed to be
/// characters, and only a cell that does not fit in a byte is reported.
pub(super) fn bad_number(cells: impl Iterator<Item = i128> + Clone) -> Option<Defect> {
    let first_outside = |most| cells.clone().enumerate().find(|(_, value)| !(0..=most).contains(value));
    let greater = cells.clone().filter(|&value| value > 9).count();
    let is_text = 2 * greater > CELLS;
    let (cell, value) = first_outside(if is_text { 255 } else { 9 })?;
    Some(Defect::Number { cell, value })
}

/// Turns the numbers 0 to 9 into their characters, if all cells are such numbers.
pub(super) fn spell_digits(cells: &mut [u8; CELLS]) {
    let most = cells.iter().fold(0, |most, &byte| byte.max(most));
    if most <= 9 {
        *cells = cells.map(|byte| byte + b'0');
    }
}

/// Returns the offset of the puzzle in a text with a length other than 81, by the rules for a line of a file.
#[cold]
pub(super) fn puzzle_in(text: &[u8]) -> Result<usize, Defect> {
    static LINES: LazyLock<TextFormat> = LazyLock::new(TextFormat::lines);
    let records = LINES.read(text);
    match records.len() {
        1 => match records.puzzle(0) {
            Ok(_) => Ok(records.puzzles(0..1).start(0) as usize),
            Err(reason) => Err(Defect::Text(reason)),
        },
        _ => {
            let characters = text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(); // not continuation bytes of UTF-8
            Err(Defect::Text(Reason::Length { found: characters as u32, expected: CELLS as u32 }))
        }
    }
}

/// Returns what is wrong with the cells of a puzzle that is malformed or contradicts itself.
#[cold]
pub(super) fn explain(puzzle: &[u8]) -> Option<Defect> {
    Reason::of_cells(puzzle.try_into().ok()?).map(Defect::Text)
}
