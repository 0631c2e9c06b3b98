//! The engine: its searches, and the outcome of one that stopped.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::board::BoardOps;
use super::search::{Bounds, Search, Stop};
use crate::board::grid::{self, CELLS};
use crate::solver::batch::{Answer, ForEach, Goal, Task, in_turn};
use crate::solver::{Outcome, Verdict};

/// The number of guesses after which a search is continued in parts.
pub const UNDIVIDED: u64 = 1 << 16;

/// The number of guesses after which a search checks whether the run was stopped.
const PART: u64 = 256;

/// The engine on one instruction set, with all the memory that it works in: less than 64 KB.
pub struct SingleEngine<S: BoardOps> {
    pub(super) search: Search<S>,
    /// Becomes true when the run is stopped, if it can be.
    pub(super) is_stopped: Option<Arc<AtomicBool>>,
    /// Calls a function for each part of a hard search.
    pub(super) for_each: ForEach,
}

impl<S: BoardOps> SingleEngine<S> {
    /// Returns an engine. Allocates all the memory that it will use.
    pub fn new(simd: S) -> Self {
        Self { search: Search::new(simd), is_stopped: None, for_each: in_turn }
    }

    /// Returns whether the run was stopped and outcomes are no longer needed.
    pub fn is_stopped(&self) -> bool {
        is_set(self.is_stopped.as_deref())
    }

    /// Continues a search that stopped at the end of a part, and returns its outcome.
    #[inline]
    pub(super) fn finish(
        &mut self,
        task: Task,
        stop: Stop,
        clues: Option<&[u8; CELLS]>,
        answers: &mut [Answer<'_>],
    ) -> Outcome {
        let stop = if stop == Stop::Budget { self.go_on(task, answers) } else { stop };
        self.outcome(task.goal, stop, clues)
    }

    #[cold]
    fn go_on(&mut self, task: Task, answers: &mut [Answer<'_>]) -> Stop {
        while self.search.guesses < task.budget && !self.is_stopped() {
            if self.search.guesses >= UNDIVIDED {
                return self.go_on_in_parts(task, answers);
            }
            let stop = self.search.go_on(next_part(task, self.search.guesses), answers);
            if stop != Stop::Budget {
                return stop;
            }
        }
        Stop::Budget
    }

    /// Returns the outcome of a search.
    #[inline]
    fn outcome(&self, goal: Goal, stop: Stop, clues: Option<&[u8; CELLS]>) -> Outcome {
        let Search { solutions, guesses, .. } = self.search;
        let verdict = match stop {
            Stop::Budget => Verdict::BudgetExhausted,
            Stop::Exhausted if solutions == 0 && guesses == 0 => no_solution(clues),
            Stop::Limit | Stop::Exhausted => goal.verdict(solutions),
        };
        Outcome { verdict, solutions, guesses }
    }
}

/// Returns whether this flag exists and is true.
pub(super) fn is_set(flag: Option<&AtomicBool>) -> bool {
    flag.is_some_and(|flag| flag.load(Relaxed))
}

/// Returns how far to continue a search that has taken this number of guesses before the next check.
#[inline]
pub(super) fn next_part(task: Task, guesses: u64) -> Bounds {
    Bounds { solutions: task.goal.limit(), guesses: (guesses + PART).min(task.budget) }
}

/// Returns the verdict on a puzzle without a solution, found without a guess: its clues may contradict each other.
#[cold]
fn no_solution(clues: Option<&[u8; CELLS]>) -> Verdict {
    match clues.and_then(grid::conflict) {
        Some(_) => Verdict::Conflict,
        None => Verdict::NoSolution,
    }
}
