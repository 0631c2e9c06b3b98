//! `bulkdoku bench --task canon`: canonical forms per second, beside counts that no machine changes.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bulkdoku::bench::{Set, Shuffler, Statistics};
use bulkdoku::error::{Error, Result};
use bulkdoku::grid::CELLS;
use bulkdoku::solver::Isa;
use bulkdoku::symmetry::{Effort, Minlex};

use super::table::{TextTable, short};
use super::time;
use crate::cli::args::BenchArgs;
use crate::cli::numbers::grouped;
use crate::cli::progress::StepProgress;

/// The columns of the table.
const HEADINGS: [&str; 8] =
    ["set", "isa", "forms/s (min-max)", "ns/form", "maps", "rows placed", "most maps", "puzzles"];

/// The forms of one set on one instruction set, on one thread, from memory to memory.
struct CanonTrial {
    set: Arc<Set>,
    isa: Isa,
    puzzles: Vec<[u8; CELLS]>,
    minlex: Minlex,
    /// What the forms of the set take.
    effort: Effort,
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
    let mut trials: Vec<CanonTrial> = sets
        .iter()
        .flat_map(|set| args.isa.iter().map(|&isa| CanonTrial::warm_up(set, isa, time(args))))
        .collect();
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
    let lines = trials.into_iter().filter_map(CanonTrial::cells).collect();
    let notes = [
        "maps: partial maps that were still least after a row, on average per puzzle and over all rows",
        "rows placed: pairs of a map and a row that were compared, on average per puzzle",
    ];
    Ok(TextTable::new(&HEADINGS, lines, notes.map(str::to_owned).to_vec()))
}

impl CanonTrial {
    /// Makes the forms of the set once, and finds out how many passes take about `time`.
    fn warm_up(set: &Arc<Set>, isa: Isa, time: Duration) -> Self {
        let puzzles = set.lines.iter().map(|line| std::array::from_fn(|cell| line[cell])).collect();
        let (set, minlex) = (Arc::clone(set), Minlex::with_isa(isa));
        let (effort, rates) = (Effort::default(), Vec::new());
        let mut trial = Self { set, isa, puzzles, minlex, effort, passes: 1, rates };
        let elapsed = trial.pass();
        trial.effort = trial.minlex.effort();
        let passes = time.as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
        trial.passes = passes.clamp(1.0, 1e6) as u32;
        trial
    }

    /// Measures once.
    fn run(&mut self) {
        let elapsed: Duration = (0..self.passes).map(|_| self.pass()).sum();
        let forms = self.puzzles.len() as f64 * f64::from(self.passes);
        self.rates.push(forms / elapsed.as_secs_f64().max(1e-9));
    }

    /// The time of one pass over the set.
    fn pass(&mut self) -> Duration {
        let started = Instant::now();
        self.minlex.forms(black_box(&self.puzzles), |form| {
            let _ = black_box(form);
        });
        started.elapsed()
    }

    /// The cells of the trial's line of the table.
    fn cells(self) -> Option<Vec<String>> {
        let rate = Statistics::of(self.rates)?;
        let per_puzzle = |count: u64| format!("{:.2}", count as f64 / self.puzzles.len() as f64);
        Some(vec![
            self.set.name.clone(),
            self.isa.name().to_owned(),
            format!("{} ({}-{})", short(rate.median), short(rate.min), short(rate.max)),
            grouped((1e9 / rate.median.max(1e-9)).round() as u64),
            per_puzzle(self.effort.maps),
            per_puzzle(self.effort.placements),
            grouped(self.effort.most_maps),
            grouped(self.puzzles.len() as u64),
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
        Some((option, _)) => Err(Error::refused(format!("--task canon prints a table and has no {option}"))),
        None => Ok(()),
    }
}
