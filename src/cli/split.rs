//! `bulkdoku split`: parts of a file with no puzzle, or no solution, in common.

use serde_json::{Value, json};

use super::args::{PartArg, SplitArgs};
use super::context::Context;
use super::files::check_name;
use super::numbers::{counted, grouped};
use super::session::Session;
use super::summary::{extended, malformed, object, puzzles_by_clues, summary_of, timed_line};
use super::{BadRecords, Exit, say, solver};
use crate::datasets::{PartReport, Share, SplitJob, SplitPart, SplitReport, Stratum};
use crate::error::{Error, Result};

/// Runs the subcommand.
pub fn run(args: SplitArgs, context: &Context) -> Result<Exit> {
    let (parts, solver) = (args.parts()?, solver::usual(u64::MAX)?);
    parts.iter().try_for_each(|part| check_name(&part.path, context))?;
    let mut session =
        Session::start(context, solver, &args.threads, args.input.chunk_size, &args.view, None)?;
    let (source, length) = session.source(&args.input)?;
    let name = source.name().to_owned();
    let mut job = SplitJob::new(source, args.by, args.seed, parts);
    job.run_files = context.files.clone();
    job.settings.drops_invalid = args.drop_invalid;
    job.settings.solver = solver;
    job.stratify = args.stratify.clone().map(|strata| strata.solved_by(solver));
    let report = session.show(length, |run| job.run_settings(run).run())?;
    let bad = BadRecords { bad: report.malformed(), records: report.records, most: args.input.max_bad };
    session.finish(bad, &|| args.print(&report), &|| args.summary(&name, &report))
}

impl SplitArgs {
    /// Returns the parts with their shares.
    fn parts(&self) -> Result<Vec<SplitPart>> {
        let shares = self.part.iter().filter_map(|part| part.share);
        let rests = self.part.iter().filter(|part| part.share.is_none()).count();
        let rest = Share::rest_of(shares.clone())
            .ok_or_else(|| Error::refused("the shares of the parts add up to more than 100%"))?;
        if rests > 1 {
            return Err(Error::refused("only one part can be the rest: give the others shares"));
        }
        if rests == 0 && rest.percent() > 0.0 {
            let reason =
                format!("{rest} of the records are in no part: add a part for them, as in train.csv=rest");
            return Err(Error::refused(reason));
        }
        let part = |part: &PartArg| SplitPart::new(&part.path, part.share.unwrap_or(rest));
        Ok(self.part.iter().map(part).collect())
    }

    /// Prints the number of records of each part, those of each stratum by parts, and a line with the time and the rate.
    fn print(&self, report: &SplitReport) {
        let SplitReport { records, left_out, parts, strata, threads, elapsed, .. } = report;
        for PartReport { part, records: of_part, .. } in parts {
            let percent = 100.0 * *of_part as f64 / (*records).max(1) as f64;
            let (path, share) = (part.path.display(), part.share);
            say(format_args!("{path}: {}, {percent:.2}% for {share}", counted(*of_part, "record")));
        }
        if let Some(stratify) = &self.stratify {
            for (index, stratum) in strata.iter().enumerate() {
                let of_parts: Vec<_> = parts.iter().map(|part| grouped(part.strata[index])).collect();
                say(format_args!("{stratify} {}: {}", stratify.label(stratum), of_parts.join(" · ")));
            }
        }
        let malformed = malformed(report.malformed());
        let further = format!("by {} · {} left out{malformed}", self.by, grouped(*left_out));
        say(timed_line(counted(*records, "record"), *records, *elapsed, *threads, further));
    }

    /// Returns the parts and how they were made. Repeating a split changes only the times.
    fn summary(&self, input: &str, report: &SplitReport) -> Value {
        let further = json!({
            "by": self.by.name(),
            "seed": self.seed,
            "stratify": self.stratify.as_ref().map(ToString::to_string),
            "left_out": report.left_out,
            "malformed": report.malformed(),
            "invalid_dropped": self.drop_invalid,
            "parts": report.parts.iter().map(|part| self.part(part, &report.strata)).collect::<Vec<_>>(),
        });
        extended(summary_of(input, report.records, report.elapsed, report.threads), further)
    }

    fn part(&self, report: &PartReport, strata: &[Stratum]) -> Value {
        let strata = self.stratify.iter().flat_map(|stratify| {
            let records = strata.iter().zip(&report.strata);
            records.map(|(stratum, records)| (stratify.label(stratum), json!(records)))
        });
        json!({
            "file": report.part.path.display().to_string(),
            "share": report.part.share.percent() / 100.0,
            "records": report.records,
            "bytes": report.bytes,
            "sha256": report.sha256.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
            "puzzles_by_clues": puzzles_by_clues(&report.clues),
            "strata": object(strata),
        })
    }
}
