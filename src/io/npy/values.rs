//! The values of one puzzle of an array, written as a line.

use super::LINE;
use super::header::Layout;
use crate::board::grid::CELLS;

impl Layout {
    /// Writes the line of the puzzle with these values, where a blank cell has the value `blank`. Returns false, with a
    /// meaningless line, if a value is out of range.
    ///
    /// The loops have neither branches nor calls, so the compiler vectorizes them.
    pub(super) fn write_line(self, values: &[u8], blank: u8, line: &mut [u8; LINE]) -> bool {
        let [cells @ .., line_end] = line;
        let high_bits = match (self.size, self.is_big_endian) {
            (2, false) => narrow(values, cells, |value| u16::from_le_bytes(value).into()),
            (4, false) => narrow(values, cells, |value| u32::from_le_bytes(value).into()),
            (8, false) => narrow(values, cells, u64::from_le_bytes),
            (2, true) => narrow(values, cells, |value| u16::from_be_bytes(value).into()),
            (4, true) => narrow(values, cells, |value| u32::from_be_bytes(value).into()),
            (8, true) => narrow(values, cells, u64::from_be_bytes),
            _ => {
                *cells = values.try_into().expect("a puzzle has 81 values");
                0
            }
        };
        let mut greatest = 0;
        for cell in cells {
            let digit = cell.wrapping_sub(blank);
            greatest = digit.max(greatest);
            *cell = digit.wrapping_add(b'0');
        }
        *line_end = b'\n';
        high_bits == 0 && greatest <= 9
    }

    /// Returns the line of a record with values out of range: all values, with spaces between them.
    #[cold]
    pub(super) fn malformed_line(self, values: &[u8], blank: u8) -> Vec<u8> {
        let values = values.chunks_exact(self.size).map(|value| self.value(value));
        let cell = |value: i128| match value - i128::from(blank) {
            digit @ ..=9 => digit,
            _ => value, // as it is in the array
        };
        let cells = values.map(|value| cell(value).to_string());
        let mut line = cells.collect::<Vec<_>>().join(" ").into_bytes();
        line.push(b'\n');
        line
    }

    /// Returns the value with these bytes.
    pub(super) fn value(self, bytes: &[u8]) -> i128 {
        let place = |index: usize| if self.is_big_endian { bytes.len() - 1 - index } else { index };
        let value =
            (0..bytes.len()).fold(0, |value, index| value | i128::from(bytes[place(index)]) << (8 * index));
        let sign = i128::from(self.is_signed) << (8 * bytes.len() - 1);
        (value ^ sign) - sign
    }
}

/// Writes the low bytes of the values of a puzzle. Returns their other bits: 0 if each value fits in one byte. Otherwise the
/// bytes are meaningless.
///
/// Sixteen values at a time become a vector of bytes. The conversion saturates at every step, like the instructions of SSE2: 165
/// instructions for values of eight bytes, against 244 for extracting the low bytes.
#[inline(always)]
fn narrow<const SIZE: usize>(
    values: &[u8],
    low_bytes: &mut [u8; CELLS],
    read: impl Fn([u8; SIZE]) -> u64,
) -> u64 {
    let values: &[[u8; SIZE]; CELLS] = values.as_chunks().0.try_into().expect("a puzzle has 81 values");
    let ((vectors, [last_byte]), (sixteens, [last])) =
        (low_bytes.as_chunks_mut::<16>(), values.as_chunks::<16>())
    else {
        unreachable!("81 is 5 times 16 and 1")
    };
    let mut all = read(*last);
    *last_byte = all as u8;
    for (vector, values) in vectors.iter_mut().zip(sixteens) {
        for (byte, &value) in vector.iter_mut().zip(values) {
            let value = read(value);
            all |= value;
            let half = (value as i32).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            *byte = half.clamp(0, u8::MAX.into()) as u8;
        }
    }
    all >> 8
}
