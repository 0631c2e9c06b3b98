//! Generates the puzzles of a recipe, 256 at a time.

use super::batch::PuzzleLine;
use super::check::BATCH;
use super::dig::{Dig, Digger, Next};
use super::filter::Filter;
use super::plan::Plan;
use super::recipe::{Recipe, refused};
use crate::board::grid::CELLS;
use crate::board::puzzle::Puzzle;
use crate::error::{Error, Result};
use crate::rating::{RatingFilter, RatingSettings};
use crate::report::numbers::grouped;
use crate::rng::LineRng;
use crate::solver::Engine;
use crate::solver::batch::Solve;

/// The purpose of the random numbers of probes. The first puzzle of a line has purpose 0; further ones, drawn if it does not have
/// the ratings, have purpose 1 and so on.
const PROBE: [u8; 8] = *b"probing\0";

/// The largest number of puzzles to draw for a line.
const DRAWS: u64 = 1_000_000;

/// The largest numbers of batches of puzzles that a probe draws, and of grids that it tries for each.
const PROBED_BATCHES: u64 = 40;
const PROBED_GRIDS: u32 = 4_000;

/// Generates the lines of a recipe, in any order. Each worker has its own.
///
/// ```
/// use bulkdoku::generate::{Generator, Recipe};
/// use bulkdoku::{Puzzle, Solver};
///
/// let mut puzzles = [Puzzle::EMPTY; 10];
/// Generator::new(Recipe::default())?.fill(0, &mut puzzles)?;
/// assert!(puzzles.iter().all(|puzzle| Solver::new().is_unique(puzzle) && puzzle.clue_count() >= 28));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct Generator {
    recipe: Recipe,
    digger: Digger,
    /// The filter, if there are conditions.
    filter: Option<Filter>,
    /// The indices of the lines without a puzzle.
    open: Vec<usize>,
    /// The lines of [`fill`](Self::fill).
    lines: Vec<PuzzleLine>,
}

impl Generator {
    /// Creates a generator. Allocates all the memory that it will use, except for [`Generator::only`].
    ///
    /// # Errors
    /// Returns an error if the recipe is out of reach.
    pub fn new(recipe: Recipe) -> Result<Self> {
        Self::with_solver(recipe, Engine::default().build())
    }

    /// Creates a generator that checks its puzzles with `solver`. The lines do not depend on the solver.
    ///
    /// # Errors
    /// Returns an error if the recipe is out of reach.
    #[doc(hidden)] // for the tests and benches
    pub fn with_solver(recipe: Recipe, solver: Box<dyn Solve>) -> Result<Self> {
        recipe.check()?;
        let digger = Digger::new(Plan::new(&recipe), solver);
        Ok(Self { recipe, digger, filter: None, open: Vec::new(), lines: Vec::new() })
    }

    /// Generates only puzzles with ratings that satisfy all conditions: on each line, the first puzzle drawn for it that does.
    /// The ratings in `settings` are replaced by those of the conditions.
    ///
    /// ```
    /// use bulkdoku::generate::{Generator, Recipe};
    /// use bulkdoku::rating::RatingSettings;
    ///
    /// let mut generator = Generator::new(Recipe::default())?
    ///     .only(vec!["level>=2".parse()?, "level<=3".parse()?], RatingSettings::default());
    /// generator.probe()?;
    /// let drawn = generator.fill(0, &mut [bulkdoku::Puzzle::EMPTY; 10])?;
    /// assert!(drawn > 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only(self, conditions: Vec<RatingFilter>, settings: RatingSettings) -> Self {
        Self { filter: (!conditions.is_empty()).then(|| Filter::new(conditions, settings)), ..self }
    }

    /// Checks whether a recipe with a mask, a symmetry or conditions yields puzzles: draws until it finds one. Other recipes that
    /// `Recipe::check` accepts always yield puzzles. Takes seconds if it finds none.
    ///
    /// # Errors
    /// Returns an error if a million grids yield no puzzle, or none of ten thousand puzzles has the ratings.
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
                let hint = "use more clues, a larger mask or another symmetry";
                Err(refused(format!("found no puzzle on {grids} grids: {hint}")))
            }
            (Ok(()), _) => {
                let (puzzles, hint) = (grouped(puzzles), "use more common ratings");
                Err(refused(format!("none of {puzzles} puzzles has these ratings: {hint}")))
            }
        }
    }

    /// Replaces `puzzles` by the puzzles with the numbers `first`, `first + 1` and so on: the lines, counted from 0, of a file
    /// that [`GenerateJob`](super::GenerateJob) writes. Does not allocate, except for lists that are reused, and returns the
    /// number of puzzles drawn, which is greater than the number of puzzles if there are conditions.
    ///
    /// This is most efficient with a few thousand puzzles per call, because the last batches of a call are not full.
    ///
    /// # Errors
    /// Returns an error if no puzzle was found for a number: none of the recipe on 10,000 full grids (100 million with a mask or
    /// a symmetry), or none with the ratings among a million puzzles. This depends only on the recipe, so another attempt fails
    /// in the same way. The puzzles are then unchanged.
    pub fn fill(&mut self, first: u64, puzzles: &mut [Puzzle]) -> Result<u64> {
        let mut lines = std::mem::take(&mut self.lines);
        lines.resize(puzzles.len(), [0; CELLS + 1]);
        let drawn = self.write(first, &mut lines);
        if drawn.is_ok() {
            for (puzzle, [text @ .., _]) in puzzles.iter_mut().zip(&lines) {
                *puzzle = Puzzle::try_from(*text).expect("clues and blanks");
            }
        }
        self.lines = lines;
        drawn
    }

    /// Writes the lines `first`, `first + 1` and so on of the file, counted from 0. Does not allocate, except for lists that are
    /// reused. Returns the number of puzzles drawn, which is greater than the number of lines if there are conditions.
    ///
    /// This is most efficient with a few thousand lines per call, because the last batches of a call are not full.
    ///
    /// # Errors
    /// Returns an error if no puzzle was found for a line: none of the recipe on 10,000 full grids (100 million with a mask or a
    /// symmetry), or none with the ratings among a million puzzles. This depends only on the recipe, so another attempt fails in
    /// the same way. The contents of `lines` are then unspecified.
    #[doc(hidden)] // for the tests and benches
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

    /// Draws the puzzle with this number for every open line.
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

/// Returns the error of a line, counted from 0, without a puzzle.
fn none_for(line: u64) -> Error {
    refused(format!("found no puzzle for line {}: use more clues or another seed", line + 1))
}
