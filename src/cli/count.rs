//! `bulkdoku count`: how many solutions every record has.

use std::sync::Arc;

use bulkdoku::error::Result;
use bulkdoku::format::count::Counts;
use bulkdoku::solver::{Goal, Task, Verdict};

use super::Exit;
use super::args::CountArgs;
use super::frame::Frame;

/// Runs the subcommand.
pub fn run(args: CountArgs) -> Result<Exit> {
    let task = Task { goal: Goal::Count { limit: args.limit }, budget: args.budget.unwrap_or(u64::MAX) };
    let frame = args.frame();
    let opened = frame.open()?;
    let (name, output) = (opened.input.name().to_owned(), opened.output()?);
    let report = opened.solve(output, Arc::new(Counts), task)?;
    frame.tell(&name, &report)?;
    let uncounted = report.tally.with(Verdict::Malformed) + report.tally.with(Verdict::Budget);
    Ok(if uncounted == 0 { Exit::Done } else { Exit::Unanswered })
}

impl CountArgs {
    fn frame(&self) -> Frame<'_> {
        let Self { input, output, solver, view, .. } = self;
        Frame { input, output, solver, view, summary: None }
    }
}
