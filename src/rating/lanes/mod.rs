//! Closures in the lanes of vectors, for every instruction set.

mod levels;
mod sweep;
mod trials;

use crate::board::grid::CELLS;
use crate::solver::Isa;
use crate::solver::batch::Puzzles;
use crate::solver::isa::OnIsa;
pub use crate::solver::lanes::layout::BoardWords;
use crate::solver::lanes::layout::word;
use crate::solver::lanes::transpose::Transpose;
use levels::{LevelMemory, LevelSearch};
pub use trials::{Assumption, Candidate, TrialResult};
use trials::{TrialMemory, TrialRun};

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

/// Closures on one instruction set, with the memory that they work in.
pub trait LaneRater: Send {
    /// Finds the closures of levels 1 to 4 of every puzzle: puzzle `i` to `closures[i]`. Adds the requested boards to
    /// `boards`, the ones of a puzzle in the order of the levels.
    fn closures(
        &mut self,
        puzzles: Puzzles<'_>,
        request: ClosureRequest,
        closures: &mut [Closure],
        boards: &mut Vec<LaneBoard>,
    );

    /// Returns the number of trials that run at once.
    fn lanes(&self) -> usize;

    /// Adds each assumption to `base` and finds the closures of level 3: trial `i` to `results[i]`. Runs at most
    /// [`lanes`](Self::lanes) trials. The words of the closures can be read until the next call.
    fn trials(&mut self, base: &BoardWords, assumptions: &[Assumption], results: &mut [TrialResult]);

    /// Returns the board of trial `index` of the last call.
    fn trial_board(&self, index: usize) -> BoardWords;
}

/// Builds the closures for this instruction set, or for the portable one if the processor does not have it.
pub fn build(isa: Isa) -> Box<dyn LaneRater> {
    struct Build;
    impl OnIsa for Build {
        type Output = Box<dyn LaneRater>;
        fn run<S: Transpose>(self, simd: S) -> Box<dyn LaneRater> {
            Box::new(Lanes { simd, levels: LevelMemory::default(), trials: TrialMemory::default() })
        }
    }
    isa.dispatch(Build)
}

/// The closures on the instruction set `S`.
struct Lanes<S> {
    simd: S,
    levels: LevelMemory,
    trials: TrialMemory,
}

impl<S: Transpose> LaneRater for Lanes<S> {
    fn closures(
        &mut self,
        puzzles: Puzzles<'_>,
        request: ClosureRequest,
        closures: &mut [Closure],
        boards: &mut Vec<LaneBoard>,
    ) {
        assert_eq!(puzzles.len(), closures.len(), "one closure per puzzle");
        closures.fill(Closure::default());
        let search = LevelSearch::new(self.simd, puzzles, request, closures, boards, &mut self.levels);
        self.simd.enter(search);
    }

    fn lanes(&self) -> usize {
        S::LANES
    }

    fn trials(&mut self, base: &BoardWords, assumptions: &[Assumption], results: &mut [TrialResult]) {
        assert!(assumptions.len() <= S::LANES && assumptions.len() == results.len(), "one result per trial");
        let (simd, memory) = (self.simd, &mut self.trials);
        simd.enter(TrialRun { simd, base, assumptions, results, memory });
    }

    fn trial_board(&self, index: usize) -> BoardWords {
        self.trials.board(index)
    }
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
