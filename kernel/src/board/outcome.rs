//! The outcome of a puzzle: its verdict, what the search found, and what it cost.

named! {
    /// The verdict on a puzzle.
    ///
    /// ```
    /// use bulkdoku::solver::{Goal, Task, Verdict};
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let puzzles: [Puzzle; 3] =
    ///     ["", "11", "12345678.........9"].map(|start| format!("{start:.<81}").parse().expect("81 cells"));
    /// let results = Solver::new().run_all(&puzzles, Task::new(Goal::Unique));
    /// let count = |verdict| results.iter().filter(|(outcome, _)| outcome.verdict == verdict).count();
    /// let counts = Verdict::ALL.map(|verdict| format!("{}: {}", verdict.name(), count(verdict)));
    /// assert_eq!(counts[3..6], ["multiple: 1", "none: 1", "conflict: 1"]);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Verdict {
        /// The puzzle has a solution. There was no search for others.
        Solved = "solved",
        /// The puzzle has exactly one solution.
        Unique = "unique",
        /// The record is a puzzle. There was no search for its solutions.
        WellFormed = "well-formed",
        /// The puzzle has at least two solutions.
        Multiple = "multiple",
        /// The puzzle has no solution.
        NoSolution = "none",
        /// Two equal clues are in the same row, column or box.
        Conflict = "conflict",
        /// A byte is neither a clue nor a blank, or blanks are of two kinds.
        Malformed = "malformed",
        /// The search used up its budget of guesses.
        BudgetExhausted = "budget",
    }
}

/// [`Malformed`](Self::Malformed), the verdict on a record in which no puzzle was found.
impl Default for Verdict {
    fn default() -> Self {
        Self::Malformed
    }
}

/// The outcome of the search for one puzzle's solutions.
///
/// ```
/// use bulkdoku::solver::{Goal, Outcome, Task, Verdict};
/// use bulkdoku::{Puzzle, Solver};
///
/// let (outcome, _) = Solver::new().run(&Puzzle::EMPTY, Task::new(Goal::Count { limit: 1000 }));
/// let Outcome { verdict, solutions, guesses, .. } = outcome;
/// assert_eq!((verdict, solutions), (Verdict::Multiple, 1000));
/// assert!(guesses > 0);
/// assert_eq!(Outcome::new(verdict, solutions, guesses), outcome);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// The number of solutions found before the search ended.
    pub solutions: u64,
    /// The number of guesses: steps in which the search tried one of several alternatives.
    pub guesses: u64,
}

impl Outcome {
    /// Creates the outcome of a puzzle with this verdict, from the numbers of solutions found and of guesses.
    pub const fn new(verdict: Verdict, solutions: u64, guesses: u64) -> Self {
        Self { verdict, solutions, guesses }
    }
}
