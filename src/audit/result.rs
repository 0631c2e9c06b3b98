//! The result of an audit.

use super::finding::{Finding, FindingKind, FindingSource};
use super::finding_rows::Words;
use super::profile::DataSetProfile;
use crate::board::grid::CELLS;
use crate::pipeline::Shard;
use crate::pipeline::report::Report;
use crate::report::numbers::grouped;
use crate::solver::Engine;

/// The report of an audit: what it compared and what it found.
///
/// ```
/// use bulkdoku::audit::{AuditJob, FindingKind};
/// use bulkdoku::datasets::RecordSource;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let table = format!("puzzle,solution\n{puzzle},{answer}\n{puzzle},{}\n12,\n", answer.replace('5', "6"));
/// let report = AuditJob::new(RecordSource::bytes("set.csv", table.into())).run()?;
/// assert_eq!((report.run.tally.records(), report.right_answers()), (3, Some(1)));
///
/// let counts = FindingKind::ALL.map(|kind| (kind.name(), report.of(kind)));
/// let found: Vec<_> = counts.into_iter().filter(|&(_, count)| count > 0).collect();
/// assert_eq!(found, [("malformed", 1), ("changed-clue", 1), ("duplicate", 1)]);
/// assert_eq!((report.total(), report.findings.len()), (3, 3)); // more than 1,000 would only be counted
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AuditReport {
    /// The name of the data set.
    pub(crate) input: String,
    /// The shard that was audited.
    pub(crate) shard: Option<Shard>,
    /// The number of the answer column, if there is one.
    pub(crate) answer_column: Option<usize>,
    /// The name of the file of answers, if there is one.
    pub(crate) answers: Option<String>,
    /// What the records were compared with, and how texts name them.
    pub(crate) words: Words,
    /// The engine.
    pub(crate) engine: Engine,
    /// The report of the solver. Its time includes the search for duplicates.
    pub run: Report,
    /// The first findings, in record order.
    pub findings: Vec<Finding>,
    /// The number of records in the [clean copy](super::AuditJob::clean), or 0 without one.
    pub clean: u64,
    /// The number of [rejects](super::AuditJob::rejects), or 0 if they were not requested.
    pub rejected: u64,
    /// `clues[n]` is the number of puzzles with n clues. In pencilmarks, a cell with one candidate counts as a clue.
    pub clues: Vec<u64>,
    /// The number of right answers.
    pub(crate) right: u64,
    /// The number of bytes of fingerprints written to temporary files.
    pub(crate) spilled: u64,
    /// The profile of the records, if one was requested.
    pub(crate) profile: Option<Box<DataSetProfile>>,
    pub(super) counts: [u64; FindingKind::ALL.len()],
    /// The number of findings written.
    pub(crate) listed: u64,
    /// The numbers of records with findings, if all findings are listed.
    pub(crate) records_with: Option<RecordsWith>,
}

/// The numbers of records with findings, each counted once.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordsWith {
    /// Records with any finding.
    pub(crate) any: u64,
    /// Records with a finding of each kind.
    pub(crate) kinds: [u64; FindingKind::ALL.len()],
}

impl AuditReport {
    /// Returns the report of nothing, after this many header lines.
    pub(super) fn after(header_lines: u64) -> Self {
        Self { run: Report::after(header_lines), clues: vec![0; CELLS + 1], ..Self::default() }
    }

    /// Returns the number of findings of this kind.
    pub fn of(&self, kind: FindingKind) -> u64 {
        self.counts[kind as usize]
    }

    /// Returns the number of all findings.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of right answers, or `None` if the data set has no answers.
    pub fn right_answers(&self) -> Option<u64> {
        (self.answer_column.is_some() || self.answers.is_some()).then_some(self.right)
    }

    /// Returns the name of the file that a finding is in.
    pub(crate) fn file_of(&self, finding: &Finding) -> &str {
        match (finding.source, &self.answers) {
            (FindingSource::Answers, Some(answers)) => answers,
            _ => &self.input,
        }
    }

    /// Returns a finding as a line: `file:line:column: kind: what is wrong`.
    pub(super) fn line_of(&self, finding: &Finding) -> String {
        let Finding { line, column, kind, what, .. } = finding;
        format!("{}:{line}:{column}: {}: {what}\n", self.file_of(finding), kind.name())
    }

    /// Returns the kinds that were found, each with its number, such as `3 duplicate`.
    pub(crate) fn kinds_in_words(&self) -> Vec<String> {
        let found = FindingKind::ALL.into_iter().filter(|&kind| self.of(kind) > 0);
        found.map(|kind| format!("{} {}", grouped(self.of(kind)), kind.name())).collect()
    }
}
