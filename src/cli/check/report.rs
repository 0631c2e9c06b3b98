//! What an audit found, for people and for programs.

use std::path::Path;

use bulkdoku::audit::{AuditReport, Finding, FindingKind, FindingSource};
use bulkdoku::error::Result;
use bulkdoku::pipeline::report::Report;
use serde_json::{Map, Value, json};

use crate::cli::args::SolverArgs;
use crate::cli::numbers::grouped;
use crate::cli::say;
use crate::cli::summary::{RunSummary, plural, write_json};

/// Characters of the longest bar of the histogram.
const BAR: u64 = 40;

/// What an audit found, and how it was done.
pub struct CheckReport<'a> {
    /// The run of the solver; its time with the look for duplicates.
    pub report: Report,
    /// What the audit found.
    pub audited: &'a AuditReport,
    /// The input's name.
    pub input: String,
    /// The number of the field that holds the answers, if any does.
    pub claimed: Option<usize>,
    /// The name of the file of answers, if there is one.
    pub answers: Option<String>,
    /// Who solved.
    pub solver: &'a SolverArgs,
}

impl CheckReport<'_> {
    /// A finding as a line: `file:line:column: kind: what is wrong`.
    pub fn line(&self, finding: &Finding) -> String {
        let Finding { line, column, kind, what, .. } = finding;
        format!("{}:{line}:{column}: {}: {what}\n", self.file(finding), kind.name())
    }

    /// Says the summary on stderr.
    pub fn say(&self) {
        let report = self.audited.findings.len() as u64;
        let more = self.audited.total() - report;
        if more > 0 {
            let s = plural(more);
            say(format_args!("and {} more finding{s}; --findings N tells the first N", grouped(more)));
        }
        let summary = self.summary();
        summary.say_what_a_puzzle_is();
        if self.report.tally.records() > 0 {
            self.say_clues();
        }
        say(summary.line());
        say(self.answers_line());
        say(self.findings_line());
    }

    /// Writes the summary as JSON: that of `solve`, and what was found.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_json(&self, path: &Path) -> Result<()> {
        let mut value = self.summary().json();
        if let Value::Object(fields) = &mut value {
            fields.extend(self.fields());
        }
        write_json(path, &value)
    }

    fn file(&self, finding: &Finding) -> &str {
        match (finding.source, &self.answers) {
            (FindingSource::Answers, Some(answers)) => answers,
            _ => &self.input,
        }
    }

    fn summary(&self) -> RunSummary<'_> {
        RunSummary { report: &self.report, input: &self.input, solver: self.solver }
    }

    /// How many puzzles have how many clues, as bars.
    fn say_clues(&self) {
        let clues = &self.audited.clues;
        let most = clues.iter().copied().max().unwrap_or(0).max(1);
        say("clues      puzzles");
        for (clues, &puzzles) in clues.iter().enumerate().filter(|&(_, &puzzles)| puzzles > 0) {
            let bar = "━".repeat((BAR * puzzles).div_ceil(most) as usize);
            say(format_args!("{clues:5} {:>12} {bar}", grouped(puzzles)));
        }
    }

    fn answers_line(&self) -> String {
        let right = grouped(self.audited.right);
        match (&self.answers, self.claimed) {
            (Some(answers), _) => format!("answers in {answers}: {right} right"),
            (None, Some(column)) => format!("answers in column {column}: {right} right"),
            (None, None) => {
                "no answers found: name them with --answer-column or --answers if there are any".to_owned()
            }
        }
    }

    fn findings_line(&self) -> String {
        let total = self.audited.total();
        if total == 0 {
            return "no findings".to_owned();
        }
        let counted = FindingKind::ALL.into_iter().map(|kind| (kind, self.audited.of(kind)));
        let counted = counted.filter(|&(_, count)| count > 0);
        let kinds: Vec<String> =
            counted.map(|(kind, count)| format!("{} {}", grouped(count), kind.name())).collect();
        format!("{} finding{}: {}", grouped(total), plural(total), kinds.join(" · "))
    }

    fn fields(&self) -> Map<String, Value> {
        let AuditReport { findings, clues, right, spilled, .. } = self.audited;
        let counted = FindingKind::ALL.map(|kind| (kind.name().to_owned(), self.audited.of(kind).into()));
        let clues = clues.iter().enumerate().filter(|&(_, &puzzles)| puzzles > 0);
        let clues = clues.map(|(clues, &puzzles)| (clues.to_string(), Value::from(puzzles)));
        let fields = json!({
            "answers": { "file": self.answers, "column": self.claimed, "right": right },
            "findings": self.audited.total(),
            "findings_by_kind": Map::from_iter(counted),
            "findings_told": findings.len(),
            "first_findings": findings.iter().take(10).map(|finding| self.finding(finding)).collect::<Vec<_>>(),
            "puzzles_by_clues": Map::from_iter(clues),
            "bytes_spilled": spilled,
        });
        match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }

    fn finding(&self, finding: &Finding) -> Value {
        let Finding { line, column, kind, what, .. } = finding;
        json!({ "file": self.file(finding), "line": line, "column": column, "kind": kind.name(), "what": what })
    }
}
