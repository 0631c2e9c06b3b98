//! Why a row is not a puzzle.

use std::fmt;

use bulkdoku::Cell;
use bulkdoku::format::Reason;

use crate::CELLS;

/// Why a row is not a puzzle, or contradicts itself.
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
    /// The row is a number with this many digits: the zeros before them are gone.
    Zeros(usize),
    /// The row is a number with an exponent, or was one.
    Rounded,
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
            Self::Zeros(digits) => write!(
                f,
                "{digits} digits where 81 were expected: leading zeros were lost, so read the file as text"
            ),
            Self::Rounded => f.write_str("written as a number, its digits are lost: read the file as text"),
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

/// Returns the first number of a row that is not from 0 to 9. If most are greater, the row is assumed to be characters, and only a
/// number that does not fit in a byte is reported.
pub(super) fn of_numbers(cells: impl Iterator<Item = i128> + Clone) -> Option<Defect> {
    let first_outside = |most| cells.clone().enumerate().find(|(_, value)| !(0..=most).contains(value));
    let greater = cells.clone().filter(|&value| value > 9).count();
    let is_text = 2 * greater > CELLS;
    let (cell, value) = first_outside(if is_text { 255 } else { 9 })?;
    Some(Defect::Number { cell, value })
}

/// Returns what is wrong with the cells of a puzzle that is malformed or contradicts itself. A row of bytes that are neither all
/// characters nor all numbers has a wrong number.
pub(super) fn of_cells(puzzle: &[u8]) -> Option<Defect> {
    if is_rounded(puzzle) {
        return Some(Defect::Rounded);
    }
    let numbers =
        puzzle.iter().any(|&byte| byte <= 9).then(|| of_numbers(puzzle.iter().map(|&byte| byte.into())));
    let of_text = || Reason::of_cells(puzzle.try_into().ok()?).map(Defect::Text);
    numbers.flatten().or_else(of_text)
}

/// Whether these digits are exactly a double of 53 bits. A puzzle is not, with a probability of nearly 1: the digits of a spreadsheet's
/// number are, after its 15 or 17 first ones were kept and the others invented.
pub(super) fn is_rounded(digits: &[u8]) -> bool {
    let digits = std::str::from_utf8(digits).unwrap_or_default().trim_start_matches('0');
    let number = digits
        .parse::<f64>()
        .ok()
        .filter(|_| digits.len() > 40 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    number.is_some_and(|number| format!("{number:.0}") == digits)
}

/// Returns what is wrong with a text that is not 81 characters long, if a program took it for a number.
pub(super) fn of_number(text: &[u8]) -> Option<Defect> {
    let text = std::str::from_utf8(text.trim_ascii()).ok()?;
    let are_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if are_digits && (CELLS - 17..CELLS).contains(&text.len()) {
        return Some(Defect::Zeros(text.len()));
    }
    let has_exponent = text.contains(['e', 'E']) && text.starts_with(|first: char| first.is_ascii_digit());
    (has_exponent && text.parse::<f64>().is_ok()).then_some(Defect::Rounded)
}
