//! `bulkdoku generate`: a file of puzzles from a seed.

use bulkdoku::error::Result;
use bulkdoku::generate::{GenerateJob, PuzzleLine, Recipe};

use super::args::GenerateArgs;
use super::files::{create_output, keep_apart};
use super::progress::Progress;
use super::summary::RunSummary;
use super::{Exit, interrupt, say};

/// Runs the subcommand.
pub fn run(args: GenerateArgs) -> Result<Exit> {
    let recipe = args.recipe();
    recipe.check()?; // before the output is created
    let threads = args.solver.thread_count()?;
    interrupt::watch(|| ());
    if let Some(path) = &args.summary {
        keep_apart("--summary", path, "of the puzzles", &args.output.output)?;
        drop(create_output(path)?); // report a path that cannot be written before the run
    }
    let lines = args.shard.shard.map_or(0..args.count, |shard| shard.range(args.count));
    let length = (lines.end - lines.start).saturating_mul(size_of::<PuzzleLine>() as u64);
    let progress = Progress::new(&args.view, Some(length), args.output.is_terminal());
    let shown = progress.clone();
    let output = args.output.create()?;
    let name = output.name().to_owned();
    let job = GenerateJob {
        recipe,
        lines,
        output,
        engine: args.solver.engine(),
        threads,
        on_chunk: Box::new(move |chunk| shown.add(chunk)),
    };
    let made = job.run();
    progress.clear();
    let report = made?;
    let summary = RunSummary { report: &report, input: &name, shard: args.shard.shard, solver: &args.solver };
    if !args.view.quiet {
        say(summary.line());
    }
    args.summary.as_deref().map_or(Ok(()), |path| summary.write_json(path))?;
    Ok(Exit::Done)
}

impl GenerateArgs {
    fn recipe(&self) -> Recipe {
        let default = if self.minimal { 0..=81 } else { 28..=34 };
        let clues = self.clues.clone().unwrap_or(default);
        Recipe { seed: self.seed, clues, minimal: self.minimal }
    }
}
