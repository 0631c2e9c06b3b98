//! Text to planes and back with plain integers.

use super::{CODES, INVALID, Planes, Transpose, bit_of};
use crate::grid::CELLS;
use crate::solver::batch::{AnswerLine, Puzzles};
use crate::solver::lanes::simd::portable::Portable;

impl Transpose for Portable {
    #[inline(always)]
    fn read_clues(self, puzzles: &Puzzles<'_>, first: usize, count: usize, planes: &mut Planes) -> bool {
        let mut invalid = 0;
        for lane in 0..count {
            let Some(puzzle) = puzzles.clues(first + lane) else { return false };
            invalid |= read_puzzle(puzzle, planes, lane);
        }
        invalid & INVALID == 0
    }

    #[inline(always)]
    fn write_digits(self, planes: &Planes, lane: usize, answer: &mut AnswerLine) {
        let zeros = u64::from_ne_bytes([b'0'; 8]);
        let mut digits = [0; 96]; // 32 for each k
        for (k, digits) in digits.chunks_exact_mut(32).enumerate() {
            let [a, b, c, d] = [0, 3, 6, 9].map(|plane| planes[plane + k].0[lane]);
            for (byte, eight) in digits.chunks_exact_mut(8).enumerate() {
                let bits = |word: u32| spread_bits((word >> (8 * byte)) as u8);
                let sum = zeros + bits(a) + 2 * bits(b) + 4 * bits(c) + 8 * bits(d);
                eight.copy_from_slice(&sum.to_le_bytes());
            }
        }
        for (digit, &at) in answer.iter_mut().zip(&ORDER) {
            *digit = digits[usize::from(at)];
        }
        answer[CELLS] = b'\n';
    }
}

/// Reads one puzzle. Returns the union of its codes. Two planes at a time are in the halves of a 64-bit word.
fn read_puzzle(puzzle: &[u8; CELLS], planes: &mut Planes, lane: usize) -> u8 {
    let mut union = 0;
    for k in 0..3 {
        let (mut low, mut high) = (0, 0);
        for band in 0..3 {
            for column in 0..9 {
                let code = CODE_TABLE[usize::from(puzzle[9 * (3 * band + k) + column])];
                let bit = bit_of(3 * band + k, column);
                union |= code;
                low |= PAIRS[usize::from(code & 3)] << bit;
                high |= PAIRS[usize::from(code >> 2 & 3)] << bit;
            }
        }
        planes[k].0[lane] = low as u32;
        planes[3 + k].0[lane] = (low >> 32) as u32;
        planes[6 + k].0[lane] = high as u32;
        planes[9 + k].0[lane] = (high >> 32) as u32;
    }
    union
}

static CODE_TABLE: [u8; 256] = CODES;

/// Two bits, each at the lowest place of a half.
static PAIRS: [u64; 4] = [0, 1, 1 << 32, 1 | 1 << 32];

/// For each cell, the index of its digit among 96 bytes: 32 for each k, in the order of the bits.
static ORDER: [u8; CELLS] = {
    let mut order = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        order[cell] = (32 * (row % 3) + bit_of(row, column)) as u8;
        cell += 1;
    }
    order
};

/// Returns bit `i` of `bits` as the value 0 or 1 of byte `i`, counted from the low end.
fn spread_bits(bits: u8) -> u64 {
    // The product holds a copy of the low seven bits at every seventh place. The copies do not overlap.
    let low = (u64::from(bits & 0x7F) * 0x0002_0408_1020_4081) & 0x0101_0101_0101_0101;
    low | u64::from(bits >> 7) << 56
}
