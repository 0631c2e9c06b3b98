//! `bulkdoku split`: parts of a file that have no puzzle, or no solution grid, in common.

use std::path::Path;

use serde_json::{Value, json};

use super::args::{PartArg, SplitArgs};
use super::files::{create_output, keep_apart};
use super::json::{SCHEMA, puzzles_by_clues, write_json};
use super::numbers::{grouped, rate, time};
use super::progress::Progress;
use super::summary::{malformed, plural};
use super::{Exit, interrupt, say};
use crate::datasets::split::PartReport;
use crate::datasets::{Share, SplitJob, SplitPart, SplitReport, Strata};
use crate::error::{Error, Result};

/// Runs the subcommand.
pub fn run(args: SplitArgs) -> Result<Exit> {
    let parts = args.parts()?;
    args.keep_apart()?;
    let threads = args.solver.thread_count()?;
    interrupt::watch(|| ());
    if let Some(path) = &args.summary {
        drop(create_output(path)?); // report a path that cannot be written before the run
    }
    let source = args.input.source()?;
    let name = source.name().to_owned();
    let progress = Progress::new(&args.view, source.length()?, false);
    let shown = progress.clone();
    let mut job = SplitJob::new(source, args.by, args.seed, parts);
    job.stratify = args.stratify;
    job.drops_bad = args.drop_bad;
    job.temp_files = interrupt::temp_files().clone();
    job.engine = args.solver.engine();
    job.budget = args.budget.guesses;
    job.isa = args.solver.isa;
    job.threads = threads;
    job.chunk_size = args.input.chunk_size;
    job.on_chunk = Box::new(move |chunk| shown.add(chunk));
    let done = job.run();
    progress.clear();
    let report = done?;
    if !args.view.quiet {
        args.print(&report);
    }
    args.summary.as_deref().map_or(Ok(()), |path| write_json(path, &args.summary(&name, &report)))?;
    Ok(Exit::of_copies(report.malformed()))
}

impl SplitArgs {
    /// The parts with their shares.
    fn parts(&self) -> Result<Vec<SplitPart>> {
        let shares = self.part.iter().filter_map(|part| part.share);
        let rests = self.part.iter().filter(|part| part.share.is_none()).count();
        let rest = Share::rest_of(shares.clone())
            .ok_or_else(|| Error::refused("the shares of the parts add up to more than 100%"))?;
        if rests > 1 {
            return Err(Error::refused("only one part can be the rest: give the others a share"));
        }
        if rests == 0 && rest.percent() > 0.0 {
            let reason =
                format!("the shares of the parts leave {rest}: name a part for it, as in train.csv=rest");
            return Err(Error::refused(reason));
        }
        let part = |part: &PartArg| SplitPart::new(&part.path, part.share.unwrap_or(rest));
        Ok(self.part.iter().map(part).collect())
    }

    /// Refuses files that would overwrite each other.
    fn keep_apart(&self) -> Result<()> {
        for (index, part) in self.part.iter().enumerate() {
            keep_apart("--part", &part.path, "of the puzzles", &self.input.path)?;
            for other in &self.part[..index] {
                keep_apart("--part", &part.path, "of another part", &other.path)?;
            }
            if let Some(summary) = &self.summary {
                keep_apart("--summary", summary, "of a part", &part.path)?;
            }
        }
        let summary = self.summary.as_deref();
        summary.map_or(Ok(()), |path| keep_apart("--summary", path, "of the puzzles", &self.input.path))
    }

    /// Prints the number of records of each part, and a line with the time and the rate.
    fn print(&self, report: &SplitReport) {
        let SplitReport { records, left_out, parts, threads, elapsed, .. } = report;
        for PartReport { part, records: of_part, .. } in parts {
            let percent = 100.0 * *of_part as f64 / (*records).max(1) as f64;
            let (path, share) = (part.path.display(), part.share);
            let s = plural(*of_part);
            say(format_args!("{path}: {} record{s}, {percent:.2}% for {share}", grouped(*of_part)));
        }
        say(format_args!(
            "{} record{} in {} · {} · {threads} thread{} · by {} · {} left out{}",
            grouped(*records),
            plural(*records),
            time(*elapsed),
            rate(*records, *elapsed),
            plural(*threads as u64),
            self.by,
            grouped(*left_out),
            malformed(report.malformed()),
        ));
    }

    /// What the parts are and how they were made. Of the same split, all but the times is the same.
    fn summary(&self, input: &str, report: &SplitReport) -> Value {
        json!({
            "schema": SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "input": input,
            "by": self.by.name(),
            "seed": self.seed,
            "stratify": self.stratify.map(Strata::name),
            "records": report.records,
            "left_out": report.left_out,
            "malformed": report.malformed(),
            "seconds": report.elapsed.as_secs_f64(),
            "puzzles_per_second": report.records as f64 / report.elapsed.as_secs_f64().max(1e-9),
            "threads": report.threads,
            "parts": report.parts.iter().map(part).collect::<Vec<_>>(),
        })
    }
}

fn part(report: &PartReport) -> Value {
    json!({
        "file": shown(&report.part.path),
        "share": report.part.share.to_string(),
        "records": report.records,
        "bytes": report.bytes,
        "sha256": report.sha256.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        "puzzles_by_clues": puzzles_by_clues(&report.clues),
    })
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
