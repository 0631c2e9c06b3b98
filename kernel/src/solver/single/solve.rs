//! What callers ask of the engine: outcomes of puzzles, and the solutions of one board in the order of their text.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::board::{BoardOps, CellMasks};
use super::cell_order::CellOrder;
use super::engine::SingleEngine;
use super::hard::HARD;
use super::search::{Bounds, Split, Stop};
use crate::board::notation::masks_of;
use crate::solver::batch::{Answer, Answers, Counters, Notation, Puzzles, Solve, Task};
use crate::solver::{Outcome, Verdict};

/// An engine for one puzzle at a time.
pub trait Single: Solve {
    /// Solves puzzle `index` of a batch. Writes the first solutions that it finds, as many as there are answers. Does not
    /// allocate.
    fn solve_one(
        &mut self,
        task: Task,
        puzzles: &Puzzles<'_>,
        index: usize,
        answers: &mut [Answer<'_>],
    ) -> Outcome;

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
        let bounds = Bounds { solutions: task.goal.limit(), guesses: task.budget.min(HARD) };
        let clues = puzzles.clues(index);
        let stop = match puzzles.notation() {
            Notation::Clues => clues.and_then(|clues| self.search.solve_clues(clues, bounds, answers)),
            Notation::Pencilmarks => masks_of(puzzles.get(index)).map(|candidates| {
                self.search.begin(&candidates, Split::Units);
                self.search.go_on(bounds, answers)
            }),
        };
        match stop {
            None => Outcome { verdict: Verdict::Malformed, ..Outcome::default() },
            Some(Stop::Budget) if task.budget > HARD => self.solve_hard(task, puzzles, index, answers),
            Some(stop) => self.outcome(task.goal, stop, clues),
        }
    }

    fn begin_in_text_order(&mut self, candidates: &CellMasks) {
        self.search.begin(candidates, Split::Cells(CellOrder::TEXT));
    }

    fn next_in_text_order(&mut self, answer: Answer<'_>) -> bool {
        self.search.solutions = 0;
        self.search.go_on(Bounds { solutions: 1, guesses: u64::MAX }, &mut [answer]) == Stop::Limit
    }
}

impl<S: BoardOps> Solve for SingleEngine<S> {
    fn solve_to(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        mut answers: Answers<'_>,
        outcomes: &mut [Outcome],
    ) {
        assert_eq!(puzzles.len(), answers.len(), "one answer per puzzle");
        assert_eq!(puzzles.len(), outcomes.len(), "one outcome per puzzle");
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            *outcome = self.solve_one(task, &puzzles, index, &mut [answers.answer(index)]);
        }
    }

    fn stop_when(&mut self, is_stopped: Option<Arc<AtomicBool>>) {
        self.is_stopped = is_stopped;
    }

    fn counters(&self) -> Option<Counters> {
        let sweeps = self.search.sweeps + self.restarts.sweeps;
        let deepest_stack = self.search.deepest.max(self.restarts.deepest);
        Some(Counters { lanes: 1, sweeps, lane_sweeps: sweeps, rounds: sweeps, deepest_stack })
    }
}
