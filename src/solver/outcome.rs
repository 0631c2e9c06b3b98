//! What became of a puzzle: its verdict, and what the search found and cost.

/// What became of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A solution was found, and no other was looked for.
    Solved,
    /// The solution is the only one.
    Unique,
    /// There are at least two solutions.
    Multiple,
    /// There is no solution.
    NoSolution,
    /// Two equal clues share a house.
    Conflict,
    /// A byte is neither a clue nor a blank.
    #[default]
    Malformed,
    /// The budget of guesses was spent.
    BudgetExhausted,
}

impl Verdict {
    /// Every verdict, in the order of reports.
    pub const ALL: [Verdict; 7] = [
        Verdict::Solved,
        Verdict::Unique,
        Verdict::Multiple,
        Verdict::NoSolution,
        Verdict::Conflict,
        Verdict::Malformed,
        Verdict::BudgetExhausted,
    ];

    /// The verdict's name in answers and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::NoSolution => "none",
            Verdict::Conflict => "conflict",
            Verdict::Malformed => "malformed",
            Verdict::BudgetExhausted => "budget",
        }
    }
}

/// What the search of one puzzle gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// Solutions found before the search ended.
    pub solutions: u64,
    /// Times the search chose between two ways to go on.
    pub guesses: u64,
}
