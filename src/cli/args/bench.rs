//! The options of `bulkdoku bench`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use super::ViewArgs;
use super::values::{self, Choice};
use crate::bench::sets::BuiltIn;
use crate::solver::batch::Goal;
use crate::solver::engine::Engine;
use crate::solver::isa::Isa;

#[derive(Debug, clap::Args)]
pub struct BenchArgs {
    /// Files of puzzles to measure instead of the built-in sets, in any format that solve reads; - reads standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Built-in sets [default: all, unless a file is given]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = values::named(&BuiltIn::ALL, BuiltIn::name))]
    pub set: Vec<BuiltIn>,
    /// Engines [default: lanes; with --html all, the baselines on the smallest number of threads]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = values::engine())]
    pub engine: Vec<Engine>,
    /// Instruction sets of the engine lanes [default: auto, or the value of BULKDOKU_ISA]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = values::isa())]
    pub isa: Vec<Isa>,
    /// Modes: stop at the first solution, or prove that it is the only one [default: unique; with --html both]
    #[arg(long, value_name = "MODE,…", value_delimiter = ',', value_parser = values::choice(MODES))]
    mode: Vec<Goal>,
    /// Numbers of threads; 0 means one thread per core
    #[arg(short = 'j', long, value_name = "N,…", value_delimiter = ',', default_value = "1,0", value_parser = values::number(0..=values::MAX_THREADS))]
    pub threads: Vec<usize>,
    /// Also measure and verify this shell command, which reads puzzles on stdin and prints answers; repeatable
    #[arg(long, value_name = "CMD")]
    pub external: Vec<String>,
    /// Write the puzzles that external programs answer wrongly or not at all to this file, as a table
    #[arg(long, value_name = "FILE", requires = "external")]
    pub failures: Option<PathBuf>,
    /// Kill an external program that takes longer for a run
    #[arg(long, value_name = "DURATION", default_value = "10m", requires = "external", value_parser = values::duration)]
    pub time_limit: Duration,
    /// Runs of each measurement
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = values::number(1..=1_000_000))]
    pub runs: usize,
    /// Approximate duration of a run, up to a minute
    #[arg(long, value_name = "DURATION", default_value = "50ms", value_parser = values::up_to_a_minute)]
    pub time: Duration,
    /// Give up on a puzzle after N guesses
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub budget: u64,
    /// Seed for the order of puzzles and measurements
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Print what each rate is made of as well: guesses, puzzles, and what the lanes did
    #[arg(long)]
    pub details: bool,
    /// Write a self-contained HTML page with plots to this file; - writes to standard output, and the table to stderr
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Compare with the results of an earlier run, as written by --summary
    #[arg(long, value_name = "OLD.json")]
    pub compare: Option<PathBuf>,
    /// End with the exit code 1 if a rate is less than RATIO times that of the earlier run, as in 0.98
    #[arg(long, value_name = "RATIO", requires = "compare", value_parser = values::ratio)]
    pub fail_below: Option<f64>,
    #[command(flatten)]
    pub view: ViewArgs,
}

impl BenchArgs {
    /// The modes: those that are named, or by default the one that proves. A page shows both.
    pub fn modes(&self) -> &[Goal] {
        match (self.mode.is_empty(), &self.html) {
            (false, _) => &self.mode,
            (true, Some(_)) => &[Goal::First, Goal::Unique],
            (true, None) => &[Goal::Unique],
        }
    }

    /// The numbers of threads in ascending order, each once.
    pub fn threads(&self) -> impl Iterator<Item = usize> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.iter().map(|&threads| if threads == 0 { cores } else { threads });
        threads.collect::<BTreeSet<usize>>().into_iter()
    }
}

/// When to stop searching for solutions.
const MODES: &[Choice<Goal>] = &[
    ("first", Goal::First, "At the first solution"),
    ("unique", Goal::Unique, "At the second solution, or when it is proved that there is no second one"),
];
