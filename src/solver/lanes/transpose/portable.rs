//! Text to boards and back with plain integers, one puzzle at a time.

use super::{ORDER, Planes, Transpose};
use crate::grid::{self, CELLS};
use crate::solver::batch::AnswerLine;
use crate::solver::lanes::layout::{Block, FULL};
use crate::solver::lanes::simd::portable::Portable;

impl Transpose for Portable {
    #[inline(always)]
    fn read_clues(self, puzzle: &[u8; CELLS], block: &mut Block, lane: usize) -> bool {
        let mut board = [FULL; 27];
        let mut good = true;
        for (&byte, &(place, bit)) in puzzle.iter().zip(&PLACES) {
            let kind = KINDS[usize::from(byte)];
            good &= kind != NEITHER;
            let others = &OTHERS[usize::from(kind & 15)];
            for d in 0..3 {
                board[9 * d + usize::from(place)] &= !(others[d] << bit);
            }
        }
        for (row, word) in block.iter_mut().zip(&board) {
            row[lane] = *word;
        }
        good
    }

    #[inline(always)]
    fn write_digits(self, planes: &Planes, lane: usize, answer: &mut AnswerLine) {
        let ones = u64::from_ne_bytes([b'1'; 8]);
        let mut digits = [0; 96]; // 32 for each k
        for (k, digits) in digits.chunks_exact_mut(32).enumerate() {
            let [a, b, c, d] = [0, 3, 6, 9].map(|plane| planes[plane + k].0[lane]);
            for (byte, eight) in digits.chunks_exact_mut(8).enumerate() {
                let bits = |word: u32| spread_bits((word >> (8 * byte)) as u8);
                let sum = ones + bits(a) + 2 * bits(b) + 3 * bits(c) + 6 * bits(d);
                eight.copy_from_slice(&sum.to_le_bytes());
            }
        }
        for (digit, &at) in answer.iter_mut().zip(&ORDER) {
            *digit = digits[usize::from(at)];
        }
        answer[CELLS] = b'\n';
    }
}

/// For each cell, its place `3k + j` and its bit in field 0 of the words of that place.
static PLACES: [(u8, u8); CELLS] = {
    let mut places = [(0, 0); CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = ((3 * (row % 3) + column % 3) as u8, (3 * (row / 3) + column / 3) as u8);
        cell += 1;
    }
    places
};

/// For each byte, the digit 1 to 9, 0 for a blank, or [`NEITHER`].
static KINDS: [u8; 256] = {
    let mut kinds = [NEITHER; 256];
    let mut byte = 0;
    while byte < 256 {
        match grid::digit(byte as u8) {
            Some(digit) => kinds[byte] = digit,
            None if grid::is_blank(byte as u8) => kinds[byte] = 0,
            None => {}
        }
        byte += 1;
    }
    kinds
};

const NEITHER: u8 = 16;

/// For each digit, the bits that it clears in word D of a cell at bit 0: all but its own. A blank (0) clears none.
static OTHERS: [[u32; 3]; 16] = {
    let mut others = [[0; 3]; 16];
    let mut digit = 1;
    while digit <= 9 {
        others[digit] = [CELL; 3];
        others[digit][(digit - 1) / 3] = CELL & !(1 << (9 * ((digit - 1) % 3)));
        digit += 1;
    }
    others
};

/// The three bits of the cell at bit 0.
const CELL: u32 = 0o001_001_001;

/// Returns bit `i` of `bits` as the value 0 or 1 of byte `i`, counted from the low end.
fn spread_bits(bits: u8) -> u64 {
    // The product holds a copy of the low seven bits at every seventh place. The copies do not overlap.
    let low = (u64::from(bits & 0x7F) * 0x0002_0408_1020_4081) & 0x0101_0101_0101_0101;
    low | u64::from(bits >> 7) << 56
}
