//! What callers ask of the engine: outcomes of puzzles, and the solutions of one board in the order of their text.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::board::{BoardOps, CellMasks};
use super::engine::{SingleEngine, next_part};
use super::search::{Bounds, Order, Stop};
use crate::board::notation::masks_of;
use crate::solver::batch::{Answer, Answers, Counters, ForEach, Notation, Puzzles, Solve, Task, one_by_one};
use crate::solver::{Outcome, Verdict};

/// An engine for one puzzle at a time.
pub trait Single: Solve {
    /// Solves puzzle `index` of a batch. Writes the first solutions that it finds, as many as there are answers, at most two.
    /// Allocates only for a puzzle that takes more than 65,536 guesses.
    fn solve_one(
        &mut self,
        task: Task,
        puzzles: &Puzzles<'_>,
        index: usize,
        answers: &mut [Answer<'_>],
    ) -> Outcome;

    /// Solves the puzzle with these candidates as [`solve_one`](Self::solve_one) solves its text.
    fn solve_candidates(&mut self, task: Task, candidates: &CellMasks, answers: &mut [Answer<'_>])
    -> Outcome;

    /// Begins to enumerate the solutions of a board.
    fn begin_in_text_order(&mut self, candidates: &CellMasks);

    /// Writes the next solution in the order of their text. Returns whether there was one. Does not allocate.
    fn next_in_text_order(&mut self, answer: Answer<'_>) -> bool;
}

impl<S: BoardOps> Single for SingleEngine<S> {
    #[inline]
    fn solve_one(
        &mut self,
        task: Task,
        puzzles: &Puzzles<'_>,
        index: usize,
        answers: &mut [Answer<'_>],
    ) -> Outcome {
        let solved = match puzzles.notation() {
            Notation::Clues => puzzles.clues(index).and_then(|clues| {
                let stop = self.search.solve_clues(clues, next_part(task, 0), answers)?;
                Some(self.finish(task, stop, Some(clues), answers))
            }),
            Notation::Pencilmarks => masks_of(puzzles.get(index))
                .map(|candidates| self.solve_candidates(task, &candidates, answers)),
        };
        solved.unwrap_or(Outcome { verdict: Verdict::Malformed, ..Outcome::default() })
    }

    fn solve_candidates(
        &mut self,
        task: Task,
        candidates: &CellMasks,
        answers: &mut [Answer<'_>],
    ) -> Outcome {
        self.search.begin(candidates, Order::Fastest);
        let stop = self.search.go_on(next_part(task, 0), answers);
        self.finish(task, stop, None, answers)
    }

    fn begin_in_text_order(&mut self, candidates: &CellMasks) {
        self.search.begin(candidates, Order::Text);
    }

    fn next_in_text_order(&mut self, answer: Answer<'_>) -> bool {
        self.search.solutions = 0;
        self.search.go_on(Bounds { solutions: 1, guesses: u64::MAX }, &mut [answer]) == Stop::Limit
    }
}

impl<S: BoardOps> Solve for SingleEngine<S> {
    fn solve_to(&mut self, task: Task, puzzles: Puzzles<'_>, answers: Answers<'_>, outcomes: &mut [Outcome]) {
        one_by_one(&puzzles, answers, outcomes, |index, answer| {
            self.solve_one(task, &puzzles, index, &mut [answer])
        });
    }

    fn stop_when(&mut self, is_stopped: Option<Arc<AtomicBool>>) {
        self.is_stopped = is_stopped;
    }

    fn share_with(&mut self, for_each: ForEach) {
        self.for_each = for_each;
    }

    fn counters(&self) -> Option<Counters> {
        let (sweeps, deepest_stack) = (self.search.sweeps, self.search.deepest);
        Some(Counters { lanes: 1, sweeps, lane_sweeps: sweeps, rounds: sweeps, deepest_stack })
    }
}
