//! The command line: every subcommand and option. No other room uses clap's derive macros.

mod bench;
mod copies;
pub mod effects;
mod generate;
mod groups;
mod max_bad;
mod per_record;
mod values;
mod when;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use crate::datasets::SameBy;
use crate::format::OutputFormat;
use crate::format::columns::Column;

pub use bench::BenchArgs;
pub use copies::{DedupeArgs, PartArg, Property, SampleArgs, ShuffleArgs, SplitArgs, Stratify};
pub use generate::{GenerateArgs, MaskArg, Unbiased};
pub use groups::{BudgetArgs, EngineArgs, InputArgs, OutputArgs, RunArgs, ShardArgs, ThreadArgs, ViewArgs};
pub use max_bad::MaxBad;
pub use per_record::{AugmentArgs, CanonArgs, MinimizeArgs, RateArgs};
use values::Choice;
pub use when::When;

/// Solve files of Sudoku puzzles at millions of puzzles per second, with the answers in input order.
#[derive(Debug, Parser)]
#[command(
    name = "bulkdoku",
    version = values::version(),
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = 100
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve every record of a file; line n of the output answers record n
    Solve(SolveArgs),
    /// Count the solutions of every record, up to a limit
    Count(CountArgs),
    /// Audit a data set: report wrong puzzles, wrong answers and duplicates
    Check(CheckArgs),
    /// Write the canonical form of every record: two puzzles are equivalent exactly when their forms are equal
    Canon(CanonArgs),
    /// Write random equivalents of every puzzle; the same seed gives the same file on every machine
    Augment(AugmentArgs),
    /// Copy a file without the records that are the same as an earlier one, by one of four keys
    Dedupe(DedupeArgs),
    /// Generate puzzles with one solution each; the same seed gives the same file on every machine
    Generate(GenerateArgs),
    /// Take clues out of every puzzle until none can go; the same seed takes the same ones on every machine
    Minimize(MinimizeArgs),
    /// Rate how hard every puzzle is; ratings are the same for equivalent puzzles
    Rate(RateArgs),
    /// Copy a uniform sample of the records of a file, in their order, in one pass
    Sample(SampleArgs),
    /// Copy the records of a file in a random order; the same seed gives the same order on every machine
    Shuffle(ShuffleArgs),
    /// Split a file into parts such that no puzzle, or no solution grid, is in two of them
    Split(SplitArgs),
    /// Measure puzzles per second, on built-in puzzle sets unless files are given
    Bench(BenchArgs),
    /// Add up the summaries of the parts of a run, and tell which parts are missing
    MergeSummaries(MergeSummariesArgs),
    /// Print the completion script for a shell
    Completions(CompletionsArgs),
    /// Print a manual page in roff format
    Man(ManArgs),
}

#[derive(Debug, clap::Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Prove that each solution is the only one
    #[arg(long)]
    pub unique: bool,
    /// Format of the answers
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = values::choice(ANSWER_FORMATS))]
    pub format: OutputFormat,
    /// Explain every solution step by step instead, by the rules of rate's levels; with --format line as text, or jsonl
    #[arg(long, conflicts_with = "keep_columns")]
    pub steps: bool,
    /// Copy the columns of the input table, or the members of its objects, and append the answer; requires --format csv or jsonl
    #[arg(long)]
    pub keep_columns: bool,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
}

#[derive(Debug, clap::Args)]
pub struct CountArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Stop counting the solutions of a record at N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,
    /// Write the solutions of every record, up to the limit, to this file as rows of line,solution
    #[arg(long, value_name = "FILE")]
    pub all: Option<PathBuf>,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
}

/// What `--shard` does to `check`, whose parts are not the whole in one respect.
const CHECK_SHARD: &str = "Do part K of N only, for instance one per machine. Duplicates are found within the part alone: \
                           check or dedupe the whole file for those of two parts";

#[derive(Debug, clap::Args)]
#[command(mut_arg("shard", |arg| arg.help(CHECK_SHARD)))]
pub struct CheckArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Column of the answers: its name, or its number from 1 [default: detected, if there is one]
    #[arg(long, value_name = "NAME|N", value_parser = str::parse::<Column>, conflicts_with = "answers")]
    pub answer_column: Option<Column>,
    /// File of answers in any format, in the order of the records; - reads standard input
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// What makes records duplicates: their text, their clues, the puzzle up to rearrangement and relabelling, or
    /// likewise its solution grid [default: clues; with --against puzzle]
    #[arg(long, value_name = "KEY,…", value_delimiter = ',', value_parser = values::named(&SameBy::ALL, SameBy::name))]
    pub by: Vec<SameBy>,
    /// Also report the records that are in this file, by the same keys; its format is detected
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Copy the records without findings to this file; of duplicates, the first good one
    #[arg(long, value_name = "FILE")]
    pub clean: Option<PathBuf>,
    /// Write the other records to this file, each with its findings in a further column
    #[arg(long, value_name = "FILE")]
    pub rejects: Option<PathBuf>,
    /// Report the first N findings and count the others [default: 1000; with -o FILE all]
    #[arg(long, value_name = "N")]
    pub findings: Option<usize>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
    /// Write the picture of the data set, a self-contained HTML page, to this file; - writes to standard output, and
    /// requires -o
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Bytes of fingerprints to hold in memory
    #[arg(long, value_name = "BYTES", hide = true, default_value_t = crate::audit::FINGERPRINT_MEMORY)]
    pub fingerprint_memory: usize,
}

#[derive(Debug, clap::Args)]
pub struct MergeSummariesArgs {
    /// The summaries of the parts, in any order
    #[arg(value_name = "SUMMARY", required = true)]
    pub summaries: Vec<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The subcommand to describe [default: the program itself]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// The formats of answers.
const ANSWER_FORMATS: &[Choice<OutputFormat>] = &[
    ("line", OutputFormat::Line, "81 digits, or the verdict"),
    ("csv", OutputFormat::Csv, "Table with the columns line,puzzle,solution,verdict,solutions,guesses"),
    ("jsonl", OutputFormat::Jsonl, "One JSON object per line, with the columns of the table as keys"),
    ("grid", OutputFormat::Grid, "Nine lines of nine digits separated by spaces"),
    ("rows", OutputFormat::Rows, "[Solved], then nine lines of nine digits"),
    ("npy", OutputFormat::Npy, "Array of NumPy: uint8 in the shape (N, 81), zeros without a solution"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn at_most_a_thousand_threads_are_accepted() {
        for command in ["solve", "bench"] {
            assert!(Args::try_parse_from(["bulkdoku", command, "-j", "1000"]).is_ok());
            assert!(Args::try_parse_from(["bulkdoku", command, "-j", "1001"]).is_err());
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn no_line_of_help_is_wider_than_the_terminal() {
        for width in [80, 100] {
            let mut command = Args::command().term_width(width);
            command.build();
            for subcommand in command.get_subcommands_mut() {
                let help = subcommand.render_long_help().to_string();
                let widest = help.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(width), "{} at {width} columns:\n{help}", subcommand.get_name());
            }
        }
    }
}
