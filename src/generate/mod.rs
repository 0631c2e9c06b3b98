//! Generates puzzles from a seed.
//!
//! Line i of a file depends only on the [`Recipe`] and on i. The bytes do not depend on the number of threads, the batches, the
//! engine or the instruction set, because the engine only decides whether a puzzle has one solution.
//!
//! ```text
//! line i ─▶ its random stream ─▶ full grid ─▶ Dig ◀─▶ is the solution unique? ─▶ text of line i
//!                                              256 at a time, one batch per round
//! ```
//!
//! A [`Generator`] removes clues from 256 grids at a time. Each round asks the engine about all of them in one batch, which fills
//! the lanes of the engine. When a puzzle is finished, the next line takes its slot. A line gets further puzzles until one has
//! the requested ratings.
//!
//! [`GenerateJob`] writes a file of puzzles on many threads. A [`Generator`] returns them as values.
//!
//! Neither the full grids nor the puzzles are equally likely. [`uniform_grid`] draws grids uniformly, and [`UnbiasedGenerator`]
//! draws minimal puzzles without bias; [`UniformGridsJob`] and [`UnbiasedJob`] write files of them. A [`Minimizer`] removes
//! redundant clues from given puzzles, and a [`MinimizeJob`] from a file of them.
//!
//! # Repeated lines
//! Two lines draw from independent random streams. They are equal only if both draw the same of the 6.7e21 full grids and keep
//! the same cells. Not all grids are equally likely. But even if a bias made repetitions of a grid a thousand times as likely, a
//! file of 1e9 lines, which has 5e17 pairs of lines, would contain a repeated grid in only one case in ten. Both lines would then
//! have to keep the same of about 1e22 selections of 30 clues.

pub(crate) mod batch;
mod check;
mod dig;
mod file;
mod filter;
mod generator;
mod minimize_job;
pub(crate) mod minimizer;
mod pattern;
mod plan;
mod recipe;
pub(crate) mod unbiased;
pub(crate) mod uniform;

#[doc(hidden)] // for the tests and benches
pub use batch::PuzzleLine;
pub use file::{GenerateJob, GenerateReport};
pub use generator::Generator;
pub use minimize_job::MinimizeJob;
pub use minimizer::{Minimizer, NotUnique};
pub use pattern::{ClueMask, ClueSymmetry};
pub use recipe::Recipe;
pub use unbiased::{UnbiasedGenerator, UnbiasedJob, UnbiasedPuzzle, UnbiasedRecipe, UnbiasedReport};
pub use uniform::{UniformGridsJob, uniform_grid};
