//! `bulkdoku count`: how many solutions every record has.

use std::sync::Arc;

use bulkdoku::error::{Error, Result};
use bulkdoku::format::count::Counts;
use bulkdoku::output::{Output, Unfinished};
use bulkdoku::pipeline::{self, Job};
use bulkdoku::solver::{Goal, Task, Verdict};

use super::args::{CountArgs, OutputArgs};
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
    let job = Job {
        input,
        reader: found.reader,
        output: args.output.create(&unfinished)?,
        writer: Arc::new(Counts),
        task: Task { goal: Goal::Count { limit: args.limit }, budget: args.budget.unwrap_or(u64::MAX) },
        engine: args.solver.engine(),
        threads: args.solver.threads,
        chunk_size: args.input.chunk_size,
        watch: Box::new(move |chunk| shown.add(chunk)),
    };
    let counted = match args.listing(&unfinished)? {
        Some(listing) => pipeline::run_and_list(job, listing),
        None => pipeline::run(job),
    };
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

impl CountArgs {
    /// Opens the file for all solutions, if there is to be one.
    fn listing(&self, unfinished: &Unfinished) -> Result<Option<Output>> {
        let Some(path) = &self.all else { return Ok(None) };
        if *path == self.output.output {
            let name = path.display();
            return Err(Error::OutOfReach(format!("the counts go to {name}: name another file with --all")));
        }
        OutputArgs { output: path.clone() }.create(unfinished).map(Some)
    }
}
