//! Generates puzzles and solution grids from a seed, and removes redundant clues.
//!
//! Jobs write files of puzzles on many threads; the other types return them as values. Begin with one of these:
//!
//! | to make | as values | as a file |
//! |---|---|---|
//! | puzzles of a [`Recipe`] | [`Generator`] | [`GenerateJob`] |
//! | minimal puzzles without bias | [`UnbiasedGenerator`] | [`UnbiasedJob`] |
//! | solution grids, each equally likely | [`uniform_grid`] | [`UniformGridsJob`] |
//! | minimal puzzles from given ones | [`Minimizer`] | [`MinimizeJob`] |
//!
//! Neither the full grids nor the puzzles of a [`Generator`] are equally likely. If that matters, use the unbiased or uniform
//! ones.
//!
//! | item | what it is |
//! |---|---|
//! | [`Recipe`] | the kind of puzzles to generate: seed, clues, pattern, whether they are minimal |
//! | [`ClueSymmetry`], [`ClueMask`] | a symmetry of the clue pattern, and the cells that may be clues |
//! | [`UnbiasedRecipe`], [`UnbiasedPuzzle`] | the minimal puzzles to draw, and a drawn puzzle with its weight |
//! | [`GenerateReport`], [`UnbiasedReport`] | what a job made |
//!
//! Line i of a file depends only on the [`Recipe`] and on i. The bytes do not depend on the number of threads, the batches, the
//! engine or the instruction set.
//!
//! The module needs the feature `records`.
//!
//! # Repeated lines
//! Two lines draw from independent random streams. They are equal only if both draw the same of the 6.7e21 full grids and keep
//! the same cells. Not all grids are equally likely. But even if a bias made repetitions of a grid a thousand times as likely, a
//! file of 1e9 lines, which has 5e17 pairs of lines, would contain a repeated grid in only one case in ten. Both lines would then
//! have to keep the same of about 1e22 selections of 30 clues.

// For contributors. The bytes of a line do not depend on the engine, because the engine only decides whether a puzzle has one
// solution.
//
// ```text
// line i ─▶ its random stream ─▶ full grid ─▶ Dig ◀─▶ is the solution unique? ─▶ text of line i
//                                              256 at a time, one batch per round
// ```
//
// A `Generator` removes clues from 256 grids at a time. Each round asks the engine about all of them in one batch, which fills
// the lanes of the engine. When a puzzle is finished, the next line takes its slot. A line gets further puzzles until one has
// the requested ratings.

mod dig;
mod filter;
mod generator;
mod job;
pub(crate) mod minimize;
mod patience;
mod pattern;
mod plan;
mod recipe;
mod rows;
pub(crate) mod unbiased;
pub(crate) mod uniform;

#[doc(hidden)] // for the tests and benches
pub use crate::solver::batch::PuzzleLine;
pub use generator::Generator;
pub use job::{GenerateJob, GenerateReport};
pub use minimize::{Minimizer, job::MinimizeJob};
pub(crate) use patience::PATIENCE;
pub use pattern::{ClueMask, ClueSymmetry};
pub use recipe::Recipe;
pub use unbiased::{UnbiasedGenerator, UnbiasedJob, UnbiasedPuzzle, UnbiasedRecipe, UnbiasedReport};
pub use uniform::{UniformGridsJob, uniform_grid};
