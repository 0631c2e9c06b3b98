//! The findings of an audit.

use crate::solver::Verdict;
use kernel::named;

/// Something wrong with a record.
///
/// ```
/// use bulkdoku::audit::{AuditJob, Finding, FindingKind};
/// use bulkdoku::datasets::RecordSource;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286178";
/// let report = AuditJob::new(RecordSource::bytes("puzzles.txt", puzzle.into()))
///     .answers(RecordSource::bytes("answers.txt", answer.into()))
///     .run()?;
/// let finding: &Finding = &report.findings[0];
/// let file = if finding.is_in_answers() { "answers.txt" } else { "puzzles.txt" };
/// let place = format!("{file}:{}:{}", finding.line, finding.column);
/// assert_eq!((place.as_str(), finding.kind), ("answers.txt:1:81", FindingKind::ChangedClue));
/// assert_eq!(finding.what, "r9c9 is 9 in the puzzle and 8 in the answer (the puzzle of line 1)");
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of the finding.
    pub kind: FindingKind,
    /// The file that it is in.
    pub(crate) source: FindingSource,
    /// The line in that file, from 1.
    pub line: u64,
    /// The column of that line, from 1.
    pub column: u64,
    /// What is wrong, as human-readable text.
    pub what: String,
}

/// The file that a finding is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FindingSource {
    /// The file of the puzzles.
    Puzzles,
    /// The file of the answers, if they are in a separate file.
    Answers,
}

impl Finding {
    /// Returns whether the finding is in the file of answers instead of the file of puzzles.
    pub fn is_in_answers(&self) -> bool {
        self.source == FindingSource::Answers
    }
}

named! {
    /// The kinds of findings. Findings in a puzzle are named like the verdicts.
    ///
    /// ```
    /// use bulkdoku::audit::FindingKind;
    ///
    /// let ignored: FindingKind = "duplicate".parse()?; // an option of a program
    /// let reported = FindingKind::ALL.into_iter().filter(|&kind| kind != ignored).map(FindingKind::name);
    /// assert_eq!(reported.count(), 10);
    /// # Ok::<(), bulkdoku::ParseError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum FindingKind by name of "kind of finding" {
        /// The record is not a puzzle.
        Malformed = "malformed",
        /// Two equal clues share a house.
        Conflict = "conflict",
        /// The puzzle has no solution.
        NoSolution = "none",
        /// The puzzle has more than one solution.
        Multiple = "multiple",
        /// The budget of guesses was exhausted before the puzzle was decided.
        BudgetExhausted = "budget",
        /// The answer is incomplete or breaks the rules.
        WrongAnswer = "wrong-answer",
        /// The answer differs from a clue.
        ChangedClue = "changed-clue",
        /// The record has no answer, although others have one.
        NoAnswer = "no-answer",
        /// There are more or fewer answers than records.
        AnswerCount = "answer-count",
        /// The record is the same as an earlier one by one of the keys.
        Duplicate = "duplicate",
        /// The record is the same as one of the other data set by one of the keys.
        Leak = "leak",
    }
}

impl FindingKind {
    /// Returns the finding that follows from a verdict, if any.
    pub(crate) const fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Solved | Verdict::Unique | Verdict::WellFormed => None,
            Verdict::Multiple => Some(FindingKind::Multiple),
            Verdict::NoSolution => Some(FindingKind::NoSolution),
            Verdict::Conflict => Some(FindingKind::Conflict),
            Verdict::Malformed => Some(FindingKind::Malformed),
            Verdict::BudgetExhausted => Some(FindingKind::BudgetExhausted),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_in_a_puzzle_has_the_name_of_the_verdict() {
        let found = Verdict::ALL.into_iter().filter_map(|verdict| Some((verdict, FindingKind::of(verdict)?)));
        let names: Vec<_> = found.map(|(verdict, kind)| (verdict.name(), kind.name())).collect();
        assert_eq!(names.len(), 5);
        assert!(names.iter().all(|(verdict, kind)| verdict == kind), "{names:?}");
    }
}
