//! The counts of a run, as lines of words separated by tabs.
//!
//! ```text
//! format    lines
//! records   999
//! unread    2
//! verdict   unique      990
//! finding   40          1          duplicate   the same clues as in line 3
//! class     level       7          12
//! ```

use std::fmt::Write;

use bulkdoku::audit::{AuditReport, Finding};
use bulkdoku::pipeline::{BadRecord, Report};
use bulkdoku::rating::RateReport;

/// Reports the counters and the first bad records of a run.
pub fn of_run(run: &Report) -> Vec<u8> {
    (text_of(run) + &bad_records(run)).into_bytes()
}

/// Reports the same as [`of_run`], and the number of puzzles in each class of each rating.
pub fn of_ratings(rated: &RateReport) -> Vec<u8> {
    let mut text = text_of(&rated.run) + &bad_records(&rated.run);
    for (kind, class, puzzles) in rated.classes() {
        let _ = writeln!(text, "class\t{kind}\t{class}\t{puzzles}");
    }
    text.into_bytes()
}

/// Reports how the input is read.
pub fn of_format(read_as: &str) -> Vec<u8> {
    format!("format\t{}\n", without_tabs(read_as)).into_bytes()
}

/// Reports the counters and the findings of an audit, and the number of right answers if the data set has answers.
pub fn of_audit(audit: &AuditReport) -> Vec<u8> {
    let mut text = text_of(&audit.run);
    let _ = writeln!(text, "findings\t{}", audit.total());
    if let Some(right) = audit.right_answers() {
        let _ = writeln!(text, "right\t{right}");
    }
    for Finding { line, column, kind, what, .. } in &audit.findings {
        let _ = writeln!(text, "finding\t{line}\t{column}\t{kind}\t{}", without_tabs(what));
    }
    text.into_bytes()
}

/// Returns a finding as the program lists it.
pub fn line(name: &str, finding: &Finding) -> String {
    let Finding { line, column, kind, what, .. } = finding;
    format!("{name}:{line}:{column}: {kind}: {what}\n")
}

/// Returns the counters. Writing to memory cannot fail, so the results of `write!` are ignored.
fn text_of(run: &Report) -> String {
    let tally = &run.tally;
    let mut text =
        format!("records\t{}\nguesses\t{}\nunread\t{}\n", tally.records(), tally.guesses, tally.unread);
    for (verdict, records) in tally.verdicts() {
        let _ = writeln!(text, "verdict\t{verdict}\t{records}");
    }
    text
}

/// Returns the first records that are not puzzles, as findings.
fn bad_records(run: &Report) -> String {
    let line = |bad: &BadRecord| {
        let what = without_tabs(&bad.reason());
        format!("finding\t{}\t{}\t{}\t{what}\n", bad.line, bad.column, bad.verdict())
    };
    run.bad.iter().map(line).collect()
}

fn without_tabs(text: &str) -> String {
    text.replace(['\t', '\n'], " ")
}
