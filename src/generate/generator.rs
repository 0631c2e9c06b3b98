//! Generates the puzzles of a recipe, 256 at a time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::dig::{BATCH, Dig, Digger, NO_PUZZLE, Next};
use super::filter::Filter;
use super::patience::{PATIENCE, Terms};
use super::plan::Plan;
use super::recipe::Recipe;
use crate::board::grid::CELLS;
use crate::board::puzzle::Puzzle;
use crate::error::{Error, Result};
use crate::pipeline::OnWait;
use crate::rating::{RatingFilter, RatingSettings};
use crate::report::numbers::grouped;
use crate::rng::LineRng;
use crate::solver::Engine;
use crate::solver::batch::{PuzzleLine, Solve};

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
        let mut digger = Digger::new(Plan::new(&recipe), solver);
        digger.patience.terms.limit = PATIENCE;
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
        let filter = (!conditions.is_empty()).then(|| Filter::new(conditions, settings));
        Self { filter, ..self }.with_terms(|_| ())
    }

    /// Gives up when no puzzle was found for this long, instead of 30 s.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use bulkdoku::generate::{Generator, Recipe};
    /// use bulkdoku::rating::RatingSettings;
    ///
    /// let conditions = vec!["level<=2".parse()?, "level>=5".parse()?];
    /// let mut generator = Generator::new(Recipe::default())?
    ///     .only(conditions, RatingSettings::default())
    ///     .patience(Duration::from_millis(20));
    /// let reason = generator.fill(0, &mut [bulkdoku::Puzzle::EMPTY]).unwrap_err().to_string();
    /// assert!(reason.starts_with("gave up after 0.02 s: none of "), "{reason}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn patience(self, limit: Duration) -> Self {
        self.with_terms(|terms| terms.limit = limit)
    }

    /// Returns [`Error::Stopped`] soon after this flag becomes true.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use bulkdoku::generate::{Generator, Recipe};
    ///
    /// let flag = Arc::new(AtomicBool::new(true)); // by a handler of Ctrl-C, for instance
    /// let mut generator = Generator::new(Recipe::default())?.stop_when(flag);
    /// let stopped = generator.fill(0, &mut [bulkdoku::Puzzle::EMPTY]);
    /// assert!(matches!(stopped, Err(bulkdoku::Error::Stopped)));
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    pub fn stop_when(self, flag: Arc<AtomicBool>) -> Self {
        self.with_terms(|terms| terms.is_stopped = Some(flag))
    }

    /// Calls `on_wait` with what is missing, about every second without a puzzle.
    pub(super) fn on_wait(self, on_wait: OnWait) -> Self {
        self.with_terms(|terms| terms.on_wait = Some(on_wait))
    }

    /// Changes the terms of the search: those of the digger and of the filter are the same.
    fn with_terms(mut self, change: impl FnOnce(&mut Terms)) -> Self {
        change(&mut self.digger.patience.terms);
        if let Some(filter) = &mut self.filter {
            filter.patience.terms = self.digger.patience.terms.clone();
        }
        self
    }

    /// Checks whether a recipe with a mask, a symmetry or conditions yields puzzles: draws until it finds one. Other recipes that
    /// `Recipe::check` accepts always yield puzzles. Takes seconds if it finds none.
    ///
    /// # Errors
    /// Returns an error if a million grids yield no puzzle, none of ten thousand puzzles has the ratings, or either takes longer than
    /// the [patience](Self::patience). It names the condition that no puzzle satisfied, and the value that was nearest.
    pub fn probe(&mut self) -> Result<()> {
        let Self { recipe, digger, filter, .. } = self;
        if digger.plan.is_of_clues_alone && filter.is_none() {
            return Ok(());
        }
        let most = u64::from(PROBED_GRIDS) * BATCH as u64;
        let (mut grids, mut puzzles) = (0, 0);
        let tries = std::mem::replace(&mut digger.plan.tries, PROBED_GRIDS);
        let mut looked = Ok(());
        if let Some(filter) = filter {
            filter.patience.restart();
        }
        for batch in 0..PROBED_BATCHES {
            if looked.is_err() || digger.patience.is_over() || grids >= most {
                break;
            }
            let begin = |plan: &Plan, index: usize, (): &()| {
                let number = batch * BATCH as u64 + index as u64;
                Dig::new(plan, LineRng::of_purpose(recipe.seed, PROBE, number), None)
            };
            looked = digger.run(&mut [(); BATCH], begin, |(), dig, next| {
                grids += u64::from(dig.tries());
                if next != Next::Done {
                    return Ok(());
                }
                puzzles += 1;
                let is_found = filter.as_mut().is_none_or(|filter| filter.is_met_by(dig.puzzle()));
                let is_over = filter.as_ref().is_some_and(|filter| filter.patience.is_over());
                if is_found || is_over { Err(is_found) } else { Ok(()) }
            });
        }
        digger.plan.tries = tries;
        if looked == Err(true) {
            return Ok(());
        }
        let no_puzzle = || {
            let hint = "use more clues, a larger mask or another symmetry";
            format!("found no puzzle on {} grids: {hint}", grouped(grids))
        };
        digger.patience.check(no_puzzle)?;
        let Some(filter) = filter.as_ref().filter(|_| puzzles > 0) else {
            return Err(Error::refused(no_puzzle()));
        };
        filter.patience.check(|| filter.missing())?;
        Err(Error::refused(filter.missing()))
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
        if let Some(filter) = &mut self.filter {
            filter.patience.restart();
        }
        for draw in 0..DRAWS {
            drawn += self.open.len() as u64;
            self.draw(draw, first, lines)?;
            let Some(filter) = &mut self.filter else { return Ok(drawn) };
            filter.retain(lines, &mut self.open)?;
            if self.open.is_empty() {
                return Ok(drawn);
            }
        }
        Err(none_for(first + self.open[0] as u64))
    }

    /// Returns how many drawn puzzles were undecided since the last call: a rating was a lower bound that left a condition open.
    pub(super) fn take_undecided(&mut self) -> u64 {
        self.filter.as_mut().map_or(0, |filter| std::mem::take(&mut filter.undecided))
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
        })?;
        digger.patience.check(|| NO_PUZZLE.to_owned())
    }
}

/// Returns the error of a line, counted from 0, without a puzzle.
fn none_for(line: u64) -> Error {
    Error::refused(format!("found no puzzle for line {}: use more clues or another seed", line + 1))
}
