//! What boards in plain words do in their own way: text, byte by byte.

use super::sweep::sweep;
use super::{LaneWords, Layout, Places, Summary, lane_of};
use crate::board::codes::{self, CODES};
use crate::board::grid::{self, CELLS};
use crate::simd::{Bands, Simd, three};
use crate::solver::single::board::{Swept, cell_at};

/// The lowest bit of a byte's kind, above its candidates.
const KINDS: u32 = 9;

/// The candidates for each byte of a puzzle, and the high half of its code.
static CANDIDATES: [u16; 256] = {
    let mut candidates = [0; 256];
    const_for!(byte in 0..256 => {
        candidates[byte] = codes::candidates(CODES[byte]) | (CODES[byte] as u16 >> 4) << KINDS;
    });
    candidates
};

impl Layout for Bands {
    #[inline(always)]
    fn read(self, clues: &[u8; CELLS]) -> Option<Places<Self>> {
        let mut places: [[LaneWords; 3]; 3] = [[[0; 16]; 3]; 3];
        let mut found = 0;
        for k in 0..3 {
            for j in 0..3 {
                for number in 0..9 {
                    let candidates = CANDIDATES[usize::from(clues[cell_at(number, k, j)])];
                    places[k][j][lane_of(number)] = candidates & grid::ALL_DIGITS;
                    found |= candidates;
                }
            }
        }
        let is_puzzle = codes::are_plain(u64::from(found >> KINDS << 4)) || grid::is_puzzle(clues);
        is_puzzle.then(|| three!(K => three!(J => self.load(&places[K][J]))))
    }

    #[inline(always)]
    fn write(self, board: &Places<Self>, digits: &mut [u8; CELLS], zero: u8) {
        let mut lanes = [0; 16];
        for k in 0..3 {
            for j in 0..3 {
                self.store(board[k][j], &mut lanes);
                for number in 0..9 {
                    let digit = u16::trailing_zeros(lanes[lane_of(number)]) as u8 + 1;
                    digits[cell_at(number, k, j)] = digit + zero;
                }
            }
        }
    }

    // A function of its own compiles in a tenth of the time that it takes in the loops of three callers, and 27 words fit into no
    // registers anyway.
    #[inline(never)]
    fn sweep(self, board: &Places<Self>) -> Swept<Places<Self>, Summary<[u64; 3]>> {
        sweep(self, board)
    }

    #[inline(always)]
    fn if_no_cell_is_empty(self, board: &Places<Self>, digits: [u64; 3]) -> [u64; 3] {
        self.clear(digits, self.has_zero(board))
    }
}
