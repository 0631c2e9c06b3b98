//! Solve a file of Sudoku puzzles: every answer, in input order, at millions a second.
//!
//! ```text
//! input ─▶ chunk ─▶ format ─▶ solver ─▶ answers ─▶ order ─▶ output
//! (mapped   (whole    (where    (lanes)   (in the    (input   (a file when
//!  or read)  records)  puzzles             chunk's    order)   it is whole)
//!                      stand)              buffer)
//!                                  └──────▶ report
//! ```
//!
//! Imports point that way only. [`grid`] and [`error`] are the ground floor; [`solver`] knows no
//! files, formats or threads; [`pipeline`] puts it all together.
//!
//! To solve puzzles in memory, make an engine and hand it batches:
//!
//! ```
//! use bulkdoku::solver::{Form, Goal, Outcome, Puzzles, Task, Verdict, engine::Engine};
//!
//! let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
//! let puzzles = Puzzles::new(text, &[0], Form::Clues);
//! Engine::Scalar.solver().solve(Task::new(Goal::Unique), puzzles, &mut answers, &mut outcomes);
//! assert_eq!(outcomes[0].verdict, Verdict::Unique);
//! assert!(answers[0].starts_with(b"534678912672195348"));
//! ```
//!
//! To solve a file, fill in a [`pipeline::Job`].

pub mod audit;
pub mod baseline;
pub mod bench;
pub mod chunk;
mod compressed;
pub mod error;
pub mod format;
pub mod generate;
pub mod grid;
pub mod input;
mod listing;
mod order;
pub mod output;
#[doc(hidden)]
pub mod parts;
mod pieces;
pub mod pipeline;
pub mod report;
pub mod solver;
pub mod symmetry;
