//! The candidates in the words of one board.

use crate::board::grid::CELLS;
use crate::solver::lanes::layout::{BoardWords, word};

/// Returns the index of the word of a candidate, digit `digit` of a cell from 0, and its bit.
pub fn place_of(cell: usize, digit: usize) -> (usize, u32) {
    let (row, column) = (cell / 9, cell % 9);
    let bit = 9 * (digit % 3) + 3 * (row / 3) + column / 3;
    (word(digit / 3, row % 3, column % 3), 1 << bit)
}

/// Returns the candidates of every cell, digit `d` in bit `d - 1`.
pub fn masks(words: &BoardWords) -> [u16; CELLS] {
    let mut masks = [0; CELLS];
    for (index, &word) in words.iter().enumerate() {
        let (d, k, j) = (index / 9, index / 3 % 3, index % 3);
        let mut rest = word;
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (row, column) = (3 * (bit / 3 % 3) + k, 3 * (bit % 3) + j);
            masks[9 * row + column] |= 1 << (3 * d + bit / 9);
        }
    }
    masks
}
