//! The results of a set as a Markdown table.

use bulkdoku::bench::text_table::TextTable;
use bulkdoku::bench::{grouped, short};

use crate::race::{Racer, Track};

/// Returns the table of a set in one mode and kind of calls, with one column of ratios for each instruction set of bulkdoku.
pub fn of(track: &Track, mode: &str, calls: &str, racers: &[Racer]) -> String {
    let ours: Vec<&Racer> = racers.iter().filter(|racer| racer.is_ours).collect();
    let headings = ["solver", "puzzles", "best/s", "median/s", "ns", "sweeps", "guesses"];
    let lines = racers.iter().map(|racer| line(racer, &ours)).collect();
    let defects = racers.iter().filter_map(|racer| racer.trial.as_ref().err().cloned()).collect();
    let mut table = TextTable::new(&headings, lines, defects);
    table.headings.extend(ours.iter().map(|racer| format!("{} is", racer.name)));
    let puzzles = grouped(track.set.len() as u64);
    let (set, clock) = (&track.set.name, track.clock.name());
    let rounds = racers.iter().map(|racer| racer.rates.len()).max().unwrap_or_default();
    let heading =
        format!("{set}, {mode}, {calls}, {puzzles} puzzles, 1 thread, {clock} clock, {rounds} rounds");
    format!("{heading}\n\n{}", table.text())
}

fn line(racer: &Racer, ours: &[&Racer]) -> Vec<String> {
    let or_none = |cell: Option<String>| cell.unwrap_or_else(|| "-".to_owned());
    let (trial, rate) = (racer.trial.as_ref().ok(), racer.rate());
    let warm_up = trial.map(|trial| trial.warm_up).unwrap_or_default();
    let per_puzzle = |count: u64| format!("{:.2}", count as f64 / warm_up.puzzles as f64);
    let guesses = warm_up.sweeps.map(|_| warm_up.guesses); // a solver without sweeps does not count its guesses either
    let mut cells = vec![
        racer.name.clone(),
        or_none(trial.map(|trial| grouped(trial.warm_up.puzzles as u64))),
        or_none(rate.map(|rate| short(rate.max))),
        or_none(rate.map(|rate| short(rate.median))),
        or_none(rate.map(|rate| grouped((1e9 / rate.max).round() as u64))),
        or_none(warm_up.sweeps.map(per_puzzle)),
        or_none(guesses.map(per_puzzle)),
    ];
    cells.extend(ours.iter().map(|our| or_none(ratio(our, racer))));
    cells
}

/// Returns the ratio of bulkdoku to a solver, for the best runs and, in brackets, the medians.
fn ratio(our: &Racer, their: &Racer) -> Option<String> {
    let (our, their) = (our.rate()?, their.rate()?);
    Some(format!("{} x ({})", times(our.max / their.max), times(our.median / their.median)))
}

/// Formats a ratio with about three digits.
fn times(ratio: f64) -> String {
    match ratio {
        ..10.0 => format!("{ratio:.2}"),
        ..100.0 => format!("{ratio:.1}"),
        _ => grouped(ratio.round() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_short() {
        assert_eq!([0.885, 22.04, 3_725.5].map(times), ["0.89", "22.0", "3,726"]);
    }
}
