//! The solver: puzzles in, solutions out. It knows no files, no record formats and no threads.
//!
//! ```text
//! Puzzle ─▶ Solver ─┬─▶ batch: text, goal ─▶ Engine ─▶ outcomes, answers ─▶ Solution
//!                   └─▶ enumerate: every solution in order
//! ```
//!
//! [`Solver`] is the entry for values. `batch` is the layer below it, without copies: puzzles as they stand in some
//! text, outcomes and answers in memory that the caller owns.

mod baseline;
pub(crate) mod batch;
pub(crate) mod engine;
pub(crate) mod enumerate;
pub(crate) mod isa;
pub(crate) mod lanes;
mod scalar;
pub(crate) mod search;
pub(crate) mod settings;

pub(crate) use crate::outcome::Outcome;
pub use crate::outcome::Verdict;
pub use engine::Engine;
pub(crate) use isa::Isa;
pub(crate) use settings::SolverSettings;

use std::borrow::Borrow;

use crate::grid::CELLS;
use crate::puzzle::{Puzzle, Solution};
use batch::{BatchSolver, Goal, Notation, Puzzles, Task};
use std::array;

/// Puzzles that an engine solves at a time: enough to keep its lanes full, and few enough for the memory of the batch
/// to fit a core's second-level cache.
const BATCH: usize = 1024;

/// Solves puzzles, with all the memory that it needs.
///
/// Make one per thread and keep it: [`Solver::new`] allocates some megabytes, and no method allocates after that
/// unless its documentation says so. A solver gives the same results whatever it solved before.
///
/// One puzzle at a time leaves most lanes of the default engine empty. Where there are many,
/// [`solve_all`](Solver::solve_all) and [`solve_batch`](Solver::solve_batch) are several times as fast per puzzle.
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
    engine: BatchSolver,
    /// The texts of a batch, one after the other.
    text: Vec<u8>,
    starts: Vec<u32>,
    enumerator: enumerate::Enumerator,
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
    /// A solver with the fastest engine and the fastest instruction set of this processor.
    pub fn new() -> Self {
        Self::with_engine(Engine::default())
    }

    /// A solver with this engine, to compare engines with each other.
    pub fn with_engine(engine: Engine) -> Self {
        Self {
            engine: BatchSolver::new(engine.build(), BATCH),
            text: Vec::with_capacity(BATCH * CELLS),
            starts: (0..BATCH).map(|index| (index * CELLS) as u32).collect(),
            enumerator: enumerate::Enumerator::new(),
        }
    }

    /// A solution of `puzzle`, if it has any.
    ///
    /// Which one it is for a puzzle with several depends on the engine alone.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Option<Solution> {
        self.run(Goal::First, [puzzle]);
        self.solution(0)
    }

    /// Whether `puzzle` has exactly one solution, and the solutions that prove the answer.
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
        self.run(Goal::Unique, [puzzle]);
        match (self.engine.outcomes[0].verdict, self.solution(0)) {
            (Verdict::Unique, Some(solution)) => Uniqueness::Unique(solution),
            (Verdict::Multiple, Some(one)) => match self.another(puzzle, one) {
                Some(other) => Uniqueness::Multiple(one, other),
                None => unreachable!("an engine counted two solutions of {puzzle}"),
            },
            _ if puzzle.conflict().is_some() => Uniqueness::Conflict,
            _ => Uniqueness::NoSolution,
        }
    }

    /// The number of solutions of `puzzle`, at most `limit`.
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
        self.run(Goal::Count { limit }, [puzzle]);
        self.engine.outcomes[0].solutions
    }

    /// Every solution of `puzzle`, one after another, in the order of their text.
    ///
    /// The order is the same for every engine. Each solution is found when it is asked for.
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
        self.enumerator.begin(&Puzzles::new(puzzle.as_bytes(), &[0], Notation::Clues), 0);
        std::iter::from_fn(|| self.enumerator.next_solution().map(Solution::from_engine))
    }

    /// A solution of each puzzle, in order; `None` for a puzzle without any.
    ///
    /// The iterator is lazy: it takes up to 1,024 puzzles at a time and solves them together. It takes puzzles or
    /// references to puzzles.
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
                solved = 0..self.run(Goal::First, &mut puzzles);
            }
            solved.next().map(|index| self.solution(index))
        })
    }

    /// A solution of each puzzle, in order; `None` for a puzzle without any. Allocates the result.
    pub fn solve_batch(&mut self, puzzles: &[Puzzle]) -> Vec<Option<Solution>> {
        let mut solutions = Vec::with_capacity(puzzles.len());
        solutions.extend(self.solve_all(puzzles));
        solutions
    }

    /// The number of solutions of each puzzle, in order, at most `limit` each. Allocates the result.
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
        for batch in puzzles.chunks(BATCH) {
            self.run(Goal::Count { limit }, batch);
            counts.extend(self.engine.outcomes.iter().map(|outcome| outcome.solutions.min(limit)));
        }
        counts
    }

    /// Solves at most [`BATCH`] of the puzzles, and returns how many that were.
    fn run<P: Borrow<Puzzle>>(&mut self, goal: Goal, puzzles: impl IntoIterator<Item = P>) -> usize {
        self.text.clear();
        for puzzle in puzzles.into_iter().take(BATCH) {
            self.text.extend_from_slice(puzzle.borrow().as_bytes());
        }
        let count = self.text.len() / CELLS;
        let puzzles = Puzzles::new(&self.text, &self.starts[..count], Notation::Clues);
        self.engine.solve(Task::new(goal), puzzles);
        count
    }

    /// The solution found for the puzzle at `index` of the last batch.
    fn solution(&self, index: usize) -> Option<Solution> {
        let found = self.engine.outcomes[index].solutions > 0;
        found.then(|| Solution::from_engine(array::from_fn(|cell| self.engine.answers[index][cell])))
    }

    /// A solution of `puzzle` that differs from `known`.
    fn another(&mut self, puzzle: &Puzzle, known: Solution) -> Option<Solution> {
        // Found by another search than the one that counted, if that ends soon: the two check each other.
        self.enumerator.begin(&Puzzles::new(puzzle.as_bytes(), &[0], Notation::Clues), 0);
        self.enumerator.allow(MOST_GUESSES);
        let mut solutions = std::iter::from_fn(|| self.enumerator.next_solution().map(Solution::from_engine));
        let found = solutions.find(|solution| *solution != known);
        found.or_else(|| self.another_by_clue(puzzle, known))
    }

    /// A solution of `puzzle` that differs from `known`, by at most 648 searches of the engine, each of them with one more
    /// clue: another digit than that of `known` in one blank cell after another.
    #[cold]
    fn another_by_clue(&mut self, puzzle: &Puzzle, known: Solution) -> Option<Solution> {
        let (clues, known) = (puzzle.digits(), known.digits());
        (0..CELLS).filter(|&cell| clues[cell] == 0).find_map(|cell| {
            let with_digit = |digit| {
                let mut clues = clues;
                clues[cell] = digit;
                Puzzle::from_digits(&clues).ok()
            };
            let others = (1..=9).filter(|&digit| digit != known[cell]).filter_map(with_digit);
            let tried = self.run(Goal::First, others);
            (0..tried).find_map(|index| self.solution(index))
        })
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

/// The guesses after which the proof of a second solution is left to the engine. In the order of the text, the search for
/// it could take for hours where the last rows have the clues.
const MOST_GUESSES: u64 = 100_000;

#[cfg(test)]
mod tests;
