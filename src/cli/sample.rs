//! `bulkdoku sample`: a uniform sample of the records of a file.

use serde_json::{Value, json};

use super::args::{Property, SampleArgs, Stratify};
use super::context::Context;
use super::numbers::{counted, grouped};
use super::session::Session;
use super::summary::{extended, malformed, object, summary_of, timed_line};
use super::{BadRecords, Exit, say, solver};
use crate::datasets::sample_size::SampleSize;
use crate::datasets::{SampleJob, SampleReport};
use crate::error::Result;
use crate::report::guess_bins::GuessBin;

/// Runs the subcommand.
pub fn run(args: SampleArgs, context: &Context) -> Result<Exit> {
    let solver = solver::usual(u64::MAX)?;
    let mut session = Session::of(&args.run, context, solver)?;
    let (source, length) = session.source(&args.run.input)?;
    let name = source.name().to_owned();
    let mut job = SampleJob::of(source, args.size(), args.seed, args.run.output.create(context)?);
    job.settings.drops_invalid = args.drop_invalid;
    if let Some(stratify) = &args.stratify {
        job = job.stratify(stratify.strata(solver));
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
    /// Returns the number of records to take.
    fn size(&self) -> SampleSize {
        match self.each {
            Some(number) => SampleSize::Each(number),
            None => SampleSize::InAll(self.count.unwrap_or_default()),
        }
    }

    /// Prints the number of records of each stratum, and a line with the time and the rate.
    fn print(&self, report: &SampleReport) {
        let SampleReport { records, sampled, threads, elapsed, .. } = report;
        for (label, of_stratum, taken) in self.strata(report) {
            let name = self.stratify.as_ref().map(ToString::to_string).unwrap_or_default();
            say(format_args!("{name} {label}: {} of {}", grouped(taken), grouped(of_stratum)));
        }
        let further = format!("{} sampled{}", grouped(*sampled), malformed(report.malformed));
        say(timed_line(counted(*records, "record"), *records, *elapsed, *threads, further));
    }

    fn json(&self, input: &str, report: &SampleReport) -> Value {
        let strata = self
            .strata(report)
            .map(|(label, records, sampled)| (label, json!({ "records": records, "sampled": sampled })));
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

impl SampleArgs {
    /// Returns the name of each stratum, its number of records, and the number taken.
    fn strata<'a>(&self, report: &'a SampleReport) -> impl Iterator<Item = (String, u64, u64)> + use<'a> {
        let property = match self.stratify {
            Some(Stratify::Property(property)) => Some(property),
            _ => None,
        };
        report.strata.iter().enumerate().map(move |(index, &(number, records, taken))| {
            let value =
                report.values.get(index).map(|value| if value.is_empty() { "(empty)" } else { value });
            let label = property.map_or_else(|| value.unwrap_or_default().to_owned(), |it| label(it, number));
            (label, records, taken)
        })
    }
}

/// Returns the values of a stratum, as in `4`, `none` or `8-15`.
fn label(property: Property, number: u8) -> String {
    match (property, number) {
        (Property::Level, 8) => "none".to_owned(),
        (Property::Guesses, bin) => GuessBin::nth(bin.into()).map_or_else(String::new, |bin| bin.to_string()),
        _ => number.to_string(),
    }
}
