//! Puzzles from a seed.
//!
//! Line i of a file depends on the [`Recipe`] and on i alone. Who makes it, in what batch, on how many threads, with
//! which engine and instruction set: none of that can be seen in its bytes, because all that an engine is asked is
//! whether a puzzle has one solution.
//!
//! ```text
//! line i ─▶ its own draws ─▶ full grid ─▶ dig ◀─▶ one solution?  ─▶ line i's text
//!                                          256 at a time, a batch a round
//! ```
//!
//! A [`Generator`] digs some hundred puzzles at a time, each a little in every round, and asks about all of them in
//! one batch, so that an engine with many lanes has them full. A puzzle that is done leaves its place to the next line.
//!
//! [`run`] writes a file of them on many threads.
//!
//! **A line twice.** Two lines draw from two streams that have nothing in common, so they are equal only by rng:
//! where both come to the same of 6.7e21 full grids and dig out the same cells. The grids are not all equally likely,
//! but a bias of a thousand would still leave a billion lines of full grids, which are 5e17 pairs, at one repetition in
//! ten files; and of the about 1e22 ways to choose 30 clues both would have to take the same one.

mod dig;
mod file;
mod recipe;
mod rng;

pub use file::{Job, run};
pub use recipe::{OutOfReach, Recipe};

use std::fmt;

use crate::grid::CELLS;
use crate::solver::batch::{AnswerLine, Form, Goal, Puzzles, Solve, Task};
use crate::solver::{Outcome, Verdict};
use dig::{Dig, Next};
use rng::LineRng;

/// The text of a puzzle as it is written: 81 clues and blanks (`.`), and a line end.
pub type PuzzleLine = [u8; CELLS + 1];

/// Puzzles dug at a time: some for each lane, and their text still fits the nearest cache.
const BATCH: usize = 256;

/// The error of a line for which no puzzle as asked for came up in many tries. It would be the same line every time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp {
    /// The line, counted from 0.
    pub line: u64,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no puzzle came up for line {}: ask for more clues, or take another seed", self.line + 1)
    }
}

impl std::error::Error for GaveUp {}

/// Makes the lines of a recipe, in any order. One per worker.
pub struct Generator {
    recipe: Recipe,
    solver: Box<dyn Solve>,
    digs: Vec<Slot>,
    questions: Vec<u8>,
    starts: Vec<u32>,
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
    checks: u64,
}

/// A puzzle being dug, and the line it will be.
struct Slot {
    line: usize,
    dig: Dig,
}

impl Generator {
    /// A generator that asks this solver; the lines do not depend on which. Allocates all it will ever use.
    ///
    /// # Errors
    /// When the recipe asks for what cannot be made.
    pub fn new(recipe: Recipe, solver: Box<dyn Solve>) -> Result<Self, OutOfReach> {
        recipe.check()?;
        Ok(Self {
            recipe,
            solver,
            digs: Vec::with_capacity(BATCH),
            questions: vec![b'.'; BATCH * CELLS],
            starts: (0..BATCH).map(|place| (place * CELLS) as u32).collect(),
            answers: vec![[0; CELLS + 1]; BATCH],
            outcomes: vec![Outcome::default(); BATCH],
            checks: 0,
        })
    }

    /// Writes the file's lines from number `first` (counted from 0) on. Does not allocate.
    ///
    /// Cheapest with some thousand lines at a time: towards the end the batches are no longer full.
    ///
    /// # Errors
    /// When no puzzle as asked for came up for a line; the lines are in any state then.
    pub fn write(&mut self, first: u64, lines: &mut [PuzzleLine]) -> Result<(), GaveUp> {
        self.digs.clear();
        let mut begun = 0;
        loop {
            while self.digs.len() < BATCH && begun < lines.len() {
                self.begin(first, begun, lines)?;
                begun += 1;
            }
            if self.digs.is_empty() {
                return Ok(());
            }
            self.ask();
            self.answer(first, lines)?;
        }
    }

    /// How many puzzles the engine was asked about so far.
    pub fn checks(&self) -> u64 {
        self.checks
    }

    fn begin(&mut self, first: u64, line: usize, lines: &mut [PuzzleLine]) -> Result<(), GaveUp> {
        let rng = LineRng::of_line(self.recipe.seed, first + line as u64);
        let (dig, next) = Dig::new(&self.recipe, rng);
        if goes_on(next, &dig, first, line, lines)? {
            self.digs.push(Slot { line, dig });
        }
        Ok(())
    }

    /// Asks the engine about all puzzles in their places.
    fn ask(&mut self) {
        let count = self.digs.len();
        for (question, place) in self.questions.chunks_exact_mut(CELLS).zip(&self.digs) {
            question.copy_from_slice(&place.dig.question());
        }
        let puzzles = Puzzles::new(&self.questions, &self.starts[..count], Form::Clues);
        let (answers, outcomes) = (&mut self.answers[..count], &mut self.outcomes[..count]);
        self.solver.solve(Task::new(Goal::Unique), puzzles, answers, outcomes);
        self.checks += count as u64;
    }

    /// Hands out the answers, from the last place to the first: a place that falls free is filled with the last one.
    fn answer(&mut self, first: u64, lines: &mut [PuzzleLine]) -> Result<(), GaveUp> {
        for index in (0..self.digs.len()).rev() {
            let Slot { line, dig } = &mut self.digs[index];
            let next = dig.answer(self.outcomes[index].verdict == Verdict::Unique);
            if !goes_on(next, dig, first, *line, lines)? {
                self.digs.swap_remove(index);
            }
        }
        Ok(())
    }
}

/// Is there more to do for this line? Writes it when it is done.
fn goes_on(next: Next, dig: &Dig, first: u64, line: usize, lines: &mut [PuzzleLine]) -> Result<bool, GaveUp> {
    match next {
        Next::Ask => Ok(true),
        Next::GiveUp => Err(GaveUp { line: first + line as u64 }),
        Next::Done => {
            lines[line][..CELLS].copy_from_slice(dig.puzzle());
            lines[line][CELLS] = b'\n';
            Ok(false)
        }
    }
}
