//! `bulkdoku sample`: a uniform sample of the records of a file.

use serde_json::{Value, json};

use super::args::{Property, SampleArgs};
use super::numbers::{counted, grouped};
use super::session::Session;
use super::summary::{extended, malformed, object, summary_of, timed_line};
use super::{Exit, say, solver};
use crate::datasets::{SampleJob, SampleReport, SampleStratum};
use crate::error::Result;
use crate::guess_bins::GuessBin;

/// Runs the subcommand.
pub fn run(args: SampleArgs) -> Result<Exit> {
    let solver = solver::usual(u64::MAX)?;
    let mut session = Session::of(&args.run, solver)?;
    let records = session.open(&args.run.input)?;
    let (name, length) = (records.input.name().to_owned(), records.input.length());
    let mut job = SampleJob::of_records(records, args.count, args.seed, args.run.output.create()?);
    job.settings.drops_bad = args.drop_bad;
    job.stratify = args.stratify.map(|property| property.strata(solver));
    job.weights = args.weight.clone();
    let report = session.show(length, |run| job.run_settings(run).run())?;
    let bad = if args.drop_bad { 0 } else { report.malformed };
    let exit = Exit::of_bad(bad, report.records, args.run.input.max_bad);
    session.finish(exit, || args.print(&report), || args.json(&name, &report))
}

impl SampleArgs {
    /// Prints the number of records of each stratum, and a line with the time and the rate.
    fn print(&self, report: &SampleReport) {
        let SampleReport { records, sampled, strata, threads, elapsed, .. } = report;
        for (strata, &(number, of_stratum, taken)) in self.stratify.iter().cycle().zip(strata) {
            let (name, value) = (strata.name(), label(*strata, number));
            say(format_args!("{name} {value}: {} of {}", grouped(taken), grouped(of_stratum)));
        }
        let further = format!("{} sampled{}", grouped(*sampled), malformed(report.malformed));
        say(timed_line(counted(*records, "record"), *records, *elapsed, *threads, further));
    }

    fn json(&self, input: &str, report: &SampleReport) -> Value {
        let strata = self.stratify.iter().cycle().zip(&report.strata);
        let strata = strata.map(|(strata, &(number, records, sampled))| {
            (label(*strata, number), json!({ "records": records, "sampled": sampled }))
        });
        let further = json!({
            "count": self.count,
            "seed": self.seed,
            "weighted": self.weight.is_some(),
            "stratify": self.stratify.map(Property::name),
            "sampled": report.sampled,
            "malformed": report.malformed,
            "strata": object(strata),
            "bad_dropped": self.drop_bad,
        });
        extended(summary_of(input, report.records, report.elapsed, report.threads), further)
    }
}

/// The values of a stratum, as in `4`, `none` or `8-15`.
fn label(property: Property, number: SampleStratum) -> String {
    match (property, number) {
        (Property::Level, 8) => "none".to_owned(),
        (Property::Guesses, bin) => GuessBin::nth(bin.into()).map_or_else(String::new, |bin| bin.to_string()),
        _ => number.to_string(),
    }
}
