//! The summary of an audit, as text for people and as JSON for programs.

use serde_json::{Value, json};

use crate::audit::{AuditReport, Finding, FindingKind};
use crate::cli::numbers::{counted, grouped, histogram_line};
use crate::cli::say;
use crate::cli::summary::{RunSummary, extended, object, puzzles_by_clues};

/// The summary of an audit.
pub struct CheckReport<'a> {
    /// The run of the solver. Its time includes the search for duplicates.
    pub summary: RunSummary<'a>,
    /// The findings and the statistics.
    pub audit: &'a AuditReport,
    /// The header that was skipped, and its line.
    pub header: Option<(usize, String)>,
    /// The files of the records without findings and of the others, each with its number of records.
    pub copied: [Option<(String, u64)>; 2],
}

impl CheckReport<'_> {
    /// Prints the summary on stderr.
    pub fn print(&self) {
        let more = self.audit.total() - self.audit.listed;
        if more > 0 {
            say(format_args!("and {}; -o FILE writes them all to a file", counted(more, "more finding")));
        }
        if let Some((line, text)) = &self.header {
            say(format_args!("line {line} is read as a header: '{text}'"));
        }
        self.summary.explain_puzzles();
        if self.summary.report.tally.records() > 0 {
            self.print_clue_histogram();
        }
        say(self.summary.line());
        say(self.answers_line());
        say(self.compared_line());
        say(self.findings_line());
        for (path, records) in self.copied.iter().flatten() {
            say(format_args!("{path}: {}", counted(*records, "record")));
        }
        if let Some(shard) = self.audit.shard {
            let (number, of) = (shard.number(), shard.of());
            say(format_args!(
                "only duplicates within part {number}/{of} are reported: check the whole file for the others"
            ));
        }
    }

    /// Returns the summary as JSON: the fields of the summary of `solve`, and those of the audit.
    pub fn json(&self) -> Value {
        extended(self.summary.json(), self.fields())
    }

    /// Prints a histogram of the numbers of clues.
    fn print_clue_histogram(&self) {
        let clues = &self.audit.clues;
        let most = clues.iter().copied().max().unwrap_or(0);
        say("clues      puzzles");
        for (clues, &puzzles) in clues.iter().enumerate().filter(|&(_, &puzzles)| puzzles > 0) {
            say(histogram_line(clues, 5, puzzles, most));
        }
    }

    fn answers_line(&self) -> String {
        let right = grouped(self.audit.right);
        match (&self.audit.answers, self.audit.answer_column) {
            (Some(answers), _) => format!("answers in {answers}: {right} right"),
            (None, Some(column)) => format!("answers in column {column}: {right} right"),
            (None, None) => {
                "no answers found: if there are any, name them with --answer-column or --answers".to_owned()
            }
        }
    }

    /// Returns the line about the compared keys and files.
    fn compared_line(&self) -> String {
        let keys: Vec<&str> = self.audit.words.keys.iter().map(|key| key.name()).collect();
        match &self.audit.words.against {
            Some(file) => format!("compared by {} within the file and against {file}", keys.join(", ")),
            None => format!("compared by {} within the file", keys.join(", ")),
        }
    }

    fn findings_line(&self) -> String {
        let total = self.audit.total();
        if total == 0 {
            return "no findings".to_owned();
        }
        let records =
            self.audit.records_with.as_ref().map(|with| format!(" in {}", counted(with.any, "record")));
        let kinds = self.audit.kinds_in_words().join(" · ");
        format!("{}{}: {kinds}", counted(total, "finding"), records.unwrap_or_default())
    }

    fn fields(&self) -> Value {
        let copied = self
            .copied
            .each_ref()
            .map(|copied| copied.as_ref().map(|(file, records)| json!({ "file": file, "records": records })));
        let [clean, rejects] = copied;
        let AuditReport { findings, clues, right, spilled, answers, answer_column, words, .. } = self.audit;
        let is_searched = |kind: &FindingKind| *kind != FindingKind::Leak || words.against.is_some();
        let counted = FindingKind::ALL.into_iter().filter(is_searched);
        let counted = counted.map(|kind| (kind.name().to_owned(), self.audit.of(kind).into()));
        json!({
            "header": self.header.as_ref().map(|(line, text)| json!({ "line": line, "text": text })),
            "answers": { "file": answers, "column": answer_column, "right": right },
            "findings": self.audit.total(),
            "findings_by_kind": object(counted),
            "findings_listed": self.audit.listed,
            "records_with_findings": self.audit.records_with.as_ref().map(|with| with.any),
            "first_findings": findings.iter().take(10).map(|finding| self.finding(finding)).collect::<Vec<_>>(),
            "duplicates_within": if self.audit.shard.is_some() { "part" } else { "file" },
            "by": words.keys.iter().map(|key| key.name()).collect::<Vec<_>>(),
            "against": words.against,
            "clean": clean,
            "rejects": rejects,
            "puzzles_by_clues": puzzles_by_clues(clues),
            "bytes_spilled": spilled,
        })
    }

    fn finding(&self, finding: &Finding) -> Value {
        let Finding { line, column, kind, what, .. } = finding;
        json!({ "file": self.audit.file_of(finding), "line": line, "column": column, "kind": kind.name(), "what": what })
    }
}
