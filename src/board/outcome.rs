//! The outcome of a puzzle: its verdict, what the search found, and what it cost.

use crate::macros::named::named;

named! {
    /// The verdict on a puzzle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
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
        /// A byte is neither a clue nor a blank.
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
