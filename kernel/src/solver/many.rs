//! Many puzzles, solved together.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::batch::{Answers, BatchSolver, Goal, Solve, Task};
use super::engine::Engine;
use super::single::Single;
use crate::board::notation::Puzzles;
use crate::board::outcome::Outcome;
use crate::board::puzzle::{Puzzle, Solution};

/// The number of puzzles solved at a time: enough to keep the lanes full, and few enough for the batch's memory to fit in a
/// core's second-level cache.
pub(super) const BATCH: usize = 1024;

/// The smallest number of puzzles that the lane engine solves faster than the single engine. This also holds for the portable
/// instruction set, on which lanes need 0.34 to 0.57 times as many instructions per puzzle. That is a reason on every processor,
/// whereas times depend on how many scalar instructions it executes at once, which `single` is made of there.
pub(super) const FEWEST_FOR_LANES: usize = 16;

/// A solution of each of many puzzles: see [`Solver::solve_all`](super::Solver::solve_all).
///
/// # Examples
///
/// ```
/// use bulkdoku::solver::SolveAll;
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzles = [Puzzle::EMPTY; 3000];
/// let mut solver = Solver::new();
/// let mut solutions: SolveAll<'_, std::slice::Iter<'_, Puzzle>> = solver.solve_all(&puzzles);
/// assert!(solutions.all(|solution| solution.is_some()));
/// ```
pub struct SolveAll<'a, I> {
    solver: &'a mut BatchSolver<Engines>,
    puzzles: I,
    /// The puzzles of the last batch whose solutions have yet to be returned.
    solved: Range<usize>,
}

impl<'a, I> SolveAll<'a, I> {
    pub(super) fn new(solver: &'a mut BatchSolver<Engines>, puzzles: I) -> Self {
        Self { solver, puzzles, solved: 0..0 }
    }
}

impl<I: Iterator<Item: Borrow<Puzzle>>> Iterator for SolveAll<'_, I> {
    type Item = Option<Solution>;

    fn next(&mut self) -> Option<Option<Solution>> {
        if self.solved.is_empty() {
            let next = self.puzzles.by_ref().take(BATCH).map(|puzzle| *puzzle.borrow().as_bytes());
            self.solved = 0..self.solver.solve_all(Task::new(Goal::First), next);
        }
        self.solved.next().map(|index| self.solver.solution(index))
    }
}

impl<I> fmt::Debug for SolveAll<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveAll").finish_non_exhaustive()
    }
}

/// The engines of a solver: one for single and few puzzles, and one for many, which is built when it is first needed.
pub(super) struct Engines {
    pub(super) single: Box<dyn Single>,
    many: Option<Box<dyn Solve>>,
    /// Whether the engine for many puzzles also solves few.
    solves_few: bool,
    /// The flag that ends searches.
    is_stopped: Option<Arc<AtomicBool>>,
}

impl Engines {
    /// Returns the engines. Without an engine for many puzzles, the fastest one is used, for batches that are large enough.
    pub(super) fn new(single: Box<dyn Single>, many: Option<Box<dyn Solve>>) -> Self {
        Self { single, solves_few: many.is_some(), many, is_stopped: None }
    }

    /// Whether the engine for many puzzles was needed.
    #[cfg(test)]
    pub(super) fn has_many(&self) -> bool {
        self.many.is_some()
    }
}

impl Solve for Engines {
    /// Solves a batch with the faster engine for its number of puzzles, or the only one.
    fn solve_to(&mut self, task: Task, puzzles: Puzzles<'_>, answers: Answers<'_>, outcomes: &mut [Outcome]) {
        if puzzles.len() < FEWEST_FOR_LANES && !self.solves_few {
            return self.single.solve_to(task, puzzles, answers, outcomes);
        }
        let many = self.many.get_or_insert_with(|| {
            let mut engine = Engine::Lanes.build();
            engine.stop_when(self.is_stopped.clone());
            engine
        });
        many.solve_to(task, puzzles, answers, outcomes);
    }

    fn stop_when(&mut self, is_stopped: Option<Arc<AtomicBool>>) {
        self.single.stop_when(is_stopped.clone());
        if let Some(engine) = &mut self.many {
            engine.stop_when(is_stopped.clone());
        }
        self.is_stopped = is_stopped;
    }
}
