//! Compares other solvers with bulkdoku's: the same puzzles and the same rules in one run.
//!
//! ```text
//! sets ─▶ engine scalar: number of solutions of each puzzle ─┐
//!   └───▶ every contestant, warm-up ────────────────────────▶ referee: right or wrong
//!            └─ rounds: every contestant once, in random order ─▶ best, median, ratio
//! ```

mod args;
mod clock;
mod contestant;
mod peers;
mod race;
mod referee;
mod table;

use std::process::ExitCode;

use bulkdoku::bench::Shuffler;
use clap::Parser;

use args::Args;
use race::{Racer, Track};
use referee::Referee;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Runs the comparison. Returns whether all answers of bulkdoku were right; wrong answers of a peer are only reported.
fn run(args: &Args) -> Result<bool, String> {
    let mut right = true;
    let mut shuffler = Shuffler::new(args.seed);
    for set in args.sets()? {
        eprintln!("{}: {} puzzles", set.name, set.lines.len());
        let referee = Referee::of(&set);
        for mode in &args.mode {
            let track = Track { set: &set, goal: mode.goal(), clock: args.clock };
            let contestants = args.contestants()?.into_iter();
            let warm_up = |contestant| Racer::warm_up(contestant, &track, &referee, args.time());
            let mut racers: Vec<Racer> = contestants.map(warm_up).collect();
            race::run(&mut racers, &track, args.rounds, &mut shuffler);
            right &= racers.iter().all(|racer| racer.contestant.isa.is_none() || racer.defect.is_none());
            println!("{}", table::of(&track, mode.name(), &racers));
        }
    }
    Ok(right)
}
