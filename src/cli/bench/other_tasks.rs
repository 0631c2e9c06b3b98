//! `bulkdoku bench --task canon` and `--task rate`: canonical forms and ratings per second, on one thread, from memory
//! to memory.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use super::rounds::run_rounds;
use crate::bench::text_table::{TextTable, short};
use crate::bench::{Set, Statistics, line_starts};
use crate::cli::args::{BenchArgs, BenchTask};
use crate::cli::numbers::grouped;
use crate::cli::progress::StepProgress;
use crate::error::Result;
use crate::generate::PuzzleLine;
use crate::grid::CELLS;
use crate::rating::{Rater, Rating, RatingKind, RatingSettings};
use crate::solver::Isa;
use crate::solver::batch::{Notation, Puzzles};
use crate::symmetry::Minlex;

/// The columns of the table.
const HEADINGS: [&str; 6] = ["set", "isa", "measured", "puzzles/s (min-max)", "ns/puzzle", "puzzles"];

/// Work on one set that is measured.
struct TaskTrial {
    set: Arc<Set>,
    isa: Isa,
    /// What is made of each puzzle.
    measured: &'static str,
    /// Does the work once.
    pass: Box<dyn FnMut()>,
    /// Passes in one run.
    passes: u32,
}

/// Measures the sets and returns the table.
pub fn table(args: &BenchArgs, sets: &[Arc<Set>], progress: &StepProgress) -> Result<TextTable> {
    let mut trials = Vec::new();
    for set in sets {
        for &isa in &args.isa {
            trials.extend(passes(args.task, set, isa).into_iter().map(|(measured, pass)| {
                let set = Arc::clone(set);
                TaskTrial::warm_up(TaskTrial { set, isa, measured, pass, passes: 1 }, args)
            }));
        }
    }
    let rates = run_rounds(trials.len(), args, progress, |index| Ok(trials[index].run()))?;
    let lines =
        trials.iter().zip(rates).filter_map(|(trial, rates)| Some(trial.cells(Statistics::of(rates)?)));
    Ok(TextTable::new(&HEADINGS, lines.collect(), notes(args.task)))
}

/// One pass over a set, with the name of what it measures.
type NamedPass = (&'static str, Box<dyn FnMut()>);

/// What is measured on a set.
fn passes(task: BenchTask, set: &Arc<Set>, isa: Isa) -> Vec<NamedPass> {
    if task == BenchTask::Canon {
        return vec![("canonical forms", forms(set, isa))];
    }
    let ratings = RatingKind::ALL.map(|kind| (kind.name(), ratings(set, isa, kind)));
    [("levels 1-4", easy_levels(set, isa))].into_iter().chain(ratings).collect()
}

fn forms(set: &Set, isa: Isa) -> Box<dyn FnMut()> {
    let cells = |line: &PuzzleLine| std::array::from_fn(|cell| line[cell]);
    let puzzles: Vec<[u8; CELLS]> = set.lines.iter().map(cells).collect();
    let mut minlex = Minlex::with_isa(isa);
    Box::new(move || {
        minlex.forms(black_box(&puzzles), |form| {
            let _ = black_box(form);
        });
    })
}

/// The closures of the levels 1 to 4 alone.
fn easy_levels(set: &Arc<Set>, isa: Isa) -> Box<dyn FnMut()> {
    let (set, starts, mut rater) = (Arc::clone(set), line_starts(set.lines.len()), rater(isa, Vec::new()));
    let mut levels = vec![None; starts.len()];
    Box::new(move || {
        rater.easy_levels(Puzzles::new(black_box(set.text()), &starts, Notation::Clues), &mut levels);
        black_box(&levels);
    })
}

/// One rating, with the proof that each puzzle has one solution.
fn ratings(set: &Arc<Set>, isa: Isa, kind: RatingKind) -> Box<dyn FnMut()> {
    let (set, starts, mut rater) = (Arc::clone(set), line_starts(set.lines.len()), rater(isa, vec![kind]));
    let mut ratings = vec![Rating::default(); starts.len()];
    Box::new(move || {
        rater.rate_texts(Puzzles::new(black_box(set.text()), &starts, Notation::Clues), &mut ratings);
        black_box(&ratings);
    })
}

fn rater(isa: Isa, kinds: Vec<RatingKind>) -> Rater {
    let mut settings = RatingSettings::default();
    settings.isa = isa;
    settings.kinds = kinds;
    Rater::with_settings(settings)
}

fn notes(task: BenchTask) -> Vec<String> {
    if task == BenchTask::Canon {
        return Vec::new();
    }
    let notes = [
        "levels 1-4: the closures of these levels alone, without a search",
        "the others: one rating each, with the proof that the puzzle has one solution",
    ];
    notes.map(str::to_owned).to_vec()
}

impl TaskTrial {
    /// Does the work once, and finds out how many passes take about as long as the options ask for.
    fn warm_up(mut trial: Self, args: &BenchArgs) -> Self {
        let started = Instant::now();
        (trial.pass)();
        let passes = args.time.as_secs_f64() / started.elapsed().as_secs_f64().max(1e-9);
        Self { passes: passes.clamp(1.0, 1e6) as u32, ..trial }
    }

    /// Measures once. Returns puzzles per second.
    fn run(&mut self) -> f64 {
        let started = Instant::now();
        (0..self.passes).for_each(|_| (self.pass)());
        let puzzles = self.set.lines.len() as f64 * f64::from(self.passes);
        puzzles / started.elapsed().as_secs_f64().max(1e-9)
    }

    fn cells(&self, rate: Statistics) -> Vec<String> {
        vec![
            self.set.name.clone(),
            self.isa.name().to_owned(),
            self.measured.to_owned(),
            format!("{} ({}-{})", short(rate.median), short(rate.min), short(rate.max)),
            grouped((1e9 / rate.median.max(1e-9)).round() as u64),
            grouped(self.set.lines.len() as u64),
        ]
    }
}
