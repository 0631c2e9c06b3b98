//! The solver: puzzles in, solutions out. It knows no files, no record formats and no threads.
//!
//! ```text
//!         ┌─▶ single: one board across the vector ───────────┐
//! Puzzle ─┤                                                  ├─▶ outcomes, answers ─▶ Solution
//!         └─▶ batch: text, goal ─▶ lanes: a board in each lane ┘
//!                                    └─ puzzles with very many guesses ─▶ single
//! ```
//!
//! [`Solver`] is the entry for values. `batch` is the layer below it, without copies: puzzles as they are in some
//! text, outcomes and answers in memory that the caller owns. `baseline` has the backtrackers that the fast engines are
//! measured against.

mod baseline;
pub(crate) mod batch;
pub(crate) mod engine;
pub(crate) mod enumerate;
pub(crate) mod isa;
pub(crate) mod lanes;
pub(crate) mod settings;
pub(crate) mod single;

pub(crate) use crate::outcome::Outcome;
pub use crate::outcome::Verdict;
pub use engine::Engine;
pub(crate) use isa::Isa;
pub(crate) use settings::SolverSettings;

use std::borrow::Borrow;

use crate::grid::CELLS;
use crate::notation;
use crate::puzzle::{Puzzle, Solution};
use batch::{Answer, AnswerLine, Goal, Notation, Puzzles, Solve, Task};
use single::Single;

/// Puzzles that are solved at a time: enough to keep the lanes full, and few enough for the memory of the batch to fit a
/// core's second-level cache.
const BATCH: usize = 1024;

/// The fewest puzzles for which lanes are faster than one puzzle after another.
const FEWEST_FOR_LANES: usize = 16;

/// Solves puzzles, with all the memory that it needs.
///
/// A new solver costs less than a microsecond and takes less than 64 KB. The first batch of many puzzles allocates some
/// megabytes more; apart from that, no method allocates unless its documentation says so. A solver gives the same results
/// whatever it solved before.
///
/// Where there are many puzzles, [`solve_all`](Solver::solve_all) and [`solve_batch`](Solver::solve_batch) are about twice as
/// fast as one call of [`solve`](Solver::solve) per puzzle. Of a puzzle with several solutions, they may return another one than
/// `solve` does.
///
/// # Examples
///
/// ```
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut solver = Solver::new();
/// let solution = solver.solve(&puzzle).ok_or("no solution")?;
/// assert_eq!(solution.to_string(), "534678912672195348198342567859761423426853791713924856961537284287419635345286179");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// On several threads with [rayon](https://docs.rs/rayon), one solver for each piece of work:
///
/// ```
/// use bulkdoku::{Puzzle, Solution, Solver};
/// use rayon::prelude::*;
///
/// let puzzles = vec![Puzzle::EMPTY; 5000];
/// let solutions: Vec<Option<Solution>> = puzzles
///     .par_chunks(1024)
///     .map_init(Solver::new, |solver, chunk| solver.solve_batch(chunk))
///     .flatten()
///     .collect();
/// assert_eq!(solutions.len(), 5000);
/// ```
pub struct Solver {
    single: Box<dyn Single>,
    batch: Batch,
}

/// The memory of batches, which they allocate when they need it.
#[derive(Default)]
struct Batch {
    /// The engine for many puzzles.
    lanes: Option<Box<dyn Solve>>,
    /// The texts of a batch, one after the other.
    text: Vec<u8>,
    starts: Vec<u32>,
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

/// How many solutions a puzzle has, as far as a data set needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uniqueness {
    /// Two equal clues share a house: [`Puzzle::conflict`] tells which.
    Conflict,
    /// There is no solution.
    NoSolution,
    /// There is exactly this one.
    Unique(Solution),
    /// There are at least these two.
    Multiple(Solution, Solution),
}

impl Solver {
    /// Returns a solver for the fastest instruction set of this processor.
    pub fn new() -> Self {
        Self { single: Isa::best().build_single(), batch: Batch::default() }
    }

    /// Returns a solution of `puzzle`, if it has any.
    ///
    /// Of a puzzle with several, it is always the same one.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Option<Solution> {
        let mut line = [0; CELLS + 1];
        let outcome = self.solve_one(Goal::First, puzzle, &mut [Answer::Line(&mut line)]);
        (outcome.solutions > 0).then(|| solution_of(&line))
    }

    /// Returns whether `puzzle` has exactly one solution, and the solutions that prove it, from one search.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Puzzle, Solver, Uniqueness};
    ///
    /// match Solver::new().uniqueness(&Puzzle::EMPTY) {
    ///     Uniqueness::Multiple(one, other) => assert_ne!(one, other),
    ///     answer => panic!("the empty grid has many solutions, not {answer:?}"),
    /// }
    /// ```
    pub fn uniqueness(&mut self, puzzle: &Puzzle) -> Uniqueness {
        let [mut one, mut other] = [[0; CELLS + 1]; 2];
        let answers = &mut [Answer::Line(&mut one), Answer::Line(&mut other)];
        match self.solve_one(Goal::Unique, puzzle, answers).verdict {
            Verdict::Unique => Uniqueness::Unique(solution_of(&one)),
            Verdict::Multiple => Uniqueness::Multiple(solution_of(&one), solution_of(&other)),
            Verdict::Conflict => Uniqueness::Conflict,
            _ => Uniqueness::NoSolution,
        }
    }

    /// Returns the number of solutions of `puzzle`, at most `limit`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.count(&Puzzle::EMPTY, 1000), 1000);
    /// ```
    pub fn count(&mut self, puzzle: &Puzzle, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        self.solve_one(Goal::Count { limit }, puzzle, &mut []).solutions
    }

    /// Returns every solution of `puzzle`, one after another, in the order of their text.
    ///
    /// Each solution is found when it is asked for.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let mut solver = Solver::new();
    /// let first = solver.solutions(&Puzzle::EMPTY).next().expect("there are many");
    /// assert!(first.to_string().starts_with("123456789456789123789123456"));
    /// ```
    pub fn solutions(&mut self, puzzle: &Puzzle) -> impl Iterator<Item = Solution> + use<'_> {
        let clues =
            notation::given_masks(puzzle.as_bytes(), Notation::Clues).expect("a puzzle is well-formed");
        self.single.begin_in_text_order(&clues);
        std::iter::from_fn(|| {
            let mut line = [0; CELLS + 1];
            let found = self.single.next_in_text_order(Answer::Line(&mut line));
            found.then(|| solution_of(&line))
        })
    }

    /// Returns a solution of each puzzle, in order; `None` for a puzzle without any.
    ///
    /// The iterator is lazy: it takes up to 1,024 puzzles at a time and solves them together, in memory that the first
    /// such batch allocates. It takes puzzles or references to puzzles.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n".repeat(3);
    /// let puzzles = text.lines().map_while(|line| line.parse::<Puzzle>().ok());
    /// let mut solver = Solver::new();
    /// for solution in solver.solve_all(puzzles) {
    ///     println!("{}", solution.ok_or("no solution")?);
    /// }
    /// # Ok::<(), &str>(())
    /// ```
    pub fn solve_all<I>(&mut self, puzzles: I) -> impl Iterator<Item = Option<Solution>>
    where
        I: IntoIterator,
        I::Item: Borrow<Puzzle>,
    {
        let mut puzzles = puzzles.into_iter();
        // Of the batch solved last, the puzzles whose solution was not given out.
        let mut solved = 0..0;
        std::iter::from_fn(move || {
            if solved.is_empty() {
                solved = 0..self.batch.run(&mut *self.single, Goal::First, &mut puzzles);
            }
            solved.next().map(|index| self.batch.solution(index))
        })
    }

    /// Returns a solution of each puzzle, in order; `None` for a puzzle without any. Allocates the result.
    pub fn solve_batch(&mut self, puzzles: &[Puzzle]) -> Vec<Option<Solution>> {
        let mut solutions = Vec::with_capacity(puzzles.len());
        solutions.extend(self.solve_all(puzzles));
        solutions
    }

    /// Returns the number of solutions of each puzzle, in order, at most `limit` each. Allocates the result.
    ///
    /// With a limit of 2 it tells which puzzles have exactly one solution.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let mut solver = Solver::new();
    /// let solution = solver.solve(&Puzzle::EMPTY).expect("there are many");
    /// assert_eq!(solver.count_batch(&[Puzzle::EMPTY, solution.into()], 2), [2, 1]);
    /// ```
    pub fn count_batch(&mut self, puzzles: &[Puzzle], limit: u64) -> Vec<u64> {
        let mut counts = Vec::with_capacity(puzzles.len());
        for puzzles in puzzles.chunks(BATCH) {
            self.batch.run(&mut *self.single, Goal::Count { limit }, puzzles);
            counts.extend(self.batch.outcomes.iter().map(|outcome| outcome.solutions.min(limit)));
        }
        counts
    }

    fn solve_one(&mut self, goal: Goal, puzzle: &Puzzle, answers: &mut [Answer<'_>]) -> Outcome {
        let puzzles = Puzzles::new(puzzle.as_bytes(), &[0], Notation::Clues);
        self.single.solve_one(Task::new(goal), &puzzles, 0, answers)
    }
}

impl Batch {
    /// Solves at most [`BATCH`] of the puzzles, with `single` if they are few. Returns how many they were.
    fn run<P: Borrow<Puzzle>>(
        &mut self,
        single: &mut dyn Single,
        goal: Goal,
        puzzles: impl IntoIterator<Item = P>,
    ) -> usize {
        self.text.clear();
        for puzzle in puzzles.into_iter().take(BATCH) {
            self.text.extend_from_slice(puzzle.borrow().as_bytes());
        }
        let count = self.text.len() / CELLS;
        self.starts.clear();
        self.starts.extend((0..count).map(|index| (index * CELLS) as u32));
        self.answers.resize(count, [0; CELLS + 1]);
        self.outcomes.resize(count, Outcome::default());
        let puzzles = Puzzles::new(&self.text, &self.starts, Notation::Clues);
        let engine: &mut dyn Solve = if count < FEWEST_FOR_LANES {
            single
        } else {
            &mut **self.lanes.get_or_insert_with(|| Engine::Lanes.build())
        };
        engine.solve(Task::new(goal), puzzles, &mut self.answers, &mut self.outcomes);
        count
    }

    /// Returns the solution found for the puzzle at `index` of the last batch.
    fn solution(&self, index: usize) -> Option<Solution> {
        let found = self.outcomes[index].solutions > 0;
        found.then(|| solution_of(&self.answers[index]))
    }
}

/// Returns the solution that an engine has written to a line.
fn solution_of(line: &AnswerLine) -> Solution {
    Solution::from_engine(*notation::digits(line))
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
