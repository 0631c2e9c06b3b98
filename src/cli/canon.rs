//! `bulkdoku canon`: the canonical form of every record.

use super::Exit;
use super::args::CanonArgs;
use super::session::Session;
use crate::datasets::{self, CanonJob, RowFormat};
use crate::error::{Error, Result};

/// Runs the subcommand.
pub fn run(args: CanonArgs) -> Result<Exit> {
    if args.map && args.format == RowFormat::Line {
        return Err(Error::refused("--map needs --format csv or jsonl: a line has no columns"));
    }
    let session = Session::of(&args.run, &args.output)?.with_shard(args.shard.shard);
    let records = session.open(&args.input)?;
    datasets::require_clues(records.detected.reader.as_ref(), &records.name)?;
    let (name, output) = (records.name.clone(), args.output.create()?);
    let report = session.run(records, |records| {
        let (form, format) = (args.form, args.format);
        let solver = args.run.solver.settings(args.run.budget.guesses);
        CanonJob { records, form, solver, format, with_map: args.map, output }.run()
    })?;
    session.report(&name, &report)?;
    Ok(Exit::of(&report.tally))
}
