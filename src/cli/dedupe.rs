//! `bulkdoku dedupe`: a file without its duplicates.

use serde_json::{Value, json};

use super::args::DedupeArgs;
use super::context::Context;
use super::files::{create_output, open_source};
use super::numbers::{counted, grouped};
use super::session::Session;
use super::summary::{extended, summary_of, timed_line};
use super::{BadRecords, Exit, say, solver};
use crate::datasets::{DedupeJob, DedupeReport, FINGERPRINT_MEMORY};
use crate::error::Result;
use crate::io::run_files::Role;

/// Runs the subcommand.
pub fn run(args: DedupeArgs, context: &Context) -> Result<Exit> {
    let solver = solver::usual(u64::MAX)?;
    let mut session = Session::of(&args.run, context, solver)?;
    let (source, mut length) = session.source(&args.run.input)?;
    let name = source.name().to_owned();
    let mut job = DedupeJob::new(source, args.by, args.run.output.create(context)?);
    job.keep = args.keep;
    job.classes =
        args.classes.as_deref().map(|path| create_output(path, Role::Report, context)).transpose()?;
    for path in &args.against {
        let (access, hint) = (args.run.input.access(), args.run.input.hint_for_others());
        let reference = open_source(path, access, Role::Reference, hint, context)?;
        length = length.zip(session.identify_other(&reference)?).map(|(one, other)| one + other);
        job.against.push(reference);
    }
    job.settings.drops_invalid = args.drop_invalid;
    job.settings.solver = solver;
    job.settings.fingerprint_memory = args.fingerprint_memory.unwrap_or(FINGERPRINT_MEMORY);
    let report = session.show(length, |run| job.run_settings(run).run())?;
    let bad = if args.drop_invalid { 0 } else { report.malformed };
    let bad = BadRecords { bad, records: report.records, most: args.run.input.max_bad };
    session.finish(bad, &|| say(args.line(&report)), &|| args.json(&name, &report))
}

impl DedupeArgs {
    /// Returns a line with the number of records, the time, the rate, the threads, and the numbers of records kept and dropped.
    fn line(&self, report: &DedupeReport) -> String {
        let DedupeReport { records, kept, elapsed, threads, .. } = report;
        let kept = format!("by {} · {} kept", self.by, grouped(*kept));
        let mut line = timed_line(counted(*records, "record"), *records, *elapsed, *threads, kept);
        let dropped = if self.drop_invalid { "dropped" } else { "kept" };
        for (count, what) in [
            (report.leaks, format!("also in {}", self.others())),
            (report.duplicates, if report.duplicates == 1 { "duplicate" } else { "duplicates" }.to_owned()),
            (report.malformed, format!("malformed {dropped}")),
            (
                report.conflicts,
                format!("{} {dropped}", if report.conflicts == 1 { "conflict" } else { "conflicts" }),
            ),
            (report.without_class, "without a class kept".to_owned()),
        ] {
            if count > 0 {
                line += &format!(" · {} {what}", grouped(count));
            }
        }
        line
    }

    /// Returns the other files in words.
    fn others(&self) -> String {
        match &self.against[..] {
            [file] => file.display().to_string(),
            files => format!("{} other files", files.len()),
        }
    }

    fn json(&self, input: &str, report: &DedupeReport) -> Value {
        let further = json!({
            "by": self.by.name(),
            "keep": self.keep.name(),
            "against": self.against.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
            "kept": report.kept,
            "duplicates": report.duplicates,
            "leaks": report.leaks,
            "malformed": report.malformed,
            "conflicts": report.conflicts,
            "without_class": report.without_class,
            "invalid_dropped": self.drop_invalid,
            "bytes_written": report.written,
            "bytes_spilled": report.spilled,
        });
        extended(summary_of(input, report.records, report.elapsed, report.threads), further)
    }
}
