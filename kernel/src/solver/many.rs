//! Many puzzles, solved together.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::batch::{Goal, Solve, Task};
use super::engine::Engine;
use super::single::Single;
use super::solutions::solution_of;
use crate::board::grid::CELLS;
use crate::board::notation::{AnswerLine, Notation, Puzzles};
use crate::board::outcome::Outcome;
use crate::board::puzzle::{Puzzle, Solution};

/// The number of puzzles solved at a time: enough to keep the lanes full, and few enough for the batch's memory to fit in a
/// core's second-level cache.
pub(super) const BATCH: usize = 1024;

/// The smallest number of puzzles that the lane engine solves faster than the single engine.
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
    single: &'a mut dyn Single,
    batch: &'a mut Batch,
    puzzles: I,
    /// The puzzles of the last batch whose solutions have yet to be returned.
    solved: Range<usize>,
}

impl<'a, I> SolveAll<'a, I> {
    pub(super) fn new(single: &'a mut dyn Single, batch: &'a mut Batch, puzzles: I) -> Self {
        Self { single, batch, puzzles, solved: 0..0 }
    }
}

impl<I: Iterator<Item: Borrow<Puzzle>>> Iterator for SolveAll<'_, I> {
    type Item = Option<Solution>;

    fn next(&mut self) -> Option<Option<Solution>> {
        if self.solved.is_empty() {
            self.solved = 0..self.batch.run(self.single, Task::new(Goal::First), &mut self.puzzles);
        }
        self.solved.next().map(|index| self.batch.solution(index))
    }
}

impl<I> fmt::Debug for SolveAll<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveAll").finish_non_exhaustive()
    }
}

/// The memory of batches, allocated when it is first needed.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) engine: BatchEngine,
    /// The texts of a batch, one after another.
    text: Vec<u8>,
    starts: Vec<u32>,
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
}

/// The engine for many puzzles.
#[derive(Default)]
pub(super) struct BatchEngine {
    /// The engine, once it is needed.
    engine: Option<Box<dyn Solve>>,
    /// Whether it also solves few puzzles.
    solves_few: bool,
    /// The flag that ends its searches.
    is_stopped: Option<Arc<AtomicBool>>,
}

impl Batch {
    /// Returns the memory of batches that are solved by this engine alone.
    pub(super) fn with_engine(engine: Box<dyn Solve>) -> Self {
        let engine = BatchEngine { engine: Some(engine), solves_few: true, is_stopped: None };
        Self { engine, ..Self::default() }
    }

    /// Solves at most [`BATCH`] of the puzzles. Returns how many it solved.
    pub(super) fn run<P: Borrow<Puzzle>>(
        &mut self,
        single: &mut dyn Single,
        task: Task,
        puzzles: impl IntoIterator<Item = P>,
    ) -> usize {
        self.text.clear();
        for puzzle in puzzles.into_iter().take(BATCH) {
            self.text.extend_from_slice(puzzle.borrow().as_bytes());
        }
        let count = self.text.len() / CELLS;
        self.starts.clear();
        self.starts.extend((0..count).map(|index| (index * CELLS) as u32));
        self.answers.resize(count, [0; CELLS + 1]);
        self.outcomes.resize(count, Outcome::default());
        let puzzles = Puzzles::new(&self.text, &self.starts, Notation::Clues);
        let engine = self.engine.for_puzzles(count, single);
        engine.solve(task, puzzles, &mut self.answers, &mut self.outcomes);
        count
    }

    /// Returns the outcome for the puzzle at `index` of the last batch.
    pub(super) fn outcome(&self, index: usize) -> Outcome {
        self.outcomes[index]
    }

    /// Returns the solution found for the puzzle at `index` of the last batch.
    pub(super) fn solution(&self, index: usize) -> Option<Solution> {
        let found = self.outcomes[index].solutions > 0;
        found.then(|| solution_of(&self.answers[index]))
    }
}

impl BatchEngine {
    /// Ends a search when this flag becomes true.
    pub(super) fn stop_when(&mut self, is_stopped: Option<Arc<AtomicBool>>) {
        if let Some(engine) = &mut self.engine {
            engine.stop_when(is_stopped.clone());
        }
        self.is_stopped = is_stopped;
    }

    /// Whether the engine was needed.
    #[cfg(test)]
    pub(super) fn is_built(&self) -> bool {
        self.engine.is_some()
    }

    /// Returns the faster engine for this number of puzzles, or the only one.
    pub(super) fn for_puzzles<'a>(
        &'a mut self,
        puzzles: usize,
        single: &'a mut dyn Single,
    ) -> &'a mut dyn Solve {
        if puzzles < FEWEST_FOR_LANES && !self.solves_few {
            return single;
        }
        &mut **self.engine.get_or_insert_with(|| {
            let mut engine = Engine::Lanes.build();
            engine.stop_when(self.is_stopped.clone());
            engine
        })
    }
}
