//! The results as one self-contained HTML page with plots.

mod figures;
mod rows;
mod tiles;

use super::BenchReport;
use super::host::Host;
use super::measurement::Clock;
use super::{cost_table, table};
use crate::cli::args::BenchArgs;
use crate::cli::numbers::grouped;
use crate::page::html::{self, definitions, escaped};
use crate::page::ink::Ink;

use figures::Figure;

/// The HTML text of the page.
pub fn of(args: &BenchArgs, report: &BenchReport) -> String {
    let head = head(args, &report.host);
    let tiles = tiles::of(&report.rows);
    let figures: String = figures::of(&report.rows).iter().map(figure).collect();
    let rest = [clocks(report), rows(report), costs(report), comparison(report), method()].concat();
    html::document("bulkdoku bench", &[head, tiles, figures, rest].concat())
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
    format!(
        "<header>\n<h1>bulkdoku bench</h1>\n<p>Sudoku puzzles per second, by puzzle set, engine and threads. Every answer was \
         verified before the first timed run.</p>\n{}</header>\n",
        definitions(&facts)
    )
}

fn figure(figure: &Figure) -> String {
    let panel = |(title, plot): &(String, String)| {
        format!("<figure>\n<figcaption>{}</figcaption>\n{plot}</figure>\n", escaped(title))
    };
    let ink = |(ink, name): &(Ink, String)| {
        format!("<span><i style=\"background:var(--{})\"></i>{}</span>\n", ink.name(), escaped(name))
    };
    let legend: String = figure.legend.iter().map(ink).collect();
    let panels: String = figure.panels.iter().map(panel).collect();
    format!(
        "<section>\n<h2>{}</h2>\n<p class=\"says\">{}</p>\n<p class=\"legend\">{legend}</p>\n<div class=\"panels\">\n\
         {panels}</div>\n</section>\n",
        escaped(figure.heading),
        escaped(&figure.caption)
    )
}

/// What the time includes, for each clock of the results.
fn clocks(report: &BenchReport) -> String {
    let is_used = |clock: &Clock| report.rows.iter().any(|row| row.clock == *clock);
    let used = Clock::ALL.into_iter().filter(is_used);
    let pairs: Vec<(&str, String)> = used.map(|clock| (clock.name(), clock.includes().to_owned())).collect();
    section("What the time includes", &definitions(&pairs))
}

fn rows(report: &BenchReport) -> String {
    section("All results", &html::table(&table::of(&report.rows), "all results"))
}

fn costs(report: &BenchReport) -> String {
    let of_table = |table| section("What the lanes did", &html::table(&table, "what the lanes did"));
    cost_table::of(&report.rows).map_or_else(String::new, of_table)
}

fn comparison(report: &BenchReport) -> String {
    let Some(comparison) = &report.comparison else { return String::new() };
    let label = "comparison with an earlier run";
    section("Comparison with an earlier run", &html::table(&comparison.table, label))
}

fn method() -> String {
    let text = "A warm-up solves the puzzles and verifies every answer; a wrong answer ends the measurement, and no rate is \
                reported. Then each round runs every row of the table once, in a random order, so that a machine that \
                becomes slower slows all rows alike. An engine that is too slow for the whole set solves a sample spread \
                evenly over it, of at least eight puzzles and the same puzzles for all. A rate is the median of the rounds.";
    section("How it was measured", &format!("<p>{text}</p>\n"))
}

fn section(heading: &str, content: &str) -> String {
    format!("<section>\n<h2>{heading}</h2>\n{content}</section>\n")
}
