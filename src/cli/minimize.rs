//! `bulkdoku minimize`: every puzzle without the clues that it does not need.

use super::Exit;
use super::args::MinimizeArgs;
use super::session::run_records;
use crate::error::Result;
use crate::generate::MinimizeJob;

/// Runs the subcommand.
pub fn run(args: MinimizeArgs) -> Result<Exit> {
    let MinimizeArgs { seed, format, .. } = args;
    let solver = args.run.solver.settings(args.run.budget.guesses);
    let report = run_records(&args.run, args.shard.shard, |records, found, output| {
        MinimizeJob { records, seed, format, columns: found.columns, solver, output }.run()
    })?;
    Ok(Exit::of(&report.tally))
}
