//! The engine: batches for the lanes, and one puzzle at a time for what the lanes give up.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::memory::Memory;
use super::search::{GivenUp, LaneSearch, OpenBatch};
use super::transpose::Transpose;
use crate::solver::batch::{Answers, Counters, ForEach, Puzzles, Solve, Task, assert_one_each};
use crate::solver::single::board::BoardOps;
use crate::solver::single::{Single, SingleEngine};
use crate::solver::{Outcome, Verdict};

/// The number of guesses that a puzzle may take in its lane. Of the 48,766 hardest known puzzles, one in fifty takes more.
/// Solving such a puzzle again from the start costs less than letting other lanes wait for it. With an allowance of 16
/// guesses, the engine would lose a third of its speed.
pub(super) const ALLOWANCE: u64 = 256;

/// The lane engine on one instruction set, with all the memory that it works in.
pub struct LaneEngine<S: Transpose, B: BoardOps> {
    simd: S,
    memory: Memory,
    /// Solves the puzzles that lanes give up.
    single: SingleEngine<B>,
}

impl<S: Transpose, B: BoardOps> LaneEngine<S, B> {
    /// Returns an engine. Allocates all the memory that it will use.
    pub fn new(simd: S, boxes: B) -> Self {
        Self { simd, memory: Memory::new::<S>(), single: SingleEngine::new(boxes) }
    }
}

impl<S: Transpose, B: BoardOps> Solve for LaneEngine<S, B> {
    fn solve_to(&mut self, task: Task, puzzles: Puzzles<'_>, answers: Answers<'_>, outcomes: &mut [Outcome]) {
        assert_one_each(&puzzles, &answers, outcomes);
        let allowance = task.budget.min(ALLOWANCE) as u32;
        let batch = OpenBatch { task, puzzles, answers, outcomes, allowance, next: 0 };
        let search = LaneSearch::new(self.simd, batch, &mut self.memory);
        search.run_to_end(|given_up| solve_given_up(&mut self.single, given_up));
    }

    fn stop_when(&mut self, is_stopped: Option<Arc<AtomicBool>>) {
        self.single.stop_when(is_stopped);
    }

    fn share_with(&mut self, for_each: ForEach) {
        self.single.share_with(for_each);
    }

    fn counters(&self) -> Option<Counters> {
        Some(self.memory.counters())
    }
}

/// Solves a puzzle that its lane gave up, from the start. The guesses of the lane count.
fn solve_given_up<S: BoardOps>(single: &mut SingleEngine<S>, given_up: GivenUp<'_, '_>) -> Outcome {
    let GivenUp { batch, puzzle, solutions } = given_up;
    let (Task { goal, budget }, guesses) = (batch.task, u64::from(batch.allowance));
    if budget == guesses || single.is_stopped() {
        return Outcome { verdict: Verdict::BudgetExhausted, solutions, guesses };
    }
    let task = Task { goal, budget: budget - guesses };
    let outcome = single.solve_one(task, &batch.puzzles, puzzle, &mut [batch.answers.answer(puzzle)]);
    Outcome { guesses: guesses + outcome.guesses, ..outcome }
}
