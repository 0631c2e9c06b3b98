//! Generates puzzles from a seed.
//!
//! Line i of a file depends on the [`Recipe`] and on i alone. The bytes do not depend on the number of threads, the
//! batches, the engine or the instruction set, because the engine only decides whether a puzzle has one solution.
//!
//! ```text
//! line i ─▶ its random stream ─▶ full grid ─▶ Dig ◀─▶ is the solution unique? ─▶ text of line i
//!                                              256 at a time, one batch per round
//! ```
//!
//! A [`Generator`] removes clues from 256 grids at a time. In each round it asks the engine about all of them in one
//! batch, so that the lanes of the engine are full. When a puzzle is finished, the next line takes its slot.
//!
//! [`GenerateJob`] writes a file of puzzles on many threads.
//!
//! Neither the full grids nor the puzzles are equally likely. [`uniform_grid`] draws grids that are, and
//! [`UnbiasedGenerator`] minimal puzzles that are. [`MinimizeJob`] takes clues out of
//! puzzles that are given.
//!
//! # Repeated lines
//! Two lines draw from independent random streams. They are equal only if both draw the same of the 6.7e21 full grids
//! and keep the same cells. Not all grids are equally likely. But even if a bias made repetitions of a grid a thousand
//! times as likely, a file of 1e9 lines, which has 5e17 pairs of lines, would hold a repeated grid in one case of ten;
//! and then both lines would have to keep the same of about 1e22 selections of 30 clues.

pub(crate) mod batch;
mod check;
mod dig;
mod file;
mod minimize;
mod recipe;
mod unbiased;
pub(crate) mod uniform;

pub use file::GenerateJob;
pub use minimize::{MinimizeJob, Minimizer};
pub use recipe::{Recipe, RecipeError};
pub use unbiased::{UnbiasedGenerator, UnbiasedJob, UnbiasedPuzzle, UnbiasedRecipe, UnbiasedReport};
pub use uniform::{UniformGridJob, uniform_grid};

use std::fmt;

use crate::grid::CELLS;
use crate::rng::LineRng;
use crate::solver::batch::Solve;
use dig::{Dig, Digger, Next};

/// The text of a puzzle: 81 clues and blanks (`.`), and a line end.
pub type PuzzleLine = [u8; CELLS + 1];

/// The error of a line for which 10,000 full grids gave no puzzle of the recipe. It depends on the recipe alone, so that
/// another attempt ends in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GaveUp {
    /// The number of the line, from 0.
    pub line: u64,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no puzzle came up for line {}: ask for more clues, or take another seed", self.line + 1)
    }
}

impl std::error::Error for GaveUp {}

/// Generates the lines of a recipe, in any order. Each worker has its own.
pub struct Generator {
    recipe: Recipe,
    digger: Digger,
}

impl Generator {
    /// A generator that checks its puzzles with `solver`. The lines do not depend on the solver. Allocates all the
    /// memory that it will use.
    ///
    /// # Errors
    /// When the recipe is out of reach.
    pub fn new(recipe: Recipe, solver: Box<dyn Solve>) -> Result<Self, RecipeError> {
        recipe.check()?;
        Ok(Self { recipe, digger: Digger::new(solver) })
    }

    /// Writes the lines `first`, `first + 1` and so on of the file, counted from 0. Does not allocate.
    ///
    /// This is most efficient with a few thousand lines per call, because the last batches of a call are not full.
    ///
    /// # Errors
    /// When no puzzle was found for a line. The contents of `lines` are then unspecified.
    pub fn write(&mut self, first: u64, lines: &mut [PuzzleLine]) -> Result<(), GaveUp> {
        let Self { recipe, digger } = self;
        let begin = |index: usize, _: &PuzzleLine| {
            Dig::new(recipe, LineRng::of_line(recipe.seed, first + index as u64))
        };
        digger.run(lines, begin, |index, line, dig, next| {
            if next == Next::GiveUp {
                return Err(GaveUp { line: first + index as u64 });
            }
            line[..CELLS].copy_from_slice(dig.puzzle());
            line[CELLS] = b'\n';
            Ok(())
        })
    }
}
