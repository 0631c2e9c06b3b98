//! Runs the subcommand: measures, and writes the results.

use super::compare::Comparison;
use super::host::Host;
use super::plan::{self, SEED, Step};
use super::row::Row;
use super::{summary, table};
use crate::bench::{Shuffler, Statistics};
use crate::cli::args::BenchArgs;
use crate::cli::context::Context;
use crate::cli::files::{claim, create_output};
use crate::cli::progress::StepProgress;
use crate::cli::streams::is_stdout;
use crate::cli::{Exit, interrupt, say, streams, summary as summaries};
use crate::error::Result;
use crate::io::run_files::Role;

/// Runs the subcommand.
pub fn run(args: BenchArgs, context: &Context) -> Result<Exit> {
    args.compare.iter().try_for_each(|path| claim(path, Role::Reference, context))?;
    let earlier = args.compare.as_deref().map(summary::read).transpose()?;
    interrupt::watch(context);
    let file = args.view.summary.as_deref();
    // Created first, because an error after minutes of measurement would be too late.
    let output = file.map(|path| create_output(path, Role::Report, context)).transpose()?;
    let progress = StepProgress::start(&args.view, &context.bar);
    let measured = measured(&args, &progress, context);
    progress.clear();
    let (rows, skipped) = measured?;
    let host = Host::here();
    let comparison = earlier.map(|earlier| Comparison::of(&rows, earlier));
    let faults = comparison.as_ref().map_or_else(Vec::new, |comparison| comparison.faults(args.fail_below));
    let exit = if faults.is_empty() && skipped == 0 { Exit::Done } else { Exit::Unanswered };
    // The file comes before the table, so a closed pipe does not lose it. An error of the file does not lose the table either.
    let json = || summary::of(&args, &host, &rows, exit, &context.run);
    let written = output.map_or(Ok(()), |output| summaries::write(output, &json()));
    if written.is_ok() {
        context.run.set_summarized();
    }
    let tables = [Some(table::of(&rows, args.runs)), comparison.map(|comparison| comparison.table())];
    let tables = tables.into_iter().flatten().map(|table| format!("\n{}", table.text()));
    let text = format!("{host}\n") + &tables.collect::<String>();
    match file.is_some_and(is_stdout) {
        true => say(text),
        false => streams::print(text.as_bytes())?,
    }
    written?;
    faults.iter().for_each(|fault| say(format_args!("bulkdoku: {fault}")));
    Ok(exit)
}

/// Measures every row. Returns the rows, and the number of skipped records of files.
fn measured(args: &BenchArgs, progress: &StepProgress, context: &Context) -> Result<(Vec<Row>, u64)> {
    let (sets, skipped) = plan::sets(args, progress, context)?;
    let steps = plan::prepare(args, &sets, progress)?;
    Ok((in_rounds(steps, args.runs, progress)?, skipped))
}

/// Runs every step once per round, in a new random order in every round.
fn in_rounds(mut steps: Vec<Step>, rounds: usize, progress: &StepProgress) -> Result<Vec<Row>> {
    let mut order: Vec<usize> = (0..steps.len()).collect();
    let mut shuffler = Shuffler::new(SEED);
    progress.begin(steps.len() * rounds);
    for round in 1..=rounds {
        progress.set_message(&format!("round {round} of {rounds}"));
        shuffler.shuffle(&mut order);
        for &index in &order {
            let Step { trial, rates, .. } = &mut steps[index];
            rates.push(trial.run()?);
            progress.step();
        }
    }
    let row = |Step { subject, trial, rates }| {
        let rate = Statistics::of(rates)?;
        Some(Row { subject, set: trial.set, warm_up: trial.warm_up, rate })
    };
    Ok(steps.into_iter().filter_map(row).collect())
}
