//! The operations of the search on boards in three vectors.

use std::arch::x86_64::*;

use super::{Diagonals, Units, cell_of, pairs, split, sweep, text, triads};
use crate::board::grid::CELLS;
use crate::solver::lanes::simd::{avx512::Avx512, three};
use crate::solver::single::board::{BoardOps, CellMasks, Rest, Swept};

impl BoardOps for Avx512 {
    type Board = Diagonals;
    type Units = Units;

    #[inline(always)]
    fn read_clues(self, clues: &[u8; CELLS]) -> Option<Diagonals> {
        let board = text::read(self, clues)?;
        Some(sweep::clear_clues(self, &board))
    }

    #[inline(always)]
    fn board_of(self, candidates: &CellMasks) -> Diagonals {
        three!(I => {
            let lanes: [u16; 32] = std::array::from_fn(|lane| if lane < 27 { candidates[cell_of(lane, I)] } else { 0 });
            // SAFETY: the token proves AVX-512F; the lanes are the 64 bytes that are read.
            unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
        })
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
    fn sweep(self, board: &Diagonals) -> Swept<Diagonals, Units> {
        sweep::sweep(self, board)
    }

    #[inline(always)]
    fn clear_triads(self, board: &Diagonals, units: &Units) -> Rest<Diagonals> {
        triads::clear_triads(self, board, units)
    }

    #[inline(always)]
    fn clear_pairs(self, board: &Diagonals, units: &Units) -> Option<Diagonals> {
        pairs::clear_pairs(self, board, units)
    }

    #[inline(always)]
    fn split(self, board: &Diagonals, units: &Units) -> [Diagonals; 2] {
        split::split(self, board, units)
    }
}
