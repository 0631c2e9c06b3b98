//! `bulkdoku shuffle`: the records of a file in a random order.

use serde_json::{Value, json};

use super::args::ShuffleArgs;
use super::context::Context;
use super::numbers::{counted, grouped};
use super::session::Session;
use super::summary::{extended, malformed, summary_of, timed_line};
use super::{BadRecords, Exit, say, solver};
use crate::datasets::{ShuffleJob, ShuffleReport};
use crate::error::Result;

/// Runs the subcommand.
pub fn run(args: ShuffleArgs, context: &Context) -> Result<Exit> {
    let mut session = Session::of(&args.run, context, solver::usual(u64::MAX)?)?;
    let (source, length) = session.source(&args.run.input)?;
    let name = source.name().to_owned();
    let mut job = ShuffleJob::new(source, args.seed, args.run.output.create(context)?);
    job.settings.drops_invalid = args.drop_invalid;
    let report = session.show(length, |run| job.run_settings(run).run())?;
    let bad = if args.drop_invalid { 0 } else { report.malformed };
    let bad = BadRecords { bad, records: report.records, most: args.run.input.max_bad };
    session.finish(bad, &|| print(&report), &|| args.json(&name, &report))
}

/// Prints a line with the time and the rate.
fn print(report: &ShuffleReport) {
    let ShuffleReport { records, shuffled, threads, elapsed, .. } = report;
    let further = format!("{} shuffled{}", grouped(*shuffled), malformed(report.malformed));
    say(timed_line(counted(*records, "record"), *records, *elapsed, *threads, further));
}

impl ShuffleArgs {
    fn json(&self, input: &str, report: &ShuffleReport) -> Value {
        let further = json!({
            "seed": self.seed,
            "shuffled": report.shuffled,
            "malformed": report.malformed,
            "invalid_dropped": self.drop_invalid,
        });
        extended(summary_of(input, report.records, report.elapsed, report.threads), further)
    }
}
