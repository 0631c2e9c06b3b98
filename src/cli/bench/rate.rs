//! `bulkdoku bench --task rate`: ratings per second.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bulkdoku::bench::{Set, Shuffler, Statistics};
use bulkdoku::error::{Error, Result};
use bulkdoku::grid::CELLS;
use bulkdoku::rating::{Rater, Rating, RatingKind, RatingSettings};
use bulkdoku::solver::Isa;
use bulkdoku::solver::batch::{Form, Puzzles};

use super::table::{TextTable, short};
use super::time;
use crate::cli::args::BenchArgs;
use crate::cli::numbers::grouped;
use crate::cli::progress::StepProgress;

/// The columns of the table.
const HEADINGS: [&str; 6] = ["set", "isa", "rating", "puzzles/s (min-max)", "ns/puzzle", "puzzles"];

/// What is measured.
#[derive(Clone, Copy)]
enum Measured {
    /// The closures of the levels 1 to 4 alone.
    EasyLevels,
    /// One rating, with the proof that each puzzle has one solution.
    Rating(RatingKind),
}

/// One rating of one set on one instruction set, on one thread, from memory to memory.
struct RateTrial {
    set: Arc<Set>,
    isa: Isa,
    measured: Measured,
    rater: Rater,
    starts: Vec<u32>,
    ratings: Vec<Rating>,
    levels: Vec<Option<u8>>,
    /// Passes over the set in one run.
    passes: u32,
    rates: Vec<f64>,
}

/// Measures the sets and returns the table. Every round runs each measurement once, in a new random order.
///
/// # Errors
/// When an option asks for what this task does not measure or write.
pub fn table(args: &BenchArgs, sets: &[Arc<Set>], progress: &StepProgress) -> Result<TextTable> {
    refuse_other_outputs(args)?;
    let mut trials = Vec::new();
    for set in sets {
        for &isa in &args.isa {
            let measured = RatingKind::ALL.map(Measured::Rating);
            let measured = std::iter::once(Measured::EasyLevels).chain(measured);
            trials.extend(measured.map(|measured| RateTrial::warm_up(set, isa, measured, time(args))));
        }
    }
    let mut order: Vec<usize> = (0..trials.len()).collect();
    let mut shuffler = Shuffler::new(args.seed);
    progress.begin(trials.len() * args.runs);
    for round in 1..=args.runs {
        progress.set_message(&format!("round {round} of {}", args.runs));
        shuffler.shuffle(&mut order);
        for &index in &order {
            trials[index].run();
            progress.step();
        }
    }
    let lines = trials.into_iter().filter_map(RateTrial::cells).collect();
    let notes = [
        "levels 1-4: the closures of these levels alone, without a search",
        "the others: one rating each, with the proof that the puzzle has one solution",
    ];
    Ok(TextTable::new(&HEADINGS, lines, notes.map(str::to_owned).to_vec()))
}

impl RateTrial {
    /// Rates the set once, and finds out how many passes take about `time`.
    fn warm_up(set: &Arc<Set>, isa: Isa, measured: Measured, time: Duration) -> Self {
        let mut settings = RatingSettings::default();
        settings.isa = isa;
        settings.kinds = match measured {
            Measured::EasyLevels => Vec::new(),
            Measured::Rating(kind) => vec![kind],
        };
        let count = set.lines.len();
        let mut trial = Self {
            set: Arc::clone(set),
            isa,
            measured,
            rater: Rater::with_settings(settings),
            starts: (0..count).map(|index| ((CELLS + 1) * index) as u32).collect(),
            ratings: vec![Rating::default(); count],
            levels: vec![None; count],
            passes: 1,
            rates: Vec::new(),
        };
        let elapsed = trial.pass();
        let passes = time.as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
        trial.passes = passes.clamp(1.0, 1e6) as u32;
        trial
    }

    /// Measures once.
    fn run(&mut self) {
        let elapsed: Duration = (0..self.passes).map(|_| self.pass()).sum();
        let puzzles = self.set.lines.len() as f64 * f64::from(self.passes);
        self.rates.push(puzzles / elapsed.as_secs_f64().max(1e-9));
    }

    /// The time of one pass over the set.
    fn pass(&mut self) -> Duration {
        let started = Instant::now();
        let puzzles = Puzzles::new(black_box(self.set.text()), &self.starts, Form::Clues);
        match self.measured {
            Measured::EasyLevels => self.rater.easy_levels(puzzles, &mut self.levels),
            Measured::Rating(_) => self.rater.rate_texts(puzzles, &mut self.ratings),
        }
        black_box((&self.levels, &self.ratings));
        started.elapsed()
    }

    /// The cells of the trial's line of the table.
    fn cells(self) -> Option<Vec<String>> {
        let rate = Statistics::of(self.rates)?;
        let measured = match self.measured {
            Measured::EasyLevels => "levels 1-4",
            Measured::Rating(kind) => kind.name(),
        };
        Some(vec![
            self.set.name.clone(),
            self.isa.name().to_owned(),
            measured.to_owned(),
            format!("{} ({}-{})", short(rate.median), short(rate.min), short(rate.max)),
            grouped((1e9 / rate.median.max(1e-9)).round() as u64),
            grouped(self.set.lines.len() as u64),
        ])
    }
}

/// Refuses the options that are about solving, or about other outputs than the table.
fn refuse_other_outputs(args: &BenchArgs) -> Result<()> {
    let refused = [
        ("--json", args.json.is_some()),
        ("--html", args.html.is_some()),
        ("--compare", args.compare.is_some()),
        ("--end-to-end", args.end_to_end),
        ("--external", !args.external.is_empty()),
        ("--engine", !args.engine.is_empty()),
    ];
    match refused.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Error::refused(format!("--task rate prints a table and has no {option}"))),
        None => Ok(()),
    }
}
