//! `bulkdoku augment`: random equivalents of every puzzle.

use serde_json::{Value, json};

use super::args::AugmentArgs;
use super::context::Context;
use super::files::row_format;
use super::numbers::{counted, grouped};
use super::session::Session;
use super::summary::{RunSummary, extended, timed_line};
use super::{BadRecords, Exit, say, solver};
use crate::datasets::{AugmentJob, AugmentReport};
use crate::error::Result;
use crate::format::RowFormat;
use crate::pipeline::report::Report;

/// Runs the subcommand.
pub fn run(args: AugmentArgs, context: &Context) -> Result<Exit> {
    let (solver, chunk_size) = (solver::usual(u64::MAX)?, args.input.chunk_size);
    let session = Session::start(context, solver, &args.threads, chunk_size, &args.view, Some(&args.output))?;
    let mut session = session.with_shard(args.shard.shard).with_own_answers(args.answer_column.is_some());
    let records = session.open(&args.input)?;
    let (name, length) = (records.input.name().to_owned(), records.input.length());
    let output = args.output.create(context)?;
    let report = session.show(length, |run_settings| {
        let have_columns = records.format.columns.is_some() || args.transformation;
        let format = args.format.or((!have_columns).then_some(RowFormat::Line));
        let format = row_format(format, &records, args.transformation);
        AugmentJob {
            source: records.into(),
            wanted: args.equivalents,
            changes: args.changes(),
            seed: args.seed,
            include_original: args.include_original,
            answer_column: args.answer_column.clone(),
            format,
            with_transformation: args.transformation,
            blank: args.blank.blank,
            output,
            run_settings,
        }
        .run()
    })?;
    args.report(session, &name, &report)
}

impl AugmentArgs {
    /// Prints the summary on stderr and writes it as JSON if requested.
    fn report(&self, session: Session<'_>, input: &str, report: &AugmentReport) -> Result<Exit> {
        let summary = session.summary(&report.run, input);
        let print = || {
            summary.print_bad_records();
            if report.exhausted > 0 {
                say(self.exhausted(input, report));
            }
            say(line(&summary, report));
        };
        let bad = BadRecords::of(&report.run.tally, self.input.max_bad);
        session.finish(bad, &print, &|| self.json(&summary, report))
    }

    /// Returns the message about puzzles with fewer equivalents than requested.
    fn exhausted(&self, input: &str, report: &AugmentReport) -> String {
        let (count, first) = (report.exhausted, report.first_exhausted.unwrap_or_default());
        let have = if count == 1 { "has" } else { "have" };
        format!(
            "{} {have} fewer than {} equivalents: all are written; the first is at {input}:{first}",
            counted(count, "puzzle"),
            grouped(self.equivalents as u64),
        )
    }

    /// Returns the summary of `solve` without its engine, extended with the numbers of equivalents.
    fn json(&self, summary: &RunSummary<'_>, report: &AugmentReport) -> Value {
        let further = json!({
            "engine": null,
            "isa": null,
            "equivalents": self.equivalents,
            "seed": self.seed,
            "puzzles_written": report.written,
            "puzzles_with_fewer_equivalents": report.exhausted,
        });
        extended(summary.json(), further)
    }
}

/// Returns a line with the number of puzzles written, the time, the rate, the threads and the verdicts on the input.
fn line(summary: &RunSummary<'_>, augment: &AugmentReport) -> String {
    let Report { tally, threads, elapsed, .. } = summary.report;
    if tally.records() == 0 {
        return summary.line();
    }
    let what = format!("{} from {}", counted(augment.written, "puzzle"), grouped(tally.records()));
    timed_line(what, augment.written, *elapsed, *threads, summary.verdicts())
}
