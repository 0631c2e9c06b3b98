//! Trials: the closures of level 3 of one board, with one assumption per lane.

use super::closure::place_of;
use super::sweep::{LaneRules, sweep};
use crate::board::bits::bits;
use crate::simd::{Kernel, LaneSet, Lanes, Simd};
use crate::solver::lanes::layout::{AlignedBlock, BoardWords, FULL, WORDS};
use std::array;

/// A candidate: a cell and a digit, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// The cell.
    pub cell: u8,
    /// The digit.
    pub digit: u8,
}

impl Candidate {
    /// Returns whether the candidate is on the board.
    pub fn is_in(self, board: &BoardWords) -> bool {
        let (word, bit) = place_of(usize::from(self.cell), usize::from(self.digit));
        board[word] & bit != 0
    }

    /// Removes the candidate from the board.
    pub fn clear(self, board: &mut BoardWords) {
        let (word, bit) = place_of(usize::from(self.cell), usize::from(self.digit));
        board[word] &= !bit;
    }
}

/// The candidate that a trial assumes. With `None`, the trial is the closure of the board itself.
pub type Assumption = Option<Candidate>;

/// The closure of a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TrialResult {
    /// It is dead.
    #[default]
    Dead,
    /// It is a solution.
    Solved,
    /// It is neither.
    Open,
}

/// The boards of the trials.
#[derive(Default)]
pub struct TrialMemory(Box<AlignedBlock>);

impl TrialMemory {
    /// Returns the board of a lane.
    pub fn board(&self, lane: usize) -> BoardWords {
        array::from_fn(|word| self.0.0[word][lane])
    }
}

/// Trials to run: see [`LaneRater::trials`](super::LaneRater::trials).
pub struct TrialRun<'a, S: Simd> {
    pub simd: S,
    pub base: &'a BoardWords,
    pub assumptions: &'a [Assumption],
    pub results: &'a mut [TrialResult],
    pub memory: &'a mut TrialMemory,
}

impl<S: Lanes> TrialRun<'_, S> {
    /// Writes the board of each lane. An assumption leaves its cell with one candidate, a naked single.
    #[inline(always)]
    fn write_boards(&mut self) {
        let s = self.simd;
        let block = &mut self.memory.0.0;
        for word in 0..WORDS {
            s.store(s.splat32(self.base[word]), &mut block[word]);
        }
        for lane in 0..self.assumptions.len() {
            if let Some(Candidate { cell, digit }) = self.assumptions[lane] {
                let (word, bit) = place_of(usize::from(cell), usize::from(digit));
                let cells = bit | bit >> 9 | bit >> 18 | bit << 9 | bit << 18; // all digits of the cell
                for d in 0..3 {
                    block[9 * d + word % 9][lane] &= !cells;
                }
                block[word][lane] |= bit;
            }
        }
    }
}

impl<S: Lanes> Kernel for TrialRun<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        self.write_boards();
        let s = self.simd;
        let (zero, full) = (s.splat32(0), s.splat32(FULL));
        let rules = LaneRules { lines: full, naked: full, locked: zero };
        let mut placed = [[[zero; 3]; 3]; 2];
        let mut open: LaneSet = ((1_u64 << self.assumptions.len()) - 1) as LaneSet;
        while open != 0 {
            let swept = sweep(s, &mut self.memory.0.0, &mut placed, &rules);
            for lane in bits(open & (swept.contradiction | swept.solved | swept.unchanged)) {
                self.results[lane] = match (swept.contradiction >> lane & 1, swept.solved >> lane & 1) {
                    (1, _) => TrialResult::Dead,
                    (_, 1) => TrialResult::Solved,
                    _ => TrialResult::Open,
                };
            }
            open &= !(swept.contradiction | swept.solved | swept.unchanged);
        }
    }
}
