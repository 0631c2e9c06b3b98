//! `bulkdoku sample`: a uniform sample of the records of a file.

use serde_json::{Value, json};

use super::args::SampleArgs;
use super::context::Context;
use super::numbers::{counted, grouped};
use super::session::Session;
use super::summary::{extended, malformed, object, summary_of, timed_line};
use super::{BadRecords, Exit, say, solver};
use crate::datasets::{SampleJob, SampleReport};
use crate::error::Result;

/// Runs the subcommand.
pub fn run(args: SampleArgs, context: &Context) -> Result<Exit> {
    let solver = solver::usual(u64::MAX)?;
    let mut session = Session::of(&args.run, context, solver)?;
    let (source, length) = session.source(&args.run.input)?;
    let name = source.name().to_owned();
    let count = args.count.or(args.each).unwrap_or_default();
    let mut job = SampleJob::new(source, count, args.seed, args.run.output.create(context)?);
    if args.each.is_some() {
        job = job.of_each();
    }
    job.settings.drops_invalid = args.drop_invalid;
    if let Some(strata) = args.stratify.clone() {
        job = job.stratify(strata.solved_by(solver));
    }
    if let Some(column) = &args.weight {
        job = job.weights(column.clone());
    }
    let report = session.show(length, |run| job.run_settings(run).run())?;
    let bad = if args.drop_invalid { 0 } else { report.malformed };
    let bad = BadRecords { bad, records: report.records, most: args.run.input.max_bad };
    session.finish(bad, &|| args.print(&report), &|| args.json(&name, &report))
}

impl SampleArgs {
    /// Prints the number of records of each stratum, and a line with the time and the rate.
    fn print(&self, report: &SampleReport) {
        let SampleReport { records, sampled, threads, elapsed, .. } = report;
        if let Some(stratify) = &self.stratify {
            for (stratum, of_stratum, taken) in &report.strata {
                let (label, taken) = (stratify.label(stratum), grouped(*taken));
                say(format_args!("{stratify} {label}: {taken} of {}", grouped(*of_stratum)));
            }
        }
        let further = format!("{} sampled{}", grouped(*sampled), malformed(report.malformed));
        say(timed_line(counted(*records, "record"), *records, *elapsed, *threads, further));
    }

    fn json(&self, input: &str, report: &SampleReport) -> Value {
        let strata = self.stratify.iter().flat_map(|stratify| {
            let strata = report.strata.iter();
            strata.map(|(stratum, records, sampled)| {
                (stratify.label(stratum), json!({ "records": records, "sampled": sampled }))
            })
        });
        let further = json!({
            "count": self.count,
            "each": self.each,
            "seed": self.seed,
            "weighted": self.weight.is_some(),
            "stratify": self.stratify.as_ref().map(ToString::to_string),
            "sampled": report.sampled,
            "malformed": report.malformed,
            "strata": object(strata),
            "invalid_dropped": self.drop_invalid,
        });
        extended(summary_of(input, report.records, report.elapsed, report.threads), further)
    }
}
