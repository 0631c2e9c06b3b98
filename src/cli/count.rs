//! `bulkdoku count`: the number of solutions of every record.

use std::sync::Arc;

use super::Exit;
use super::args::CountArgs;
use super::files::create_output;
use super::session::run_records;
use crate::error::Result;
use crate::format::write::count::Counts;
use crate::pipeline::SolveRun;
use crate::solver::Verdict;
use crate::solver::batch::{Goal, Task};

/// Runs the subcommand.
pub fn run(args: CountArgs) -> Result<Exit> {
    let task = Task { goal: Goal::Count { limit: args.limit }, budget: args.run.budget.guesses };
    let report = run_records(&args.run, args.shard.shard, |records, _, output| {
        let list = args.all.as_deref().map(create_output).transpose()?;
        let run = SolveRun { records, task, engine: args.run.solver.engine() };
        match list {
            Some(list) => run.write_and_list(output, Arc::new(Counts), list),
            None => run.write(output, Arc::new(Counts)),
        }
    })?;
    let uncounted = report.tally.with(Verdict::Malformed) + report.tally.with(Verdict::BudgetExhausted);
    Ok(if uncounted == 0 { Exit::Done } else { Exit::Unanswered })
}
