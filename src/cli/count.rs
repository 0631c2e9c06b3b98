//! `bulkdoku count`: how many solutions every record has.

use std::sync::Arc;

use bulkdoku::error::Result;
use bulkdoku::format::count::Counts;
use bulkdoku::output::Unfinished;
use bulkdoku::pipeline::{self, Job};
use bulkdoku::solver::{Goal, Task, Verdict};

use super::args::CountArgs;
use super::progress::Progress;
use super::summary::Summary;
use super::{Exit, interrupt, say};

/// Runs the subcommand.
pub fn run(args: CountArgs) -> Result<Exit> {
    let unfinished = Unfinished::default();
    interrupt::watch(&unfinished);
    let (input, found) = args.input.open()?;
    args.solver.check(found.reader.form())?;
    let name = input.name().to_owned();
    let progress = Progress::new(&args.view, input.length(), args.output.is_terminal());
    let shown = progress.clone();
    let counted = pipeline::run(Job {
        input,
        reader: found.reader,
        output: args.output.create(&unfinished)?,
        writer: Arc::new(Counts),
        task: Task { goal: Goal::Count { limit: args.limit }, budget: args.budget.unwrap_or(u64::MAX) },
        engine: args.solver.engine(),
        threads: args.solver.threads,
        chunk_size: args.input.chunk_size,
        watch: Box::new(move |chunk| shown.add(chunk)),
    });
    progress.clear();
    // A worker that is left behind may still hold the temporary file.
    let report = counted.inspect_err(|_| drop(unfinished.abandon()))?;
    if !args.view.quiet {
        let summary = Summary { report: &report, input: &name, solver: &args.solver };
        summary.name_bad_records();
        say(summary.line());
    }
    let uncounted = report.tally.with(Verdict::Malformed) + report.tally.with(Verdict::Budget);
    Ok(if uncounted == 0 { Exit::Done } else { Exit::Unanswered })
}
