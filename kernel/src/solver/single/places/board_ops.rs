//! The operations of the search on boards in nine vectors.

use super::{LaneWords, Layout, Places, Summary, lane_of, pairs, split, sweep, triads};
use crate::board::grid::CELLS;
use crate::simd::{Boxes, three};
use crate::solver::single::board::{
    BoardOps, BoxCandidates, BoxKeys, CellMasks, Rest, Split, Swept, cell_at,
};

impl<S: Layout> BoardOps for S {
    type Board = Places<S>;
    type Summary = Summary<S::V>;

    const KEYS: BoxKeys = split::KEYS;
    const WEIGHT: u16 = split::WEIGHT;
    const BOX_LANES: usize = 1;

    #[inline(always)]
    fn read_clues(self, clues: &[u8; CELLS]) -> Option<Places<S>> {
        let board = self.read(clues)?;
        Some(sweep::clear_clues(self, &board))
    }

    #[inline(always)]
    fn board_of(self, candidates: &CellMasks) -> Places<S> {
        three!(K => three!(J => load_place(self, candidates, K, J)))
    }

    #[inline(always)]
    fn candidates_of(self, board: &Places<S>) -> CellMasks {
        let mut candidates = [0; CELLS];
        for k in 0..3 {
            for j in 0..3 {
                store_place(self, board[k][j], &mut candidates, k, j);
            }
        }
        candidates
    }

    #[inline(always)]
    fn write_digits(self, board: &Places<S>, digits: &mut [u8; CELLS], zero: u8) {
        self.write(board, digits, zero);
    }

    #[inline(always)]
    fn sweep(self, board: &Places<S>) -> Swept<Places<S>, Summary<S::V>> {
        Layout::sweep(self, board)
    }

    #[inline(always)]
    fn clear_triads(self, board: &Places<S>, summary: &Summary<S::V>) -> Rest<Places<S>> {
        triads::clear_triads(self, board, summary)
    }

    #[inline(always)]
    fn clear_pairs(self, board: &Places<S>, summary: &Summary<S::V>) -> Option<Places<S>> {
        pairs::clear_pairs(self, board, summary)
    }

    #[inline(always)]
    fn split(self, board: &Places<S>, summary: &Summary<S::V>, keys: &BoxKeys) -> Split<Places<S>> {
        split::split(self, board, summary, keys)
    }

    #[inline(always)]
    fn first_lane(self, number: usize) -> usize {
        lane_of(number)
    }

    #[inline(always)]
    fn without(self, board: &Places<S>, lost: &BoxCandidates) -> Places<S> {
        let [_, without] = split::divide(self, board, lane_of(lost.number), lost.places, lost.digits);
        without
    }

    #[inline(always)]
    fn count_candidates(self, board: &Places<S>) -> u32 {
        count(self, board)
    }
}

#[inline(always)]
fn load_place<S: Boxes>(s: S, candidates: &CellMasks, k: usize, j: usize) -> S::V {
    let mut lanes = [0; 16];
    for number in 0..9 {
        lanes[lane_of(number)] = candidates[cell_at(number, k, j)];
    }
    s.load(&lanes)
}

#[inline(always)]
fn store_place<S: Boxes>(s: S, words: S::V, candidates: &mut CellMasks, k: usize, j: usize) {
    let mut lanes = [0; 16];
    s.store(words, &mut lanes);
    for number in 0..9 {
        candidates[cell_at(number, k, j)] = lanes[lane_of(number)];
    }
}

#[inline(always)]
fn count<S: Boxes>(s: S, board: &Places<S>) -> u32 {
    let in_rows = three!(K => {
        let [a, b, c] = three!(J => s.count16(board[K][J]));
        s.add16(a, s.add16(b, c))
    });
    let mut lanes: LaneWords = [0; 16];
    s.store(s.add16(in_rows[0], s.add16(in_rows[1], in_rows[2])), &mut lanes);
    lanes.iter().map(|&count| u32::from(count)).sum()
}
