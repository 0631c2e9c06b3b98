//! `bulkdoku generate`: a file of puzzles or of grids from a seed.

use std::ops::Range;

use serde_json::{Value, json};

use super::args::{GenerateArgs, Unbiased};
use super::json::{extended, puzzles_by_clues};
use super::numbers::grouped;
use super::session::Session;
use super::{Exit, say};
use crate::error::{Error, Result};
use crate::generate::{
    GenerateJob, PuzzleLine, Recipe, UnbiasedJob, UnbiasedRecipe, UnbiasedReport, UniformGridJob,
};
use crate::pipeline::OnChunk;
use crate::pipeline::report::Report;

/// Runs the subcommand.
pub fn run(args: GenerateArgs) -> Result<Exit> {
    args.check()?;
    let session = Session::start(&args.solver, &args.view, Some(&args.output))?;
    let session = session.with_shard(args.shard.shard);
    let lines = args.lines();
    let length = (lines.end - lines.start).saturating_mul(size_of::<PuzzleLine>() as u64);
    let made = session.show(Some(length), |on_chunk| args.make(lines, session.threads, on_chunk));
    let (name, report, unbiased) = made?;
    let (summary, unbiased) = (session.summary(&report, &name), unbiased.as_ref());
    let figures_json = |report| json!({ "unbiased": args.figures_json(report) });
    session.finish(
        || say(summary.line() + &unbiased.map_or_else(String::new, figures)),
        || {
            let summary = extended(summary.json(), json!({ "input": null }));
            extended(summary, unbiased.map_or(json!({}), figures_json))
        },
    )?;
    Ok(Exit::Done)
}

impl GenerateArgs {
    /// Refuses what cannot be made, before the output is created.
    fn check(&self) -> Result<()> {
        match self.unbiased_recipe() {
            Some(_) if self.shard.shard.is_some() => Err(Error::refused(
                "unbiased puzzles cannot be made in parts, because how many a grid gives is not known before: \
                 leave out --shard, and give each machine another --seed",
            )),
            Some(recipe) => Ok(recipe.check()?),
            None if self.grids => Ok(()),
            None => Ok(self.recipe().check()?),
        }
    }

    /// The numbers of the lines to make.
    fn lines(&self) -> Range<u64> {
        self.shard.shard.map_or(0..self.count, |shard| shard.range(self.count))
    }

    /// Makes the file. Returns its name and the reports.
    fn make(
        &self,
        lines: Range<u64>,
        threads: usize,
        on_chunk: OnChunk,
    ) -> Result<(String, Report, Option<UnbiasedReport>)> {
        let (output, engine, seed) = (self.output.create()?, self.solver.engine(), self.seed);
        let name = output.name().to_owned();
        if self.grids {
            let report = UniformGridJob { seed, lines, output, threads, on_chunk }.run()?;
            return Ok((name, report, None));
        }
        if let Some(recipe) = self.unbiased_recipe() {
            let job = UnbiasedJob { recipe, count: self.count, output, engine, threads, on_chunk };
            let report = job.run()?;
            return Ok((name, report.run.clone(), Some(report)));
        }
        let job = GenerateJob { recipe: self.recipe(), lines, output, engine, threads, on_chunk };
        Ok((name, job.run()?, None))
    }

    fn recipe(&self) -> Recipe {
        let default = if self.minimal { 0..=81 } else { 28..=34 };
        let clues = self.clues.clone().unwrap_or(default);
        Recipe { seed: self.seed, clues, minimal: self.minimal }
    }

    fn unbiased_recipe(&self) -> Option<UnbiasedRecipe> {
        let kind = self.unbiased?;
        let clues = self.clues.clone().unwrap_or(0..=81);
        Some(UnbiasedRecipe { seed: self.seed, clues, equal_weights: kind == Unbiased::Exact })
    }

    fn figures_json(&self, report: &UnbiasedReport) -> Value {
        json!({
            "equal_weights": self.unbiased == Some(Unbiased::Exact),
            "tries_per_grid": UnbiasedRecipe::TRIES,
            "effective_number": report.effective,
            "mean_clues": report.mean_clues,
            "clues_deviation": report.clues_deviation,
            "puzzles_by_clues": puzzles_by_clues(&report.clues),
        })
    }
}

/// The effective number of puzzles and their weighted clues.
fn figures(report: &UnbiasedReport) -> String {
    format!(
        " · effective number {} · {:.2} ± {:.2} clues",
        grouped(report.effective.round() as u64),
        report.mean_clues,
        report.clues_deviation
    )
}
