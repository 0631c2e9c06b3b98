//! `bulkdoku bench --task canon`: canonical forms per second, beside counts that no machine changes.

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
use crate::solver::Isa;
use crate::symmetry::{Effort, Minlex};

/// The columns of the table.
const HEADINGS: [&str; 8] =
    ["set", "isa", "forms/s (min-max)", "ns/form", "maps", "rows placed", "most maps", "puzzles"];

/// The forms of one set on one instruction set, on one thread, from memory to memory.
struct CanonTrial {
    set: Arc<Set>,
    isa: Isa,
    puzzles: Vec<[u8; CELLS]>,
    minlex: Minlex,
    /// What the forms of the set take, counted in the first pass.
    effort: Option<Effort>,
}

/// Measures the sets and returns the table.
pub fn table(args: &BenchArgs, sets: &[Arc<Set>], progress: &StepProgress) -> Result<TextTable> {
    let mut trials: Vec<Passes<CanonTrial>> = sets
        .iter()
        .flat_map(|set| args.isa.iter().map(|&isa| Passes::warm_up(CanonTrial::new(set, isa), args)))
        .collect();
    let rates = run_rounds(trials.len(), args, progress, |index| Ok(trials[index].run()))?;
    let lines = trials.into_iter().zip(rates).filter_map(|(trial, rates)| trial.work.cells(rates)).collect();
    let notes = [
        "maps: partial maps that were still least after a row, on average per puzzle and over all rows",
        "rows placed: pairs of a map and a row that were compared, on average per puzzle",
    ];
    Ok(TextTable::new(&HEADINGS, lines, notes.map(str::to_owned).to_vec()))
}

impl Pass for CanonTrial {
    fn puzzles(&self) -> usize {
        self.puzzles.len()
    }

    fn pass(&mut self) -> Duration {
        let started = Instant::now();
        self.minlex.forms(black_box(&self.puzzles), |form| {
            let _ = black_box(form);
        });
        let elapsed = started.elapsed();
        self.effort.get_or_insert_with(|| self.minlex.effort());
        elapsed
    }
}

impl CanonTrial {
    fn new(set: &Arc<Set>, isa: Isa) -> Self {
        let puzzles = set.lines.iter().map(|line| std::array::from_fn(|cell| line[cell])).collect();
        Self { set: Arc::clone(set), isa, puzzles, minlex: Minlex::with_isa(isa), effort: None }
    }

    /// The cells of the trial's line of the table, or `None` if it was never run.
    fn cells(self, rates: Vec<f64>) -> Option<Vec<String>> {
        let (rate, effort) = (Statistics::of(rates)?, self.effort?);
        let per_puzzle = |count: u64| format!("{:.2}", count as f64 / self.puzzles.len() as f64);
        Some(vec![
            self.set.name.clone(),
            self.isa.name().to_owned(),
            format!("{} ({}-{})", short(rate.median), short(rate.min), short(rate.max)),
            grouped((1e9 / rate.median.max(1e-9)).round() as u64),
            per_puzzle(effort.maps),
            per_puzzle(effort.placements),
            grouped(effort.most_maps),
            grouped(self.puzzles.len() as u64),
        ])
    }
}
