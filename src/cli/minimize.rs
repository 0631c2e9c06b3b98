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
    let session = Session::of(&args.run, &args.output)?;
    let records = session.open(&args.input)?;
    datasets::require_clues(records.detected.reader.as_ref(), &records.name)?;
    let (name, table) = (records.name.clone(), records.detected.table.clone());
    let output = args.output.create()?;
    let task = Task { goal: Goal::Unique, budget: args.run.budget.guesses };
    let report = session.run(records, task, |records| {
        let (seed, format, remover) = (args.seed, args.format.into(), args.run.solver.engine());
        MinimizeJob { records, seed, format, table, remover, output }.run()
    })?;
    session.report(&name, &report)?;
    Ok(Exit::of(&report.tally))
}
