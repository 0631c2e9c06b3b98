//! `bulkdoku minimize`: every puzzle without the clues that it does not need.

use super::Exit;
use super::args::MinimizeArgs;
use super::session::Session;
use crate::datasets;
use crate::error::Result;
use crate::generate::MinimizeJob;
use crate::solver::batch::{Goal, Task};

/// Runs the subcommand.
pub fn run(args: MinimizeArgs) -> Result<Exit> {
    let session = args.session();
    let open = session.open()?;
    datasets::require_clues(open.detected.reader.as_ref(), open.input.name())?;
    let (name, table, output) = (open.input.name().to_owned(), open.detected.table.clone(), open.output()?);
    let task = Task { goal: Goal::Unique, budget: args.run.budget.guesses };
    let report = open.run(task, |records| {
        let (seed, format, remover) = (args.seed, args.format.into(), args.run.solver.engine());
        MinimizeJob { records, seed, format, table, remover, output }.run()
    })?;
    session.report(&name, &report)?;
    Ok(Exit::of(&report.tally))
}

impl MinimizeArgs {
    fn session(&self) -> Session<'_> {
        Session::new(&self.input, &self.output, &self.run, None)
    }
}
