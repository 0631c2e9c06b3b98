//! What a line draws from its random stream.

use std::array;

use chacha20::ChaCha8Rng;
use rand_core::Rng;

use super::stream;
use crate::board::grid::{ALL_DIGITS, CELLS, Cell};

/// The random numbers of one line.
#[derive(Debug)]
pub struct LineRng(ChaCha8Rng);

impl LineRng {
    /// Returns the random numbers of line `line` in the files of `seed`, for a purpose.
    pub fn of_purpose(seed: u64, purpose: [u8; 8], line: u64) -> Self {
        Self(stream(seed, purpose, line))
    }

    /// Draws a number below `bound`, which is at most 81. The probabilities of two numbers differ by at most one part in 50
    /// million.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// Draws a number below `bound`. The probabilities of two numbers differ by at most one part in 2^64 / `bound`.
    pub fn below_any(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Draws a number below `bound`, which is not 0. All numbers have exactly the same probability.
    ///
    /// Uses Daniel Lemire's method: each number gets ⌊2^32 / bound⌋ of the 2^32 values of a draw. If one of the remaining
    /// values is drawn, the draw is repeated.
    pub fn exactly_below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let rest = product as u32;
            if rest >= bound || rest >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts `items` in a random order. All orders have exactly the same probability (Fisher and Yates).
    pub fn shuffle_exactly(&mut self, items: &mut [u8]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.exactly_below(last as u32 + 1) as usize);
        }
    }

    /// Returns the cells in a random order (Fisher and Yates). The orders are almost equally probable, as the numbers of
    /// [`below`](Self::below) are.
    pub fn shuffled_cells(&mut self) -> [u8; CELLS] {
        let mut cells = array::from_fn(|cell| cell as u8);
        for last in (1..CELLS).rev() {
            cells.swap(last, self.below(last + 1));
        }
        cells
    }

    /// Draws a solved grid, as text. All 6.7e21 grids are possible, but not equally probable.
    ///
    /// Fills one cell after another with a random candidate and backtracks if there is none. A grid takes 182 steps on
    /// average, but some take very many, so it starts again after [`STEPS`] steps. That happens to one grid in a hundred.
    pub fn solution(&mut self) -> [u8; CELLS] {
        loop {
            if let Some(digits) = Filling::default().fill(self) {
                return digits;
            }
        }
    }

    /// Draws one of the bits of `mask`, which has at least one.
    fn bit_of(&mut self, mut mask: u16) -> u16 {
        for _ in 0..self.below(mask.count_ones() as usize) {
            mask &= mask - 1;
        }
        mask & mask.wrapping_neg()
    }
}

/// The number of digits placed or removed before the grid starts again.
const STEPS: usize = 600;

/// A grid that is filled from the top. Bit d - 1 of a mask represents the digit d.
struct Filling {
    /// The digits that each row lacks. The same below for columns and boxes.
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    digits: [u16; CELLS],
    /// The candidates of a cell when it was opened, without those placed since.
    untried: [u16; CELLS],
}

impl Default for Filling {
    fn default() -> Self {
        let lacks = [ALL_DIGITS; 9];
        Self { rows: lacks, columns: lacks, boxes: lacks, digits: [0; CELLS], untried: [0; CELLS] }
    }
}

impl Filling {
    /// Fills the grid, or returns `None` after too many steps.
    fn fill(mut self, rng: &mut LineRng) -> Option<[u8; CELLS]> {
        let mut filled = 0;
        self.open(Cell::numbered(0));
        for _ in 0..STEPS {
            let cell = Cell::numbered(filled);
            if self.untried[filled] != 0 {
                self.place(cell, rng);
                filled += 1;
                if filled == CELLS {
                    return Some(self.digits.map(|digit| b'1' + digit.trailing_zeros() as u8));
                }
                self.open(Cell::numbered(filled));
            } else {
                // This does not go back beyond the first cell, because each of its nine digits begins some solved grid.
                filled -= 1;
                self.toggle(Cell::numbered(filled));
            }
        }
        None
    }

    /// Finds the candidates of a cell.
    fn open(&mut self, cell: Cell) {
        self.untried[cell.index()] =
            self.rows[cell.row()] & self.columns[cell.column()] & self.boxes[cell.box_()];
    }

    /// Places a random untried candidate in a cell.
    fn place(&mut self, cell: Cell, rng: &mut LineRng) {
        let digit = rng.bit_of(self.untried[cell.index()]);
        self.untried[cell.index()] &= !digit;
        self.digits[cell.index()] = digit;
        self.toggle(cell);
    }

    /// Removes the digit of a cell from the digits that its houses lack, or adds it again.
    fn toggle(&mut self, cell: Cell) {
        let digit = self.digits[cell.index()];
        self.rows[cell.row()] ^= digit;
        self.columns[cell.column()] ^= digit;
        self.boxes[cell.box_()] ^= digit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid;

    #[test]
    fn solutions_obey_the_rules_and_differ() {
        let grids: std::collections::HashSet<_> =
            (0..1000).map(|line| LineRng::of_purpose(1, [0; 8], line).solution()).collect();
        assert_eq!(grids.len(), 1000);
        assert!(grids.iter().all(grid::is_solved));
    }

    /// The first bytes of the cipher's published test vector for eight rounds and an all-zero key: `3e00ef2f`.
    #[test]
    fn draws_are_the_bytes_of_chacha8() {
        assert_eq!(LineRng::of_purpose(0, [0; 8], 0).0.next_u32(), 0x2fef_003e);
    }

    #[test]
    fn draws_of_a_line_are_pinned() {
        let mut rng = LineRng::of_purpose(1, [0; 8], 2);
        assert_eq!([(); 8].map(|()| rng.below(81)), [67, 30, 66, 8, 37, 32, 68, 21]);
    }

    #[test]
    fn numbers_exactly_below_a_bound_are_pinned() {
        let mut rng = LineRng::of_purpose(1, *b"a test..", 2);
        assert_eq!([(); 8].map(|()| rng.exactly_below(81)), [39, 67, 10, 55, 52, 43, 74, 22]);
    }

    #[test]
    fn leftover_values_are_drawn_again() {
        let mut rng = LineRng::of_purpose(1, *b"a test..", 0);
        // Of every four values, a plain multiplication would give two to each multiple of three.
        let drawn: Vec<u32> = (0..3000).map(|_| rng.exactly_below(3 << 30)).collect();
        let multiples = drawn.iter().filter(|&number| number % 3 == 0).count();
        assert!((900..1100).contains(&multiples), "{multiples} of 3000 are multiples of three");
    }

    #[test]
    fn shuffled_cells_are_all_the_cells() {
        let mut cells = LineRng::of_purpose(3, [0; 8], 4).shuffled_cells();
        cells.sort();
        assert!(cells.iter().copied().eq(0..81));
    }
}
