//! The result of a puzzle: its verdict, what the search found, and what it cost.

/// The verdict on a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The puzzle has a solution. Others were not looked for.
    Solved,
    /// The puzzle has exactly one solution.
    Unique,
    /// The record is a puzzle. Its solutions were not looked for.
    WellFormed,
    /// The puzzle has at least two solutions.
    Multiple,
    /// The puzzle has no solution.
    NoSolution,
    /// Two equal clues are in the same row, column or box.
    Conflict,
    /// A byte is neither a clue nor a blank.
    #[default]
    Malformed,
    /// The budget of guesses was spent before the search ended.
    BudgetExhausted,
}

impl Verdict {
    /// Every verdict, in the order of reports.
    pub const ALL: [Verdict; 8] = [
        Verdict::Solved,
        Verdict::Unique,
        Verdict::WellFormed,
        Verdict::Multiple,
        Verdict::NoSolution,
        Verdict::Conflict,
        Verdict::Malformed,
        Verdict::BudgetExhausted,
    ];

    /// Returns the name of the verdict in answers and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Unique => "unique",
            Verdict::WellFormed => "well-formed",
            Verdict::Multiple => "multiple",
            Verdict::NoSolution => "none",
            Verdict::Conflict => "conflict",
            Verdict::Malformed => "malformed",
            Verdict::BudgetExhausted => "budget",
        }
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
