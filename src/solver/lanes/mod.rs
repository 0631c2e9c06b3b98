//! The lane engine: each 32-bit lane of a vector solves a puzzle of its own and takes the next one when it is done.
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
//! 1. All lanes run this loop at once. A *round* is two sweeps of all lanes and one look at the result, because a look
//!    costs as much as a sweep. A lane whose board stops changing in the first of the two sweeps waits for the second.
//! 2. Clues are eliminated from their rows, columns and boxes while they are read, all at once. Puzzles start in the
//!    *fresh block*, one per lane, and are swept there for as long as enough of them change. Most easy puzzles are
//!    solved there and never enter the search block. The others wait in the ready stack, so that the lanes of the
//!    search block are always full. The sweep that settles a block ends without a look for singles, which is half of it.
//! 3. All lanes that branch in a round push their boards as one page of the guess stack.
//! 4. The eliminations of all children, forced, denied and fresh from the ready stack, are applied in one pass over the words
//!    when the next round's block is written.
//! 5. The naked singles that one sweep finds for the next are not saved with a board. After a pop the lane's first sweep
//!    does without them, as does that of a board from the ready stack or of a fresh one.
//! 6. When a puzzle has cost its lane very many guesses, all lanes search it together before they go on with the others:
//!    see `long_search`. It is then searched in other orders, too: see `restarts`.
//!
//! # Proposition: a puzzle's outcome does not depend on its neighbours
//!
//! The outcome and the first solution of a puzzle depend on the puzzle and the task alone: not on the other puzzles of the
//! batch, nor on its size, the number of lanes or the instruction set.
//!
//! *Proof.* No operation moves bits between lanes, except that the ready stack and the guess stack move whole boards. So the
//! neighbours of a puzzle decide only when, and how often, its board is swept. A lane branches only on a board that a full
//! sweep has left unchanged and not found contradictory. By the lemma in `propagate`, the puzzle's board and the path of
//! guesses determine that board, or that there is none, whatever the number and the kinds of the sweeps. The mark is a
//! function of that board, and the order of the children is fixed. By induction over the nodes the whole tree is a
//! function of the puzzle, up to the guess at which its lane is suspended. What is left of the tree then is searched in
//! generations. By the same argument each of their boards has an outcome of its own, since the number of the boards, their
//! guesses and the solutions wanted are constants or follow from the generations before, and the results are taken in a
//! fixed order. Restarts follow certain generations and see the puzzle alone. The instruction sets compute the
//! same bits, as the tests of `simd` check. ∎
//!
#![doc = include_str!("TUNING.md")]

pub(crate) mod branch;
mod fresh_block;
pub mod guess_stack;
pub(crate) mod layout;
mod long_search;
pub(crate) mod pencilmarks;
pub(crate) mod propagate;
pub(crate) mod ready_stack;
mod restarts;
mod search;
pub mod simd;
pub mod transpose;

use crate::solver::Outcome;
use crate::solver::batch::{Answers, Counters, Puzzles, Solve, Task};
use guess_stack::GuessStack;
use layout::AlignedBlock;
use long_search::{LongSearches, STEP};
use ready_stack::ReadyStack;
use search::{LaneSearch, OpenBatch};
use transpose::{Planes, Transpose};

/// The lane engine on one instruction set, with all the memory that it works in.
pub struct LaneEngine<S: Transpose> {
    simd: S,
    memory: Memory,
    long_searches: LongSearches,
    /// The guesses that a puzzle may cost before its lane is suspended: [`STEP`], fewer in tests.
    allowance: u64,
}

/// The memory of an engine. It outlives the batches; no puzzle is in it between two of them.
struct Memory {
    stack: GuessStack,
    ready: Box<ReadyStack>,
    fresh: Box<AlignedBlock>,
    /// The planes of puzzles, or the digits of solutions, on their way from or to text.
    planes: Box<Planes>,
    counters: Counters,
}

impl<S: Transpose> LaneEngine<S> {
    /// Returns an engine. Allocates all the memory that it will use.
    pub fn new(simd: S) -> Self {
        let long_searches = LongSearches::new(Memory::new::<S>());
        Self { simd, memory: Memory::new::<S>(), long_searches, allowance: STEP }
    }

    /// Returns an engine that suspends a lane after so many guesses.
    #[cfg(test)]
    fn with_allowance(simd: S, allowance: u64) -> Self {
        Self { allowance, ..Self::new(simd) }
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

impl<S: Transpose> Solve for LaneEngine<S> {
    fn solve_to(&mut self, task: Task, puzzles: Puzzles<'_>, answers: Answers<'_>, outcomes: &mut [Outcome]) {
        assert_eq!(puzzles.len(), answers.len(), "one answer per puzzle");
        assert_eq!(puzzles.len(), outcomes.len(), "one outcome per puzzle");
        let allowance = task.budget.min(self.allowance) as u32;
        let batch = OpenBatch { task, puzzles, answers, outcomes, allowance, next: 0 };
        let search = LaneSearch::new(self.simd, batch, &mut self.memory);
        search.run_to_end(|search, lane| self.long_searches.finish(search, lane));
    }

    fn counters(&self) -> Option<Counters> {
        let mut sum = self.memory.counters();
        sum.add(self.long_searches.memory.counters());
        Some(sum)
    }
}
