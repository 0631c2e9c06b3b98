//! The options of the subcommands that write new puzzles or ratings for every record: `canon`, `augment`, `minimize`, `rate`.

use super::board::OF_RECORDS;
use super::facts::{Given, OptionFacts};
use super::values::{self, Choice};
use super::{BlankArgs, BudgetArgs, InputArgs, OUTPUT, OutputArgs, RunArgs, ShardArgs, ThreadArgs, ViewArgs};
use crate::datasets::equivalents::Change;
use crate::datasets::forms::FormKind;
use crate::format::RowFormat;
use crate::format::columns::Column;
use crate::rating::{RatingFilter, RatingKind};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Canonical form")]
pub struct CanonArgs {
    /// Form to write: minlex or solution
    #[arg(long, value_name = "FORM", default_value = "minlex", value_parser = values::choice(FORMS))]
    pub form: FormKind,
    /// Also write the transformation, and the number of automorphisms
    ///
    /// It turns the puzzle into its form. The output is then a table or JSON lines.
    #[arg(
        long, hide_short_help = true,
        refuse_if(|given| given.has("format") && !given.is("format", &["csv", "jsonl"]), "needs --format csv or jsonl"),
    )]
    pub transformation: bool,
    #[command(flatten)]
    pub run: RunArgs,
    /// Format: line, grid, csv or jsonl [default: that of the input]
    ///
    /// Lines and grids have the puzzle, or the verdict. Tables and objects have form,verdict after the columns of the input, or
    /// after line,puzzle. By default, JSON lines give jsonl, tables and lines with text after the puzzle give csv, and all
    /// else gives line.
    #[arg(long, help_heading = OUTPUT, value_name = "FORMAT", value_parser = values::choice(OF_RECORDS))]
    pub format: Option<RowFormat>,
    #[command(flatten)]
    pub blank: BlankArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Equivalents")]
pub struct AugmentArgs {
    /// Number of equivalents of each puzzle
    #[arg(long, value_name = "N", value_parser = values::number(1..=values::MAX_EQUIVALENTS))]
    pub equivalents: usize,
    /// Change only these: digits, lines, transposition
    ///
    /// By default, everything is changed.
    #[arg(long, hide_short_help = true, value_name = "WORD,…", value_delimiter = ',', value_parser = values::choice(CHANGES))]
    pub change: Vec<Change>,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// Write each puzzle itself before its equivalents
    #[arg(long)]
    pub include_original: bool,
    /// Also write the transformation that makes each equivalent
    ///
    /// The output is then a table or JSON lines.
    #[arg(
        long, hide_short_help = true,
        refuse_if(|given| given.has("format") && !given.is("format", &["csv", "jsonl"]), "needs --format csv or jsonl"),
    )]
    pub transformation: bool,
    #[command(flatten)]
    pub input: InputArgs,
    /// Column of the answers: a name, a number or a JSON key
    ///
    /// Answers are transformed with their puzzles. Columns are counted from 1. By default, the column is detected, if there
    /// is one.
    #[arg(long, hide_short_help = true, help_heading = "Input", value_name = "NAME|N", value_parser = str::parse::<Column>)]
    pub answer_column: Option<Column>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format: line, grid, csv or jsonl [default: that of the input]
    ///
    /// Lines have the puzzle and the answer, grids the puzzle alone. Tables and objects have the columns of the input with the equivalents in place
    /// of its puzzles and answers, or line,puzzle,solution. By default, JSON lines give jsonl, tables give csv, and all
    /// else gives line.
    #[arg(long, help_heading = OUTPUT, value_name = "FORMAT", value_parser = values::choice(OF_RECORDS))]
    pub format: Option<RowFormat>,
    #[command(flatten)]
    pub blank: BlankArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub view: ViewArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Minimizing")]
pub struct MinimizeArgs {
    /// Seed of the orders in which clues are removed
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    #[command(flatten)]
    pub run: RunArgs,
    /// Format: line, grid, csv or jsonl [default: that of the input]
    ///
    /// Lines and grids have the puzzle, or the verdict. Tables and objects have minimal,verdict after the columns of the input, or
    /// after line,puzzle. By default, JSON lines give jsonl, tables and lines with text after the puzzle give csv, and all
    /// else gives line.
    #[arg(long, help_heading = OUTPUT, value_name = "FORMAT", value_parser = values::choice(OF_RECORDS))]
    pub format: Option<RowFormat>,
    #[command(flatten)]
    pub blank: BlankArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Rating")]
pub struct RateArgs {
    /// Ratings to write [default: level,left,depth,backdoor,guesses,se]
    ///
    /// se is exact up to 4.4, and often only a lower bound above. It has no chains and ends at >=6.2. difficulty is the level
    /// in one word: easy for 1 and 2, medium for 3 and 4, hard for 5 to 7, expert above. redundant counts clues that are not
    /// needed: 0 means minimal.
    #[arg(long, value_name = "RATING,…", value_delimiter = ',', value_parser = values::named(&RatingKind::ALL, RatingKind::name))]
    pub only: Vec<RatingKind>,
    /// Keep the records that satisfy this, as in 'level<=4'; repeatable
    ///
    /// The condition is a column, a comparison and a number. A rating such as >=6.2 satisfies only what is true of every number
    /// from 6.2 on; the summary says how many records that leaves undecided.
    #[arg(long = "where", value_name = "CONDITION", value_parser = str::parse::<RatingFilter>)]
    pub conditions: Vec<RatingFilter>,
    /// Number of random equivalents to average guesses over
    #[arg(
        long, hide_short_help = true, value_name = "N", default_value = "16", value_parser = values::number(1..=10_000),
        refuse_if(|given| !rates_guesses(given), "needs the rating guesses, as in --only guesses"),
    )]
    pub equivalents: usize,
    /// Seed of the equivalents that guesses are averaged over
    #[arg(
        long,
        value_name = "S",
        default_value = "1",
        refuse_if(|given| !rates_guesses(given), "needs the rating guesses, as in --only guesses")
    )]
    pub seed: u64,
    #[command(flatten)]
    pub run: RunArgs,
    /// Format: line, grid, csv or jsonl [default: that of the input]
    ///
    /// Lines and grids have the puzzle alone, or the verdict. Tables and objects have verdict and the ratings after the columns
    /// of the input, or after line,puzzle and the text after the puzzle. By default, JSON lines give jsonl, and all else gives
    /// csv.
    #[arg(long, help_heading = OUTPUT, value_name = "FORMAT", value_parser = values::choice(OF_RECORDS))]
    pub format: Option<RowFormat>,
    #[command(flatten)]
    pub blank: BlankArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
}

const CHANGES: &[Choice<Change>] = &[
    ("digits", Change::Digits, "Labels of digits"),
    ("lines", Change::Lines, "Positions of rows and columns"),
    ("transposition", Change::Transposition, "Rows become columns"),
];

impl AugmentArgs {
    /// Returns the kinds of changes to make: by default all.
    pub fn changes(&self) -> Vec<Change> {
        if self.change.is_empty() { Change::ALL.to_vec() } else { self.change.clone() }
    }
}

/// The canonical forms.
const FORMS: &[Choice<FormKind>] = &[
    ("minlex", FormKind::Minlex, "The smallest equivalent of the puzzle"),
    (
        "solution",
        FormKind::Solution,
        "The puzzle under the transformation that makes the solution smallest; for puzzles with one solution",
    ),
];

/// Whether the run rates guesses: by default, or because an option names them.
fn rates_guesses(given: &Given<'_>) -> bool {
    let named = given.values("only").copied();
    let of_conditions = given.values("where").map(|filter: &RatingFilter| filter.field.kind);
    !given.has("only") || named.chain(of_conditions).any(|kind| kind == RatingKind::Guesses)
}
