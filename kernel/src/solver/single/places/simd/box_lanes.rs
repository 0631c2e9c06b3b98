//! The operations, and text byte by byte for instruction sets without a faster way.

use crate::board::grid::{self, ALL_DIGITS, CELLS};
use crate::solver::lanes::simd::three;
use crate::solver::single::board::Swept;
use crate::solver::single::board::cell_at;
use crate::solver::single::places::{LaneWords, Summary, lane_of, sweep};

/// The operations of one instruction set on vectors with a 16-bit lane for each box. The lanes without a box are zero in every
/// operand, unless an operation says otherwise, and in every result.
pub trait BoxLanes: Copy {
    /// One word for each box.
    type W: Copy + Send;

    /// Returns `word` in the lane of every box.
    fn splat(self, word: u16) -> Self::W;
    /// Loads a word for each lane. The words of lanes without a box must be zero.
    fn load(self, lanes: &LaneWords) -> Self::W;
    /// Stores the word of each lane.
    fn store(self, words: Self::W, lanes: &mut LaneWords);

    /// `a & b`
    fn and(self, a: Self::W, b: Self::W) -> Self::W;
    /// `a | b`
    fn or(self, a: Self::W, b: Self::W) -> Self::W;
    /// `a ^ b`
    fn xor(self, a: Self::W, b: Self::W) -> Self::W;
    /// `a & !b`
    fn clear(self, a: Self::W, b: Self::W) -> Self::W;
    /// Lane-wise sum, which must be below 2¹⁵.
    fn add(self, a: Self::W, b: Self::W) -> Self::W;
    /// Lane-wise minimum of words below 2¹⁵.
    fn min(self, a: Self::W, b: Self::W) -> Self::W;
    /// Shifts each word six bits up. The result must be below 2¹⁶.
    fn shift_left_6(self, words: Self::W) -> Self::W;
    /// Returns the number of bits of each word, which must be below 512.
    fn count(self, words: Self::W) -> Self::W;
    /// Returns the words that have exactly one bit, and zero in place of the others. Words must be below 512.
    fn singles(self, words: Self::W) -> Self::W;
    /// Returns `then` in the lanes where `words` is not zero, and zero in the others. Words must be below 512.
    fn if_any(self, words: Self::W, then: Self::W) -> Self::W;

    /// Turns the stacks of each band: in each lane, the first result has the word of the next stack, the second one the word of
    /// the last.
    fn turn_stacks(self, words: Self::W) -> [Self::W; 2];
    /// Turns the bands: in each lane, the first result has the word of the next band, the second one the word of the last.
    fn turn_bands(self, words: Self::W) -> [Self::W; 2];

    /// Returns whether all words are zero.
    fn is_zero(self, words: Self::W) -> bool;
    /// Returns the smallest word of all boxes. Words must be below 2¹⁵.
    fn least(self, words: Self::W) -> u16;
    /// Returns a nonzero word for each box that has a cell without a candidate. Words must be below 512.
    fn empty_cells(self, board: &[[Self::W; 3]; 3]) -> Self::W;

    /// Returns `then` in the lanes where `words` is zero, and zero in the others. Words must be below 512.
    #[inline(always)]
    fn if_zero(self, words: Self::W, then: Self::W) -> Self::W {
        self.xor(then, self.if_any(words, then))
    }
    /// `a & b & c`
    #[inline(always)]
    fn and3(self, a: Self::W, b: Self::W, c: Self::W) -> Self::W {
        self.and(self.and(a, b), c)
    }
    /// `a | b | c`
    #[inline(always)]
    fn or3(self, a: Self::W, b: Self::W, c: Self::W) -> Self::W {
        self.or(self.or(a, b), c)
    }
    /// Set in at least two of the three.
    #[inline(always)]
    fn maj(self, a: Self::W, b: Self::W, c: Self::W) -> Self::W {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }

    /// Applies the rules of every sweep once.
    #[inline(always)]
    fn sweep(self, board: &[[Self::W; 3]; 3]) -> Swept<[[Self::W; 3]; 3], Summary<Self::W>> {
        sweep::sweep(self, board)
    }
    /// Reads a puzzle. Returns `None` if it is malformed.
    #[inline(always)]
    fn read(self, clues: &[u8; CELLS]) -> Option<[[Self::W; 3]; 3]> {
        read(self, clues)
    }
    /// Writes the digits of a solved board, adding `zero` to each.
    #[inline(always)]
    fn write(self, board: &[[Self::W; 3]; 3], digits: &mut [u8; CELLS], zero: u8) {
        write(self, board, digits, zero);
    }
}

/// The candidates for each byte of a puzzle, with a bit for a blank or another byte.
pub static CANDIDATES: [u16; 256] = {
    let mut candidates = [0; 256];
    const_for!(byte in 0..256 => {
        candidates[byte] = match (grid::digit(byte as u8), byte as u8) {
            (Some(digit), _) => 1 << (digit - 1),
            (None, b'.') => ALL_DIGITS | DOT,
            (None, b'0') => ALL_DIGITS | ZERO,
            _ => ALL_DIGITS | OTHER,
        };
    });
    candidates
};

const DOT: u16 = 1 << 9;
const ZERO: u16 = 1 << 10;
/// A blank of another kind, or a byte that is no cell.
const OTHER: u16 = 1 << 11;

#[inline(always)]
fn read<S: BoxLanes>(s: S, clues: &[u8; CELLS]) -> Option<[[S::W; 3]; 3]> {
    let mut places: [[LaneWords; 3]; 3] = [[[0; 16]; 3]; 3];
    let mut found = 0;
    for k in 0..3 {
        for j in 0..3 {
            for number in 0..9 {
                let candidates = CANDIDATES[usize::from(clues[cell_at(number, k, j)])];
                places[k][j][lane_of(number)] = candidates & ALL_DIGITS;
                found |= candidates;
            }
        }
    }
    let is_plain = found & OTHER == 0 && found & (DOT | ZERO) != DOT | ZERO;
    (is_plain || grid::is_puzzle(clues)).then(|| three!(K => three!(J => s.load(&places[K][J]))))
}

#[inline(always)]
fn write<S: BoxLanes>(s: S, board: &[[S::W; 3]; 3], digits: &mut [u8; CELLS], zero: u8) {
    let mut lanes = [0; 16];
    for k in 0..3 {
        for j in 0..3 {
            s.store(board[k][j], &mut lanes);
            for number in 0..9 {
                let digit = lanes[lane_of(number)].trailing_zeros() as u8 + 1;
                digits[cell_at(number, k, j)] = digit + zero;
            }
        }
    }
}
