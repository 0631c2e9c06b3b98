//! Compares other solvers with bulkdoku's: the same puzzles and the same rules in one run.
//!
//! ```text
//! sets ─▶ engine single: number of solutions of each puzzle ─┐
//!   └───▶ every contestant, warm-up ─────────────────────────▶ right or wrong
//!            └─ rounds: every contestant once, in random order ─▶ best, median, ratio
//! ```

mod args;
mod chart;
mod clock;
mod contestant;
mod peers;
mod race;
mod table;
#[cfg(tdoku)]
mod tdoku;

use std::process::ExitCode;
use std::sync::Arc;

use bulkdoku::bench::Shuffler;
use clap::Parser;

use args::Args;
use race::{Racer, Track};

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

/// Runs the comparison. Returns whether all solutions of bulkdoku were right. Wrong solutions of a peer are only reported.
fn run(args: &Args) -> Result<bool, String> {
    if let Some(recorded) = &args.draw {
        return chart::draw(recorded).map(|()| true);
    }
    let mut right = true;
    let mut shuffler = Shuffler::new(args.seed);
    for set in args.sets()? {
        eprintln!("{}: {} puzzles", set.name, set.len());
        let known = race::count_solutions(&set);
        let set = Arc::new(set);
        for (&calls, &mode) in
            args.calls.iter().flat_map(|calls| args.mode.iter().map(move |mode| (calls, mode)))
        {
            let contestants = args.contestants(calls, set.notation)?.into_iter();
            let (set, known) = (Arc::clone(&set), known.clone());
            let track = Track { set, known, goal: mode.goal(), clock: args.clock };
            let warm_up = |one: contestant::Contestant| {
                Racer::warm_up(one.name(), one.is_ours(), &|| one.build(), &track, args.time())
            };
            let mut racers: Vec<Racer> = contestants.map(warm_up).collect();
            let raced = race::run(&mut racers, args.clock, args.rounds, &mut shuffler);
            raced.map_err(|error| error.to_string())?;
            right &= racers.iter().all(|racer| !racer.is_ours || racer.trial.is_ok());
            println!("{}", table::of(&track, mode.name(), calls.name(), &racers));
        }
    }
    Ok(right)
}
