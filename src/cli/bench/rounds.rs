//! Repeated measurements: passes that fill a run, and rounds in random order.

use std::time::Duration;

use super::time;
use crate::bench::Shuffler;
use crate::cli::args::BenchArgs;
use crate::cli::progress::StepProgress;
use crate::error::Result;

/// Work on one set that is measured from memory to memory.
pub trait Pass {
    /// The number of puzzles in the set.
    fn puzzles(&self) -> usize;

    /// Does the work once, and returns how long it took.
    fn pass(&mut self) -> Duration;
}

/// As many passes as one run takes.
pub struct Passes<P> {
    /// The work.
    pub work: P,
    /// Passes in one run.
    count: u32,
}

impl<P: Pass> Passes<P> {
    /// Does the work once, and finds out how many passes take about as long as the options ask for.
    pub fn warm_up(mut work: P, args: &BenchArgs) -> Self {
        let elapsed = work.pass();
        let count = time(args).as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
        Self { work, count: count.clamp(1.0, 1e6) as u32 }
    }

    /// Measures once. Returns puzzles per second.
    pub fn run(&mut self) -> f64 {
        let elapsed: Duration = (0..self.count).map(|_| self.work.pass()).sum();
        let puzzles = self.work.puzzles() as f64 * f64::from(self.count);
        puzzles / elapsed.as_secs_f64().max(1e-9)
    }
}

/// Calls `measure` once per round for each index below `count`, in a new random order in every round. Returns what it
/// returned for each index: puzzles per second.
pub fn run_rounds(
    count: usize,
    args: &BenchArgs,
    progress: &StepProgress,
    mut measure: impl FnMut(usize) -> Result<f64>,
) -> Result<Vec<Vec<f64>>> {
    let mut rates = vec![Vec::new(); count];
    let mut order: Vec<usize> = (0..count).collect();
    let mut shuffler = Shuffler::new(args.seed);
    progress.begin(count * args.runs);
    for round in 1..=args.runs {
        progress.set_message(&format!("round {round} of {}", args.runs));
        shuffler.shuffle(&mut order);
        for &index in &order {
            rates[index].push(measure(index)?);
            progress.step();
        }
    }
    Ok(rates)
}
