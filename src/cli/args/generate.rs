//! The options of `generate`.

use std::ops::RangeInclusive;

use clap::ValueEnum;

use super::{OutputArgs, ShardArgs, SolverArgs, ViewArgs, values};

#[derive(Debug, clap::Args)]
pub struct GenerateArgs {
    /// Number of puzzles
    #[arg(long, value_name = "N")]
    pub count: u64,
    /// Seed of the random generator
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of clues, or a range, from 21 to 81 [default: 28-34; with --minimal or --unbiased any number]
    #[arg(long, value_name = "N|A-B", value_parser = values::clues)]
    pub clues: Option<RangeInclusive<usize>>,
    /// Generate minimal puzzles only: no clue can be removed without losing uniqueness
    #[arg(long)]
    pub minimal: bool,
    /// Draw minimal puzzles from all that exist: a table with a column of weights, under which every minimal puzzle is as
    /// likely as any other, or with =exact equally likely puzzles, one per line, forty times as slow
    #[arg(long, value_enum, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "weighted")]
    pub unbiased: Option<Unbiased>,
    /// Generate solution grids instead of puzzles, each of the 6.7e21 as likely as any other
    #[arg(long, conflicts_with_all = ["clues", "minimal", "unbiased"])]
    pub grids: bool,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub view: ViewArgs,
}

/// How puzzles without bias are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Unbiased {
    /// With weights
    Weighted,
    /// With equal weights
    Exact,
}
