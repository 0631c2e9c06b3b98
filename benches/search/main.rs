//! Searches for boards that are solved wrongly or slowly.
//!
//! ```text
//! cargo bench -p bulkdoku-search -- engines BOARDS [SEED] [THREADS]    random boards on every engine and instruction set
//! cargo bench -p bulkdoku-search -- climb SECONDS [SEED]               boards that are changed as long as they get worse
//! cargo bench -p bulkdoku-search -- frames [GRIDS]                     grids of every first band and first stack
//! ```
//!
//! `engines` ends with an error after the first range of 100,000,000 boards in which two engines differ. Each range has its
//! own seed, one more than the previous range's. To continue an interrupted run, start with its next seed.

mod boards;
mod climb;
mod engines;
mod frames;
mod sample;

use std::{env, process::ExitCode, thread, time::Duration};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number = |place: usize, default: u64| {
        arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let processors = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let mode = arguments.first().map_or("", String::as_str);
    let succeeded = match mode {
        "engines" => engines::compare(number(1, 1_000_000), number(2, 1), number(3, processors).max(1)),
        "frames" => frames::count_all(number(1, 100_000)),
        "climb" => climb::climb(Duration::from_secs(number(1, 60)), number(2, 1)),
        "--test" => engines::compare(200_000, 1, processors) && climb::climb(Duration::from_secs(1), 1),
        _ => {
            eprintln!("choose a mode: engines, climb or frames");
            return ExitCode::from(2);
        }
    };
    if succeeded { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
