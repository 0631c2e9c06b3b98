//! `bulkdoku canon`: the canonical form of every record.

use super::Exit;
use super::args::{CanonArgs, CanonFormat};
use super::session::Session;
use crate::datasets::{self, CanonJob};
use crate::error::{Error, Result};
use crate::solver::batch::{Goal, Task};

/// Runs the subcommand.
pub fn run(args: CanonArgs) -> Result<Exit> {
    if args.map && args.format == CanonFormat::Line {
        return Err(Error::refused("--map needs --format csv or jsonl: a line has no columns"));
    }
    let session = args.session();
    let open = session.open()?;
    datasets::require_clues(open.detected.reader.as_ref(), open.input.name())?;
    let (name, output) = (open.input.name().to_owned(), open.output()?);
    let task = Task { goal: Goal::Unique, budget: args.run.budget.guesses };
    let report = open.run(task, |records| {
        let (form, format) = (args.form.into(), args.format.into());
        CanonJob { records, form, isa: args.run.solver.isa, format, with_map: args.map, output }.run()
    })?;
    session.report(&name, &report)?;
    Ok(Exit::of(&report.tally))
}

impl CanonArgs {
    fn session(&self) -> Session<'_> {
        Session::new(&self.input, &self.output, &self.run, None)
    }
}
