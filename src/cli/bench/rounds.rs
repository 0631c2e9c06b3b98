//! Rounds of measurements, each in a new random order.

use crate::bench::Shuffler;
use crate::cli::args::BenchArgs;
use crate::cli::progress::StepProgress;
use crate::error::Result;

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
