//! The options of `minimize` and `sample`.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{InputArgs, OutputArgs, RunArgs, ShardArgs};
use crate::datasets::{RowFormat, Strata};

#[derive(Debug, clap::Args)]
pub struct MinimizeArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Seed of the orders in which clues are taken out
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Format of the output
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "line")]
    pub format: MinimalFormat,
    #[command(flatten)]
    pub shard: ShardArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Debug, clap::Args)]
pub struct SampleArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Number of records to take; with --stratify, of each value
    #[arg(long, value_name = "N")]
    pub count: usize,
    /// Seed of the sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Take so many records of each level, of each number of clues, or of each range of guesses that the engine needs
    #[arg(long, value_name = "PROPERTY", value_parser = property())]
    pub stratify: Option<SampleStrata>,
    /// Leave out records that are malformed or have two equal clues in a house
    #[arg(long)]
    pub drop_bad: bool,
    #[command(flatten)]
    pub run: RunArgs,
}

/// What the strata of a sample are made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleStrata {
    Level,
    Of(Strata),
}

impl SampleStrata {
    const ALL: [SampleStrata; 3] =
        [SampleStrata::Level, SampleStrata::Of(Strata::Clues), SampleStrata::Of(Strata::Guesses)];

    /// The name of the property.
    pub fn name(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::Of(strata) => strata.name(),
        }
    }
}

fn property() -> impl TypedValueParser<Value = SampleStrata> {
    PossibleValuesParser::new(SampleStrata::ALL.map(SampleStrata::name)).try_map(|name| {
        SampleStrata::ALL.into_iter().find(|strata| strata.name() == name).ok_or("there is no such property")
    })
}

/// A format for minimal puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MinimalFormat {
    /// 81 characters, or the verdict
    Line,
    /// The columns of the input table, or else line,puzzle, and behind them minimal,verdict
    Csv,
    /// One JSON object per line, with the keys line, puzzle, minimal and verdict
    Jsonl,
}

impl From<MinimalFormat> for RowFormat {
    fn from(format: MinimalFormat) -> Self {
        match format {
            MinimalFormat::Line => Self::Line,
            MinimalFormat::Csv => Self::Csv,
            MinimalFormat::Jsonl => Self::Jsonl,
        }
    }
}
