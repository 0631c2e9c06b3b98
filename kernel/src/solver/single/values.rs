//! Puzzles that come as candidates instead of text.

use super::board::{BoardOps, CellMasks};
use super::hard::HARD;
use super::search::{Bounds, Split, Stop};
use super::{Single, SingleEngine};
use crate::solver::Outcome;
use crate::solver::batch::{Answer, Task};

/// An engine for one puzzle at a time that also solves candidates.
///
/// This is not part of [`Single`]: the page of the browser only solves text, and would contain the code for nothing.
pub trait SolveCandidates: Single {
    /// Solves the puzzle with these candidates as [`Single::solve_one`] solves its text. Does not allocate.
    fn solve_candidates(&mut self, task: Task, candidates: &CellMasks, answers: &mut [Answer<'_>])
    -> Outcome;
}

impl<S: BoardOps> SolveCandidates for SingleEngine<S> {
    fn solve_candidates(
        &mut self,
        task: Task,
        candidates: &CellMasks,
        answers: &mut [Answer<'_>],
    ) -> Outcome {
        let bounds = Bounds { solutions: task.goal.limit(), guesses: task.budget.min(HARD) };
        self.search.begin(candidates, Split::Units);
        match self.search.go_on(bounds, answers) {
            Stop::Budget if task.budget > HARD => self.solve_hard_candidates(task, candidates, answers),
            stop => self.outcome(task.goal, stop, None),
        }
    }
}
