//! Answers, or puzzles, as an array of NumPy: 81 numbers for every record, whatever is wrong with it.

use super::{Record, WriteAnswers};
use crate::grid::{CELLS, digit};
use std::array;

/// The length of the header in bytes: a multiple of 64, with room for every number of records.
const HEADER: usize = 128;

/// What an array of NumPy holds. By default it has the shape (N, 81) and the type uint8, and a row for every record: the digits
/// of its solution, or zeros if the verdict is neither solved nor unique.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArrayLayout {
    /// The puzzles instead of their solutions, with 0 for a blank cell. A malformed record gets zeros.
    pub(crate) puzzles: bool,
    /// The type int64.
    pub(crate) int64: bool,
    /// The shape (N, 9, 9).
    pub(crate) squares: bool,
    /// Numbers as trainers of the HRM and of the TRM read them: 1 for a blank cell, 2 to 10 for the digits, and 0, which they
    /// ignore, for a record without a puzzle or without an answer.
    pub(crate) tokens: bool,
}

impl ArrayLayout {
    /// The default.
    pub(crate) const SOLUTIONS: Self = Self { puzzles: false, int64: false, squares: false, tokens: false };

    /// The header of an array with so many records.
    pub(crate) fn header(self, records: u64) -> Vec<u8> {
        let kind = if self.int64 { "<i8" } else { "|u1" };
        let shape = if self.squares { "9, 9" } else { "81" };
        let text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({records}, {shape}), }}");
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend_from_slice(&(HEADER as u16 - 10).to_le_bytes());
        header.extend_from_slice(text.as_bytes());
        header.resize(HEADER - 1, b' ');
        header.push(b'\n');
        header
    }
}

/// Writes the rows of an array with this layout.
pub(super) struct ArrayRows(pub(super) ArrayLayout);

impl WriteAnswers for ArrayRows {
    fn array(&self) -> Option<ArrayLayout> {
        Some(self.0)
    }

    fn header(&self) -> &[u8] {
        &[b' '; HEADER] // until the number of records is known
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let ArrayLayout { puzzles, int64, tokens, .. } = self.0;
        let cells = if puzzles { record.valid_puzzle().try_into().ok() } else { record.solution() };
        let number = |cell| digit(cell).unwrap_or(0) + u8::from(tokens);
        let row =
            cells.map_or([0; CELLS], |cells: &[u8; CELLS]| array::from_fn(|index| number(cells[index])));
        if int64 {
            out.extend(row.iter().flat_map(|&number| u64::from(number).to_le_bytes()));
        } else {
            out.extend_from_slice(&row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_that_of_numpy_and_has_one_length_for_any_number_of_records() {
        let header = ArrayLayout::default().header(3);
        let text = "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 81), }";
        assert_eq!(header, [b"\x93NUMPY\x01\0v\0", format!("{text:117}\n").as_bytes()].concat());
        let long = ArrayLayout { int64: true, squares: true, ..ArrayLayout::default() }.header(u64::MAX);
        assert_eq!((long.len(), long.last()), (HEADER, Some(&b'\n')));
        assert!(
            String::from_utf8_lossy(&long)
                .contains("'<i8', 'fortran_order': False, 'shape': (18446744073709551615, 9, 9), }")
        );
    }
}
