//! `bulkdoku canon`: the canonical form of every record.

use super::Exit;
use super::args::CanonArgs;
use super::session::run_records;
use crate::datasets::CanonJob;
use crate::error::Result;

/// Runs the subcommand.
pub fn run(args: CanonArgs) -> Result<Exit> {
    let CanonArgs { form, format, map: with_map, .. } = args;
    let solver = args.run.solver.settings(args.run.budget.guesses);
    let report = run_records(&args.run, args.shard.shard, |records, found, output| {
        CanonJob { records, form, solver, format, columns: found.columns, with_map, output }.run()
    })?;
    Ok(Exit::of(&report.tally))
}
