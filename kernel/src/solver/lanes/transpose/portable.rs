//! Text to planes and back with plain integers.

use super::{Planes, Transpose, bit_of};
use crate::board::codes::{CODES, DOT, ZERO};
use crate::board::grid::CELLS;
use crate::simd::portable::Portable;
use crate::solver::batch::{Answer, Puzzles};
use crate::solver::lanes::layout::FIELD;

impl Transpose for Portable {
    #[inline(always)]
    fn read_clues(self, puzzles: &Puzzles<'_>, first: usize, count: usize, planes: &mut Planes) -> bool {
        let mut codes = 0;
        for lane in 0..count {
            let Some(puzzle) = puzzles.clues(first + lane) else { return false };
            codes |= read_puzzle(puzzle, planes, lane);
        }
        let has = |code: u32| codes >> code & u64::from(FIELD) != 0;
        !(has(OTHERS) || has(DOTS) && has(ZEROS))
    }

    #[inline(always)]
    fn write_digits(self, planes: &Planes, lane: usize, mut answer: Answer<'_>) {
        let (cells, zero) = answer.cells();
        let zeros = u64::from_ne_bytes([zero; 8]);
        let mut digits = [0; 96]; // 32 for each k
        for (k, digits) in digits.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            let plane = |value: usize| planes[value + k].0[lane];
            let (a, b, c, d) = (plane(0), plane(3), plane(6), plane(9));
            for (byte, eight) in digits.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let bits = |word: u32| spread_bits((word >> (8 * byte)) as u8);
                let sum = zeros + bits(a) + 2 * bits(b) + 4 * bits(c) + 8 * bits(d);
                *eight = sum.to_le_bytes();
            }
        }
        for (cell, &at) in cells.iter_mut().zip(&ORDER) {
            *cell = digits[usize::from(at)];
        }
    }
}

/// Reads one puzzle. Returns the union of its codes, in the places of [`SPREAD_CODES`].
///
/// ```text
/// the nine cells with the same k and j ─▶ one word ─▶ nine bits of each of four planes
///                         the plane bits 9 apart
/// ```
fn read_puzzle(puzzle: &[u8; CELLS], planes: &mut Planes, lane: usize) -> u64 {
    let mut union = 0;
    for k in 0..3 {
        let mut words = [0; 4];
        for j in 0..3 {
            let mut codes = 0;
            for band in 0..3 {
                for stack in 0..3 {
                    let cell = 9 * (3 * band + k) + 3 * stack + j;
                    codes |= SPREAD_CODES[usize::from(puzzle[cell])] << (3 * band + stack);
                }
            }
            for (plane, word) in words.iter_mut().enumerate() {
                *word |= ((codes >> (9 * plane)) as u32 & FIELD) << (9 * j);
            }
            union |= codes;
        }
        for (plane, word) in words.into_iter().enumerate() {
            planes[3 * plane + k].0[lane] = word;
        }
    }
    union
}

/// The code of each byte: the bit of plane `p` at bit `9p`, or a bit for its kind of blank. Nine cells have room beside each other.
static SPREAD_CODES: [u64; 256] = {
    let mut spread = [0; 256];
    const_for!(byte in 0..256 => {
        let code = CODES[byte] as u64;
        spread[byte] = match CODES[byte] & 0xF0 {
            0 => code & 1 | (code >> 1 & 1) << 9 | (code >> 2 & 1) << 18 | (code >> 3) << 27,
            DOT => 1 << DOTS,
            ZERO => 1 << ZEROS,
            _ => 1 << OTHERS,
        };
    });
    spread
};

/// The lowest bits of the fields of blanks.
const DOTS: u32 = 36;
const ZEROS: u32 = 45;
const OTHERS: u32 = 54;

/// For each cell, the index of its digit among 96 bytes: 32 for each k, in the order of the bits.
static ORDER: [u8; CELLS] = {
    let mut order = [0; CELLS];
    const_for!(cell in 0..CELLS => {
        let (row, column) = (cell / 9, cell % 9);
        order[cell] = (32 * (row % 3) + bit_of(row, column)) as u8;
    });
    order
};

/// Returns bit `i` of `bits` as the value 0 or 1 of byte `i`, counted from the low end.
fn spread_bits(bits: u8) -> u64 {
    // The product holds a copy of the low seven bits at every seventh place. The copies do not overlap.
    let low = (u64::from(bits & 0x7F) * 0x0002_0408_1020_4081) & 0x0101_0101_0101_0101;
    low | u64::from(bits >> 7) << 56
}
