//! The orders in which instruction sets with 128-bit vectors read and write the bytes of a puzzle.

use super::{bit_of, cell_of};
use crate::board::grid::CELLS;

/// Returns 16 bytes of the puzzle that contain a row: from its first byte on or, for the last row, up to its last byte.
#[inline(always)]
pub fn load_start(puzzle: &[u8; CELLS], row: usize) -> &[u8; 16] {
    let start = if row == 8 { CELLS - 16 } else { 9 * row };
    puzzle[start..].first_chunk().expect("a row of 16 bytes starts at 65 at the latest")
}

/// For each byte in plane order, the index of its cell among the 16 bytes of each of three rows, one per band. Bytes without
/// a cell repeat the first cell of band 0.
pub static PLANE_ORDER: [[u8; 16]; 2] = plane_order(0);

/// The same where the last row is loaded from seven bytes before it.
pub static LAST_PLANE_ORDER: [[u8; 16]; 2] = plane_order(7);

const fn plane_order(before: u8) -> [[u8; 16]; 2] {
    let mut table = [[0; 16]; 2];
    const_for!(bit in 0..27 => {
        let (row, column) = cell_of(0, bit);
        let skipped = if row == 6 { before } else { 0 };
        table[bit / 16][bit % 16] = (16 * (row / 3) + column) as u8 + skipped;
    });
    table
}

/// For each byte of the four planes' words, its index among the transposed bytes; and the other way round.
///
/// ```text
/// transposed   bits 0–7 of planes 0 1 2 3   bits 16–23 of 0 1 2 3   bits 8–15 of 0 1 2 3   bits 24–31 of 0 1 2 3
/// index                           0 1 2 3                 4 5 6 7                8 9 … 11                12 … 15
/// words        plane 0: 0 8 4 12   plane 1: 1 9 5 13   …
/// ```
pub static WORD_ORDER: [[u8; 16]; 2] = {
    let mut table = [[0; 16]; 2];
    const_for!(byte in 0..16 => {
        let (plane, eighth) = (byte / 4, byte % 4);
        let transposed = plane + 8 * (eighth % 2) + 4 * (eighth / 2);
        table[0][byte] = transposed as u8;
        table[1][transposed] = byte as u8;
    });
    table
};

/// For each band, the indices of a row's digits among the digits in plane order.
pub static TEXT_ORDER: [[u8; 16]; 3] = {
    let mut table = [[0x80; 16]; 3];
    const_for!(cell in 0..27 => {
        table[cell / 9][cell % 9] = bit_of(3 * (cell / 9), cell % 9) as u8;
    });
    table
};
