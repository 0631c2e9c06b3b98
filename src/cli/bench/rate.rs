//! `bulkdoku bench --task rate`: ratings per second.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::rounds::{Pass, Passes, run_rounds};
use super::table::short;
use crate::bench::{Set, Statistics};
use crate::cli::args::BenchArgs;
use crate::cli::numbers::grouped;
use crate::cli::progress::StepProgress;
use crate::cli::text_table::TextTable;
use crate::error::Result;
use crate::grid::CELLS;
use crate::rating::{Rater, Rating, RatingKind, RatingSettings};
use crate::solver::Isa;
use crate::solver::batch::{Notation, Puzzles};

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
}

/// Measures the sets and returns the table.
pub fn table(args: &BenchArgs, sets: &[Arc<Set>], progress: &StepProgress) -> Result<TextTable> {
    let mut trials = Vec::new();
    for set in sets {
        for &isa in &args.isa {
            let measured = RatingKind::ALL.map(Measured::Rating);
            let measured = std::iter::once(Measured::EasyLevels).chain(measured);
            trials.extend(measured.map(|one| Passes::warm_up(RateTrial::new(set, isa, one), args)));
        }
    }
    let rates = run_rounds(trials.len(), args, progress, |index| Ok(trials[index].run()))?;
    let lines = trials.into_iter().zip(rates).filter_map(|(trial, rates)| trial.work.cells(rates)).collect();
    let notes = [
        "levels 1-4: the closures of these levels alone, without a search",
        "the others: one rating each, with the proof that the puzzle has one solution",
    ];
    Ok(TextTable::new(&HEADINGS, lines, notes.map(str::to_owned).to_vec()))
}

impl Pass for RateTrial {
    fn puzzles(&self) -> usize {
        self.set.lines.len()
    }

    fn pass(&mut self) -> Duration {
        let started = Instant::now();
        let puzzles = Puzzles::new(black_box(self.set.text()), &self.starts, Notation::Clues);
        match self.measured {
            Measured::EasyLevels => self.rater.easy_levels(puzzles, &mut self.levels),
            Measured::Rating(_) => self.rater.rate_texts(puzzles, &mut self.ratings),
        }
        black_box((&self.levels, &self.ratings));
        started.elapsed()
    }
}

impl RateTrial {
    fn new(set: &Arc<Set>, isa: Isa, measured: Measured) -> Self {
        let mut settings = RatingSettings::default();
        settings.isa = isa;
        settings.kinds = match measured {
            Measured::EasyLevels => Vec::new(),
            Measured::Rating(kind) => vec![kind],
        };
        let count = set.lines.len();
        Self {
            set: Arc::clone(set),
            isa,
            measured,
            rater: Rater::with_settings(settings),
            starts: (0..count).map(|index| ((CELLS + 1) * index) as u32).collect(),
            ratings: vec![Rating::default(); count],
            levels: vec![None; count],
        }
    }

    /// The cells of the trial's line of the table, or `None` if it was never run.
    fn cells(self, rates: Vec<f64>) -> Option<Vec<String>> {
        let rate = Statistics::of(rates)?;
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
