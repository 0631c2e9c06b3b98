//! The results as one self-contained HTML page with plots.

mod figures;
mod rows;

use super::host::{self, Host};
use super::measurement::{Clock, Measurement, SEED};
use super::report::BenchReport;
use crate::bench::short;
use crate::cli::args::BenchArgs;
use crate::cli::numbers::{counted, grouped};
use crate::report::html::{self, definitions, escaped};
use crate::report::text_table::TextTable;

use figures::{chosen_mode, fastest, sets, threads_in_words};

/// Returns the HTML text of the page.
pub fn of(args: &BenchArgs, report: &BenchReport) -> String {
    let head = head(args, &report.host);
    let tiles = tiles(&report.rows);
    let parts = [head, tiles, figures::of(&report.rows), clocks(report), tables(report), method()];
    html::document("bulkdoku bench", &parts.concat())
}

/// Returns the header with the machine, the build and the settings.
fn head(args: &BenchArgs, host: &Host) -> String {
    let flags = if host::FLAGS.is_empty() { "none in addition to those of the profile" } else { host::FLAGS };
    let measured = format!(
        "{} runs of about {} each, seed {}, at most {} guesses per puzzle",
        args.runs,
        humantime::format_duration(args.time),
        SEED,
        grouped(args.budget)
    );
    let facts = [
        ("processor", format!("{} · {}", host.processor, counted(host.cores as u64, "core"))),
        ("memory", host.gibibytes().unwrap_or_else(|| "unknown".to_owned())),
        ("system", format!("{} · built for {}", host.system, host::TARGET)),
        ("date", host.date.clone()),
        ("program", host::program()),
        ("compiler", format!("{} · {}", host::COMPILER, host::PROFILE)),
        ("flags", flags.to_owned()),
        ("measured", measured),
    ];
    let says = "Sudoku puzzles per second, by puzzle set, engine and threads. Every answer was verified before the first timed run.";
    html::header("bulkdoku bench", says, &facts)
}

/// Returns a tile for each set that was measured in memory.
fn tiles(rows: &[Measurement]) -> String {
    let rows: Vec<&Measurement> = rows.iter().filter(|row| row.clock == Clock::Memory).collect();
    let (Some(engine), Some(mode)) = (fastest(&rows), chosen_mode(&rows)) else { return String::new() };
    let rows: Vec<&Measurement> = rows.into_iter().filter(|row| row.mode == mode).collect();
    let tiles: String = sets(&rows).iter().filter_map(|set| tile(&rows, set, &engine)).collect();
    format!("<ul class=\"tiles\">\n{tiles}</ul>\n")
}

fn tile(rows: &[&Measurement], set: &str, engine: &str) -> Option<String> {
    let of_set: Vec<&Measurement> = rows.iter().copied().filter(|row| row.set == set).collect();
    let of_engine = of_set.iter().filter(|row| row.engine == engine);
    let best = of_engine.clone().max_by(|one, other| one.rate.median.total_cmp(&other.rate.median))?;
    let fewest = of_engine.min_by_key(|row| row.threads)?;
    let solver =
        format!("{} · {} · {}", best.solver(), best.mode, threads_in_words(&[best.threads.unwrap_or(1)]));
    Some(format!(
        "<li><b>{}</b><strong>{}<small> puzzles/s</small></strong><span>{}</span><span>{}</span></li>\n",
        escaped(set),
        short(best.rate.median),
        escaped(&solver),
        escaped(&ratios(&of_set, fewest))
    ))
}

/// Returns the ratios to the engine single and to the slowest engine, on the same number of threads.
fn ratios(rows: &[&Measurement], fewest: &Measurement) -> String {
    let others: Vec<&&Measurement> =
        rows.iter().filter(|row| row.engine != fewest.engine && row.threads == fewest.threads).collect();
    let slowest = others.iter().min_by(|one, other| one.rate.median.total_cmp(&other.rate.median));
    let single = others.iter().find(|row| row.engine == "single");
    let mut names: Vec<&&&Measurement> = single.into_iter().chain(slowest).collect();
    names.dedup_by_key(|row| &row.engine);
    let ratio = |row: &&&&Measurement| {
        format!("{} × {}", two_digits(fewest.rate.median / row.rate.median), row.engine)
    };
    let ratios: Vec<String> = names.iter().map(ratio).collect();
    match ratios.is_empty() {
        true => String::new(),
        false => format!("on {}: {}", threads_in_words(&[fewest.threads.unwrap_or(1)]), ratios.join(", ")),
    }
}

/// Formats a ratio with two significant digits.
fn two_digits(ratio: f64) -> String {
    let unit = 10f64.powf(ratio.max(1.0).log10().floor() - 1.0).max(0.1);
    let rounded = (ratio / unit).round() * unit;
    if rounded < 10.0 { format!("{rounded:.1}") } else { grouped(rounded as u64) }
}

/// Returns the section that explains the clocks of the results.
fn clocks(report: &BenchReport) -> String {
    let is_used = |clock: &Clock| report.rows.iter().any(|row| row.clock == *clock);
    let used = Clock::ALL.into_iter().filter(is_used);
    let pairs: Vec<(&str, String)> = used.map(|clock| (clock.name(), clock.includes().to_owned())).collect();
    html::section("What the time includes", "", &definitions(&pairs))
}

/// Returns the printed tables, in detail.
fn tables(report: &BenchReport) -> String {
    let section = |(heading, table): (String, TextTable)| {
        html::section(&heading, "", &html::table(&table, &heading.to_lowercase()))
    };
    report.tables_in_detail().into_iter().map(section).collect()
}

fn method() -> String {
    let text = "A warm-up solves the puzzles and verifies every answer. A wrong answer of an engine ends the measurement; wrong \
                answers of other programs are counted. Then each round runs every row of the table once, in random order: if \
                the machine slows down, it slows all rows alike. An engine that is too slow for the whole set solves a sample \
                spread evenly over the set, of at least eight puzzles and the same for all engines. A rate is the median of the rounds.";
    html::section("How it was measured", "", &format!("<p>{text}</p>\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_two_digits() {
        assert_eq!([1.04, 36.31, 364.0, 21_870.0].map(two_digits), ["1.0", "36", "360", "22,000"]);
    }
}
