//! The command line: all subcommands and options. No other module uses clap's derive macros.

mod bench;
mod board;
mod copies;
mod examples;
pub mod facts;
mod generate;
mod groups;
mod help;
mod max_bad;
mod per_record;
mod values;
mod when;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use crate::datasets::SameBy;
use crate::format::columns::Column;

pub use bench::BenchArgs;
pub use board::{BlankArgs, PuzzleFormat, ResultFormat, SheetArgs, format_of_output, with_format};
pub use copies::{DedupeArgs, PartArg, SampleArgs, ShuffleArgs, SplitArgs};
use facts::{Condition, OptionFacts};
pub use generate::{GenerateArgs, MaskArg, Unbiased};
pub use groups::{BudgetArgs, EngineArgs, InputArgs, OutputArgs, RunArgs, ShardArgs, ThreadArgs, ViewArgs};
pub use help::{definition, parser, with_hint};
pub use max_bad::MaxBad;
pub use per_record::{AugmentArgs, CanonArgs, MinimizeArgs, RateArgs};
pub use when::When;

/// The heading of the options about the output.
const OUTPUT: &str = "Output";

/// Solve files of Sudoku puzzles at millions of puzzles per second, with the results in input order.
#[derive(Debug, Parser)]
#[command(name = "bulkdoku", version = values::version(), arg_required_else_help = true, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands in the order of the help, the most useful ones first.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve every record of a file; line n of the output is the result of record n
    Solve(SolveArgs),
    /// Count the solutions of every record, up to a limit
    Count(CountArgs),
    /// Audit a data set: wrong puzzles, wrong answers and duplicates
    Check(CheckArgs),
    /// Rate how hard every puzzle is
    ///
    /// Equivalent puzzles have the same ratings.
    Rate(RateArgs),
    /// Generate puzzles with one solution each
    ///
    /// The same seed gives the same file on every machine.
    Generate(GenerateArgs),
    /// Remove clues from every puzzle until every one is needed
    ///
    /// The same seed removes the same clues on every machine.
    Minimize(MinimizeArgs),
    /// Remove duplicate records
    Dedupe(DedupeArgs),
    /// Split a file so that no puzzle (or solution) is in two parts
    Split(SplitArgs),
    /// Take a random sample of the records, in one pass
    Sample(SampleArgs),
    /// Put the records in a random order
    ///
    /// The same seed gives the same order on every machine.
    Shuffle(ShuffleArgs),
    /// Write random equivalents of every puzzle
    ///
    /// The same seed gives the same file on every machine.
    Augment(AugmentArgs),
    /// Write the canonical form of every record
    ///
    /// Two puzzles are equivalent exactly when their canonical forms are equal.
    Canon(CanonArgs),
    /// Add up the summaries of the parts of a run, and name missing parts
    MergeSummaries(MergeSummariesArgs),
    /// Measure puzzles per second
    Bench(BenchArgs),
    /// Print the completion script for a shell
    Completions(CompletionsArgs),
    /// Print a manual page
    Man(ManArgs),
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Solving")]
pub struct SolveArgs {
    /// Prove that each solution is the only one
    #[arg(long)]
    pub unique: bool,
    /// Explain every solution step by step instead
    ///
    /// The steps follow the rules of the levels of rate. They are text, or objects with --format jsonl.
    #[arg(
        long, conflicts_with = "keep_columns",
        refuse_if(|given| !given.is("format", &["line", "jsonl"]), "needs --format line or jsonl"),
    )]
    pub steps: bool,
    /// Append the results to the columns of the input
    ///
    /// Also appends them to the members of JSON objects. Needs --format csv or jsonl.
    #[arg(long, hide_short_help = true, refuse_if(|given| !given.is("format", &["csv", "jsonl"]), "needs --format csv or jsonl"))]
    pub keep_columns: bool,
    #[command(flatten)]
    pub run: RunArgs,
    /// Format: line, grid, csv, jsonl, rows, npy or html
    ///
    /// Tables and objects have line,puzzle,solution,verdict,solutions,guesses.
    #[arg(
        long, help_heading = OUTPUT, value_name = "FORMAT", default_value = "line",
        value_parser = values::choice(board::OF_RESULTS),
        refuse_if(NO_PARTS_OF_A_SHEET.0, NO_PARTS_OF_A_SHEET.1),
    )]
    pub format: ResultFormat,
    #[command(flatten)]
    pub blank: BlankArgs,
    #[command(flatten)]
    pub sheet: SheetArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Counting")]
pub struct CountArgs {
    /// Stop counting the solutions of a record at N
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the solutions of every record, up to the limit, to this file
    ///
    /// The file is a table with the columns line,solution.
    #[arg(long, help_heading = OUTPUT, value_name = "FILE", not_in_summary())]
    pub all: Option<PathBuf>,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
}

/// When a sheet is refused, and why.
const NO_PARTS_OF_A_SHEET: (Condition, &str) = (
    |given| given.is("format", &["html"]) && given.has("shard"),
    "html cannot be split, because pages of parts cannot be joined: omit --shard",
);

/// When copies of the records of `check` are refused because the answers are in another file.
const NO_COPIES_OF_ANSWERS: (Condition, &str) = (
    |given| given.has("answers"),
    "cannot copy answers from another file: join them first, as in paste -d , puzzles.txt answers.txt",
);

/// When they are refused because the run is a part.
const NO_COPIES_OF_PARTS: (Condition, &str) =
    (|given| given.has("shard"), "needs the whole file, so it cannot be used with --shard");

/// The help of `check --shard`. The parts do not find all duplicates of the whole file.
const CHECK_SHARD: &str = "Do only part K of N, as in 2/8\n\n\
    For example, give each machine one part. Only duplicates within the part are found: check or dedupe the whole file \
    for the others.";

#[derive(Debug, clap::Args)]
#[command(
    next_help_heading = "Checking",
    mut_arg("shard", |arg| arg.long_help(CHECK_SHARD)),
)]
pub struct CheckArgs {
    /// Column of the answers: a name, a number or a JSON key
    ///
    /// Columns are counted from 1. By default, the column is detected, if there is one.
    #[arg(long, hide_short_help = true, value_name = "NAME|N", value_parser = str::parse::<Column>, conflicts_with = "answers")]
    pub answer_column: Option<Column>,
    /// File of answers, in the order of the records
    ///
    /// Its format is detected. - is standard input.
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// Find duplicates by text, clues, puzzle or solution [default: clues]
    ///
    /// Two records are duplicates if they have the same text, the same clues, equivalent puzzles, or puzzles with equivalent
    /// solutions. With --against, the default is puzzle.
    #[arg(long, value_name = "KEY,…", value_delimiter = ',', value_parser = values::named(&SameBy::ALL, SameBy::name))]
    pub by: Vec<SameBy>,
    /// Also report the records that are in this file
    ///
    /// They are compared by the same keys. The format of the file is detected.
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Report the first N findings and count the others [default: 1000]
    ///
    /// With -o FILE, the default is all.
    #[arg(long, hide_short_help = true, value_name = "N")]
    pub findings: Option<usize>,
    #[command(flatten)]
    pub run: RunArgs,
    /// Copy the records without findings to this file
    ///
    /// Only the first good record of each class is copied. The answers must be in the records, not in a file of their own.
    #[arg(
        long, help_heading = OUTPUT, value_name = "FILE", not_in_summary(),
        refuse_if(NO_COPIES_OF_ANSWERS.0, NO_COPIES_OF_ANSWERS.1),
        refuse_if(NO_COPIES_OF_PARTS.0, NO_COPIES_OF_PARTS.1),
    )]
    pub clean: Option<PathBuf>,
    /// Copy the other records to this file, with a column of findings
    #[arg(
        long, hide_short_help = true, help_heading = OUTPUT, value_name = "FILE", not_in_summary(),
        refuse_if(NO_COPIES_OF_ANSWERS.0, NO_COPIES_OF_ANSWERS.1),
        refuse_if(NO_COPIES_OF_PARTS.0, NO_COPIES_OF_PARTS.1),
    )]
    pub rejects: Option<PathBuf>,
    /// Write a page with figures and plots of the data set to this file
    ///
    /// The page is one self-contained HTML file. - writes to standard output, and needs -o.
    #[arg(long, help_heading = OUTPUT, value_name = "FILE", not_in_summary())]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
    /// Bytes of fingerprints to hold in memory
    #[arg(long, value_name = "BYTES", hide = true, not_in_summary())]
    pub fingerprint_memory: Option<usize>,
}

#[derive(Debug, clap::Args)]
pub struct MergeSummariesArgs {
    /// Summaries of the parts, in any order
    #[arg(value_name = "SUMMARY", required = true)]
    pub summaries: Vec<PathBuf>,
    /// Succeed with up to N bad records in all, or P percent
    ///
    /// By default, every part must have ended with 0. With this option, the exit codes of the parts do not matter.
    #[arg(long, hide_short_help = true, value_name = "N|P%", value_parser = str::parse::<MaxBad>)]
    pub max_bad: Option<MaxBad>,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// Shell: bash, elvish, fish, powershell or zsh
    #[arg(value_enum)]
    pub shell: Shell,
}

#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// Command to describe [default: the program itself]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

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
}
