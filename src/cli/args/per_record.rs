//! The options of the subcommands that write something of their own for every record: `canon`, `augment`, `minimize`, `rate`.

use clap::ValueEnum;

use super::values::{self, Choice};
use super::{BudgetArgs, InputArgs, OutputArgs, RunArgs, ShardArgs, ThreadArgs, ViewArgs};
use crate::datasets::{Changes, FormKind, RowFormat};
use crate::format::columns::Column;
use crate::rating::{RatingFilter, RatingKind};

#[derive(Debug, clap::Args)]
pub struct CanonArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Form to write
    #[arg(long, value_name = "FORM", default_value = "minlex", value_parser = values::choice(FORMS))]
    pub form: FormKind,
    /// Also write the number of automorphisms and a transformation that makes the form, in a table
    #[arg(long)]
    pub map: bool,
    /// Format of the forms: lines of 81 characters or the verdict, or the columns form,verdict after those of the input, or
    /// after line,puzzle [default: that of a table or of JSON lines, or else line]
    #[arg(long, value_name = "FORMAT", value_parser = values::row_format())]
    pub format: Option<RowFormat>,
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
    /// Also write the transformation that makes each equivalent, in a table
    #[arg(long)]
    pub map: bool,
    /// Format of the equivalents: lines with the puzzle and the answer, or the columns of the input with the equivalents in
    /// place of its puzzles and answers, or line,puzzle,solution [default: that of a table or of JSON lines, or else line]
    #[arg(long, value_name = "FORMAT", value_parser = values::row_format())]
    pub format: Option<RowFormat>,
    #[command(flatten)]
    pub shard: ShardArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub view: ViewArgs,
}

#[derive(Debug, clap::Args)]
pub struct MinimizeArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Seed of the orders in which clues are taken out
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Format of the output: lines of 81 characters or the verdict, or the columns minimal,verdict after those of the input,
    /// or after line,puzzle [default: that of a table or of JSON lines, or else line]
    #[arg(long, value_name = "FORMAT", value_parser = values::row_format())]
    pub format: Option<RowFormat>,
    #[command(flatten)]
    pub shard: ShardArgs,
}

#[derive(Debug, clap::Args)]
pub struct RateArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Ratings to write [default: level,left,depth,backdoor,guesses,se]; se is exact up to 4.4, and often only a lower bound
    /// above; it has no chains and ends at >=6.2
    #[arg(long, value_name = "RATING,…", value_delimiter = ',', value_parser = values::named(&RatingKind::ALL, RatingKind::name))]
    pub only: Vec<RatingKind>,
    /// Keep only the records that satisfy this condition on a column as it is written, as in level<=4; repeatable
    #[arg(long = "where", value_name = "CONDITION", value_parser = str::parse::<RatingFilter>)]
    pub conditions: Vec<RatingFilter>,
    /// Keep the first N records of each value of a rating, as in level=1000; of left, of each ten cells, and of guesses, of
    /// 0, 1, 2-3, 4-7 and so on, as in the histograms
    #[arg(long, value_name = "RATING=N", value_parser = quota)]
    pub balance: Option<(RatingKind, u64)>,
    /// Equivalent drawings of each puzzle that guesses are counted over
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = values::number(1..=10_000))]
    pub drawings: usize,
    /// Seed of the drawings
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Format of the output [default: jsonl for JSON lines, or else csv]
    #[arg(long, value_name = "FORMAT", value_parser = values::choice(RATING_FORMATS))]
    pub format: Option<RowFormat>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
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

/// The formats of ratings.
const RATING_FORMATS: &[Choice<RowFormat>] = &[
    (
        "csv",
        RowFormat::Csv,
        "The columns of the input, or else line,puzzle and the text after the puzzle; then verdict and the ratings",
    ),
    ("jsonl", RowFormat::Jsonl, "One JSON object per line, with the columns of the table as keys"),
];

/// A rating and a number of records, as in `level=1000`.
fn quota(text: &str) -> Result<(RatingKind, u64), String> {
    let (name, number) = text.split_once('=').ok_or("give a rating and a number, as in level=1000")?;
    let kind = name.trim().parse::<RatingKind>().map_err(|error| error.to_string())?;
    if !kind.has_classes() {
        return Err(format!("{kind} has no values to balance"));
    }
    let number = number.trim().parse().map_err(|_| format!("'{number}' is not a number of records"))?;
    Ok((kind, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_a_rating_and_a_number() {
        assert_eq!(quota("level=1000"), Ok((RatingKind::Level, 1000)));
        for wrong in ["level", "level=", "level=-1", "=3", "lvl=3", "bands=3"] {
            assert!(quota(wrong).is_err(), "{wrong}");
        }
    }
}
