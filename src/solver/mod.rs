//! Solves puzzles in memory: one, many, or rows of text in place.
//!
//! Begin with [`Solver`]. The other types describe what it reads, what to find out, and what it found.
//!
//! | item | what it is |
//! |---|---|
//! | [`Solver`] | solves, counts and lists solutions; make one per thread and reuse it |
//! | [`Uniqueness`] | the result of [`Solver::uniqueness`], with the solutions |
//! | [`SolveAll`] | the iterator of [`Solver::solve_all`]: a solution for each of many puzzles |
//! | [`Solutions`] | the iterator of [`Solver::solutions`]: all solutions of one puzzle |
//! | [`Task`], [`Goal`] | what to find out, such as whether a solution is unique, and the budget of guesses |
//! | [`Outcome`], [`Verdict`] | what the search found: the verdict, the number of solutions, the number of guesses |
//! | [`Puzzles`], [`Notation`] | puzzles in place in a text, written as clues or pencilmarks |
//! | [`Answers`], [`AnswerLine`] | where [`Solver::run_rows`] writes solutions |
//! | [`Engine`], [`Isa`] | the algorithm and the instruction set, for [`Solver::with_engine`] |
//!
//! A guess is a step in which the search tries one of several alternatives.
//!
//! The module needs only the feature `std`. The plain backtrackers among the engines, which are for comparisons, need `files`.

// For contributors. The solver: puzzles in, solutions out. It knows nothing about files, record formats or threads.
//
// ```text
//         ┌─▶ single: one board across the vector ───────────┐
// Puzzle ─┤                                                  ├─▶ outcomes, answers ─▶ Solution
//         └─▶ batch: text, goal ─▶ lanes: a board in each lane ┘
//                                    └─ puzzles with very many guesses ─▶ single
// ```
//
// `Solver` is the entry point: it takes values, or rows of text that stay where they are. `batch` is the layer below it, for
// callers that choose an engine. `baseline` contains the backtrackers that the fast engines are measured against.

#[cfg(feature = "files")]
mod baseline;
pub(crate) mod batch;
pub(crate) mod engine;
#[cfg(feature = "files")]
pub(crate) mod enumerate;
pub(crate) mod isa;
pub(crate) mod lanes;
mod many;
#[cfg(feature = "records")]
pub(crate) mod settings;
pub(crate) mod single;
mod solutions;
mod solve;
#[cfg(test)]
mod tests;
mod uniqueness;

pub use crate::board::notation::{AnswerLine, Notation, Puzzles};
pub use crate::board::outcome::{Outcome, Verdict};
pub use batch::{Answers, Goal, Task};
pub use engine::Engine;
pub use isa::Isa;
pub use many::SolveAll;
#[cfg(feature = "records")]
pub(crate) use settings::SolverSettings;
pub use solutions::Solutions;
pub use solve::Solver;
pub use uniqueness::Uniqueness;
