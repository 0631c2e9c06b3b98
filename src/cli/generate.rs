//! `bulkdoku generate`: a file of puzzles from a seed.

use bulkdoku::error::Result;
use bulkdoku::generate::{GenerateJob, PuzzleLine, Recipe};

use super::args::GenerateArgs;
use super::progress::Progress;
use super::summary::RunSummary;
use super::{Exit, interrupt, say};

/// Runs the subcommand.
pub fn run(args: GenerateArgs) -> Result<Exit> {
    let recipe = args.recipe();
    recipe.check()?; // before the output is created
    let threads = args.solver.thread_count()?;
    interrupt::watch(|| ());
    let length = args.count.saturating_mul(size_of::<PuzzleLine>() as u64);
    let progress = Progress::new(&args.view, Some(length), args.output.is_terminal());
    let shown = progress.clone();
    let output = args.output.create()?;
    let name = output.name().to_owned();
    let job = GenerateJob {
        recipe,
        count: args.count,
        output,
        engine: args.solver.engine(),
        threads,
        on_chunk: Box::new(move |chunk| shown.add(chunk)),
    };
    let made = job.run();
    progress.clear();
    let report = made?;
    if !args.view.quiet {
        say(RunSummary { report: &report, input: &name, solver: &args.solver }.line());
    }
    Ok(Exit::Done)
}

impl GenerateArgs {
    fn recipe(&self) -> Recipe {
        let default = if self.minimal { 0..=81 } else { 28..=34 };
        let clues = self.clues.clone().unwrap_or(default);
        Recipe { seed: self.seed, clues, minimal: self.minimal }
    }
}
