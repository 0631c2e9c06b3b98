//! The options of `bulkdoku bench`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use super::facts::OptionFacts;
use super::values::{self, Choice};
use super::{OUTPUT, ViewArgs};
use crate::bench::sets::BuiltIn;
use crate::io::run_files::Role;
use crate::solver::Engine;
use crate::solver::Isa;
use crate::solver::batch::Goal;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Measuring")]
pub struct BenchArgs {
    /// Files of puzzles to measure instead of the built-in sets
    ///
    /// They can have any format that solve reads. - is standard input.
    #[arg(value_name = "FILE", display_order = 0, file(Role::Input))]
    pub files: Vec<PathBuf>,
    /// Built-in sets [default: all, unless a file is given]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = values::named(&BuiltIn::ALL, BuiltIn::name))]
    pub set: Vec<BuiltIn>,
    /// Engines [default: lanes]
    ///
    /// With --html, the default is all, with the baselines on the smallest number of threads.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = values::engine())]
    pub engine: Vec<Engine>,
    /// Instruction sets of the engines lanes and single
    ///
    /// The default is the value of BULKDOKU_ISA, or else the best one of this processor.
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', value_parser = values::isa(),
        refuse_unless(
            |given| !given.has("engine") || given.is("engine", &["lanes", "single"]),
            "needs the engine lanes or single: the others do not use instruction sets",
        ),
    )]
    pub isa: Vec<Isa>,
    /// Modes: first, unique [default: unique]
    ///
    /// With --html, the default is both.
    #[arg(long, value_name = "MODE,…", value_delimiter = ',', value_parser = values::choice(MODES))]
    mode: Vec<Goal>,
    /// Numbers of threads; 0 is one per core
    #[arg(
        short = 'j', long, value_name = "N,…", value_delimiter = ',', default_value = "1,0",
        value_parser = values::number(0..=values::MAX_THREADS), not_in_summary(),
    )]
    pub threads: Vec<usize>,
    /// Also measure and verify this shell command; repeatable
    ///
    /// It reads puzzles on standard input and prints a line for each: the solution, or an empty line if it gives up.
    #[arg(long, value_name = "CMD")]
    pub external: Vec<String>,
    /// Kill an external program if a run takes longer
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
    /// Compare with the summary of an earlier run
    #[arg(long, value_name = "OLD.json", file(Role::Reference))]
    pub compare: Option<PathBuf>,
    /// Exit with 1 if a rate is less than RATIO times the earlier one
    ///
    /// For instance, 0.98 allows a loss of 2 %.
    #[arg(long, value_name = "RATIO", requires = "compare", value_parser = values::ratio)]
    pub fail_below: Option<f64>,
    /// Also print guesses, puzzles and the work of the lanes
    #[arg(long, help_heading = OUTPUT)]
    pub details: bool,
    /// Write the puzzles that external programs fail on to this file
    ///
    /// The file is a table of the puzzles with a wrong or missing answer.
    #[arg(long, help_heading = OUTPUT, value_name = "FILE", requires = "external", file(Role::Report))]
    pub failures: Option<PathBuf>,
    /// Write a page with plots to this file
    ///
    /// The page is one self-contained HTML file. - writes to standard output; the table then goes to standard error.
    #[arg(long, help_heading = OUTPUT, value_name = "FILE", file(Role::Report))]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub view: ViewArgs,
}

impl BenchArgs {
    /// Returns the named modes. The default is unique, or both for a page.
    pub fn modes(&self) -> &[Goal] {
        match (self.mode.is_empty(), &self.html) {
            (false, _) => &self.mode,
            (true, Some(_)) => &[Goal::First, Goal::Unique],
            (true, None) => &[Goal::Unique],
        }
    }

    /// Returns the numbers of threads in ascending order, without repetitions.
    pub fn threads(&self) -> impl Iterator<Item = usize> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.iter().map(|&threads| if threads == 0 { cores } else { threads });
        threads.collect::<BTreeSet<usize>>().into_iter()
    }
}

/// When to stop the search for solutions.
const MODES: &[Choice<Goal>] = &[
    ("first", Goal::First, "At the first solution"),
    ("unique", Goal::Unique, "At the second solution, or when it is proved that there is no second one"),
];
