//! Options that several subcommands share.

use std::env;
use std::path::PathBuf;

use clap::{Arg, Args, Command};

use super::facts::OptionFacts;
use super::max_bad::MaxBad;
use super::values::{self, Choice};
use super::when::When;
use crate::error::{Error, Result};
use crate::format::columns::Column;
use crate::format::detect::RecordFormat;
use crate::pipeline::Shard;
use crate::solver::Engine;

/// Where the records come from.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// File of puzzles; - is standard input
    #[arg(value_name = "INPUT", default_value = "-", display_order = 0)]
    pub path: PathBuf,
    /// Format of the records; --help lists them
    #[arg(long, hide_short_help = true, value_name = "FORMAT", default_value = "auto", value_parser = values::choice(FORMATS))]
    pub from: NamedFormat,
    /// Column of the puzzles: a name, a number or a JSON key
    ///
    /// Columns are counted from 1. By default, the column is detected.
    #[arg(
        long, value_name = "NAME|N", value_parser = str::parse::<Column>,
        refuse_if(|given| given.is("from", &["grid", "pencilmark"]), "needs an input with columns: a table or lines"),
    )]
    pub column: Option<Column>,
    /// Read the file instead of mapping it, for files that may be shortened during the run
    #[arg(long, hide = true, not_in_summary())] // the error of a file that was shortened names it
    pub no_mmap: bool,
    /// Succeed with up to N bad records, or P percent [default: 0]
    ///
    /// With more bad records, the run still completes, but exits with 1.
    #[arg(long, hide_short_help = true, value_name = "N|P%", value_parser = str::parse::<MaxBad>, not_in_summary())]
    pub max_bad: Option<MaxBad>,
    /// Bytes per chunk
    #[arg(long, value_name = "BYTES", hide = true, not_in_summary())]
    pub chunk_size: Option<usize>,
}

/// The part of the work to do.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Run")]
pub struct ShardArgs {
    /// Do only part K of N, as in 2/8
    ///
    /// For example, give each machine one part. The concatenated outputs of the parts are the whole output.
    #[arg(long, hide_short_help = true, value_name = "K/N", value_parser = str::parse::<Shard>, not_in_summary())]
    pub shard: Option<Shard>,
}

/// Where the results go.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// File for the results; - is standard output
    ///
    /// An existing file is replaced when the run completes, even with bad records. It is unchanged if the run fails.
    #[arg(short, long = "output", value_name = "FILE", default_value = "-", not_in_summary())]
    pub output: PathBuf,
}

/// The limit on the work for one record.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Run")]
pub struct BudgetArgs {
    /// Give up on a record after N guesses [default: no limit]
    #[arg(long, hide_short_help = true, value_name = "N")]
    budget: Option<u64>,
}

impl BudgetArgs {
    /// Returns the largest number of guesses for a record.
    pub fn guesses(&self) -> u64 {
        self.budget.unwrap_or(u64::MAX)
    }
}

/// The number of threads.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Run")]
pub struct ThreadArgs {
    /// Number of threads; 0 is one per core
    ///
    /// If RAYON_NUM_THREADS is set, 0 means its value.
    #[arg(
        short = 'j', long, value_name = "N", default_value = "0", value_parser = values::number(0..=values::MAX_THREADS),
        hide_short_help = true, not_in_summary(),
    )]
    threads: usize,
}

impl ThreadArgs {
    /// Returns the number of worker threads, or 0 for one per core.
    ///
    /// # Errors
    /// Returns an error if the number comes from `RAYON_NUM_THREADS` and is out of range.
    pub fn count(&self) -> Result<usize> {
        let text = env::var_os("RAYON_NUM_THREADS").filter(|text| self.threads == 0 && !text.is_empty());
        text.map_or(Ok(self.threads), |text| threads_from_environment(&text.to_string_lossy()))
    }
}

/// The engine.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Run")]
pub struct EngineArgs {
    /// Solver to use
    ///
    /// All engines except lanes and single are baselines for comparison.
    #[arg(long, hide_short_help = true, value_name = "NAME", default_value = "lanes", value_parser = values::engine())]
    pub engine: Engine,
}

/// The progress and the report of a run.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Run")]
pub struct ViewArgs {
    /// Write the summary as JSON to this file
    ///
    /// - writes to standard output; the results then need -o FILE.
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true, not_in_summary())]
    pub summary: Option<PathBuf>,
    /// Progress: auto, always, never, plain (lines) or plain=30s
    ///
    /// plain=30s sets the time between two lines.
    #[arg(
        long, value_name = "WHEN", default_value = "auto", value_parser = When::parser(),
        hide_short_help = true, not_in_summary(),
        refuse_if(|given| given.has("quiet") && !given.is("progress", &["never"]), "conflicts with --quiet"),
    )]
    pub progress: When,
    /// Print only errors
    #[arg(short, long, hide_short_help = true, not_in_summary())]
    pub quiet: bool,
}

/// Returns the options about the run itself, which most commands have: threads, summary, progress and quiet.
pub fn run_options() -> Vec<Arg> {
    let command = ViewArgs::augment_args(ThreadArgs::augment_args(Command::new("run")));
    command.get_arguments().cloned().collect()
}

/// The options of runs over records: input, output, threads and report.
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub view: ViewArgs,
}

fn threads_from_environment(text: &str) -> Result<usize> {
    let threads = text.parse().ok().filter(|&threads| threads <= values::MAX_THREADS as usize);
    threads.ok_or_else(|| {
        Error::refused(format!(
            "RAYON_NUM_THREADS is '{text}': unset it, or set it to a number of threads from 0 to {}",
            values::MAX_THREADS
        ))
    })
}

/// A format to read, or `None` to detect it.
type NamedFormat = Option<RecordFormat>;

const FORMATS: &[Choice<NamedFormat>] = &[
    ("auto", None, "Detected from the first records"),
    (
        "line",
        Some(RecordFormat::Line),
        "81 characters per line; with --column, columns separated by white space",
    ),
    ("csv", Some(RecordFormat::Csv), "Table with commas, semicolons, tabs, bars or colons"),
    ("jsonl", Some(RecordFormat::Jsonl), "One JSON object per line; --column names the key of the puzzles"),
    ("grid", Some(RecordFormat::Grid), "Nine rows of nine cells, with or without spaces between them"),
    (
        "pencilmark",
        Some(RecordFormat::Pencilmark),
        "729 characters per line: the nine candidates of each cell",
    ),
    (
        "tokens",
        Some(RecordFormat::Tokens),
        "Detected, but NumPy arrays contain tokens: the digit + 1, and 1 for a blank",
    ),
    ("scan", Some(RecordFormat::Scan), "Any text: every run of 81 cells, with one kind of blank"),
];
