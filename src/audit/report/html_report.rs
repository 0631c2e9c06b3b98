//! The parts of the report: the facts about the audit, a tile for each verdict and kind of finding, and the sections.

use std::fmt;

use super::sections;
use crate::audit::{AuditReport, DataSetProfile, FindingKind};
use crate::report::html::{STYLE, document, header, without_folders};
use crate::report::numbers::{counted, grouped, percent};
use crate::solver::Verdict;

/// A report of a data set, as the parts of an HTML page. Shown as text, it is the whole page, one file that fetches nothing.
///
/// ```
/// use bulkdoku::audit::{AuditJob, HtmlReport};
/// use bulkdoku::datasets::RecordSource;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let job = AuditJob::new(RecordSource::bytes("set.txt", puzzle.repeat(2).into()));
/// let (_, report) = job.run_with_html()?;
/// let page = report.to_string();
/// assert!([&report.summary, &report.figures, &report.findings].iter().all(|part| page.contains(part.as_str())));
/// assert!(page.contains(HtmlReport::STYLE) && page.contains("<h1>set.txt</h1>"));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HtmlReport {
    /// The name of the data set, without folders.
    pub name: String,
    /// The header, and the numbers of verdicts and findings.
    pub summary: String,
    /// The sections that show the data set: histograms, heat maps, classes, and the hardest and oddest puzzles.
    pub figures: String,
    /// The sections with the first findings and with how the report was made.
    pub findings: String,
}

impl HtmlReport {
    /// The style sheet of the parts. Its colours are the variables of `:root`.
    pub const STYLE: &str = STYLE;

    /// Returns the report of an audit, without figures unless the audit made a profile.
    pub fn of(audit: &AuditReport) -> Self {
        let name = without_folders(&audit.input);
        let figures = |profile: &DataSetProfile| {
            sections::distributions(audit, profile)
                + &sections::places(audit, profile)
                + &sections::classes(profile)
                + &sections::puzzles(audit.words.naming, profile)
        };
        Self {
            summary: head(audit, &name) + &tiles(audit),
            figures: audit.profile.as_deref().map_or_else(String::new, figures),
            findings: sections::findings(audit) + &sections::method(audit),
            name,
        }
    }
}

impl fmt::Display for HtmlReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = [self.summary.as_str(), &self.figures, &self.findings].concat();
        f.write_str(&document(&format!("{} · bulkdoku check", self.name), &content))
    }
}

/// Returns the header with the name of the data set and what it was compared with.
fn head(audit: &AuditReport, name: &str) -> String {
    let answers = match (&audit.answers, audit.answer_column) {
        (Some(file), _) => format!("{} right, in {file}", grouped(audit.right)),
        (None, Some(column)) => format!("{} right, in column {column}", grouped(audit.right)),
        (None, None) => "none found".to_owned(),
    };
    let keys: Vec<&str> = audit.words.keys.iter().map(|key| key.name()).collect();
    let mut facts = vec![
        ("records", grouped(audit.run.tally.records())),
        ("findings", findings_in_records(audit)),
        ("answers", answers),
        ("compared by", keys.join(", ")),
        ("program", format!("bulkdoku {} · engine {}", env!("CARGO_PKG_VERSION"), audit.engine.name())),
    ];
    facts.extend(audit.shard.map(|shard| {
        let part = format!("{} of {} of the file, compared only within the part", shard.number(), shard.of());
        ("part", part)
    }));
    facts.extend(audit.words.against.as_ref().map(|file| ("against", file.clone())));
    header(name, "Report on a data set of Sudoku puzzles, by bulkdoku check.", &facts)
}

/// Returns the number of findings and the number of records with findings. A record may have several.
fn findings_in_records(audit: &AuditReport) -> String {
    let total = grouped(audit.total());
    match &audit.records_with {
        Some(with) if with.any > 0 => format!("{total}, in {}", counted(with.any, "record")),
        _ => total,
    }
}

/// Returns a tile for each verdict of a record and for each other kind of finding. Every tile counts a record once.
fn tiles(audit: &AuditReport) -> String {
    let tally = &audit.run.tally;
    let tile = |name: &str, records: u64, meaning: &str| {
        let share = percent(records, tally.records());
        let records = grouped(records);
        format!("<li><b>{name}</b><strong>{records}</strong><span>{share} · {meaning}</span></li>\n")
    };
    let verdicts = Verdict::ALL.into_iter().map(|it| (it.name(), tally.with(it), meaning(it)));
    let findings = FindingKind::ALL.into_iter().filter_map(|kind| {
        let records = audit.records_with.as_ref()?.kinds[kind as usize];
        Some((kind.name(), records, meaning_of_finding(kind)?))
    });
    let found = verdicts.chain(findings).filter(|&(_, records, _)| records > 0);
    let tiles: String = found.map(|(name, records, meaning)| tile(name, records, meaning)).collect();
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
        Verdict::Conflict => "equal clues share a row, column or box",
        Verdict::Malformed => "not a puzzle",
        Verdict::BudgetExhausted => "the budget was spent",
        Verdict::WellFormed => "not solved",
    }
}

/// Returns the meaning of a finding that is not a verdict.
fn meaning_of_finding(kind: FindingKind) -> Option<&'static str> {
    match kind {
        FindingKind::WrongAnswer => Some("the answer is not a solution"),
        FindingKind::ChangedClue => Some("the answer changes a clue"),
        FindingKind::NoAnswer => Some("the answer is missing"),
        FindingKind::Duplicate => Some("same as an earlier record"),
        FindingKind::Leak => Some("also in the other data set"),
        _ => None,
    }
}
