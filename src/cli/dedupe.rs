//! `bulkdoku dedupe`: a file without the records that are the same as an earlier one.

use std::path::Path;

use serde_json::json;

use super::args::DedupeArgs;
use super::files::{check_stdout, create_output, keep_apart};
use super::json::{SCHEMA, write_json};
use super::numbers::{grouped, rate, time};
use super::progress::Progress;
use super::streams::is_dash;
use super::summary::plural;
use super::{Exit, interrupt, say};
use crate::datasets::{DedupeJob, DedupeReport};
use crate::error::{Error, Result};

/// Runs the subcommand.
pub fn run(args: DedupeArgs) -> Result<Exit> {
    args.keep_apart()?;
    let threads = args.run.solver.thread_count()?;
    interrupt::watch(|| ());
    if let Some(path) = &args.run.summary {
        drop(create_output(path)?); // report a path that cannot be written before the run
    }
    let source = args.input.source()?;
    let name = source.name().to_owned();
    let progress = Progress::new(&args.run.view, source.length()?, args.output.is_terminal());
    let shown = progress.clone();
    let mut job = DedupeJob::new(source, args.by, args.output.create()?);
    job.classes = args.classes.as_ref().map(|path| create_output(path)).transpose()?;
    job.drops_bad = args.drop_bad;
    job.engine = args.run.solver.engine();
    job.budget = args.run.budget.guesses;
    job.isa = args.run.solver.isa;
    job.threads = threads;
    job.chunk_size = args.input.chunk_size;
    job.fingerprint_memory = args.fingerprint_memory;
    job.on_chunk = Box::new(move |chunk| shown.add(chunk));
    let done = job.run();
    progress.clear();
    let report = done?;
    if !args.run.view.quiet {
        say(args.line(&report));
    }
    args.run.summary.as_deref().map_or(Ok(()), |path| args.write_json(path, &name, &report))?;
    Ok(Exit::of_copies(if args.drop_bad { 0 } else { report.malformed }))
}

impl DedupeArgs {
    /// Refuses files that would overwrite each other.
    fn keep_apart(&self) -> Result<()> {
        for (flag, path) in [("--classes", &self.classes), ("--summary", &self.run.summary)] {
            let Some(path) = path else { continue };
            keep_apart(flag, path, "of the puzzles", &self.input.path)?;
            keep_apart(flag, path, "of the results", &self.output.output)?;
            check_stdout(flag, path, &self.output.output)?;
        }
        let (Some(classes), Some(summary)) = (&self.classes, &self.run.summary) else { return Ok(()) };
        keep_apart("--summary", summary, "of the classes", classes)?;
        match is_dash(classes) && is_dash(summary) {
            true => Err(Error::refused(
                "--classes and --summary both write to standard output: name a file for one",
            )),
            false => Ok(()),
        }
    }

    /// One line with the number of records, the time, the rate, the threads, and what became of the records.
    fn line(&self, report: &DedupeReport) -> String {
        let DedupeReport { records, kept, elapsed, threads, .. } = report;
        let mut line = format!(
            "{} record{} in {} · {} · {threads} thread{} · by {} · {} kept",
            grouped(*records),
            plural(*records),
            time(*elapsed),
            rate(*records, *elapsed),
            plural(*threads as u64),
            self.by,
            grouped(*kept),
        );
        let dropped = if self.drop_bad { "dropped" } else { "kept" };
        for (count, what) in [
            (report.duplicates, "duplicates".to_owned()),
            (report.malformed, format!("malformed {dropped}")),
            (report.contradictory, format!("contradictory {dropped}")),
            (report.without_class, "without a class kept".to_owned()),
        ] {
            if count > 0 {
                line += &format!(" · {} {what}", grouped(count));
            }
        }
        line
    }

    fn write_json(&self, path: &Path, input: &str, report: &DedupeReport) -> Result<()> {
        let value = json!({
            "schema": SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "input": input,
            "by": self.by.name(),
            "records": report.records,
            "kept": report.kept,
            "duplicates": report.duplicates,
            "malformed": report.malformed,
            "contradictory": report.contradictory,
            "without_class": report.without_class,
            "bad_dropped": self.drop_bad,
            "bytes_written": report.written,
            "bytes_spilled": report.spilled,
            "seconds": report.elapsed.as_secs_f64(),
            "puzzles_per_second": report.records as f64 / report.elapsed.as_secs_f64().max(1e-9),
            "threads": report.threads,
        });
        write_json(path, &value)
    }
}
