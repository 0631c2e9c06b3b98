//! Closures and trials on any instruction set, with the memory that they work in.

use super::closure::{Closure, ClosureRequest, LaneBoard};
use super::levels::{LevelMemory, LevelSearch};
use super::trials::{Assumption, TrialMemory, TrialResult, TrialRun};
use crate::simd::{Isa, on_isa};
use crate::solver::batch::Puzzles;
use crate::solver::lanes::layout::BoardWords;
use crate::solver::lanes::transpose::Transpose;

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
    let rater = on_isa!(isa.or_portable(), |simd| {
        let (levels, trials) = (LevelMemory::default(), TrialMemory::default());
        Box::new(Lanes { simd, levels, trials }) as Box<dyn LaneRater>
    });
    rater.expect("an available instruction set")
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
