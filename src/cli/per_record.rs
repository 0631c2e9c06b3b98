//! The subcommands that write one answer for every record and report nothing else: `solve`, `count`, `canon`, `minimize`.

use std::sync::Arc;

use super::args::{CanonArgs, CountArgs, MinimizeArgs, SolveArgs};
use super::files::{create_output, row_format};
use super::session::run_records;
use super::{Exit, solver};
use crate::datasets::CanonJob;
use crate::error::Result;
use crate::format::write::count::Counts;
use crate::generate::MinimizeJob;
use crate::pipeline::SolveRun;
use crate::solver::Verdict;
use crate::solver::batch::{Goal, Task};

/// `bulkdoku solve`: one answer for every record of a file.
pub fn solve(args: SolveArgs) -> Result<Exit> {
    let goal = if args.unique || args.steps { Goal::Unique } else { Goal::First };
    let settings = solver::chosen(&args.engine, args.budget.guesses)?;
    let task = Task { goal, budget: settings.budget };
    let report = run_records(&args.run, settings, args.shard.shard, |records, output| {
        let writer = args.writer(&records)?;
        SolveRun { records, task, engine: solver::builder(settings) }.write(output, writer)
    })?;
    Ok(Exit::of(&report.tally))
}

/// `bulkdoku count`: the number of solutions of every record.
pub fn count(args: CountArgs) -> Result<Exit> {
    let settings = solver::chosen(&args.engine, args.budget.guesses)?;
    let task = Task { goal: Goal::Count { limit: args.limit }, budget: settings.budget };
    let report = run_records(&args.run, settings, args.shard.shard, |records, output| {
        let list = args.all.as_deref().map(create_output).transpose()?;
        let run = SolveRun { records, task, engine: solver::builder(settings) };
        match list {
            Some(list) => run.write_and_list(output, Arc::new(Counts), list),
            None => run.write(output, Arc::new(Counts)),
        }
    })?;
    let uncounted = report.tally.with(Verdict::Malformed) + report.tally.with(Verdict::BudgetExhausted);
    Ok(if uncounted == 0 { Exit::Done } else { Exit::Unanswered })
}

/// `bulkdoku canon`: the canonical form of every record.
pub fn canon(args: CanonArgs) -> Result<Exit> {
    let CanonArgs { form, format, map: with_map, .. } = args;
    let solver = solver::usual(u64::MAX)?;
    let report = run_records(&args.run, solver, args.shard.shard, |records, output| {
        let format = row_format(format, &records, with_map);
        CanonJob { records, form, solver, format, with_map, output }.run()
    })?;
    Ok(Exit::of(&report.tally))
}

/// `bulkdoku minimize`: every puzzle without the clues that it does not need.
pub fn minimize(args: MinimizeArgs) -> Result<Exit> {
    let MinimizeArgs { seed, format, .. } = args;
    let solver = solver::usual(u64::MAX)?;
    let report = run_records(&args.run, solver, args.shard.shard, |records, output| {
        let format = row_format(format, &records, false);
        MinimizeJob { records, seed, format, solver, output }.run()
    })?;
    Ok(Exit::of(&report.tally))
}
