//! The engine: its searches, and the outcome of one that stopped.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::board::BoardOps;
use super::search::{CELL_DEPTH, DEPTH, Search, Stop};
use crate::board::grid::{self, CELLS};
use crate::solver::batch::Goal;
use crate::solver::{Outcome, Verdict};

/// The engine on one instruction set, with all the memory that it works in: less than 64 KB.
pub struct SingleEngine<S: BoardOps> {
    pub(super) search: Search<S>,
    /// The searches that start hard puzzles again.
    pub(super) restarts: Search<S>,
    /// Becomes true when the run is stopped, if it can be.
    pub(super) is_stopped: Option<Arc<AtomicBool>>,
}

impl<S: BoardOps> SingleEngine<S> {
    /// Returns an engine. Allocates all the memory that it will use.
    pub fn new(simd: S) -> Self {
        Self { search: Search::new(simd, DEPTH), restarts: Search::new(simd, CELL_DEPTH), is_stopped: None }
    }

    /// Returns whether the run was stopped and outcomes are no longer needed.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.as_ref().is_some_and(|is_stopped| is_stopped.load(Relaxed))
    }

    /// Returns the outcome of a search that stopped before its puzzle turned out to be hard.
    #[inline]
    pub(super) fn outcome(&self, goal: Goal, stop: Stop, clues: Option<&[u8; CELLS]>) -> Outcome {
        let Search { solutions, guesses, .. } = self.search;
        let verdict = match stop {
            Stop::Budget => Verdict::BudgetExhausted,
            Stop::Exhausted if solutions == 0 && guesses == 0 => no_solution(clues),
            Stop::Limit | Stop::Exhausted => goal.verdict(solutions),
        };
        Outcome { verdict, solutions, guesses }
    }
}

/// Returns the verdict on a puzzle without a solution, found without a guess: its clues may contradict each other.
#[cold]
fn no_solution(clues: Option<&[u8; CELLS]>) -> Verdict {
    match clues.and_then(grid::conflict) {
        Some(_) => Verdict::Conflict,
        None => Verdict::NoSolution,
    }
}
