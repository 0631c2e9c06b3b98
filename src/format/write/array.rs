//! Solutions as a NumPy array: 81 numbers for every record, even a malformed one.

use super::{Record, WriteAnswers};
use crate::array::array_of;
use crate::board::grid::{CELLS, digit};

/// The length of the header in bytes: a multiple of 64, with room for any number of records.
const HEADER: usize = 128;

/// Returns the header of an array for this many records.
fn header(records: u64) -> Vec<u8> {
    let text = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({records}, 81), }}");
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend_from_slice(&(HEADER as u16 - 10).to_le_bytes());
    header.extend_from_slice(text.as_bytes());
    header.resize(HEADER - 1, b' ');
    header.push(b'\n');
    header
}

/// A writer of the rows of the array: the digits of the solution, or zeros if the verdict is neither solved nor unique.
pub(super) struct ArrayRows;

impl WriteAnswers for ArrayRows {
    fn header(&self) -> &[u8] {
        &[b' '; HEADER] // until the number of records is known
    }

    fn final_header(&self, records: u64) -> Option<Vec<u8>> {
        Some(header(records))
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let number = |cell| digit(cell).unwrap_or(0);
        let row: [u8; CELLS] =
            record.solution().map_or([0; CELLS], |cells| array_of(|index| number(cells[index])));
        out.extend_from_slice(&row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_matches_numpy_and_has_the_same_length_for_any_number_of_records() {
        let text = "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 81), }";
        assert_eq!(header(3), [b"\x93NUMPY\x01\0v\0", format!("{text:117}\n").as_bytes()].concat());
        let long = header(u64::MAX);
        assert_eq!((long.len(), long.last()), (HEADER, Some(&b'\n')));
        assert!(String::from_utf8_lossy(&long).contains("'shape': (18446744073709551615, 81), }"));
    }
}
