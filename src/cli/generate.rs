//! `bulkdoku generate`: a file of puzzles or grids from a seed.

use std::ops::Range;

use serde_json::{Value, json};

use super::args::{GenerateArgs, Unbiased};
use super::context::Context;
use super::files::claim;
use super::numbers::grouped;
use super::rate::kept;
use super::session::Session;
use super::sheet::{self, Sheet};
use super::summary::{extended, puzzles_by_clues};
use super::{BadRecords, Exit, say, solver};
use crate::error::Result;
use crate::generate::{
    GenerateJob, GenerateReport, PuzzleLine, Recipe, UnbiasedJob, UnbiasedRecipe, UnbiasedReport,
    UniformGridsJob,
};
use crate::io::OutputBuffer;
use crate::io::run_files::Role;
use crate::pipeline::RunSettings;
use crate::pipeline::report::Report;
use crate::rating::{Difficulty, RatingFilter, RatingSettings};
use crate::solver::SolverSettings;

/// Runs the subcommand.
pub fn run(args: GenerateArgs, context: &Context) -> Result<Exit> {
    args.check()?;
    args.mask
        .iter()
        .flat_map(|mask| &mask.path)
        .try_for_each(|path| claim(path, Role::Reference, context))?;
    let settings = solver::usual(u64::MAX)?;
    let session = Session::start(context, settings, &args.threads, None, &args.view, Some(&args.output))?;
    let session = session.with_shard(args.shard.shard);
    let lines = args.lines();
    let length = (lines.end - lines.start).saturating_mul(size_of::<PuzzleLine>() as u64);
    let made = session.show(Some(length), |run| args.make(lines, settings, run, context));
    let (name, report, (text, figures)) = made?;
    let summary = session.summary(&report, &name);
    let json = || extended(extended(summary.json(), json!({ "input": null })), figures.clone());
    let made = BadRecords { records: report.tally.records(), ..BadRecords::default() };
    let name = if args.grids { "grid" } else { "puzzle" };
    session.finish(made, &|| say(summary.line_of(name) + &text), &json)
}

/// Facts about the puzzles that are not in the usual report: the end of the line, and members of the summary.
type Figures = (String, Value);

impl GenerateArgs {
    /// Refuses values that cannot be satisfied, before the output is created.
    fn check(&self) -> Result<()> {
        if self.format.is_none() && self.count > sheet::MAX_RECORDS as u64 {
            return Err(sheet::too_many());
        }
        match self.unbiased_recipe() {
            Some(recipe) => Ok(recipe.check()?),
            None if self.grids => Ok(()),
            None => Ok(self.recipe().check()?),
        }
    }

    /// Returns the numbers of the lines to make.
    fn lines(&self) -> Range<u64> {
        self.shard.shard.map_or(0..self.count, |shard| shard.range(self.count))
    }

    /// Makes the file. Returns its name and the reports.
    fn make(
        &self,
        lines: Range<u64>,
        solver: SolverSettings,
        run_settings: RunSettings,
        context: &Context,
    ) -> Result<(String, Report, Figures)> {
        let (output, seed) = (self.output.create(context)?, self.seed);
        let name = output.name().to_owned();
        if self.grids {
            let report = UniformGridsJob::new(seed, lines, output)
                .format(self.format.unwrap_or_default())
                .run_settings(run_settings)
                .run()?;
            return Ok((name, report, (String::new(), json!({}))));
        }
        if let Some(recipe) = self.unbiased_recipe() {
            let mut job = UnbiasedJob::new(recipe, self.count, output).run_settings(run_settings);
            (job.solver, job.blank) = (solver, self.blank.blank);
            let report = job.run()?;
            let figures = unbiased_figures(&report, self.unbiased == Some(Unbiased::Exact));
            return Ok((name, report.run, figures));
        }
        let puzzles = OutputBuffer::default();
        let (output, file) = match self.format {
            None => (puzzles.output(&name), Some(output)),
            Some(_) => (output, None),
        };
        let job = GenerateJob {
            recipe: self.recipe(),
            conditions: self.all_conditions(),
            rating: RatingSettings { solver, ..RatingSettings::default() },
            patience: self.patience,
            lines,
            format: self.format.unwrap_or_default(),
            blank: self.blank.blank,
            output,
            solver,
            run_settings,
        };
        let GenerateReport { mut run, drawn, undecided, .. } = job.run()?;
        if let Some(file) = file {
            let sheet = Sheet { title: self.title(), per_page: self.sheet.per_page };
            run.written = sheet.write_lines(puzzles.take(), solver, file)?;
        }
        let figures = match self.all_conditions().is_empty() {
            true => (String::new(), json!({})),
            false => acceptance(run.tally.records(), drawn, undecided),
        };
        Ok((name, run, figures))
    }

    /// Returns the title of a sheet.
    fn title(&self) -> String {
        let of_difficulty = || match self.difficulty {
            Some(difficulty) => format!("Sudoku · {difficulty}"),
            None => "Sudoku".to_owned(),
        };
        self.sheet.title.clone().unwrap_or_else(of_difficulty)
    }

    /// Returns the conditions on ratings, including those of the difficulty.
    fn all_conditions(&self) -> Vec<RatingFilter> {
        let of_difficulty = self.difficulty.map(Difficulty::conditions).unwrap_or_default();
        self.conditions.iter().copied().chain(of_difficulty).collect()
    }

    fn recipe(&self) -> Recipe {
        let mask = self.mask.as_ref().map(|given| given.mask);
        Recipe {
            seed: self.seed,
            clues: self.clues.clone().unwrap_or_else(|| Recipe::usual_clues(self.minimal, mask)),
            minimal: self.minimal,
            mask,
            symmetry: self.symmetry,
        }
    }

    fn unbiased_recipe(&self) -> Option<UnbiasedRecipe> {
        let kind = self.unbiased?;
        let clues = self.clues.clone().unwrap_or(0..=81);
        Some(UnbiasedRecipe { seed: self.seed, clues, equal_weights: kind == Unbiased::Exact })
    }
}

/// Returns how many of the drawn puzzles satisfied the conditions on ratings, and how many were undecided.
fn acceptance(made: u64, drawn: u64, undecided: u64) -> Figures {
    let share = made as f64 / drawn.max(1) as f64;
    let text = format!(" · {}", kept(made, drawn, "drawn", undecided));
    (text, json!({ "puzzles_drawn": drawn, "puzzles_undecided": undecided, "acceptance": share }))
}

/// Returns the effective number of puzzles, and the weighted statistics of their clues.
fn unbiased_figures(report: &UnbiasedReport, equal_weights: bool) -> Figures {
    let UnbiasedReport { effective, mean_clues, clues_deviation, clues, .. } = report;
    let number = grouped(effective.round() as u64);
    let text = format!(" · effective number {number} · {mean_clues:.2} ± {clues_deviation:.2} clues");
    let json = json!({ "unbiased": {
        "equal_weights": equal_weights,
        "tries_per_grid": UnbiasedRecipe::TRIES,
        "effective_number": effective,
        "mean_clues": mean_clues,
        "clues_deviation": clues_deviation,
        "puzzles_by_clues": puzzles_by_clues(clues),
    } });
    (text, json)
}
