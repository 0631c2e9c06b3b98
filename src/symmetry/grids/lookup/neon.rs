//! Table lookups of NEON: a row, or three bands, in one vector.

#![allow(unsafe_code)] // the intrinsics behind the token

use std::arch::aarch64::*;

use super::super::{
    bands::BandEntry,
    candidates::Board,
    second_row::{COLUMN_BITS, KEY_BITS, Normalization},
    tables::Tables,
};
use super::{Lookup, Row};
use crate::grid::CELLS;
use crate::symmetry::orders::{ORDERS, order_of};
use crate::symmetry::vectors::Neon;

/// Calls intrinsics that need NEON and nothing else: they read and write no memory, or only that of references.
macro_rules! neon {
    ($($call:tt)*) => {
        // SAFETY: NEON is part of every 64-bit Arm target with a standard library, as SSE2 is of x86-64.
        unsafe { $($call)* }
    };
}

impl Lookup for Neon {
    #[inline(always)]
    fn lookup(self, table: &Row, places: &Row) -> Row {
        neon!(row(vqtbl1q_u8(vector(table), vector(places))))
    }

    #[inline(always)]
    fn table(self, keys: &Row, values: &Row) -> Row {
        row(table(vector(keys), values))
    }

    #[inline(always)]
    fn read(self, grid: &[u8; CELLS], boards: &mut [Board; 2]) {
        /// The cells of the first column, but for those from 64 on.
        const COLUMN: Row = [0, 9, 18, 27, 36, 45, 54, 63, 72, 255, 255, 255, 255, 255, 255, 255];
        neon! {
            let digits = |first: usize| vandq_u8(vld1q_u8(grid[first..first + 16].as_ptr()), vdupq_n_u8(15));
            for line in 0..8 {
                boards[0][line] = row(digits(9 * line));
            }
            boards[0][8] = row(vextq_u8::<7>(digits(65), vdupq_n_u8(0)));
            let low = uint8x16x4_t(digits(0), digits(16), digits(32), digits(48));
            let high = uint8x16x2_t(digits(64), vextq_u8::<15>(digits(65), vdupq_n_u8(0)));
            for line in 0..9 {
                let cells = vqaddq_u8(vector(&COLUMN), vdupq_n_u8(line as u8));
                let high_cells = vsubq_u8(cells, vdupq_n_u8(64));
                boards[1][line] = row(vqtbx2q_u8(vqtbl4q_u8(low, cells), high, high_cells));
            }
        }
    }

    /// Each digit but 9 is a bit, and houses without a conflict have an odd number of each.
    #[inline(always)]
    fn has_conflict(self, grid: &[u8; CELLS]) -> bool {
        const BITS: Row = [0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0];
        const NINE: u64 = u64::MAX;
        neon! {
            let zero = vdupq_n_u8(0);
            let digits = |first: usize| vandq_u8(vld1q_u8(grid[first..first + 16].as_ptr()), vdupq_n_u8(15));
            let (mut columns, mut all) = (zero, vdupq_n_u8(255));
            for band in 0..3 {
                let mut boxes = zero;
                for line in 3 * band..3 * band + 3 {
                    let cells = if line == 8 { vextq_u8::<7>(digits(65), zero) } else { digits(9 * line) };
                    let bits = vqtbl1q_u8(vector(&BITS), cells);
                    columns = veorq_u8(columns, bits);
                    let three = xor3(bits, vextq_u8::<1>(bits, zero), vextq_u8::<2>(bits, zero));
                    boxes = veorq_u8(boxes, three);
                    let nine = xor3(three, vextq_u8::<3>(three, zero), vextq_u8::<6>(three, zero));
                    all = vandq_u8(all, vorrq_u8(nine, vector(&bytes_but(&[0]))));
                }
                all = vandq_u8(all, vorrq_u8(boxes, vector(&bytes_but(&[0, 3, 6]))));
            }
            all = vandq_u8(all, vorrq_u8(columns, vector(&bytes_but(&[0, 1, 2, 3, 4, 5, 6, 7, 8]))));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(all)) & vgetq_lane_u64::<1>(vreinterpretq_u64_u8(all)) != NINE
        }
    }

    /// Three bands together, in the three bytes for boxes of each word.
    #[inline(always)]
    fn look_up_bands(self, tables: &Tables, board: &Board) -> [(Normalization, BandEntry); 3] {
        neon! {
            let zero = vdupq_n_u8(0);
            let bits_of = |row: usize, band: usize, bits: uint8x16_t| vqtbl1q_u8(bits, vector(&board[3 * band + row]));
            let columns = |band: usize| table(vector(&board[3 * band]), &BITS);
            let columns = [columns(0), columns(1), columns(2)];
            let boxes = |row: usize| {
                let rows = uint8x16x3_t(
                    bits_of(row, 0, columns[0]),
                    bits_of(row, 1, columns[1]),
                    bits_of(row, 2, columns[2]),
                );
                let places = |place: usize| vqtbl3q_u8(rows, vector(&BOXES[place]));
                [places(0), places(1), places(2)]
            };
            let order = |[a, b, c]: [uint8x16_t; 3]| {
                let twice = vaddq_u8(vcgtq_u8(a, b), vcgtq_u8(a, c));
                vsubq_u8(zero, vaddq_u8(vaddq_u8(twice, twice), vcgtq_u8(b, c)))
            };
            let [a, b, c] = boxes(1);
            let sets = vandq_u8(vorrq_u8(a, vorrq_u8(b, c)), words(u32::from_le_bytes([KEY_BITS[0], KEY_BITS[1], KEY_BITS[2], 0])));
            let keys = vmlaq_n_u32(number(order([a, b, c])), sum(sets), 216);
            let normalization = |band: u32| tables.normalizations[band as usize];
            let normalizations = [
                normalization(vgetq_lane_u32::<0>(keys)),
                normalization(vgetq_lane_u32::<1>(keys)),
                normalization(vgetq_lane_u32::<2>(keys)),
            ];
            let [one, two, three] = normalizations.map(|normalization| u32::from_le_bytes(normalization.bytes()));
            let stacks = vreinterpretq_u8_u32(vld1q_u32([one, two, three, 0].as_ptr()));
            let sources = vaddq_u8(vandq_u8(stacks, vdupq_n_u8(3)), vector(&WORDS));
            let orders = vqtbl1q_u8(order(boxes(2)), sources);
            let ranks = vandq_u8(vshlq_n_u8::<1>(stacks), vdupq_n_u8(0x38));
            let orders = vqtbl3q_u8(table_of(&MOVED_RANKS), vorrq_u8(ranks, orders));
            let places = vandq_u8(vshrq_n_u8::<2>(stacks), vdupq_n_u8(0x38));
            let orders = vqtbl3q_u8(table_of(&MOVED_PLACES), vorrq_u8(places, orders));
            let classes = vshrq_n_u32::<24>(vreinterpretq_u32_u8(stacks));
            let bands = vmlaq_n_u32(number(orders), classes, 216);
            let entry = |band: u32| tables.bands.entries[band as usize];
            [
                (normalizations[0], entry(vgetq_lane_u32::<0>(bands))),
                (normalizations[1], entry(vgetq_lane_u32::<1>(bands))),
                (normalizations[2], entry(vgetq_lane_u32::<2>(bands))),
            ]
        }
    }

    #[inline(always)]
    fn sets_and_orders(self, first: &Row) -> [Row; 2] {
        neon! {
            let zero = vdupq_n_u8(0);
            let first = vector(first);
            let (second, third) = (vextq_u8::<1>(first, zero), vextq_u8::<2>(first, zero));
            let twice = vaddq_u8(vcgtq_u8(first, second), vcgtq_u8(first, third));
            let orders = vsubq_u8(zero, vaddq_u8(vaddq_u8(twice, twice), vcgtq_u8(second, third)));
            [row(vorrq_u8(first, vorrq_u8(second, third))), row(orders)]
        }
    }
}

/// The [`COLUMN_BITS`] as a row.
const BITS: Row = {
    let (mut row, mut i) = ([0; 16], 0);
    while i < 9 {
        row[i] = COLUMN_BITS[i];
        i += 1;
    }
    row
};

/// The number of the first byte of each word, in all its bytes.
const WORDS: Row = [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12];

/// For three rows in three vectors: the cells at a place of each box, three in a word for each row.
const BOXES: [Row; 3] = {
    let (mut boxes, mut i) = ([[255; 16]; 3], 0);
    while i < 27 {
        boxes[i % 3][i / 9 * 4 + i % 9 / 3] = (16 * (i / 9) + i % 9) as u8;
        i += 1;
    }
    boxes
};

/// For eight times the number of an order of ranks, plus that of an order of three digits: what the order becomes.
static MOVED_RANKS: [u8; 48] = moved(true);

/// The same for an order of places.
static MOVED_PLACES: [u8; 48] = moved(false);

const fn moved(ranks: bool) -> [u8; 48] {
    let (mut table, mut i) = ([0; 48], 0);
    while i < 36 {
        let (by, order) = (ORDERS[i / 6], ORDERS[i % 6]);
        let (outer, inner) = if ranks { (by, order) } else { (order, by) };
        let moved = [outer[inner[0] as usize], outer[inner[1] as usize], outer[inner[2] as usize]];
        table[i / 6 * 8 + i % 6] = order_of(moved);
        i += 1;
    }
    table
}

/// All ones in a row but in these bytes.
const fn bytes_but(places: &[usize]) -> Row {
    let (mut row, mut i) = ([255; 16], 0);
    while i < places.len() {
        row[places[i]] = 0;
        i += 1;
    }
    row
}

/// The trait's `table`.
#[inline(always)]
fn table(keys: uint8x16_t, values: &Row) -> uint8x16_t {
    neon! {
        let places = vector(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let mut table = vdupq_n_u8(0);
        for i in 0..9 {
            if values[i] != 0 {
                let is_key = vceqq_u8(places, vqtbl1q_u8(keys, vdupq_n_u8(i as u8)));
                table = vbslq_u8(is_key, vdupq_n_u8(values[i]), table);
            }
        }
        table
    }
}

/// The orders in the three boxes of each word as one number.
#[inline(always)]
fn number(orders: uint8x16_t) -> uint32x4_t {
    neon!(sum(vmulq_u8(orders, words(u32::from_le_bytes([36, 6, 1, 0])))))
}

/// The sum of the bytes of each word.
#[inline(always)]
fn sum(bytes: uint8x16_t) -> uint32x4_t {
    neon!(vpaddlq_u16(vpaddlq_u8(bytes)))
}

#[inline(always)]
fn xor3(a: uint8x16_t, b: uint8x16_t, c: uint8x16_t) -> uint8x16_t {
    neon!(veorq_u8(a, veorq_u8(b, c)))
}

/// The same word four times.
#[inline(always)]
fn words(word: u32) -> uint8x16_t {
    neon!(vreinterpretq_u8_u32(vdupq_n_u32(word)))
}

#[inline(always)]
fn table_of(bytes: &'static [u8; 48]) -> uint8x16x3_t {
    neon!(vld1q_u8_x3(bytes.as_ptr()))
}

#[inline(always)]
fn vector(row: &Row) -> uint8x16_t {
    neon!(vld1q_u8(row.as_ptr()))
}

#[inline(always)]
fn row(vector: uint8x16_t) -> Row {
    let mut row = [0; 16];
    neon!(vst1q_u8(row.as_mut_ptr(), vector));
    row
}
