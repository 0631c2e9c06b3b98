//! What is asked about the closures of levels 1 to 4, what they show, and the candidates in their boards.

use crate::board::bits::bits;
use crate::board::grid::CELLS;
use crate::solver::lanes::layout::{BoardWords, word};

/// How far levels 1 to 4 get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// The record is not a puzzle.
    #[default]
    Malformed,
    /// There is no solution.
    Dead,
    /// This is the lowest level that solves the puzzle.
    Solved(u8),
    /// Level 4 does not solve the puzzle.
    Open,
}

/// What the closures of levels 1 to 4 show about a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closure {
    /// How far the levels get.
    pub ending: Ending,
    /// The unplaced cells and their candidates, after levels 3 and 4, if they are requested.
    pub left: [(u32, u32); 2],
}

/// What to find out besides the level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClosureRequest {
    /// Whether to count what is left after levels 3 and 4.
    pub counts_left: bool,
    /// The levels whose closures are copied if they do not solve the puzzle: level n in bit n.
    pub boards: u8,
    /// Whether to copy also the closures that solve puzzles of level 4.
    pub solutions: bool,
}

/// A closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneBoard {
    /// The number of the puzzle in its batch.
    pub puzzle: u32,
    /// The level.
    pub level: u8,
    /// The candidates.
    pub words: BoardWords,
}

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
        for bit in bits(word) {
            let (row, column) = (3 * (bit / 3 % 3) + k, 3 * (bit % 3) + j);
            masks[9 * row + column] |= 1 << (3 * d + bit / 9);
        }
    }
    masks
}
