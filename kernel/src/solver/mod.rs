//! The solver: puzzles in, solutions out. It knows nothing about files, record formats or threads.
//!
//! ```text
//!         ┌─▶ single: one board across the vector ───────────┐
//! Puzzle ─┤                                                  ├─▶ outcomes, answers ─▶ Solution
//!         └─▶ batch: text, goal ─▶ lanes: a board in each lane ┘
//!                                    └─ puzzles with very many guesses ─▶ single
//! ```
//!
//! `Solver` is the entry point: it takes values, or rows of text that stay where they are. `batch` is the layer below it, for
//! callers that choose an engine. `baseline` contains the backtrackers that the fast engines are measured against.

mod baseline;
pub mod batch;
mod batch_solver;
pub mod engine;
pub mod lanes;
mod many;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod rows;
pub mod single;
mod solutions;
mod solve;
#[cfg(test)]
mod tests;

pub use crate::board::notation::{AnswerLine, Notation, Puzzles};
pub use crate::board::outcome::{Outcome, Verdict};
pub use crate::simd::Isa;
pub use batch::{Answers, Goal, Task};
pub use engine::{Engine, SolverSettings};
pub use many::SolveAll;
pub use solutions::{Solutions, Uniqueness};
pub use solve::Solver;
