//! `bulkdoku sample`: a uniform sample of the records of a file.

use serde_json::{Value, json};

use super::args::{SampleArgs, SampleStrata};
use super::json::{self, extended, object};
use super::numbers::grouped;
use super::session::Session;
use super::summary::{malformed, records_line};
use super::{Exit, say};
use crate::datasets::sample::{BuildStrata, SampleStratum};
use crate::datasets::{SampleJob, SampleReport, Strata};
use crate::error::Result;
use crate::guess_bins::GuessBin;
use crate::rating::{RatingSettings, level_strata};

/// Runs the subcommand.
pub fn run(args: SampleArgs) -> Result<Exit> {
    let session = Session::of(&args.run, &args.output)?;
    let (input, detected) = args.input.detect()?;
    let (name, length) = (input.name().to_owned(), input.length());
    let mut job = SampleJob::new(input, detected, args.count, args.seed, args.output.create()?);
    job.stratify = args.strata();
    job.settings.drops_bad = args.drop_bad;
    job.settings.run.threads = session.threads;
    job.settings.run.chunk_size = args.input.chunk_size;
    let report = session.show(length, |on_chunk| {
        job.settings.run.on_chunk = on_chunk;
        job.run()
    })?;
    session.finish(|| args.print(&report), || args.json(&name, &report))?;
    Ok(Exit::of_copies(if args.drop_bad { 0 } else { report.malformed }))
}

impl SampleArgs {
    fn strata(&self) -> Option<BuildStrata> {
        Some(match self.stratify? {
            SampleStrata::Of(strata) => strata.finder(self.run.solver.settings(self.run.budget.guesses)),
            SampleStrata::Level => {
                let mut settings = RatingSettings::default();
                settings.engine = self.run.solver.engine;
                settings.isa = self.run.solver.isa;
                settings.budget = self.run.budget.guesses;
                level_strata(settings)
            }
        })
    }

    /// Prints the number of records of each stratum, and a line with the time and the rate.
    fn print(&self, report: &SampleReport) {
        let SampleReport { records, sampled, strata, threads, elapsed, .. } = report;
        for (strata, &(number, of_stratum, taken)) in self.stratify.iter().cycle().zip(strata) {
            let (name, value) = (strata.name(), label(*strata, number));
            say(format_args!("{name} {value}: {} of {}", grouped(taken), grouped(of_stratum)));
        }
        let further = format!("{} sampled{}", grouped(*sampled), malformed(report.malformed));
        say(records_line(*records, *elapsed, *threads, further));
    }

    fn json(&self, input: &str, report: &SampleReport) -> Value {
        let strata = self.stratify.iter().cycle().zip(&report.strata);
        let strata = strata.map(|(strata, &(number, records, sampled))| {
            (label(*strata, number), json!({ "records": records, "sampled": sampled }))
        });
        let further = json!({
            "count": self.count,
            "seed": self.seed,
            "stratify": self.stratify.map(SampleStrata::name),
            "sampled": report.sampled,
            "malformed": report.malformed,
            "strata": object(strata),
            "bad_dropped": self.drop_bad,
        });
        extended(json::summary(input, report.records, report.elapsed, report.threads), further)
    }
}

/// The values of a stratum, as in `4`, `none` or `8-15`.
fn label(strata: SampleStrata, number: SampleStratum) -> String {
    match (strata, number) {
        (SampleStrata::Level, 8) => "none".to_owned(),
        (SampleStrata::Of(Strata::Guesses), bin) => {
            GuessBin::nth(bin.into()).map_or_else(String::new, |bin| bin.to_string())
        }
        _ => number.to_string(),
    }
}
