//! Splits boards so that solutions come in the order of their text.

use super::board::{BoardOps, BoxCandidates, CellMasks};
use crate::board::grid::CELLS;

/// Splits a board by the lowest digit of its first open cell. The cells must not all be settled.
#[inline(always)]
pub fn split<S: BoardOps>(s: S, board: &S::Board) -> [S::Board; 2] {
    let [others, lowest] = choose(&s.candidates_of(board));
    [s.without(board, &others), s.without(board, &lowest)]
}

/// Returns the other digits of the first open cell, and its lowest one.
#[inline(never)] // one copy for all instruction sets
fn choose(candidates: &CellMasks) -> [BoxCandidates; 2] {
    let cell = (0..CELLS).find(|&cell| !candidates[cell].is_power_of_two());
    let cell = cell.expect("a board that is not solved has an open cell");
    let lowest = candidates[cell] & candidates[cell].wrapping_neg();
    [BoxCandidates::of_cell(cell, candidates[cell] ^ lowest), BoxCandidates::of_cell(cell, lowest)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_open_cell_is_split_by_its_lowest_digit() {
        let mut candidates = [0x1ff; CELLS];
        candidates[..12].fill(1);
        candidates[12] = 0b1_0100;
        let of_cell = |digits| BoxCandidates { number: 1, places: 0b1000, digits };
        assert_eq!(choose(&candidates), [of_cell(0b1_0000), of_cell(0b100)]);
    }
}
