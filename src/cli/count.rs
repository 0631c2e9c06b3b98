//! `bulkdoku count`: the number of solutions of every record.

use std::sync::Arc;

use super::Exit;
use super::args::{CountArgs, OutputArgs};
use super::files::keep_apart;
use super::session::{OpenSession, Session};
use crate::error::{Error, Result};
use crate::format::write::count::Counts;
use crate::io::output::Output;
use crate::solver::Verdict;
use crate::solver::batch::{Goal, Task};

/// Runs the subcommand.
pub fn run(args: CountArgs) -> Result<Exit> {
    let task = Task { goal: Goal::Count { limit: args.limit }, budget: args.run.budget.guesses };
    let session = args.session();
    let open = session.open()?;
    let (name, output) = (open.input.name().to_owned(), open.output()?);
    let listing = args.listing(&open)?;
    let report = open.solve(output, listing, Arc::new(Counts), task)?;
    session.report(&name, &report)?;
    let uncounted = report.tally.with(Verdict::Malformed) + report.tally.with(Verdict::BudgetExhausted);
    Ok(if uncounted == 0 { Exit::Done } else { Exit::Unanswered })
}

impl CountArgs {
    fn session(&self) -> Session<'_> {
        Session::new(&self.input, &self.output, &self.run, self.shard.shard)
    }

    /// Opens the file for all solutions, if one is named.
    fn listing(&self, open: &OpenSession<'_>) -> Result<Option<Output>> {
        let Some(path) = &self.all else { return Ok(None) };
        keep_apart("--all", path, "of the counts", &self.output.output)?;
        keep_apart("--all", path, "of the puzzles", &self.input.path)?;
        if *path == self.output.output {
            let name = path.display();
            return Err(Error::refused(format!("the counts go to {name}: name another file with --all")));
        }
        open.output_to(&OutputArgs { output: path.clone() }).map(Some)
    }
}
