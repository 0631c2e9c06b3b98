//! `bulkdoku minimize`: every puzzle without the clues that it does not need.

use super::Exit;
use super::args::MinimizeArgs;
use super::session::Session;
use crate::datasets;
use crate::error::Result;
use crate::generate::MinimizeJob;

/// Runs the subcommand.
pub fn run(args: MinimizeArgs) -> Result<Exit> {
    let session = Session::of(&args.run, &args.output)?.with_shard(args.shard.shard);
    let records = session.open(&args.input)?;
    datasets::require_clues(records.detected.reader.as_ref(), &records.name)?;
    let (name, table) = (records.name.clone(), records.detected.table.clone());
    let output = args.output.create()?;
    let report = session.run(records, |records| {
        let (seed, format) = (args.seed, args.format);
        let solver = args.run.solver.settings(args.run.budget.guesses);
        MinimizeJob { records, seed, format, table, solver, output }.run()
    })?;
    session.report(&name, &report)?;
    Ok(Exit::of(&report.tally))
}
