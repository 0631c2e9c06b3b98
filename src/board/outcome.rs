//! The outcome of a puzzle: its verdict, what the search found, and what it cost.

use crate::macros::named::named;

named! {
    /// The verdict on a puzzle.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
        #[default]
        Malformed = "malformed",
        /// The search used up its budget of guesses.
        BudgetExhausted = "budget",
    }
}

/// The outcome of the search for one puzzle's solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// The number of solutions found before the search ended.
    pub solutions: u64,
    /// The number of guesses: steps in which the search tried one of several alternatives.
    pub guesses: u64,
}
