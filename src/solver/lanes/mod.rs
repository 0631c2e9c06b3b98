//! The lane engine: each 32-bit lane of a vector solves its own puzzle and takes the next one when it is done.
//!
//! ```text
//!            one fresh puzzle per lane              one open puzzle per lane
//! text ─▶ fresh block: a few light sweeps ─▶ ready ─▶ search block: sweep, branch, pop
//!              │ solved                                   │ solved         ▲ │
//!              ▼                                          ▼                │ ▼
//!            answers                                   answers         guess stack
//! ```
//!
//! In one lane the search is the textbook one:
//!
//! ```text
//! for each puzzle:
//!     board ← candidates of the clues
//!     loop:
//!         propagate(board) until it does not change                    propagate.rs
//!         if board is contradictory or solved:
//!             count the solution, if it is one
//!             if that was the last one wanted, or the stack is empty: next puzzle
//!             (parent, mark) ← pop                                     guess_stack.rs
//!             board ← parent without the marked minirow                deny
//!         else:
//!             mark ← choose(board)                                     branch.rs
//!             push (board, mark)
//!             board ← board with the marked minirow alone              force
//! ```
//!
//! The kernel differs from it in these points:
//!
//! 1. All lanes run this loop at once. A *round* is two sweeps of all lanes and one check of the result, because a check
//!    costs as much as a sweep. A lane whose board stops changing in the first of the two sweeps waits for the second.
//! 2. Clues are eliminated from their rows, columns and boxes while they are read, all at once. Puzzles start in the
//!    *fresh block*, one per lane, and are swept there as long as enough of them change. Most easy puzzles are solved
//!    there and never enter the search block. The others wait in the ready stack, which keeps the lanes of the search
//!    block full. The sweep that settles a block skips the search for singles, which is half of its work.
//! 3. All lanes that branch in a round push their boards as one page of the guess stack.
//! 4. The eliminations of all children, forced, denied and fresh from the ready stack, are applied in one pass over the words
//!    when the next round's block is written.
//! 5. The naked singles that one sweep finds for the next are not saved with a board. So the first sweep after a pop does
//!    without them, and so does the first sweep of a fresh board or of one from the ready stack.
//! 6. When a puzzle has taken [`ALLOWANCE`] guesses, its lane gives it up, because the other lanes may have to wait for it.
//!    The engine `single` solves it from the start.
//!
//! # Proposition: a puzzle's outcome does not depend on its neighbours
//!
//! The outcome and the first solution of a puzzle depend on the puzzle and the task alone: not on the other puzzles of the
//! batch, nor on its size, the number of lanes or the instruction set.
//!
//! *Proof.* No operation moves bits between lanes, except that the ready stack and the guess stack move whole boards. So the
//! neighbours of a puzzle decide only when, and how often, its board is swept. A lane branches only on a board that a full
//! sweep left unchanged and did not find contradictory. By the lemma in `propagate`, the puzzle's board and the path of
//! guesses determine that board, or that there is none, whatever the number and the kinds of the sweeps. The mark is a
//! function of that board, and the order of the children is fixed. By induction over the nodes the whole tree is a
//! function of the puzzle, up to the guess at which its lane gives it up. The engine `single` sees the puzzle alone. The
//! instruction sets compute the same bits, as the tests of `simd` check. ∎
//!
#![doc = include_str!("TUNING.md")]

pub(crate) mod branch;
mod fresh_block;
pub mod guess_stack;
pub(crate) mod layout;
pub(crate) mod pencilmarks;
pub(crate) mod propagate;
pub(crate) mod ready_stack;
mod search;
pub mod simd;
pub mod transpose;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::solver::batch::{Answers, Counters, Puzzles, Solve, Task};
use crate::solver::single::board::BoardOps;
use crate::solver::single::{Single, SingleEngine};
use crate::solver::{Outcome, Verdict};
use guess_stack::GuessStack;
use layout::AlignedBlock;
use ready_stack::ReadyStack;
use search::{GivenUp, LaneSearch, OpenBatch};
use transpose::{Planes, Transpose};

/// The number of guesses that a puzzle may take in its lane. Of the 48,766 hardest known puzzles, one in fifty takes more.
/// Solving such a puzzle again from the start costs less than letting other lanes wait for it. With an allowance of 16
/// guesses, the engine would lose a third of its speed.
const ALLOWANCE: u64 = 256;

/// The lane engine on one instruction set, with all the memory that it works in.
pub struct LaneEngine<S: Transpose + BoardOps> {
    simd: S,
    memory: Memory,
    /// Solves the puzzles that lanes give up.
    single: SingleEngine<S>,
}

/// The memory of an engine. It outlives the batches, but holds no puzzle between two of them.
struct Memory {
    stack: GuessStack,
    ready: Box<ReadyStack>,
    fresh: Box<AlignedBlock>,
    /// The planes of puzzles read from text, or the digits of solutions to be written as text.
    planes: Box<Planes>,
    counters: Counters,
}

impl<S: Transpose + BoardOps> LaneEngine<S> {
    /// Returns an engine. Allocates all the memory that it will use.
    pub fn new(simd: S) -> Self {
        Self { simd, memory: Memory::new::<S>(), single: SingleEngine::new(simd) }
    }
}

impl Memory {
    fn new<S: Transpose>() -> Self {
        Self {
            stack: GuessStack::new(S::LANES),
            ready: Box::default(),
            fresh: Box::default(),
            planes: Box::default(),
            counters: Counters { lanes: S::LANES, ..Counters::default() },
        }
    }

    fn counters(&self) -> Counters {
        Counters { deepest_stack: self.stack.deepest(), ..self.counters }
    }
}

impl<S: Transpose + BoardOps> Solve for LaneEngine<S> {
    fn solve_to(&mut self, task: Task, puzzles: Puzzles<'_>, answers: Answers<'_>, outcomes: &mut [Outcome]) {
        assert_eq!(puzzles.len(), answers.len(), "one answer per puzzle");
        assert_eq!(puzzles.len(), outcomes.len(), "one outcome per puzzle");
        let allowance = task.budget.min(ALLOWANCE) as u32;
        let batch = OpenBatch { task, puzzles, answers, outcomes, allowance, next: 0 };
        let search = LaneSearch::new(self.simd, batch, &mut self.memory);
        search.run_to_end(|given_up| solve_given_up(&mut self.single, given_up));
    }

    fn stop_when(&mut self, is_stopped: Option<Arc<AtomicBool>>) {
        self.single.stop_when(is_stopped);
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

#[cfg(test)]
mod tests;
