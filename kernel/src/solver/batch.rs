//! The zero-copy layer: batches of puzzles in, outcomes and answers out, all in memory that the caller owns.
//!
//! Every engine implements [`Solve`]. The caller builds one engine per worker, once, and passes it batch after batch.
//! Solving allocates nothing.

pub use super::batch_solver::{BatchSolver, PuzzleLine};
pub use crate::board::notation::{AnswerLine, Notation, PENCILMARKS, Puzzles};

use crate::board::grid::CELLS;
use crate::board::outcome::{Outcome, Verdict};
use std::array;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where the first solutions of a batch go, one per puzzle.
///
/// ```
/// use bulkdoku::Solver;
/// use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task};
///
/// let puzzles = Puzzles::new(&[b'.'; 162], &[0, 81], Notation::Clues);
/// let (mut lines, mut digits, mut outcomes) = ([[0; 82]; 2], [[0; 81]; 2], [Outcome::default(); 2]);
/// let mut solver = Solver::new();
/// for answers in [Answers::Lines(&mut lines), Answers::Digits(&mut digits)] {
///     assert!(answers.len() == puzzles.len() && !answers.is_empty());
///     solver.run_rows(Task::new(Goal::First), puzzles, answers, &mut outcomes);
/// }
/// assert!(digits[0].iter().zip(&lines[0]).all(|(digit, byte)| digit + b'0' == *byte));
/// ```
#[derive(Debug)]
pub enum Answers<'a> {
    /// To lines of text.
    Lines(&'a mut [AnswerLine]),
    /// To the numbers 1 to 9, one per cell. Engines prefetch this memory, and the bytes that follow the puzzles, because both
    /// usually belong to the caller and are not in the cache.
    Digits(&'a mut [[u8; CELLS]]),
}

/// Where the first solution of one puzzle goes.
#[derive(Debug)]
pub enum Answer<'a> {
    /// To a line of text.
    Line(&'a mut AnswerLine),
    /// To the numbers 1 to 9, one per cell.
    Digits(&'a mut [u8; CELLS]),
}

impl Answers<'_> {
    /// Returns the number of answers.
    pub fn len(&self) -> usize {
        match self {
            Answers::Lines(lines) => lines.len(),
            Answers::Digits(digits) => digits.len(),
        }
    }

    /// Returns whether there are no answers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns where answer `index` goes.
    #[doc(hidden)] // for engines
    #[inline]
    pub fn answer(&mut self, index: usize) -> Answer<'_> {
        match self {
            Answers::Lines(lines) => Answer::Line(&mut lines[index]),
            Answers::Digits(digits) => Answer::Digits(&mut digits[index]),
        }
    }
}

impl<'a> Answer<'a> {
    /// Writes a solution, given as the numbers 1 to 9.
    pub fn write(&mut self, digits: &[u8; CELLS]) {
        let (cells, zero) = self.cells();
        *cells = array::from_fn(|cell| zero + digits[cell]);
    }

    /// Writes the line end, if there is one. Returns the cells, and the byte that represents zero in them.
    #[inline]
    pub fn cells(&mut self) -> (&mut [u8; CELLS], u8) {
        match self {
            Answer::Line(line) => {
                let (cells, end) = line.split_first_chunk_mut().expect("a line is longer than its cells");
                end[0] = b'\n';
                (cells, b'0')
            }
            Answer::Digits(cells) => (cells, 0),
        }
    }
}

/// When the search for a puzzle's solutions stops.
///
/// ```
/// use bulkdoku::solver::{Goal, Verdict};
///
/// assert_eq!([Goal::First, Goal::Unique, Goal::Count { limit: 100 }].map(Goal::limit), [1, 2, 100]);
/// // One solution was found: whether it is the only one depends on how long the search went on.
/// assert_eq!(Goal::First.verdict(1), Verdict::Solved);
/// assert_eq!(Goal::Unique.verdict(1), Verdict::Unique);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Goal {
    /// At the first solution: the puzzle has one.
    First,
    /// At the second solution: the first is not the only one.
    Unique,
    /// At `limit` solutions. Zero is read as one.
    Count {
        /// The number of solutions to stop at.
        limit: u64,
    },
}

impl Goal {
    /// Returns the number of solutions at which the search ends.
    pub const fn limit(self) -> u64 {
        match self {
            Goal::First => 1,
            Goal::Unique => 2,
            Goal::Count { limit: 0 } => 1,
            Goal::Count { limit } => limit,
        }
    }

    /// Returns the verdict on a puzzle whose search ended with `solutions` solutions found.
    pub const fn verdict(self, solutions: u64) -> Verdict {
        match solutions {
            0 => Verdict::NoSolution,
            1 if self.limit() == 1 => Verdict::Solved,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        }
    }
}

/// What to find out about a puzzle.
///
/// ```
/// use bulkdoku::solver::{Goal, Task, Verdict};
/// use bulkdoku::{Puzzle, Solver};
///
/// let task = Task::new(Goal::Count { limit: 1_000_000 }).with_budget(10);
/// assert_eq!((task.goal.limit(), task.budget), (1_000_000, 10));
/// let (outcome, _) = Solver::new().run(&Puzzle::EMPTY, task);
/// assert_eq!(outcome.verdict, Verdict::BudgetExhausted);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Task {
    /// When the search stops.
    pub goal: Goal,
    /// The number of guesses that one puzzle may take. A search that needs more ends as [`Verdict::BudgetExhausted`].
    pub budget: u64,
}

impl Task {
    /// Returns a task with an unlimited budget.
    pub const fn new(goal: Goal) -> Self {
        Self { goal, budget: u64::MAX }
    }

    /// Returns the same task with a budget.
    pub const fn with_budget(self, guesses: u64) -> Self {
        Self { budget: guesses, ..self }
    }
}

/// What an engine has done since it was built: a measure of work that does not depend on the machine's clock.
///
/// Subtract two [`Solve::counters`] to get the figures of one call. `lanes` and `deepest_stack` are not sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// The number of puzzles that the engine works on at once.
    pub lanes: usize,
    /// Sweeps of constraint propagation, each over all lanes.
    pub sweeps: u64,
    /// Lanes that held a puzzle, summed over the sweeps. `lane_sweeps / (lanes · sweeps)` is the share of lanes in use.
    pub lane_sweeps: u64,
    /// Rounds of the search block: two sweeps, after which lanes branch, go back or take the next puzzle.
    pub rounds: u64,
    /// The largest number of boards that one lane had on the guess stack.
    pub deepest_stack: usize,
}

/// A function that calls another one with every number below a count, and returns when all calls have returned.
pub type ForEach = fn(usize, &(dyn Fn(usize) + Sync));

/// Calls `work` with every number below `count`, in order, on this thread.
pub fn in_turn(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(work);
}

/// Asserts that a batch has one answer and one outcome per puzzle.
pub fn assert_one_each(puzzles: &Puzzles<'_>, answers: &Answers<'_>, outcomes: &[Outcome]) {
    assert_eq!(puzzles.len(), answers.len(), "one answer per puzzle");
    assert_eq!(puzzles.len(), outcomes.len(), "one outcome per puzzle");
}

/// Solves the puzzles of a batch one after another: `solve` gets the index of a puzzle and its answer, and returns its outcome.
#[inline(always)]
pub fn one_by_one(
    puzzles: &Puzzles<'_>,
    mut answers: Answers<'_>,
    outcomes: &mut [Outcome],
    mut solve: impl FnMut(usize, Answer<'_>) -> Outcome,
) {
    assert_one_each(puzzles, &answers, outcomes);
    for (index, outcome) in outcomes.iter_mut().enumerate() {
        *outcome = solve(index, answers.answer(index));
    }
}

/// An engine with the memory that it works in.
pub trait Solve: Send {
    /// Solves every puzzle of a batch.
    ///
    /// Writes the result of puzzle `i` to `outcomes[i]`, and the first solution found to answer `i`. If no solution was
    /// found, the content of answer `i` is unspecified. Both depend on that puzzle and the task alone, not on the rest
    /// of the batch. A puzzle with a byte that is neither a clue nor a blank, or with two kinds of blanks, is
    /// [`Verdict::Malformed`], so callers can pass unchecked bytes and learn from the outcomes which of them are not puzzles. Does
    /// not allocate, except 3 MB for a puzzle that takes more than 65,536 guesses.
    ///
    /// # Panics
    /// Panics if the numbers of puzzles, answers and outcomes differ.
    fn solve_to(&mut self, task: Task, puzzles: Puzzles<'_>, answers: Answers<'_>, outcomes: &mut [Outcome]);

    /// Solves every puzzle of a batch as [`solve_to`](Self::solve_to) does, with the answers as lines of text.
    ///
    /// # Panics
    /// Panics if the numbers of puzzles, answers and outcomes differ.
    fn solve(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        answers: &mut [AnswerLine],
        outcomes: &mut [Outcome],
    ) {
        self.solve_to(task, puzzles, Answers::Lines(answers), outcomes);
    }

    /// Makes every later search end soon after `is_stopped` becomes true, with an arbitrary outcome. `None` lets every search run
    /// to its end. The baselines ignore this, so they may still take a long time.
    fn stop_when(&mut self, _is_stopped: Option<Arc<AtomicBool>>) {}

    /// Lets `for_each` call the parts of a search that takes very many guesses, on several threads if it likes. Results do not depend
    /// on it. The baselines ignore this.
    fn share_with(&mut self, _for_each: ForEach) {}

    /// Returns what the engine has done since it was built, if it keeps count.
    fn counters(&self) -> Option<Counters> {
        None
    }
}

impl Solve for Box<dyn Solve> {
    fn solve_to(&mut self, task: Task, puzzles: Puzzles<'_>, answers: Answers<'_>, outcomes: &mut [Outcome]) {
        (**self).solve_to(task, puzzles, answers, outcomes);
    }

    fn stop_when(&mut self, is_stopped: Option<Arc<AtomicBool>>) {
        (**self).stop_when(is_stopped);
    }

    fn counters(&self) -> Option<Counters> {
        (**self).counters()
    }
}
