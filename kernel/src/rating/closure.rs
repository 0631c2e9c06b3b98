//! What is asked about the closures of levels 1 to 4, and what they show.

use crate::solver::lanes::layout::BoardWords;

/// How far levels 1 to 4 get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
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
    pub stage: Stage,
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
