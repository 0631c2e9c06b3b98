//! `bulkdoku sample`: a uniform sample of the records of a file.

use serde_json::{Value, json};

use super::args::{SampleArgs, SampleStrata};
use super::files::{check_stdout, create_output, keep_apart};
use super::json::{SCHEMA, object, write_json};
use super::numbers::{grouped, rate, time};
use super::progress::Progress;
use super::summary::{malformed, plural};
use super::{Exit, interrupt, say};
use crate::datasets::sample::{BuildStrata, SampleStratum};
use crate::datasets::{SampleJob, SampleReport, Strata};
use crate::error::Result;
use crate::guess_bins::GuessBin;
use crate::rating::{RatingSettings, level_strata};

/// Runs the subcommand.
pub fn run(args: SampleArgs) -> Result<Exit> {
    let threads = args.run.solver.thread_count()?;
    interrupt::watch(|| ());
    if let Some(path) = &args.run.summary {
        keep_apart("--summary", path, "of the puzzles", &args.input.path)?;
        keep_apart("--summary", path, "of the results", &args.output.output)?;
        check_stdout("--summary", path, &args.output.output)?;
        drop(create_output(path)?); // report a path that cannot be written before the run
    }
    let (input, detected) = args.input.detect()?;
    let name = input.name().to_owned();
    let progress = Progress::new(&args.run.view, input.length(), args.output.is_terminal());
    let shown = progress.clone();
    let mut job = SampleJob::new(input, detected, args.count, args.seed, args.output.create()?);
    job.stratify = args.strata();
    job.drops_bad = args.drop_bad;
    job.threads = threads;
    job.chunk_size = args.input.chunk_size;
    job.on_chunk = Box::new(move |chunk| shown.add(chunk));
    let done = job.run();
    progress.clear();
    let report = done?;
    if !args.run.view.quiet {
        args.print(&report);
    }
    args.run.summary.as_deref().map_or(Ok(()), |path| write_json(path, &args.json(&name, &report)))?;
    Ok(Exit::of_copies(if args.drop_bad { 0 } else { report.malformed }))
}

impl SampleArgs {
    fn strata(&self) -> Option<BuildStrata> {
        Some(match self.stratify? {
            SampleStrata::Of(strata) => strata.finder(self.run.solver.engine(), self.run.budget.guesses),
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
        say(format_args!(
            "{} record{} in {} · {} · {threads} thread{} · {} sampled{}",
            grouped(*records),
            plural(*records),
            time(*elapsed),
            rate(*records, *elapsed),
            plural(*threads as u64),
            grouped(*sampled),
            malformed(report.malformed),
        ));
    }

    fn json(&self, input: &str, report: &SampleReport) -> Value {
        let strata = self.stratify.iter().cycle().zip(&report.strata);
        let strata = strata.map(|(strata, &(number, records, sampled))| {
            (label(*strata, number), json!({ "records": records, "sampled": sampled }))
        });
        json!({
            "schema": SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "input": input,
            "count": self.count,
            "seed": self.seed,
            "stratify": self.stratify.map(SampleStrata::name),
            "records": report.records,
            "sampled": report.sampled,
            "malformed": report.malformed,
            "strata": object(strata),
            "bad_dropped": self.drop_bad,
            "seconds": report.elapsed.as_secs_f64(),
            "puzzles_per_second": report.records as f64 / report.elapsed.as_secs_f64().max(1e-9),
            "threads": report.threads,
        })
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
