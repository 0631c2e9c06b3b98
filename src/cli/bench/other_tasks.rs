//! `bulkdoku bench --task canon` and `--task rate`: canonical forms and ratings per second, on one thread, from memory
//! to memory.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use super::measurement::{Clock, Measurement};
use crate::bench::{Set, WarmUp, line_starts};
use crate::cli::args::{BenchArgs, BenchTask};
use crate::generate::PuzzleLine;
use crate::grid::CELLS;
use crate::rating::{Rater, Rating, RatingKind, RatingSettings};
use crate::solver::Isa;
use crate::solver::batch::{Notation, Puzzles};
use crate::symmetry::Minlex;

/// The name of what the closures of the levels 1 to 4 alone take.
pub const EASY_LEVELS: &str = "levels 1-4";

/// Work on one set that is measured.
pub struct TaskTrial {
    set: Arc<Set>,
    isa: Isa,
    /// What is made of each puzzle.
    measured: &'static str,
    /// Does the work once.
    pass: Box<dyn FnMut()>,
    /// Passes in one run.
    passes: u32,
}

/// The work that the task asks for on a set, warmed up; none for the task of solving.
pub fn trials(args: &BenchArgs, set: &Arc<Set>) -> impl Iterator<Item = TaskTrial> {
    let trials = move |isa: Isa| {
        let trial = move |(measured, pass): NamedPass| {
            TaskTrial { set: Arc::clone(set), isa, measured, pass, passes: 1 }.warm_up(args)
        };
        passes(args.task, set, isa).into_iter().map(trial)
    };
    args.isa.iter().copied().flat_map(trials)
}

/// One pass over a set, with the name of what it measures.
type NamedPass = (&'static str, Box<dyn FnMut()>);

/// What is measured on a set.
fn passes(task: BenchTask, set: &Arc<Set>, isa: Isa) -> Vec<NamedPass> {
    match task {
        BenchTask::Solve => Vec::new(),
        BenchTask::Canon => vec![("canonical forms", forms(set, isa))],
        BenchTask::Rate => {
            let ratings = RatingKind::ALL.map(|kind| (kind.name(), ratings(set, isa, kind)));
            [(EASY_LEVELS, easy_levels(set, isa))].into_iter().chain(ratings).collect()
        }
    }
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

impl TaskTrial {
    /// Does the work once, and finds out how many passes take about as long as the options ask for.
    fn warm_up(mut self, args: &BenchArgs) -> Self {
        let started = Instant::now();
        (self.pass)();
        let passes = args.time.as_secs_f64() / started.elapsed().as_secs_f64().max(1e-9);
        Self { passes: passes.clamp(1.0, 1e6) as u32, ..self }
    }

    /// Measures once. Returns puzzles per second.
    pub fn run(&mut self) -> f64 {
        let started = Instant::now();
        (0..self.passes).for_each(|_| (self.pass)());
        let puzzles = self.set.lines.len() as f64 * f64::from(self.passes);
        puzzles / started.elapsed().as_secs_f64().max(1e-9)
    }

    /// The row of the results, with a rate of zero.
    pub fn row(&self) -> Measurement {
        Measurement {
            engine: self.measured.to_owned(),
            isa: self.isa.name().to_owned(),
            threads: Some(1),
            warm_up: WarmUp { puzzles: self.set.lines.len(), ..WarmUp::default() },
            ..Measurement::of(&self.set, Clock::Memory)
        }
    }
}
