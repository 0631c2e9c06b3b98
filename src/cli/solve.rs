//! `bulkdoku solve`: one answer for every record of a file.

use super::Exit;
use super::args::SolveArgs;
use super::session::Session;
use crate::error::Result;
use crate::solver::batch::{Goal, Task};

/// Runs the subcommand.
pub fn run(args: SolveArgs) -> Result<Exit> {
    let goal = if args.unique || args.steps { Goal::Unique } else { Goal::First };
    let task = Task { goal, budget: args.run.budget.guesses };
    let session = args.session();
    let open = session.open()?;
    let (name, output) = (open.input.name().to_owned(), open.output()?);
    let writer = args.writer(&open.input, &open.detected)?;
    let report = open.solve(output, None, writer, task)?;
    session.report(&name, &report)?;
    Ok(Exit::of(&report.tally))
}

impl SolveArgs {
    fn session(&self) -> Session<'_> {
        Session::new(&self.input, &self.output, &self.run, self.shard.shard)
    }
}
