//! The picture of a data set: its profile and its findings as one self-contained HTML page.
//!
//! The page shows neither times nor threads: the same data set gives the same page.

mod board;
mod heat_map;
mod sections;

use super::{AuditReport, Finding, FindingSource};
use crate::datasets::SameBy;
use crate::numbers::grouped;
use crate::page::html::{document, header, without_folders};
use crate::pipeline::Shard;
use crate::solver::Verdict;

/// An audit, and what its picture says beside it.
///
/// ```
/// use bulkdoku::internals::{AuditSettings, Input, Picture, RecordRun, audit};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let records = RecordRun::lines(Input::bytes("set.txt", puzzle)?);
/// let settings = AuditSettings { profile: true, ..AuditSettings::default() };
/// let page = Picture::new(&audit(records, settings)?, "set.txt").html();
/// assert!(page.is_some_and(|page| page.contains("<h1>set.txt</h1>")));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The findings and the profile.
    pub audit: &'a AuditReport,
    /// The name of the data set.
    pub input: String,
    /// The part of the data set that was audited.
    pub shard: Option<Shard>,
    /// The number of the column that holds the answers, if there is one.
    pub answer_column: Option<usize>,
    /// The name of the file of answers, if there is one.
    pub answers: Option<String>,
    /// What makes records duplicates.
    pub keys: Vec<SameBy>,
    /// The name of the file that the records are compared with, if there is one.
    pub against: Option<String>,
    /// The name of the engine.
    pub engine: &'static str,
}

impl<'a> Picture<'a> {
    /// The picture of `audit` with the usual settings; `input` is the name of the data set.
    pub fn new(audit: &'a AuditReport, input: &str) -> Self {
        Self {
            audit,
            input: input.to_owned(),
            shard: None,
            answer_column: None,
            answers: None,
            keys: vec![SameBy::Clues],
            against: None,
            engine: crate::solver::Engine::Lanes.name(),
        }
    }

    /// The HTML text of the page; `None` unless the audit made a profile.
    pub fn html(&self) -> Option<String> {
        let profile = self.audit.profile.as_ref()?;
        let name = without_folders(&self.input);
        let content = [
            head(self, &name),
            verdicts(self),
            sections::distributions(self, profile),
            sections::places(self, profile),
            sections::classes(profile),
            sections::puzzles(profile),
            sections::findings(self),
            sections::method(self),
        ];
        Some(document(&format!("{name} · bulkdoku check"), &content.concat()))
    }

    /// The name of the file that a finding is in.
    pub(crate) fn file_of(&self, finding: &Finding) -> &str {
        match (finding.source, &self.answers) {
            (FindingSource::Answers, Some(answers)) => answers,
            _ => &self.input,
        }
    }
}

/// The header with the name of the data set, and what it was compared with.
fn head(picture: &Picture<'_>, name: &str) -> String {
    let answers = match (&picture.answers, picture.answer_column) {
        (Some(file), _) => format!("{} right, in {file}", grouped(picture.audit.right)),
        (None, Some(column)) => format!("{} right, in column {column}", grouped(picture.audit.right)),
        (None, None) => "none found".to_owned(),
    };
    let keys: Vec<&str> = picture.keys.iter().map(|key| key.name()).collect();
    let mut facts = vec![
        ("records", grouped(picture.audit.run.tally.records())),
        ("findings", grouped(picture.audit.total())),
        ("answers", answers),
        ("same by", keys.join(", ")),
        ("program", format!("bulkdoku {} · engine {}", env!("CARGO_PKG_VERSION"), picture.engine)),
    ];
    facts.extend(picture.shard.map(|shard| {
        let part = format!("{} of {} of the file, compared within itself alone", shard.number(), shard.of());
        ("part", part)
    }));
    facts.extend(picture.against.as_ref().map(|file| ("against", file.clone())));
    header(name, "The picture of a data set of Sudoku puzzles, by bulkdoku check.", &facts)
}

/// A tile for each verdict that a record has.
fn verdicts(picture: &Picture<'_>) -> String {
    let tally = &picture.audit.run.tally;
    let tile = |verdict: Verdict| {
        let puzzles = tally.with(verdict);
        format!(
            "<li><b>{}</b><strong>{}</strong><span>{} · {}</span></li>\n",
            verdict.name(),
            grouped(puzzles),
            percent(puzzles, tally.records()),
            meaning(verdict)
        )
    };
    let found = Verdict::ALL.into_iter().filter(|&verdict| tally.with(verdict) > 0);
    let tiles: String = found.map(tile).collect();
    match tiles.is_empty() {
        true => "<p>There are no records.</p>\n".to_owned(),
        false => format!("<ul class=\"tiles small\">\n{tiles}</ul>\n"),
    }
}

fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Solved => "at least one solution",
        Verdict::Unique => "exactly one solution",
        Verdict::Multiple => "more than one solution",
        Verdict::NoSolution => "no solution",
        Verdict::Conflict => "equal clues share a house",
        Verdict::Malformed => "not a puzzle",
        Verdict::BudgetExhausted => "the budget was spent",
        Verdict::WellFormed => "not solved",
    }
}

/// Formats a part of a whole as `12.3 %`. A part that is not all or nothing is neither 100 % nor 0 %.
fn percent(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    match (part, share) {
        (0, _) => "0 %".to_owned(),
        _ if part == whole => "100 %".to_owned(),
        (_, ..0.1) => "<0.1 %".to_owned(),
        (_, 99.9..) => ">99.9 %".to_owned(),
        _ => format!("{share:.1} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_is_a_hundred_percent_and_only_nothing_is_zero() {
        assert_eq!(percent(0, 0), "0 %");
        assert_eq!(
            [0, 1, 500, 999_999, 1_000_000].map(|part| percent(part, 1_000_000)),
            ["0 %", "<0.1 %", "<0.1 %", ">99.9 %", "100 %"]
        );
        assert_eq!(percent(1, 3), "33.3 %");
    }
}
