//! What an audit can find.

use crate::solver::Verdict;

/// Something wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What sort of thing.
    pub kind: Kind,
    /// The file to look at.
    pub source: Source,
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
pub enum Source {
    /// That of the puzzles.
    Puzzles,
    /// That of the answers, when they have their own.
    Answers,
}

/// The sorts of findings. Those of a puzzle have the names of the verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is no puzzle.
    Malformed,
    /// Two equal clues share a house.
    Conflict,
    /// There is no solution.
    None,
    /// There is more than one solution.
    Multiple,
    /// Nobody knows: the budget of guesses was spent.
    Budget,
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

impl Kind {
    /// Every kind, in the order of reports.
    pub const ALL: [Kind; 10] = [
        Kind::Malformed,
        Kind::Conflict,
        Kind::None,
        Kind::Multiple,
        Kind::Budget,
        Kind::WrongAnswer,
        Kind::ChangedClue,
        Kind::NoAnswer,
        Kind::AnswerCount,
        Kind::Duplicate,
    ];

    /// The kind's name in findings and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Malformed => Verdict::Malformed.name(),
            Kind::Conflict => Verdict::Conflict.name(),
            Kind::None => Verdict::None.name(),
            Kind::Multiple => Verdict::Multiple.name(),
            Kind::Budget => Verdict::Budget.name(),
            Kind::WrongAnswer => "wrong-answer",
            Kind::ChangedClue => "changed-clue",
            Kind::NoAnswer => "no-answer",
            Kind::AnswerCount => "answer-count",
            Kind::Duplicate => "duplicate",
        }
    }

    /// What a verdict says against a puzzle.
    pub(super) const fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Solved | Verdict::Unique => None,
            Verdict::Multiple => Some(Kind::Multiple),
            Verdict::None => Some(Kind::None),
            Verdict::Conflict => Some(Kind::Conflict),
            Verdict::Malformed => Some(Kind::Malformed),
            Verdict::Budget => Some(Kind::Budget),
        }
    }
}
