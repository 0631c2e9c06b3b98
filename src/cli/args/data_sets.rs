//! The options of the subcommands that make data sets: `canon` and `augment`.

use clap::ValueEnum;

use super::values::{self, Choice};
use super::{InputArgs, OutputArgs, RunArgs, ShardArgs, ViewArgs};
use crate::datasets::{Changes, FormKind, RowFormat};
use crate::format::columns::Column;

#[derive(Debug, clap::Args)]
pub struct CanonArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Form to write
    #[arg(long, value_name = "FORM", default_value = "minlex", value_parser = values::choice(FORMS))]
    pub form: FormKind,
    /// Also write the number of automorphisms and a transformation that makes the form; requires --format csv or
    /// jsonl
    #[arg(long)]
    pub map: bool,
    /// Format of the forms: lines of 81 characters or the verdict, or the columns line,puzzle,form,verdict, with --map
    /// also automorphisms,transformation; a table keeps its columns in place of line,puzzle
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = values::row_format())]
    pub format: RowFormat,
    #[command(flatten)]
    pub shard: ShardArgs,
}

#[derive(Debug, clap::Args)]
pub struct AugmentArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Number of equivalents of each puzzle
    #[arg(long, value_name = "N", value_parser = values::number(1..=values::MAX_COPIES))]
    pub copies: usize,
    /// Change nothing else, as in digits,lines [default: everything]
    #[arg(long, value_enum, value_name = "WORD,...", value_delimiter = ',')]
    pub change: Vec<Change>,
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
    /// Format of the equivalents: lines with the puzzle, or the columns line,puzzle, and if the input has answers also the
    /// solution; of a table, its columns with the equivalents in place of the puzzles and answers; with --map also the
    /// transformation
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = values::row_format())]
    pub format: RowFormat,
    #[command(flatten)]
    pub shard: ShardArgs,
    /// Number of worker threads; 0 uses RAYON_NUM_THREADS, or else one thread per core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, value_parser = values::number(0..=values::MAX_THREADS))]
    pub threads: usize,
    #[command(flatten)]
    pub view: ViewArgs,
}

/// What transformations change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Change {
    /// Labels of digits
    Digits,
    /// Places of rows and columns
    Lines,
    /// Rows become columns
    Transposition,
}

impl AugmentArgs {
    /// What is to change.
    pub fn changes(&self) -> Changes {
        let is_named = |change| self.change.is_empty() || self.change.contains(&change);
        Changes {
            digits: is_named(Change::Digits),
            lines: is_named(Change::Lines),
            transposition: is_named(Change::Transposition),
        }
    }
}

/// The canonical forms.
const FORMS: &[Choice<FormKind>] = &[
    ("minlex", FormKind::Minlex, "The smallest image of the puzzle"),
    (
        "solution",
        FormKind::Solution,
        "The image under the map that makes the solution smallest; for puzzles with one solution",
    ),
];
