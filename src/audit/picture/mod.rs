//! The picture of a data set: its profile and its findings as one self-contained HTML page.
//!
//! The page shows neither times nor threads: the same data set gives the same page.

mod board;
mod heat_map;
mod sections;

use super::AuditReport;
use crate::numbers::grouped;
use crate::page::html::{document, header, without_folders};
use crate::solver::Verdict;

/// The HTML text of the page; `None` unless the audit made a profile.
///
/// ```
/// use bulkdoku::internals::{AuditSettings, Input, RecordRun, audit, picture};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let records = RecordRun::lines(Input::bytes("set.txt", puzzle)?);
/// let settings = AuditSettings { profile: true, ..AuditSettings::default() };
/// let page = picture(&audit(records, settings)?);
/// assert!(page.is_some_and(|page| page.contains("<h1>set.txt</h1>")));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub fn page(audit: &AuditReport) -> Option<String> {
    let profile = audit.profile.as_ref()?;
    let name = without_folders(&audit.input);
    let content = [
        head(audit, &name),
        verdicts(audit),
        sections::distributions(audit, profile),
        sections::places(audit, profile),
        sections::classes(profile),
        sections::puzzles(profile),
        sections::findings(audit),
        sections::method(audit),
    ];
    Some(document(&format!("{name} · bulkdoku check"), &content.concat()))
}

/// The header with the name of the data set, and what it was compared with.
fn head(audit: &AuditReport, name: &str) -> String {
    let answers = match (&audit.answers, audit.answer_column) {
        (Some(file), _) => format!("{} right, in {file}", grouped(audit.right)),
        (None, Some(column)) => format!("{} right, in column {column}", grouped(audit.right)),
        (None, None) => "none found".to_owned(),
    };
    let keys: Vec<&str> = audit.keys.iter().map(|key| key.name()).collect();
    let mut facts = vec![
        ("records", grouped(audit.run.tally.records())),
        ("findings", grouped(audit.total())),
        ("answers", answers),
        ("same by", keys.join(", ")),
        ("program", format!("bulkdoku {} · engine {}", env!("CARGO_PKG_VERSION"), audit.engine.name())),
    ];
    facts.extend(audit.shard.map(|shard| {
        let part = format!("{} of {} of the file, compared within itself alone", shard.number(), shard.of());
        ("part", part)
    }));
    facts.extend(audit.against.as_ref().map(|file| ("against", file.clone())));
    header(name, "The picture of a data set of Sudoku puzzles, by bulkdoku check.", &facts)
}

/// A tile for each verdict that a record has.
fn verdicts(audit: &AuditReport) -> String {
    let tally = &audit.run.tally;
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
