//! Converts text to boards and back, byte by byte.

use super::super::{LaneWords, cell_at, lane_of};
use super::BoxLanes;
use crate::board::grid::{self, CELLS};
use crate::solver::lanes::simd::three;

/// The candidates for each byte of a puzzle; zero if it is neither a clue nor a blank.
static CANDIDATES: [u16; 256] = {
    let mut candidates = [0; 256];
    const_for!(byte in 0..256 => {
        candidates[byte] = match grid::digit(byte as u8) {
            Some(digit) => 1 << (digit - 1),
            None if grid::is_blank(byte as u8) => 0x1ff,
            None => 0,
        };
    });
    candidates
};

#[inline(always)]
pub fn read<S: BoxLanes>(s: S, clues: &[u8; CELLS]) -> Option<[[S::W; 3]; 3]> {
    let mut places: [[LaneWords; 3]; 3] = [[[0; 16]; 3]; 3];
    let mut is_valid = true;
    for k in 0..3 {
        for j in 0..3 {
            for number in 0..9 {
                let candidates = CANDIDATES[usize::from(clues[cell_at(number, k, j)])];
                places[k][j][lane_of(number)] = candidates;
                is_valid &= candidates != 0;
            }
        }
    }
    is_valid.then(|| three!(K => three!(J => s.load(&places[K][J]))))
}

#[inline(always)]
pub fn write<S: BoxLanes>(s: S, board: &[[S::W; 3]; 3], digits: &mut [u8; CELLS], zero: u8) {
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
