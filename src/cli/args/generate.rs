//! The options of `generate`.

use std::fs::File;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::board::OF_PUZZLES;
use super::facts::OptionFacts;
use super::values::{self, Choice};
use super::{
    BlankArgs, NO_PARTS_OF_A_SHEET, OUTPUT, OutputArgs, PuzzleFormat, ShardArgs, SheetArgs, ThreadArgs,
    ViewArgs,
};
use crate::board::parse_error::ParseError;
use crate::generate::{ClueMask, ClueSymmetry};
use crate::rating::{Difficulty, RatingFilter};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Generating")]
pub struct GenerateArgs {
    /// Number of puzzles
    #[arg(long, value_name = "N")]
    pub count: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// Number of clues, or a range, from 21 to 81 [default: 28-34]
    ///
    /// With --minimal or --unbiased, the default is any number, and with --mask, all cells of the mask.
    #[arg(long, value_name = "N|A-B", value_parser = values::clues)]
    pub clues: Option<RangeInclusive<usize>>,
    /// Difficulty: easy, medium, hard or expert
    ///
    /// Each word means some levels of rate: easy 1 and 2, medium 3 and 4, hard 5 to 7, expert those above.
    #[arg(long, value_name = "WORD", value_parser = values::named(&Difficulty::ALL, Difficulty::name))]
    pub difficulty: Option<Difficulty>,
    /// Only puzzles whose ratings satisfy this, as in 'level<=4'; repeatable
    ///
    /// The condition is a column of rate, a comparison and a number, and must be certain, as in rate --where.
    #[arg(long = "where", value_name = "CONDITION", value_parser = str::parse::<RatingFilter>)]
    pub conditions: Vec<RatingFilter>,
    /// Only minimal puzzles: every clue is needed
    #[arg(long, conflicts_with = "unbiased")]
    pub minimal: bool,
    /// Make the clue pattern symmetric, as in half-turn
    #[arg(
        long, value_name = "NAME", value_parser = values::named(&ClueSymmetry::ALL, ClueSymmetry::name),
        refuse_if(
            |given| given.has("mask") && !given.has("clues") && !given.has("minimal"),
            "has no effect on a mask whose cells are all clues: use --clues or --minimal",
        ),
    )]
    pub symmetry: Option<ClueSymmetry>,
    /// Put clues only in the cells of this mask, or of a file with it
    ///
    /// A mask has 81 characters: x for a clue and . for a blank.
    #[arg(long, hide_short_help = true, value_name = "CELLS|FILE", value_parser = mask)]
    pub mask: Option<MaskArg>,
    /// Give up if no puzzle is found for this long
    ///
    /// The message then names the condition that no puzzle satisfied, and the nearest value.
    #[arg(
        long, hide_short_help = true, value_name = "TIME", default_value = "30s", value_parser = values::duration,
        conflicts_with_all = ["unbiased", "grids"],
    )]
    pub patience: Duration,
    /// Sample from all minimal puzzles, with a weight column
    ///
    /// Under these weights, every minimal puzzle is equally likely. With =exact, there is no column: the puzzles themselves
    /// are equally likely, one per line, and take forty times as long.
    #[arg(
        long, hide_short_help = true, value_name = "KIND", value_parser = values::choice(UNBIASED), num_args = 0..=1, require_equals = true, default_missing_value = "weighted",
        conflicts_with_all = ["mask", "symmetry", "conditions", "difficulty"],
        refuse_if(
            |given| given.has("shard"),
            "cannot be split into parts, because the number of puzzles per grid varies: \
             omit --shard and use a different --seed on each machine",
        ),
    )]
    pub unbiased: Option<Unbiased>,
    /// Generate solution grids instead, each equally likely
    ///
    /// There are 6.7e21 grids.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["clues", "minimal", "unbiased", "mask", "symmetry", "conditions", "difficulty"])]
    pub grids: bool,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format: line, grid, csv, jsonl or html
    ///
    /// Tables and objects have puzzle,solution,clues,level.
    #[arg(
        long, help_heading = OUTPUT, value_name = "FORMAT", default_value = "line",
        value_parser = values::choice(OF_PUZZLES),
        refuse_if(
            |given| given.has("grids") && !given.is("format", &["line", "grid"]),
            "needs puzzles: use line or grid, or omit --grids",
        ),
        refuse_if(
            |given| given.has("unbiased") && !given.is("format", &["line", "csv"]),
            "has no column of weights: use csv, or omit --unbiased",
        ),
        refuse_if(NO_PARTS_OF_A_SHEET.0, NO_PARTS_OF_A_SHEET.1),
    )]
    pub format: PuzzleFormat,
    #[command(flatten)]
    pub blank: BlankArgs,
    #[command(flatten)]
    pub sheet: SheetArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub view: ViewArgs,
    #[command(flatten)]
    pub shard: ShardArgs,
}

/// How to draw puzzles without bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unbiased {
    Weighted,
    Exact,
}

const UNBIASED: &[Choice<Unbiased>] =
    &[("weighted", Unbiased::Weighted, "With weights"), ("exact", Unbiased::Exact, "With equal weights")];

/// The value of `--mask`.
#[derive(Clone, Debug)]
pub struct MaskArg {
    pub mask: ClueMask,
    /// The file that it was read from, which no output may replace.
    pub path: Option<PathBuf>,
}

/// The number of bytes to read from a file. A mask with spaces and blank lines is far shorter.
const MASK_FILE: u64 = 1 << 12;

/// Parses a mask, or reads it from a file.
fn mask(text: &str) -> Result<MaskArg, String> {
    let reason: ParseError = match text.parse() {
        Ok(mask) => return Ok(MaskArg { mask, path: None }),
        Err(reason) => reason,
    };
    let drawn = File::open(text).and_then(|file| io::read_to_string(file.take(MASK_FILE)));
    let drawn = drawn.map_err(|error| format!("{reason}; reading it as a file failed: {error}"))?;
    let drawn = drawn.trim_matches(['\u{feff}', '\u{1a}']); // marks that some editors write
    let mask = drawn.parse().map_err(|reason: ParseError| format!("in the file, {reason}"))?;
    Ok(MaskArg { mask, path: Some(text.into()) })
}
