//! The figures as a page: one file for a browser, with plots, by day and by night, on wide screens and narrow ones,
//! without a script and with nothing to fetch.

mod figures;
mod histogram;
mod html;
mod ink;
mod plot;
mod rows;
mod scaling;
mod tiles;

use super::Report;
use super::host::Host;
use super::row::Scope;
use super::table;
use crate::cli::args::BenchArgs;
use crate::cli::numbers::grouped;
use figures::Figure;
use html::{definitions, escaped};

/// The text of the page.
pub fn of(args: &BenchArgs, report: &Report) -> String {
    let style = include_str!("page.css");
    let keys = ink::style();
    let head = head(args, &report.machine);
    let tiles = tiles::of(&report.rows);
    let figures: String = figures::of(&report.rows).iter().map(figure).collect();
    let rest = [clocks(report), rows(report), compared(report), model(report), method()].concat();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>bulkdoku bench</title>\n\
         <style>\n{style}{keys}</style>\n</head>\n<body>\n<main>\n{head}{tiles}{figures}{rest}</main>\n</body>\n</html>\n"
    )
}

/// What it was measured on, and what with.
fn head(args: &BenchArgs, machine: &Host) -> String {
    let or_none =
        |text: &str| if text.is_empty() { "none beside the profile's".to_owned() } else { text.to_owned() };
    let measured = format!(
        "{} runs of about {} ms each, seed {}, at most {} guesses a puzzle",
        args.runs,
        args.time,
        args.seed,
        grouped(args.budget)
    );
    let facts = [
        ("processor", format!("{} · {} cores", machine.processor, machine.cores)),
        ("memory", machine.gibibytes().unwrap_or_else(|| "unknown".to_owned())),
        ("system", format!("{} · built for {}", machine.system, machine.target)),
        ("date", machine.date.clone()),
        ("program", format!("bulkdoku {} · commit {}", env!("CARGO_PKG_VERSION"), machine.commit())),
        ("compiler", format!("{} · {}", machine.compiler, machine.profile)),
        ("flags", or_none(machine.flags)),
        ("measured", measured),
    ];
    format!(
        "<header>\n<h1>bulkdoku bench</h1>\n<p>How many Sudoku puzzles a second, by set, engine and threads. Every answer \
         was verified by the rules before anything was timed.</p>\n{}</header>\n",
        definitions(&facts)
    )
}

fn figure(figure: &Figure) -> String {
    let panel = |(title, plot): &(String, String)| {
        format!("<figure>\n<figcaption>{}</figcaption>\n{plot}</figure>\n", escaped(title))
    };
    let ink = |(ink, name): &(ink::Ink, String)| {
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

/// What the clocks include, of those that there are.
fn clocks(report: &Report) -> String {
    let is_there = |scope: &Scope| report.rows.iter().any(|row| row.scope == *scope);
    let there = Scope::ALL.into_iter().filter(is_there);
    let pairs: Vec<(&str, String)> = there.map(|scope| (scope.name(), scope.includes().to_owned())).collect();
    format!("<section>\n<h2>What the clock includes</h2>\n{}</section>\n", definitions(&pairs))
}

fn rows(report: &Report) -> String {
    let table = html::table(&table::of(&report.rows), "all figures");
    format!("<section>\n<h2>All figures</h2>\n{table}</section>\n")
}

fn compared(report: &Report) -> String {
    let Some(table) = &report.compared else { return String::new() };
    let table = html::table(table, "compared with an older run");
    format!("<section>\n<h2>Compared with an older run</h2>\n{table}</section>\n")
}

fn model(report: &Report) -> String {
    let Some(model) = &report.model else { return String::new() };
    let line = |line: &String| format!("<li>{}</li>\n", escaped(line.trim_start_matches("- ")));
    let explained: String = model.explained().iter().map(line).collect();
    let table = html::table(&model.table(), "what more cores would give");
    format!("<section>\n<h2>What more cores would give</h2>\n<ul>\n{explained}</ul>\n{table}</section>\n")
}

fn method() -> String {
    "<section>\n<h2>How it was measured</h2>\n<p>A warm-up solves the puzzles and verifies every answer by the rules; a \
     wrong one ends the measurement, and no figure is given. Then each round runs every row of the table once, in an \
     order drawn anew by the seed, so that a machine that slows down does so to all of them alike. An engine too slow \
     for the whole set solves a sample drawn by the seed and spread evenly over it, the same puzzles for all, eight at \
     least. A rate is the median of the rounds.</p>\n</section>\n"
        .to_owned()
}
