//! What an audit can find.

use crate::solver::Verdict;

/// Something wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What sort of thing.
    pub kind: FindingKind,
    /// The file to look at.
    pub source: FindingSource,
    /// The line there, from 1.
    pub line: u64,
    /// The character of that line, from 1.
    pub column: u64,
    /// What is wrong there, for people.
    pub what: String,
    /// The line of the record: findings are told in this order.
    pub(super) record: u64,
}

/// The file that a finding is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingSource {
    /// That of the puzzles.
    Puzzles,
    /// That of the answers, when they have their own.
    Answers,
}

/// The sorts of findings. Those of a puzzle have the names of the verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// It is no puzzle.
    Malformed,
    /// Two equal clues share a house.
    Conflict,
    /// There is no solution.
    NoSolution,
    /// There is more than one solution.
    Multiple,
    /// Nobody knows: the budget of guesses was spent.
    BudgetExhausted,
    /// The answer is not full, or breaks the rules.
    WrongAnswer,
    /// The answer has another digit in the place of a clue.
    ChangedClue,
    /// The record has no answer, and others have one.
    NoAnswer,
    /// There are more or fewer answers than records.
    AnswerCount,
    /// The puzzle was there before.
    Duplicate,
}

impl FindingKind {
    /// Every kind, in the order of reports.
    pub const ALL: [FindingKind; 10] = [
        FindingKind::Malformed,
        FindingKind::Conflict,
        FindingKind::NoSolution,
        FindingKind::Multiple,
        FindingKind::BudgetExhausted,
        FindingKind::WrongAnswer,
        FindingKind::ChangedClue,
        FindingKind::NoAnswer,
        FindingKind::AnswerCount,
        FindingKind::Duplicate,
    ];

    /// The kind's name in findings and reports.
    pub const fn name(self) -> &'static str {
        match self {
            FindingKind::Malformed => Verdict::Malformed.name(),
            FindingKind::Conflict => Verdict::Conflict.name(),
            FindingKind::NoSolution => Verdict::NoSolution.name(),
            FindingKind::Multiple => Verdict::Multiple.name(),
            FindingKind::BudgetExhausted => Verdict::BudgetExhausted.name(),
            FindingKind::WrongAnswer => "wrong-answer",
            FindingKind::ChangedClue => "changed-clue",
            FindingKind::NoAnswer => "no-answer",
            FindingKind::AnswerCount => "answer-count",
            FindingKind::Duplicate => "duplicate",
        }
    }

    /// What a verdict says against a puzzle.
    pub(super) const fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Solved | Verdict::Unique => None,
            Verdict::Multiple => Some(FindingKind::Multiple),
            Verdict::NoSolution => Some(FindingKind::NoSolution),
            Verdict::Conflict => Some(FindingKind::Conflict),
            Verdict::Malformed => Some(FindingKind::Malformed),
            Verdict::BudgetExhausted => Some(FindingKind::BudgetExhausted),
        }
    }
}
