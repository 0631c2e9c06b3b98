//! How a command writes boards: the format, the character of blanks, and the layout of a page. One list serves all commands.

use std::path::PathBuf;

use clap::{ArgMatches, Command};

use super::facts::{Given, OptionFacts, is_on_command_line};
use super::values::{self, Choice};
use crate::format::write::output_format::ending;
use crate::format::{Blank, OutputFormat, RowFormat};

/// A format of results, or `None` for a page to print.
pub type ResultFormat = Option<OutputFormat>;

/// A format of puzzles, or `None` for a page to print.
pub type PuzzleFormat = Option<RowFormat>;

const LINE: &str = "One board per line, or the verdict";
const GRID: &str = "Nine lines of nine characters, or the verdict, and a blank line";
const CSV: &str = "Table with a header";
const JSONL: &str = "One JSON object per line, with the columns of the table as keys";
const HTML: &str = "HTML page to print: puzzles with one solution, and their solutions at the end";

/// The formats of `solve`.
pub const OF_RESULTS: &[Choice<ResultFormat>] = &[
    ("line", Some(OutputFormat::Line), LINE),
    ("grid", Some(OutputFormat::Grid), GRID),
    ("csv", Some(OutputFormat::Csv), CSV),
    ("jsonl", Some(OutputFormat::Jsonl), JSONL),
    ("rows", Some(OutputFormat::Rows), "[Solved], then nine lines of nine digits"),
    ("npy", Some(OutputFormat::Npy), "Array of NumPy: uint8 in the shape (N, 81), zeros without a solution"),
    ("html", None, HTML),
];

/// The formats of `generate`.
pub const OF_PUZZLES: &[Choice<PuzzleFormat>] = &[
    ("line", Some(RowFormat::Line), LINE),
    ("grid", Some(RowFormat::Grid), GRID),
    ("csv", Some(RowFormat::Csv), CSV),
    ("jsonl", Some(RowFormat::Jsonl), JSONL),
    ("html", None, HTML),
];

/// The formats of commands that write the boards of the input, or boards made from them.
pub const OF_RECORDS: &[Choice<RowFormat>] = &[
    ("line", RowFormat::Line, LINE),
    ("grid", RowFormat::Grid, GRID),
    ("csv", RowFormat::Csv, CSV),
    ("jsonl", RowFormat::Jsonl, JSONL),
];

/// Returns the command and its format if the name of the output chooses it: `answers.csv` or `answers.csv.gz` is a table unless
/// `--format` says otherwise.
pub fn format_of_output(definition: &Command, matches: &ArgMatches) -> Option<(String, String)> {
    let (command, options) = matches.subcommand()?;
    let ending = ending(options.try_get_one::<PathBuf>("output").ok()??)?;
    let format = definition.find_subcommand(command)?.get_arguments().find(|arg| arg.get_id() == "format")?;
    let value = format.get_possible_values().into_iter().find(|value| value.get_name() == ending)?;
    let is_open = !is_on_command_line(options, format);
    is_open.then(|| (command.to_owned(), value.get_name().to_owned()))
}

/// Returns the definition of the command line with this format as the default of `command`.
pub fn with_format(definition: Command, command: &str, format: String) -> Command {
    definition.mut_subcommand(command, |command| {
        command.mut_arg("format", |arg| arg.default_value(format).implied())
    })
}

/// The character of blanks.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct BlankArgs {
    /// Character of blanks: one of . 0 _ * - ? x X
    ///
    /// The default is that of the input, or a dot.
    #[arg(
        long, hide_short_help = true, value_name = "CHAR", allow_hyphen_values = true, value_parser = str::parse::<Blank>,
        refuse_if(|given| !writes_blanks(given), "has no effect on this output, which has no puzzle or keeps that of the input"),
    )]
    pub blank: Option<Blank>,
}

/// Whether the command writes puzzles of its own.
fn writes_blanks(given: &Given<'_>) -> bool {
    match given.command() {
        "solve" => given.is("format", &["csv", "jsonl"]) && !given.has("keep-columns"),
        "rate" => given.is("format", &["line", "grid"]),
        "generate" => !given.is("format", &["html"]) && !given.has("grids"),
        _ => true,
    }
}

/// The layout of a sheet.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct SheetArgs {
    /// Heading of a sheet [default: the name of the file, or Sudoku]
    #[arg(
        long, hide_short_help = true, value_name = "TEXT",
        refuse_if(|given| !given.is("format", &["html"]), "needs --format html"),
    )]
    pub title: Option<String>,
    /// Puzzles on a page of a sheet: 1, 2, 4 or 6
    #[arg(
        long, hide_short_help = true, value_name = "N", default_value = "4", value_parser = values::choice(PER_PAGE),
        refuse_if(|given| !given.is("format", &["html"]), "needs --format html"),
    )]
    pub per_page: usize,
}

/// The possible numbers of puzzles on a page.
const PER_PAGE: &[Choice<usize>] = &[
    ("1", 1, "One large puzzle"),
    ("2", 2, "Two below each other"),
    ("4", 4, "Two rows of two"),
    ("6", 6, "Three rows of two"),
];
