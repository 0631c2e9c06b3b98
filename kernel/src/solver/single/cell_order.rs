//! Splits boards by the digits of one cell, in the order of the text or the tightest cell first.

use super::board::{BoardOps, CellMasks};
use crate::board::grid::CELLS;

/// Which open cell a board is split by.
#[derive(Clone, Copy, Debug)]
pub struct CellOrder {
    /// Whether cells with fewer candidates come first.
    by_count: bool,
    /// The cell of rank 0. The cell of each rank is `(step * rank + first) % 81`.
    first: usize,
    step: usize,
}

impl CellOrder {
    /// The order of the text. It finds solutions in the order of their text, since the lowest digit is tried first.
    pub const TEXT: Self = Self { by_count: false, first: 0, step: 1 };

    /// Returns an order in which the tightest cell comes first. The number selects one of 54 · 81 orders for equally tight
    /// cells.
    pub fn tightest(number: u64) -> Self {
        // A step below 81 without a factor of 3 permutes the cells. 31 and 54 have no common factor, and neither do 50 and 81,
        // so neighbouring numbers select very different orders.
        let step = (number % 54) as usize * 31 % 54;
        Self { by_count: true, first: (number % 81) as usize * 50 % 81, step: step / 2 * 3 + step % 2 + 1 }
    }

    /// Splits a board by the lowest digit of the chosen cell. The cells must not all be settled.
    #[inline(always)]
    pub fn split<S: BoardOps>(self, s: S, board: &S::Board) -> [S::Board; 2] {
        let mut candidates = s.candidates_of(board);
        let (cell, digit) = self.choose(&candidates);
        let others = candidates[cell] & !digit;
        candidates[cell] = digit;
        let with = s.board_of(&candidates);
        candidates[cell] = others;
        [with, s.board_of(&candidates)]
    }

    /// Returns the chosen cell and its lowest digit.
    #[inline(never)] // one copy for all instruction sets
    fn choose(self, candidates: &CellMasks) -> (usize, u16) {
        let open = (0..CELLS).map(|rank| (self.step * rank + self.first) % CELLS);
        let open = open.filter(|&cell| !candidates[cell].is_power_of_two());
        let chosen = if self.by_count {
            open.min_by_key(|&cell| candidates[cell].count_ones())
        } else {
            { open }.next()
        };
        let cell = chosen.expect("a board that is not solved has an open cell");
        (cell, candidates[cell] & candidates[cell].wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_every_cell_once() {
        for number in 0..54 * 81 {
            let CellOrder { first, step, .. } = CellOrder::tightest(number);
            let mut seen = [false; CELLS];
            (0..CELLS).for_each(|rank| seen[(step * rank + first) % CELLS] = true);
            assert_eq!(seen, [true; CELLS], "order {number}");
        }
    }

    #[test]
    fn the_tightest_cell_is_chosen_with_its_lowest_digit() {
        let mut candidates = [0x1ff; CELLS];
        candidates[40] = 0b1_0100;
        assert_eq!(CellOrder::tightest(7).choose(&candidates), (40, 0b100));
        candidates[0] = 0b10;
        assert_eq!(CellOrder::TEXT.choose(&candidates), (1, 1));
    }
}
