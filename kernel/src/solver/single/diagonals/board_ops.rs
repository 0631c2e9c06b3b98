//! The operations of the search on boards in three vectors.

use std::arch::x86_64::*;

use super::{Diagonals, Summary, avx512, cell_of, pairs, split, sweep, text, triads};
use crate::board::grid::CELLS;
use crate::solver::lanes::simd::{avx512::Avx512, three};
use crate::solver::single::board::{BoardOps, BoxCandidates, BoxKeys, CellMasks, Rest, Split, Swept};

impl BoardOps for Avx512 {
    type Board = Diagonals;
    type Summary = Summary;

    const KEYS: BoxKeys = split::KEYS;
    const WEIGHT: u16 = split::WEIGHT;
    const BOX_LANES: usize = 3;

    #[inline(always)]
    fn read_clues(self, clues: &[u8; CELLS]) -> Option<Diagonals> {
        let board = text::read(self, clues)?;
        Some(sweep::clear_clues(self, &board))
    }

    #[inline(always)]
    fn board_of(self, candidates: &CellMasks) -> Diagonals {
        text::board_of(self, candidates)
    }

    #[inline(always)]
    fn candidates_of(self, board: &Diagonals) -> CellMasks {
        let mut candidates = [0; CELLS];
        for i in 0..3 {
            let mut lanes = [0u16; 32];
            // SAFETY: the token proves AVX-512F; the lanes are the 64 bytes that are written.
            unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), board[i]) };
            for lane in 0..27 {
                candidates[cell_of(lane, i)] = lanes[lane];
            }
        }
        candidates
    }

    #[inline(always)]
    fn write_digits(self, board: &Diagonals, digits: &mut [u8; CELLS], zero: u8) {
        text::write(self, board, digits, zero);
    }

    #[inline(always)]
    fn sweep(self, board: &Diagonals) -> Swept<Diagonals, Summary> {
        sweep::sweep(self, board)
    }

    #[inline(always)]
    fn clear_triads(self, board: &Diagonals, summary: &Summary) -> Rest<Diagonals> {
        triads::clear_triads(self, board, summary)
    }

    #[inline(always)]
    fn clear_pairs(self, board: &Diagonals, summary: &Summary) -> Option<Diagonals> {
        pairs::clear_pairs(self, board, summary)
    }

    #[inline(always)]
    fn split(self, board: &Diagonals, summary: &Summary, keys: &BoxKeys) -> Split<Diagonals> {
        split::split(self, board, summary, keys)
    }

    #[inline(always)]
    fn first_lane(self, number: usize) -> usize {
        3 * number
    }

    #[inline(always)]
    fn without(self, board: &Diagonals, lost: &BoxCandidates) -> Diagonals {
        split::without(self, board, lost)
    }

    #[inline(always)]
    fn count_candidates(self, board: &Diagonals) -> u32 {
        avx512!({
            let [a, b, c] = three!(I => _mm512_popcnt_epi16(board[I]));
            let in_lanes = _mm512_add_epi16(a, _mm512_add_epi16(b, c));
            _mm512_reduce_add_epi64(_mm512_sad_epu8(in_lanes, _mm512_setzero_si512())) as u32
        })
    }
}
