//! The solver as its users see it.

use std::borrow::Borrow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::batch::{Answer, Answers, BatchSolver, Goal, Solve, Task};
use super::engine::Engine;
use super::many::{BATCH, Engines, SolveAll};
use super::solutions::{Solutions, Uniqueness, solution_of};
use crate::board::candidates::Grid;
use crate::board::grid::CELLS;
use crate::board::notation::{Notation, Puzzles};
use crate::board::outcome::{Outcome, Verdict};
use crate::board::puzzle::{Puzzle, Solution};
use crate::simd::Isa;

/// A solver, with all the memory that it needs.
///
/// Creating a solver takes less than a microsecond and less than 64 KB. The first batch of many puzzles allocates a few
/// megabytes more, and so does a puzzle that takes more than 65,536 guesses. Apart from that, no method allocates unless its
/// documentation says so. A solver's results do not depend on what it solved before.
///
/// [`run`](Solver::run) and [`solutions`](Solver::solutions) also solve puzzles of pencilmarks, as
/// [`Candidates`](crate::Candidates).
///
/// For many puzzles, the methods that take several of them are about twice as fast as one call per puzzle. If a puzzle has
/// several solutions, these methods may return a different one than `solve` does.
///
/// | | one puzzle | many puzzles | many rows of text |
/// |---|---|---|---|
/// | a solution | [`solve`](Solver::solve) | [`solve_all`](Solver::solve_all) | |
/// | whether it is the only one | [`is_unique`](Solver::is_unique), [`uniqueness`](Solver::uniqueness) | | |
/// | the number of solutions | [`count`](Solver::count) | | |
/// | all solutions | [`solutions`](Solver::solutions) | | |
/// | verdict, solution, guesses | [`run`](Solver::run) | [`run_all`](Solver::run_all) | [`run_rows`](Solver::run_rows) |
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
/// On several threads with [rayon](https://docs.rs/rayon), with one solver per task:
///
/// ```
/// use bulkdoku::{Puzzle, Solution, Solver};
/// use rayon::prelude::*;
///
/// let puzzles = vec![Puzzle::EMPTY; 5000];
/// let solutions: Vec<Option<Solution>> = puzzles
///     .par_chunks(1024)
///     .map_init(Solver::new, |solver, chunk| solver.solve_all(chunk).collect::<Vec<_>>())
///     .flatten()
///     .collect();
/// assert_eq!(solutions.len(), 5000);
/// ```
pub struct Solver {
    pub(super) batch: BatchSolver<Engines>,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl Solver {
    /// Returns a solver for the fastest instruction set of this processor.
    pub fn new() -> Self {
        Self { batch: BatchSolver::new(Engines::new(Isa::best().build_single(), None), 0) }
    }

    /// Returns a solver whose methods for many puzzles or many rows of text use this engine on this instruction set, for any
    /// number of puzzles. Its methods for one puzzle do what those of [`Solver::new`] do.
    ///
    /// This is for comparing engines; the solver of [`Solver::new`] chooses the fastest. An engine ignores an instruction set
    /// that the processor does not have, and the plain backtrackers ignore it always. Allocates the memory of the engine.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::solver::{Engine, Goal, Isa, Task};
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let results = Isa::available().map(|isa| {
    ///     Solver::with_engine(Engine::Single, isa).run_all(&[puzzle], Task::new(Goal::Unique))
    /// });
    /// let results: Vec<_> = results.collect();
    /// assert!(results.iter().all(|result| *result == results[0]));
    /// # Ok::<(), bulkdoku::ParseGridError>(())
    /// ```
    pub fn with_engine(engine: Engine, isa: Isa) -> Self {
        let engines = Engines::new(isa.build_single(), Some(engine.build_on(isa)));
        Self { batch: BatchSolver::new(engines, 0) }
    }

    /// Ends every later search soon after `is_stopped` becomes true. Its outcome is then arbitrary: read the flag before you use a
    /// result. `None`, the default, lets searches run to their end. The backtrackers among the [engines](Engine) ignore this. Does not allocate.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Puzzle, Solver};
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// let is_stopped = Arc::new(AtomicBool::new(false));
    /// let mut solver = Solver::new();
    /// solver.stop_when(Some(Arc::clone(&is_stopped)));
    /// is_stopped.store(true, Ordering::Relaxed); // usually on another thread
    /// assert!(solver.count(&Puzzle::EMPTY, u64::MAX) < u64::MAX);
    /// ```
    pub fn stop_when(&mut self, is_stopped: Option<Arc<AtomicBool>>) {
        self.batch.engine.stop_when(is_stopped);
    }

    /// Returns a solution of `puzzle`, if it has one.
    ///
    /// For a puzzle with several solutions, it is always the same one.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Option<Solution> {
        let mut line = [0; CELLS + 1];
        let outcome = self.solve_one(Task::new(Goal::First), puzzle, &mut [Answer::Line(&mut line)]);
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
    ///     result => panic!("the empty grid has many solutions, not {result:?}"),
    /// }
    /// ```
    pub fn uniqueness(&mut self, puzzle: &Puzzle) -> Uniqueness {
        let [mut one, mut other] = [[0; CELLS + 1]; 2];
        let answers = &mut [Answer::Line(&mut one), Answer::Line(&mut other)];
        match self.solve_one(Task::new(Goal::Unique), puzzle, answers).verdict {
            Verdict::Unique => Uniqueness::Unique(solution_of(&one)),
            Verdict::Multiple => Uniqueness::Multiple(solution_of(&one), solution_of(&other)),
            Verdict::Conflict => Uniqueness::Conflict,
            _ => Uniqueness::NoSolution,
        }
    }

    /// Returns whether `puzzle` has exactly one solution.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let mut solver = Solver::new();
    /// let solution = solver.solve(&Puzzle::EMPTY).expect("there are many");
    /// assert!(!solver.is_unique(&Puzzle::EMPTY));
    /// assert!(solver.is_unique(&solution.into()));
    /// ```
    pub fn is_unique(&mut self, puzzle: &Puzzle) -> bool {
        self.solve_one(Task::new(Goal::Unique), puzzle, &mut []).verdict == Verdict::Unique
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
        self.solve_one(Task::new(Goal::Count { limit }), puzzle, &mut []).solutions
    }

    /// Returns an iterator over all solutions of a [`Puzzle`] or of [`Candidates`](crate::Candidates), in the order of their text.
    ///
    /// The iterator is lazy: it finds each solution when `next` is called.
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
    pub fn solutions<'p>(&mut self, grid: impl Into<Grid<'p>>) -> Solutions<'_> {
        let single = &mut *self.batch.engine.single;
        single.begin_in_text_order(&grid.into().given_masks());
        Solutions { single }
    }

    /// Returns what a search for `task` finds out about a [`Puzzle`] or about [`Candidates`](crate::Candidates), and the first
    /// solution that it finds.
    ///
    /// Candidates never have the verdict [`Verdict::Conflict`]: if they contradict each other, they have no solution.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::solver::{Goal, Task, Verdict};
    /// use bulkdoku::{Candidates, Cell, Puzzle, Solver};
    ///
    /// let task = Task::new(Goal::Unique).with_budget(10_000);
    /// let (outcome, solution) = Solver::new().run(&Puzzle::EMPTY, task);
    /// assert_eq!(outcome.verdict, Verdict::Multiple);
    /// assert!(solution.is_some());
    ///
    /// let cell = Cell::new(0).expect("a grid has 81 cells");
    /// let mut candidates = Candidates::of(&Puzzle::EMPTY);
    /// candidates.clear(cell, 1);
    /// let (_, solution) = Solver::new().run(&candidates, Task::new(Goal::First));
    /// assert!(solution.is_some_and(|solution| solution.digit(cell) > 1));
    /// ```
    pub fn run<'p>(&mut self, grid: impl Into<Grid<'p>>, task: Task) -> (Outcome, Option<Solution>) {
        self.run_grid(grid.into(), task)
    }

    /// Returns an iterator over a solution of each puzzle, in order, or `None` for a puzzle without one.
    ///
    /// The iterator is lazy: it takes up to 1,024 puzzles at a time and solves them together, in memory that the first
    /// such batch allocates. It accepts puzzles or references to puzzles.
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
    pub fn solve_all<I>(&mut self, puzzles: I) -> SolveAll<'_, I::IntoIter>
    where
        I: IntoIterator,
        I::Item: Borrow<Puzzle>,
    {
        SolveAll::new(&mut self.batch, puzzles.into_iter())
    }

    /// Returns what a search for `task` finds out about each puzzle, in order, and the first solution that it finds. Allocates
    /// the result.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::solver::{Goal, Task, Verdict};
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let mut solver = Solver::new();
    /// let solution = solver.solve(&Puzzle::EMPTY).expect("there are many");
    /// let results = solver.run_all(&[Puzzle::EMPTY, solution.into()], Task::new(Goal::Unique));
    /// let verdicts: Vec<Verdict> = results.iter().map(|(outcome, _)| outcome.verdict).collect();
    /// assert_eq!(verdicts, [Verdict::Multiple, Verdict::Unique]);
    /// assert_eq!(results[1].1, Some(solution));
    /// ```
    pub fn run_all(&mut self, puzzles: &[Puzzle], task: Task) -> Vec<(Outcome, Option<Solution>)> {
        let mut results = Vec::with_capacity(puzzles.len());
        for puzzles in puzzles.chunks(BATCH) {
            let count = self.batch.solve_all(task, puzzles.iter().map(|puzzle| *puzzle.as_bytes()));
            results.extend((0..count).map(|index| (self.batch.outcomes[index], self.batch.solution(index))));
        }
        results
    }

    /// Solves puzzles in place in the caller's text, and writes the results to the caller's memory. For puzzle `i`, writes what a
    /// search for `task` finds out to `outcomes[i]`, and the first solution that it finds to answer `i`. If it finds no solution,
    /// answer `i` is unspecified.
    ///
    /// The text need not be valid: a puzzle with a byte that is neither a clue nor a blank, or with two kinds of blanks, is
    /// [`Verdict::Malformed`]. Copies nothing, and allocates nothing but the memory of the first batch of sixteen puzzles or more.
    ///
    /// # Panics
    ///
    /// Panics if the numbers of puzzles, answers and outcomes differ.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::Solver;
    /// use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task, Verdict};
    ///
    /// let text = b"7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,easy";
    /// let puzzles = Puzzles::new(text, &[2], Notation::Clues);
    /// let (mut digits, mut outcomes) = ([[0; 81]], [Outcome::default()]);
    /// Solver::new().run_rows(Task::new(Goal::Unique), puzzles, Answers::Digits(&mut digits), &mut outcomes);
    /// assert_eq!(outcomes[0].verdict, Verdict::Unique);
    /// assert!(digits[0].starts_with(&[5, 3, 4, 6]));
    /// ```
    pub fn run_rows(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        answers: Answers<'_>,
        outcomes: &mut [Outcome],
    ) {
        self.batch.engine.solve_to(task, puzzles, answers, outcomes);
    }

    fn run_grid(&mut self, grid: Grid<'_>, task: Task) -> (Outcome, Option<Solution>) {
        let mut line = [0; CELLS + 1];
        let answers = &mut [Answer::Line(&mut line)];
        let outcome = match grid {
            Grid::Clues(puzzle) => self.solve_one(task, puzzle, answers),
            Grid::Candidates(candidates) => {
                self.batch.engine.single.solve_candidates(task, candidates.masks(), answers)
            }
        };
        (outcome, (outcome.solutions > 0).then(|| solution_of(&line)))
    }

    fn solve_one(&mut self, task: Task, puzzle: &Puzzle, answers: &mut [Answer<'_>]) -> Outcome {
        let puzzles = Puzzles::new(puzzle.as_bytes(), &[0], Notation::Clues);
        self.batch.engine.single.solve_one(task, &puzzles, 0, answers)
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}
