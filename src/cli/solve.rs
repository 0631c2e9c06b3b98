//! `bulkdoku solve`: one answer for every record of a file.

use super::Exit;
use super::args::SolveArgs;
use super::session::run_records;
use crate::error::Result;
use crate::pipeline::SolveRun;
use crate::solver::batch::{Goal, Task};

/// Runs the subcommand.
pub fn run(args: SolveArgs) -> Result<Exit> {
    let goal = if args.unique || args.steps { Goal::Unique } else { Goal::First };
    let task = Task { goal, budget: args.run.budget.guesses };
    let report = run_records(&args.run, args.shard.shard, |records, found, output| {
        let writer = args.writer(&records.input, &found)?;
        SolveRun { records, task, engine: args.run.solver.engine() }.write(output, writer)
    })?;
    Ok(Exit::of(&report.tally))
}
