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
//! Start with `engine.rs`, which has a batch from its start to its end, then read `search.rs`.
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
//! 6. When a puzzle has taken [`ALLOWANCE`](engine::ALLOWANCE) guesses, its lane gives it up, because the other lanes may
//!    have to wait for it. The engine `single` solves it from the start.
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
//! `TUNING.md`, beside this file, lists what was tried for speed.

pub mod branch;
mod engine;
mod fresh_block;
pub mod guess_stack;
pub mod layout;
mod memory;
pub mod pencilmarks;
pub mod propagate;
pub mod ready_stack;
mod search;
pub mod transpose;

pub use engine::LaneEngine;

#[cfg(test)]
mod tests;
