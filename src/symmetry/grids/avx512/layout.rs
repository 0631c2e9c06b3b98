//! The byte indices of the vector path: which byte of a vector shows what.
//!
//! A band is one of six: bands 0 to 2 are those of the grid, bands 3 to 5 are its stacks, as bands of the transposed
//! grid.

use super::super::second_row::{COLUMN_BITS, KEY_BITS};
use crate::symmetry::board512::{Bytes, bytes, cell};
use crate::symmetry::orders::{ORDERS, order_of};

/// Three bands and three stacks.
const BANDS: usize = 6;

/// The first row of each band, eight cells in each quadword, the one with the highest bit of [`COLUMN_BITS`] first.
pub(super) static FIRST_ROWS: Bytes = {
    let (mut index, mut i) = ([0; 64], 0);
    while i < 9 * BANDS {
        let (band, column) = (i / 9, i % 9);
        if COLUMN_BITS[column] != 0 {
            index[8 * band + COLUMN_BITS[column].leading_zeros() as usize] = cell(band, 0, column);
        }
        i += 1;
    }
    Bytes(index)
};

/// The second rows in the low half and the third rows in the high one: a doubleword for each band with a byte for each
/// box, the cell at place 0, 1 or 2 of the box.
pub(super) static BOX_PLACES: [Bytes; 3] = [box_places(0), box_places(1), box_places(2)];

const fn box_places(place: usize) -> Bytes {
    bytes!(64, |i| match (i % 32 / 4, i % 4) {
        (band, stack) if band < BANDS && stack < 3 => cell(band, 1 + i / 32, 3 * stack + place),
        _ => 0,
    })
}

/// For each byte of [`BOX_PLACES`] what to add to a digit for its place in a table of nine bytes for each band.
pub(super) static BAND_BASES: Bytes = bytes!(64, |i| match i % 32 / 4 {
    band if band < BANDS => (9 * band as u8).wrapping_sub(1),
    _ => 0,
});

/// Takes two tables of eight digits for each band, a quadword each, to one of nine, of which the ninth comes from the second.
pub(super) static NINE_DIGITS: Bytes =
    bytes!(9 * BANDS, |i| if i % 9 < 8 { 8 * (i / 9) + i % 9 } else { 64 + 8 * (i / 9) });

/// How orders of three are written in the three bits 0, 1 and 5, beside a number in the bits 2 to 4.
const fn spread(order: [u8; 3]) -> u8 {
    let [a, b, c] = order;
    SPREAD_WEIGHTS[0] * (a > b) as u8 + SPREAD_WEIGHTS[1] * (b > c) as u8 + SPREAD_WEIGHTS[2] * (a > c) as u8
}

/// The bits of the comparisons of the first value with the second, the second with the third, the first with the third.
const SPREAD_WEIGHTS: [u8; 3] = [1, 2, 32];

/// The same for orders as numbers, see [`order_of`].
const ORDER_WEIGHTS: [u8; 3] = [2, 1, 2];

/// The weights of the three comparisons: order numbers for the second rows, spread bits for the third rows.
pub(super) static WEIGHTS: [Bytes; 3] = [weights(0), weights(1), weights(2)];

const fn weights(comparison: usize) -> Bytes {
    bytes!(64, |i| if i < 32 { ORDER_WEIGHTS[comparison] } else { SPREAD_WEIGHTS[comparison] })
}

/// For spread bits of an order and `ranks` in the bits 2 to 4: the spread bits of the order with the ranks exchanged.
pub(super) static MOVE_RANKS: Bytes = moved_orders(true);

/// For spread bits of an order and `columns` in the bits 2 to 4: the number of the order with the columns exchanged.
pub(super) static MOVE_COLUMNS: Bytes = moved_orders(false);

const fn moved_orders(ranks: bool) -> Bytes {
    let (mut bytes, mut i) = ([0; 64], 0);
    while i < 36 {
        let (by, order) = (ORDERS[i / 6], ORDERS[i % 6]);
        let [[a, b, c], of] = if ranks { [order, by] } else { [by, order] };
        let moved = [of[a as usize], of[b as usize], of[c as usize]];
        bytes[i / 6 * 4 + spread(order) as usize] = if ranks { spread(moved) } else { order_of(moved) };
        i += 1;
    }
    Bytes(bytes)
}

/// Nine bytes for each band, a place each: the byte of its stack in the band's normalization.
pub(super) static STACK_OF_PLACE: Bytes = bytes!(9 * BANDS, |i| 4 * (i / 9) + i % 9 / 3);

/// Three bytes again and again: their number.
pub(super) static PLACE_IN_STACK: Bytes = bytes!(64, |i| i % 3);

/// For `columns` in the bits 2 to 4 and a place in the bits 0 and 1: which column of its stack comes there.
pub(super) static COLUMN_OF_STACK: Bytes = bytes!(24, |i| if i % 4 < 3 { ORDERS[i / 4][i % 4] } else { 0 });

/// Nine bytes for each of six rows: where the row starts.
pub(super) static ROW_STARTS: Bytes = bytes!(54, |i| i / 9 * 9);

/// Nine bytes again and again: their columns.
pub(super) static COLUMNS: Bytes = bytes!(64, |i| i % 9);

/// The three rows of each band.
pub(super) static OWN_ROWS: [Bytes; BANDS] =
    [own_rows(0), own_rows(1), own_rows(2), own_rows(3), own_rows(4), own_rows(5)];

const fn own_rows(band: usize) -> Bytes {
    bytes!(27, |i| cell(band, i / 9, i % 9))
}

/// The other six rows of each band.
pub(super) static OTHER_ROWS: [Bytes; BANDS] =
    [other_rows(0), other_rows(1), other_rows(2), other_rows(3), other_rows(4), other_rows(5)];

const fn other_rows(band: usize) -> Bytes {
    bytes!(54, |i| cell(other_band(band, i / 27), i / 9 % 3, i % 9))
}

/// One of the two other bands of the same board.
const fn other_band(band: usize, other: usize) -> usize {
    band / 3 * 3 + (band + 1 + other) % 3
}

/// The numbers of the other six rows of each band, in the board that it is a band of, and then those of its own rows.
pub(super) static ROW_NUMBERS: [[u8; 16]; BANDS] = {
    let (mut table, mut i) = ([[0; 16]; BANDS], 0);
    while i < 9 * BANDS {
        let (band, row) = (i / 9, i % 9);
        let source = if row < 6 { other_band(band, row / 3) } else { band };
        table[band][row] = (source % 3 * 3 + row % 3) as u8;
        i += 1;
    }
    table
};

/// For the cells 0 to 63 and 64 to 80: their rows.
pub(super) static ROW_OF_CELL: [Bytes; 2] = [bytes!(64, |i| i / 9), bytes!(17, |i| (64 + i) / 9)];

/// The same for columns.
pub(super) static COLUMN_OF_CELL: [Bytes; 2] = [bytes!(64, |i| i % 9), bytes!(17, |i| (64 + i) % 9)];

/// Takes a map's order of the band's own rows to the front, and fills up with zeros.
pub(super) static ROWS_OF_MAP: [u8; 16] = {
    let mut bytes = [0x80; 16];
    (bytes[0], bytes[1], bytes[2]) = (9, 10, 11);
    bytes
};

/// The pairs of rows whose first labels are compared, and after them the rows 0 to 2 alone.
const PAIRS: [(usize, usize); 9] = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 0), (1, 1), (2, 2)];

/// The first bytes of the rows on the left of [`PAIRS`], and on the right.
pub(super) static COMPARED_ROWS: [Bytes; 2] =
    [bytes!(PAIRS.len(), |i| 9 * PAIRS[i].0), bytes!(PAIRS.len(), |i| 9 * PAIRS[i].1)];

/// The order of six rows: the six comparisons of [`PAIRS`] in the bits 0 to 5, less than or not, and in bit 6 if the
/// first three rows come before the last three. The order is in bytes 3 to 8; for the three bytes before them, the
/// place in [`ROW_NUMBERS`] of the first of the band's own rows.
pub(super) static ROW_ORDERS: [[u8; 16]; 128] = {
    let (mut table, mut bits) = ([[0; 16]; 128], 0);
    while bits < 128 {
        (table[bits][0], table[bits][1], table[bits][2]) = (6, 6, 6);
        let mut half = 0;
        while half < 2 {
            let less = bits >> (3 * half);
            // Of each row the number of rows that come before it; impossible comparisons give any order.
            let ranks = [
                2 - (less & 1) - (less >> 2 & 1),
                (less & 1) + 1 - (less >> 1 & 1),
                (less >> 1 & 1) + (less >> 2 & 1),
            ];
            let start = if (half == 0) == (bits & 64 != 0) { 0 } else { 3 };
            let mut row = 0;
            while row < 3 {
                table[bits][3 + start + ranks[row]] = (3 * half + row) as u8;
                row += 1;
            }
            half += 1;
        }
        bits += 1;
    }
    table
};

/// [`ROW_ORDERS`] for the bytes of six rows.
pub(super) static ROW_ORDER_BYTES: [Bytes; 128] = {
    let (mut table, mut i) = ([Bytes([0; 64]); 128], 0);
    while i < 128 * 54 {
        let (bits, byte) = (i / 54, i % 54);
        table[bits].0[byte] = 9 * ROW_ORDERS[bits][3 + byte / 9] + byte as u8 % 9;
        i += 1;
    }
    table
};

/// The bits of a second row's sets of columns that count in its key, for each band.
pub(super) const KEY_MASK: i32 = i32::from_le_bytes([KEY_BITS[0], KEY_BITS[1], KEY_BITS[2], 0]);

/// As a matrix of bits: the identity.
pub(super) const UNIT_MATRIX: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// The matrix that takes bit `i` to the text of label `i + 1`, once the text of label 9 is added to all.
pub(super) const LABEL_MATRIX: i64 = {
    let (mut matrix, mut bit) = (0, 0);
    while bit < 8 {
        let (mut row, mut column) = (0, 0);
        while column < 8 {
            row |= (((b'1' + column) ^ b'9') >> bit & 1) << column;
            column += 1;
        }
        matrix |= (row as u64) << (8 * (7 - bit));
        bit += 1;
    }
    matrix as i64
};
