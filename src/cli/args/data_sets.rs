//! The options of the subcommands that make data sets: `canon` and `augment`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{InputArgs, OutputArgs, RunArgs, ShardArgs, ViewArgs, values};
use crate::datasets::{FormKind, RowFormat};
use crate::format::columns::Column;

#[derive(Debug, clap::Args)]
pub struct CanonArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Form to write
    #[arg(long, value_enum, value_name = "FORM", default_value = "minlex")]
    pub form: CanonForm,
    /// Also write the number of automorphisms and a transformation that makes the form; requires --format csv or
    /// jsonl
    #[arg(long)]
    pub map: bool,
    /// Format of the forms
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "line")]
    pub format: CanonFormat,
    #[command(flatten)]
    pub shard: ShardArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Debug, clap::Args)]
pub struct AugmentArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Number of equivalents of each puzzle
    #[arg(long, value_name = "N", value_parser = values::copies())]
    pub copies: usize,
    /// Seed of the random generator
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write each puzzle itself before its equivalents
    #[arg(long)]
    pub include_original: bool,
    /// Column of the answers, which are transformed with the puzzles: its name, or its number from 1 [default:
    /// detected, if there is one]
    #[arg(long, value_name = "NAME|N", value_parser = str::parse::<Column>)]
    pub answer_column: Option<Column>,
    /// Also write the transformation that makes each equivalent; requires --format csv or jsonl
    #[arg(long)]
    pub map: bool,
    /// Format of the equivalents
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "line")]
    pub format: TwinFormat,
    #[command(flatten)]
    pub shard: ShardArgs,
    /// Number of worker threads; 0 uses RAYON_NUM_THREADS, or else one thread per core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, value_parser = values::threads())]
    pub threads: usize,
    #[command(flatten)]
    pub view: ViewArgs,
    /// Write the summary as JSON to this file; - writes to standard output, and requires -o
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
}

/// A canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CanonForm {
    /// The smallest image of the puzzle
    Minlex,
    /// The image under the map that makes the solution smallest; for puzzles with one solution
    Solution,
}

/// A format for forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CanonFormat {
    /// 81 characters, or the verdict
    Line,
    /// Table with the columns line,puzzle,form,verdict; with --map also automorphisms,transformation
    Csv,
    /// One JSON object per line, with the columns of the table as keys
    Jsonl,
}

/// A format for equivalents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TwinFormat {
    /// The puzzle; if the input has answers, a comma and the solution
    Line,
    /// Table with the columns line,puzzle; if the input has answers also solution; with --map also transformation
    Csv,
    /// One JSON object per line, with the columns of the table as keys
    Jsonl,
}

impl From<CanonForm> for FormKind {
    fn from(form: CanonForm) -> Self {
        match form {
            CanonForm::Minlex => Self::Minlex,
            CanonForm::Solution => Self::Solution,
        }
    }
}

impl From<CanonFormat> for RowFormat {
    fn from(format: CanonFormat) -> Self {
        match format {
            CanonFormat::Line => Self::Line,
            CanonFormat::Csv => Self::Csv,
            CanonFormat::Jsonl => Self::Jsonl,
        }
    }
}

impl From<TwinFormat> for RowFormat {
    fn from(format: TwinFormat) -> Self {
        match format {
            TwinFormat::Line => Self::Line,
            TwinFormat::Csv => Self::Csv,
            TwinFormat::Jsonl => Self::Jsonl,
        }
    }
}
