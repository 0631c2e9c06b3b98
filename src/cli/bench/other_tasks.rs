//! `bulkdoku bench --task canon` and `--task rate`: canonical forms and ratings per second, on one thread, from memory
//! to memory.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::measurement::{Clock, Measurement};
use super::plan::Step;
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

/// The measurements that the task asks for on a set, warmed up; none for the task of solving.
pub fn steps(args: &BenchArgs, set: &Arc<Set>) -> impl Iterator<Item = Step> {
    args.isa.iter().flat_map(move |&isa| {
        passes(args.task, set, isa).into_iter().map(move |(measured, pass)| {
            let row = Measurement {
                engine: measured.to_owned(),
                isa: isa.name().to_owned(),
                threads: Some(1),
                warm_up: WarmUp { puzzles: set.lines.len(), ..WarmUp::default() },
                ..Measurement::of(set, Clock::Memory)
            };
            step(row, pass, args.time)
        })
    })
}

/// Does the work once, and finds out how many passes take about as long as `time`.
fn step(row: Measurement, mut pass: Box<dyn FnMut()>, time: Duration) -> Step {
    let started = Instant::now();
    pass();
    let passes = time.as_secs_f64() / started.elapsed().as_secs_f64().max(1e-9);
    let passes = passes.clamp(1.0, 1e6) as u32;
    let run = move |row: &mut Measurement| {
        let started = Instant::now();
        (0..passes).for_each(|_| pass());
        let puzzles = row.warm_up.puzzles as f64 * f64::from(passes);
        Ok(puzzles / started.elapsed().as_secs_f64().max(1e-9))
    };
    Step { row, run: Box::new(run) }
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
