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
//! A `Generator` removes clues from 256 grids at a time. In each round it asks the engine about all of them in one
//! batch, so that the lanes of the engine are full. When a puzzle is finished, the next line takes its slot. Lines whose
//! puzzles have not the ratings that are asked for get further ones, until each has one.
//!
//! [`GenerateJob`] writes a file of puzzles on many threads.
//!
//! Neither the full grids nor the puzzles are equally likely. [`uniform_grid`] draws grids that are, and
//! [`UnbiasedGenerator`] minimal puzzles that are. A [`Minimizer`] takes clues out of puzzles that are given.
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
mod filter;
pub(crate) mod minimize;
mod pattern;
mod plan;
mod recipe;
pub(crate) mod unbiased;
pub(crate) mod uniform;

pub use file::{GenerateJob, GenerateReport};
pub(crate) use minimize::MinimizeJob;
pub use minimize::Minimizer;
pub use pattern::{ClueMask, ClueSymmetry};
pub use recipe::Recipe;
pub use unbiased::{UnbiasedGenerator, UnbiasedPuzzle};
pub(crate) use unbiased::{UnbiasedJob, UnbiasedRecipe, UnbiasedReport};
pub use uniform::uniform_grid;
pub(crate) use uniform::write_uniform_grids;

use crate::board::grid::CELLS;
use crate::error::{Error, Result};
use crate::rating::{RatingFilter, RatingSettings};
use crate::report::numbers::grouped;
use crate::rng::LineRng;
use crate::solver::Engine;
use crate::solver::batch::Solve;
use check::BATCH;
use dig::{Dig, Digger, Next};
use filter::Filter;
use plan::Plan;
use recipe::refused;

/// The text of a puzzle: 81 clues and blanks (`.`), and a line end.
#[doc(hidden)] // for the tests and benches
pub type PuzzleLine = [u8; CELLS + 1];

/// What the random numbers of probes are for. Those of a line's first puzzle have the purpose 0, and those of the next ones,
/// which are drawn where the first does not have the ratings, 1 and so on.
const PROBE: [u8; 8] = *b"probing\0";

/// The most puzzles that are drawn for a line.
const DRAWS: u64 = 1_000_000;

/// A probe draws at most so many puzzles, in batches, and tries at most so many grids for each.
const PROBED_BATCHES: u64 = 40;
const PROBED_GRIDS: u32 = 4_000;

/// Generates the lines of a recipe, in any order. Each worker has its own.
#[doc(hidden)] // for the tests and benches
pub struct Generator {
    recipe: Recipe,
    digger: Digger,
    /// What finds the ratings, if there are conditions.
    filter: Option<Filter>,
    /// The indexes of the lines that have no puzzle yet.
    open: Vec<usize>,
}

impl Generator {
    /// A generator. Allocates all the memory that it will use, except that of [`Generator::only`].
    ///
    /// # Errors
    /// When the recipe is out of reach.
    pub fn new(recipe: Recipe) -> Result<Self> {
        Self::with_solver(recipe, Engine::default().build())
    }

    /// A generator that checks its puzzles with `solver`. The lines do not depend on the solver.
    ///
    /// # Errors
    /// When the recipe is out of reach.
    #[doc(hidden)] // for the tests and benches
    pub fn with_solver(recipe: Recipe, solver: Box<dyn Solve>) -> Result<Self> {
        recipe.check()?;
        let digger = Digger::new(Plan::new(&recipe), solver);
        Ok(Self { recipe, digger, filter: None, open: Vec::new() })
    }

    /// Makes only puzzles whose ratings satisfy all of the conditions: of each line, the first one that does, of those that are
    /// drawn for it. Of the settings, the ratings are those of the conditions.
    ///
    /// ```
    /// use bulkdoku::generate::{Generator, Recipe};
    /// use bulkdoku::rating::RatingSettings;
    ///
    /// let mut generator = Generator::new(Recipe::DEFAULT)?
    ///     .only(vec!["level>=2".parse()?, "level<=3".parse()?], RatingSettings::default());
    /// generator.probe()?;
    /// let mut lines = vec![[0; 82]; 10];
    /// let drawn = generator.write(0, &mut lines)?;
    /// assert!(drawn > 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only(self, conditions: Vec<RatingFilter>, settings: RatingSettings) -> Self {
        Self { filter: (!conditions.is_empty()).then(|| Filter::new(conditions, settings)), ..self }
    }

    /// Finds out whether puzzles come up, with a mask, a symmetry or conditions: draws some until one does. Without those,
    /// every recipe that `Recipe::check` accepts gives puzzles. Takes seconds if none comes up.
    ///
    /// # Errors
    /// When there was none on a million grids, or none of ten thousand puzzles has the ratings.
    pub fn probe(&mut self) -> Result<()> {
        let Self { recipe, digger, filter, .. } = self;
        if digger.plan.is_of_clues_alone && filter.is_none() {
            return Ok(());
        }
        let most = u64::from(PROBED_GRIDS) * BATCH as u64;
        let (mut grids, mut puzzles) = (0, 0);
        let tries = std::mem::replace(&mut digger.plan.tries, PROBED_GRIDS);
        let mut found = Ok(());
        for batch in 0..PROBED_BATCHES {
            if found.is_err() || grids >= most {
                break;
            }
            let begin = |plan: &Plan, index: usize, (): &()| {
                let number = batch * BATCH as u64 + index as u64;
                Dig::new(plan, LineRng::of_purpose(recipe.seed, PROBE, number), None)
            };
            found = digger.run(&mut [(); BATCH], begin, |(), dig, next| {
                grids += u64::from(dig.tries());
                puzzles += u64::from(next == Next::Done);
                let accepts = |filter: &mut Filter| filter.accepts(dig.puzzle());
                let is_found = next == Next::Done && filter.as_mut().is_none_or(accepts);
                if is_found { Err(()) } else { Ok(()) }
            });
        }
        digger.plan.tries = tries;
        match (found, puzzles) {
            (Err(()), _) => Ok(()),
            (Ok(()), 0) => {
                let grids = grouped(grids);
                let hint = "ask for more clues, a larger mask or another symmetry";
                Err(refused(format!("no puzzle came up on {grids} grids: {hint}")))
            }
            (Ok(()), _) => {
                let (puzzles, hint) = (grouped(puzzles), "ask for ratings that are more common");
                Err(refused(format!("none of {puzzles} puzzles has these ratings: {hint}")))
            }
        }
    }

    /// Writes the lines `first`, `first + 1` and so on of the file, counted from 0. Does not allocate, but for lists that are
    /// kept. Returns how many puzzles were drawn for them: more than the lines if there are conditions.
    ///
    /// This is most efficient with a few thousand lines per call, because the last batches of a call are not full.
    ///
    /// # Errors
    /// When no puzzle was found for a line: none of the recipe on 10,000 full grids, on 100 million with a mask or a symmetry, or
    /// none with the ratings among a million puzzles. It depends on the recipe alone, so that another attempt ends in the same
    /// way. The contents of `lines` are then unspecified.
    pub fn write(&mut self, first: u64, lines: &mut [PuzzleLine]) -> Result<u64> {
        self.open.clear();
        self.open.extend(0..lines.len());
        let mut drawn = 0;
        for draw in 0..DRAWS {
            drawn += self.open.len() as u64;
            self.draw(draw, first, lines)?;
            let Some(filter) = &mut self.filter else { return Ok(drawn) };
            filter.retain(lines, &mut self.open);
            if self.open.is_empty() {
                return Ok(drawn);
            }
        }
        Err(none_for(first + self.open[0] as u64))
    }

    /// Draws the puzzle with this number of every open line.
    fn draw(&mut self, draw: u64, first: u64, lines: &mut [PuzzleLine]) -> Result<()> {
        let Self { recipe: Recipe { seed, .. }, digger, open, .. } = self;
        let begin = |plan: &Plan, _: usize, index: &usize| {
            let line = first + *index as u64;
            Dig::new(plan, LineRng::of_purpose(*seed, draw.to_le_bytes(), line), None)
        };
        digger.run(open, begin, |&mut index, dig, next| {
            if next == Next::GiveUp {
                return Err(none_for(first + index as u64));
            }
            lines[index][..CELLS].copy_from_slice(dig.puzzle());
            lines[index][CELLS] = b'\n';
            Ok(())
        })
    }
}

/// The error of a line, counted from 0, for which no puzzle came up.
fn none_for(line: u64) -> Error {
    refused(format!("no puzzle came up for line {}: ask for more clues, or take another seed", line + 1))
}
