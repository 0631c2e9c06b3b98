//! The results as one self-contained HTML page with plots.

mod figures;
mod rows;
mod tiles;

use super::BenchReport;
use super::host::Host;
use super::measurement::Clock;
use crate::cli::args::BenchArgs;
use crate::cli::numbers::grouped;
use crate::page::html::{self, definitions};
use crate::page::text_table::TextTable;

/// The HTML text of the page.
pub fn of(args: &BenchArgs, report: &BenchReport) -> String {
    let head = head(args, &report.host);
    let tiles = tiles::of(&report.rows);
    let parts = [head, tiles, figures::of(&report.rows), clocks(report), tables(report), method()];
    html::document("bulkdoku bench", &parts.concat())
}

/// The header with the machine, the build and the settings.
fn head(args: &BenchArgs, host: &Host) -> String {
    let or_none = |text: &str| {
        if text.is_empty() { "none in addition to those of the profile".to_owned() } else { text.to_owned() }
    };
    let measured = format!(
        "{} runs of about {} each, seed {}, at most {} guesses per puzzle",
        args.runs,
        humantime::format_duration(args.time),
        args.seed,
        grouped(args.budget)
    );
    let facts = [
        ("processor", format!("{} · {} cores", host.processor, host.cores)),
        ("memory", host.gibibytes().unwrap_or_else(|| "unknown".to_owned())),
        ("system", format!("{} · built for {}", host.system, host.target)),
        ("date", host.date.clone()),
        ("program", format!("bulkdoku {} · commit {}", env!("CARGO_PKG_VERSION"), host.commit())),
        ("compiler", format!("{} · {}", host.compiler, host.profile)),
        ("flags", or_none(host.flags)),
        ("measured", measured),
    ];
    let says = "Sudoku puzzles per second, by puzzle set, engine and threads. Every answer was verified before the first timed run.";
    html::header("bulkdoku bench", says, &facts)
}

/// What the time includes, for each clock of the results.
fn clocks(report: &BenchReport) -> String {
    let is_used = |clock: &Clock| report.rows.iter().any(|row| row.clock == *clock);
    let used = Clock::ALL.into_iter().filter(is_used);
    let pairs: Vec<(&str, String)> = used.map(|clock| (clock.name(), clock.includes().to_owned())).collect();
    html::section("What the time includes", "", &definitions(&pairs))
}

/// The tables that are printed, too.
fn tables(report: &BenchReport) -> String {
    let section = |(heading, table): (&str, TextTable)| {
        html::section(heading, "", &html::table(&table, &heading.to_lowercase()))
    };
    report.tables().into_iter().map(section).collect()
}

fn method() -> String {
    let text = "A warm-up solves the puzzles and verifies every answer; a wrong answer ends the measurement, and no rate is \
                reported. Then each round runs every row of the table once, in a random order, so that a machine that \
                becomes slower slows all rows alike. An engine that is too slow for the whole set solves a sample spread \
                evenly over it, of at least eight puzzles and the same puzzles for all. A rate is the median of the rounds.";
    html::section("How it was measured", "", &format!("<p>{text}</p>\n"))
}
