//! The summary of a run, as text for people and as JSON for programs.

use std::fmt::Display;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::numbers::{counted, grouped, rate, time};
use super::{say, solver};
use crate::error::Result;
use crate::io::output::Output;
use crate::pipeline::Shard;
use crate::pipeline::report::Report;
use crate::solver::{SolverSettings, Verdict};

/// The summary of a run.
pub struct RunSummary<'a> {
    /// Counters, bad records and times.
    pub report: &'a Report,
    /// The name of the input.
    pub input: &'a str,
    /// The part of the input or of the lines, if the run did not do all of it.
    pub shard: Option<Shard>,
    /// How puzzles were solved.
    pub solver: SolverSettings,
}

impl RunSummary<'_> {
    /// Prints the first bad records and the number of others.
    pub fn print_bad_records(&self) {
        for bad in &self.report.bad {
            say(format_args!("{}:{}:{}: {}", self.input, bad.line, bad.column, bad.wrong));
        }
        let more = self.report.tally.bad() - self.report.bad.len() as u64;
        if more > 0 {
            say(format_args!("and {}", counted(more, "more bad record")));
        }
        if self.report.tally.first_unread > 0 {
            let Self { input, report, .. } = self;
            say(format_args!("{input}:{}:1: not read: this could hold a puzzle", report.tally.first_unread));
        }
        self.explain_puzzles();
    }

    /// Prints the syntax of puzzles if any record was malformed.
    pub fn explain_puzzles(&self) {
        if self.report.tally.with(Verdict::Malformed) > 0 {
            say("a puzzle is 81 cells: a clue is 1 to 9, a blank is one of . 0 _ * - ? x X");
        }
    }

    /// Returns a line with the number of records, the time, the rate, the threads, the solver and the verdicts.
    pub fn line(&self) -> String {
        self.line_of("record")
    }

    /// Returns the same line for records with another name: those that a run made.
    pub fn line_of(&self, name: &str) -> String {
        let Report { tally, threads, elapsed, .. } = self.report;
        if tally.records() == 0 {
            return format!("no puzzles in {}", self.input);
        }
        let records = tally.records();
        let headings = match self.report.tally.headings {
            0 => String::new(),
            headings => format!(" · {} skipped", counted(headings, "heading")),
        };
        let unread = match tally.unread {
            0 => String::new(),
            unread => format!(" · {} not read", grouped(unread)),
        };
        let further = format!("{} · {}{headings}", solver::name(self.solver), self.verdicts());
        let further = further + &unread;
        timed_line(counted(records, name), records, *elapsed, *threads, further)
    }

    /// Returns text like `all solved`, or the number of records with each verdict.
    pub fn verdicts(&self) -> String {
        let tally = &self.report.tally;
        let found = || Verdict::ALL.into_iter().filter(|&verdict| tally.with(verdict) > 0);
        if let Some(only) = found().next().filter(|&only| tally.with(only) == tally.records()) {
            return format!("all {}", only.name());
        }
        let counted = found().map(|verdict| format!("{} {}", grouped(tally.with(verdict)), verdict.name()));
        counted.collect::<Vec<_>>().join(" · ")
    }

    /// Returns the summary as JSON.
    pub fn json(&self) -> Value {
        let Report { tally, bad, written, threads, elapsed, .. } = self.report;
        // Only commands that do not solve their records use the verdict `WellFormed`.
        let is_given = |&verdict: &Verdict| verdict != Verdict::WellFormed || tally.with(verdict) > 0;
        let counted = Verdict::ALL.into_iter().filter(is_given);
        let counted = counted.map(|verdict| (verdict.name().to_owned(), tally.with(verdict).into()));
        let named = bad
            .iter()
            .map(|bad| json!({ "line": bad.line, "column": bad.column, "wrong": bad.wrong.to_string() }));
        let further = json!({
            "shard": self.shard.map(shard_json),
            "lines": tally.lines,
            "headings": tally.headings,
            "verdicts": object(counted),
            "bad_records": named.collect::<Vec<_>>(),
            "guesses": tally.guesses,
            "bytes_read": tally.bytes,
            "bytes_written": written,
            "engine": self.solver.engine.name(),
            "isa": (!self.solver.engine.is_baseline()).then(|| self.solver.isa.name()),
        });
        extended(summary_of(self.input, tally.records(), *elapsed, *threads), further)
    }
}

/// Prints how many texts could hold a puzzle and were not read, if there are any. A scan finds only words of 81 cells.
pub fn say_unread(unread: u64, is_scan: bool) {
    if unread > 0 {
        let texts = counted(unread, "text");
        let advice = match is_scan {
            true => "write the 81 cells of each as one word",
            false => "--column or --from scan may read more",
        };
        say(format_args!("not read: {texts} that could hold a puzzle; {advice}"));
    }
}

/// Returns the end of a line with the number of malformed records, if there are any.
pub fn malformed(records: u64) -> String {
    if records == 0 { String::new() } else { format!(" · {} malformed", grouped(records)) }
}

/// Returns a line with `what` was done, the time, the rate for `records` records, the threads, and `further` text.
pub fn timed_line(
    what: impl Display,
    records: u64,
    elapsed: Duration,
    threads: usize,
    further: impl Display,
) -> String {
    let (time, rate, threads) = (time(elapsed), rate(records, elapsed), counted(threads as u64, "thread"));
    format!("{what} in {time} · {rate} · {threads} · {further}")
}

/// The version of the summaries. It increases when a field changes its meaning or is removed. Fields may be added at any time.
pub const SCHEMA: u32 = 1;

/// Returns the first members of every summary: the input, its number of records, the time and the threads.
pub fn summary_of(input: &str, records: u64, elapsed: Duration, threads: usize) -> Value {
    json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "input": input,
        "records": records,
        "seconds": elapsed.as_secs_f64(),
        "puzzles_per_second": records as f64 / elapsed.as_secs_f64().max(1e-9),
        "threads": threads,
    })
}

/// Returns the part of the work that a run did, as JSON.
pub fn shard_json(shard: Shard) -> Value {
    json!({ "number": shard.number(), "of": shard.of() })
}

/// Writes a JSON value to an output and finishes it.
///
/// # Errors
/// Returns an error if it cannot be written.
pub fn write(mut output: Output, value: &Value) -> Result<()> {
    output.write(format!("{value:#}\n").as_bytes())?;
    output.finish()
}

/// Returns an object with these members. Inserts them one by one, because `Map::from_iter` sorts them first, and the sort would
/// be compiled for every type of iterator.
pub fn object(members: impl IntoIterator<Item = (String, Value)>) -> Value {
    let mut object = Map::new();
    members.into_iter().for_each(|(name, value)| drop(object.insert(name, value)));
    Value::Object(object)
}

/// Returns the members of two objects. Members of `further` replace those of `first` with the same name.
pub fn extended(mut first: Value, further: Value) -> Value {
    if let (Value::Object(members), Value::Object(further)) = (&mut first, further) {
        members.extend(further);
    }
    first
}

/// Returns the number of puzzles for each number of clues that occurs. `puzzles` is indexed by the number of clues.
pub fn puzzles_by_clues(puzzles: &[u64]) -> Value {
    let counted = puzzles.iter().enumerate().filter(|&(_, &puzzles)| puzzles > 0);
    object(counted.map(|(clues, &puzzles)| (clues.to_string(), puzzles.into())))
}
