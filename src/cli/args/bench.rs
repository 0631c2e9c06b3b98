//! The options of `bulkdoku bench`.

use std::path::PathBuf;
use std::time::Duration;

use super::ViewArgs;
use super::facts::OptionFacts;
use super::values::{self, Choice};
use crate::bench::sets::BuiltIn;
use crate::solver::Engine;
use crate::solver::Isa;
use crate::solver::batch::Goal;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Measuring")]
pub struct BenchArgs {
    /// Files of puzzles to measure instead of the built-in sets
    ///
    /// They can have any format that solve reads. - is standard input.
    #[arg(value_name = "FILE", display_order = 0)]
    pub files: Vec<PathBuf>,
    /// Built-in sets [default: all, unless a file is given]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = values::named(&BuiltIn::ALL, BuiltIn::name))]
    pub set: Vec<BuiltIn>,
    /// Engines
    #[arg(long, hide_short_help = true, value_name = "NAME,…", value_delimiter = ',', default_value = "lanes", value_parser = values::engine())]
    pub engine: Vec<Engine>,
    /// Instruction sets of the engines lanes and single
    ///
    /// The default is the value of BULKDOKU_ISA, or else the best one of this processor.
    #[arg(
        long, hide_short_help = true, value_name = "NAME,…", value_delimiter = ',', value_parser = values::isa(),
        refuse_if(
            |given| !given.is("engine", &["lanes", "single"]),
            "needs the engine lanes or single: the others do not use instruction sets",
        ),
    )]
    pub isa: Vec<Isa>,
    /// Modes: first, unique
    #[arg(
        long, hide_short_help = true, value_name = "MODE,…", value_delimiter = ',', default_value = "unique", value_parser = values::choice(MODES),
    )]
    pub mode: Vec<Goal>,
    /// Numbers of threads; 0 is one per core
    #[arg(
        short = 'j', long, value_name = "N,…", value_delimiter = ',', default_value = "1,0",
        value_parser = values::number(0..=values::MAX_THREADS), not_in_summary(),
    )]
    pub threads: Vec<usize>,
    /// Runs of each measurement
    #[arg(long, hide_short_help = true, value_name = "N", default_value = "7", value_parser = values::number(1..=1_000_000))]
    pub runs: usize,
    /// Approximate duration of a run, up to a minute
    #[arg(long, hide_short_help = true, value_name = "DURATION", default_value = "50ms", value_parser = values::up_to_a_minute)]
    pub time: Duration,
    /// Give up on a puzzle after N guesses
    #[arg(long, hide_short_help = true, value_name = "N", default_value = "1000000")]
    pub budget: u64,
    /// Compare with the summary of an earlier run
    ///
    /// Both runs must have measured the same rows: otherwise, the exit code is 1.
    #[arg(long, value_name = "OLD.json")]
    pub compare: Option<PathBuf>,
    /// Exit with 1 if a rate is less than RATIO times the earlier one
    ///
    /// For instance, 0.98 allows a loss of 2 %.
    #[arg(long, hide_short_help = true, value_name = "RATIO", requires = "compare", value_parser = values::ratio)]
    pub fail_below: Option<f64>,
    #[command(flatten)]
    pub view: ViewArgs,
}

impl BenchArgs {
    /// Returns the numbers of threads in ascending order, without repetitions.
    pub fn threads(&self) -> Vec<usize> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.iter().map(|&threads| if threads == 0 { cores } else { threads });
        let mut threads: Vec<usize> = threads.collect();
        threads.sort_unstable();
        threads.dedup();
        threads
    }
}

/// When to stop the search for solutions.
const MODES: &[Choice<Goal>] = &[
    ("first", Goal::First, "At the first solution"),
    ("unique", Goal::Unique, "At the second solution, or when it is proved that there is no second one"),
];
