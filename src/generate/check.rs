//! Asks an engine in batches whether solutions are unique.

use super::batch::Batch;
use super::batch::PuzzleLine;
use crate::board::grid::CELLS;
use crate::solver::Verdict;
use crate::solver::batch::{AnswerLine, Goal, Solve, Task};

/// The number of questions in a batch: several for each lane, with a text that fits in the first-level cache.
pub(super) const BATCH: usize = 256;

/// An engine, and the memory of a batch of questions.
pub(super) struct Checker {
    solver: Box<dyn Solve>,
    questions: Vec<PuzzleLine>,
    batch: Batch,
}

impl Checker {
    /// Creates a checker that asks `solver`. Allocates all the memory that it will use.
    pub(super) fn new(solver: Box<dyn Solve>) -> Self {
        Self { solver, questions: vec![[b'\n'; CELLS + 1]; BATCH], batch: Batch::new(BATCH) }
    }

    /// Asks the engine at most [`BATCH`] questions.
    pub(super) fn check(&mut self, questions: impl Iterator<Item = [u8; CELLS]>) {
        let mut count = 0;
        for (line, question) in self.questions.iter_mut().zip(questions) {
            line[..CELLS].copy_from_slice(&question);
            count += 1;
        }
        self.batch.solve(self.solver.as_mut(), Task::new(Goal::Unique), &self.questions[..count]);
    }

    /// Whether the puzzle at this index in the last batch has exactly one solution.
    pub(super) fn is_unique(&self, index: usize) -> bool {
        self.batch.outcomes[index].verdict == Verdict::Unique
    }

    /// Returns the first solution of the puzzle at this index that the engine found.
    pub(super) fn solution(&self, index: usize) -> &AnswerLine {
        &self.batch.answers[index]
    }
}
