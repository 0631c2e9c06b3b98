//! `bulkdoku solve`: one answer for every record of a file.

use super::Exit;
use super::args::SolveArgs;
use super::session::Session;
use crate::error::Result;
use crate::pipeline::SolveRun;
use crate::solver::batch::{Goal, Task};

/// Runs the subcommand.
pub fn run(args: SolveArgs) -> Result<Exit> {
    let goal = if args.unique || args.steps { Goal::Unique } else { Goal::First };
    let task = Task { goal, budget: args.run.budget.guesses };
    let session = Session::of(&args.run, &args.output)?.with_shard(args.shard.shard);
    let records = session.open(&args.input)?;
    let (name, output) = (records.name.clone(), args.output.create()?);
    let writer = args.writer(&records.input, &records.detected)?;
    let engine = args.run.solver.engine();
    let report = session.run(records, |records| SolveRun { records, task, engine }.write(output, writer))?;
    session.report(&name, &report)?;
    Ok(Exit::of(&report.tally))
}
