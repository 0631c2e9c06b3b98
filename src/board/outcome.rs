//! The result of a puzzle: its verdict, what the search found, and what it cost.

use crate::macros::named::named;

named! {
    /// The verdict on a puzzle.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Verdict {
        /// The puzzle has a solution. Others were not looked for.
        Solved = "solved",
        /// The puzzle has exactly one solution.
        Unique = "unique",
        /// The record is a puzzle. Its solutions were not looked for.
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
        /// The budget of guesses was spent before the search ended.
        BudgetExhausted = "budget",
    }
}

/// The result of the search of one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// The number of solutions found before the search ended.
    pub solutions: u64,
    /// The number of guesses: steps where the search took one of several alternatives.
    pub guesses: u64,
}
