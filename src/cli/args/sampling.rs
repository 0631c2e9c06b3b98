//! The options of `minimize` and `sample`.

use clap::ValueEnum;

use super::{RunArgs, ShardArgs, values};
use crate::datasets::{BuildStrata, RowFormat, clue_strata, guess_strata};
use crate::format::columns::Column;
use crate::named::named;
use crate::rating::level_strata;
use crate::solver::SolverSettings;

#[derive(Debug, clap::Args)]
pub struct MinimizeArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Seed of the orders in which clues are taken out
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Format of the output: lines of 81 characters or the verdict, or the columns line,puzzle,minimal,verdict; a
    /// table keeps its columns in place of line,puzzle
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = values::row_format())]
    pub format: RowFormat,
    #[command(flatten)]
    pub shard: ShardArgs,
}

#[derive(Debug, clap::Args)]
pub struct SampleArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Number of records to take; with --stratify, of each value
    #[arg(long, value_name = "N")]
    pub count: usize,
    /// Seed of the sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Take so many records of each level, of each number of clues, or of each range of guesses that the engine needs
    #[arg(long, value_enum, value_name = "PROPERTY")]
    pub stratify: Option<Property>,
    /// Draw the records by the weights in this column, numbers from 0 on: its name, or its number from 1
    #[arg(long, value_name = "NAME|N", value_parser = str::parse::<Column>)]
    pub weight: Option<Column>,
    /// Leave out records that are malformed or have two equal clues in a house
    #[arg(long)]
    pub drop_bad: bool,
}

named! {
    /// What strata are made by.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    pub enum Property {
        /// The level, as rate finds it
        Level = "level",
        /// The number of clues
        Clues = "clues",
        /// The number of guesses that the engine needs: 0, 1, 2-3, 4-7 and so on
        Guesses = "guesses",
    }
}

impl Property {
    /// What finds the strata.
    pub fn strata(self, solver: SolverSettings) -> BuildStrata {
        match self {
            Self::Level => level_strata(solver),
            Self::Clues => clue_strata(),
            Self::Guesses => guess_strata(solver),
        }
    }
}
