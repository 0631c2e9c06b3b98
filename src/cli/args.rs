//! What can be typed: the one file that knows clap.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use bulkdoku::bench::scaling_model::MachineSpec;
use bulkdoku::bench::sets::BuiltIn;
use bulkdoku::format::columns::Column;
use bulkdoku::solver::engine::Engine;
use bulkdoku::solver::isa::Isa;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as Group, Parser, Subcommand, ValueEnum};

/// Solve files of Sudoku puzzles: every answer, in input order, at millions a second.
#[derive(Debug, Parser)]
#[command(name = "bulkdoku", version = version(), propagate_version = true, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve every record of a file; line n of the answers belongs to record n
    Solve(SolveArgs),
    /// Count the solutions of every record, up to a limit
    Count(CountArgs),
    /// Audit a data set: what is wrong with its puzzles and its answers, and what is in it twice
    Check(CheckArgs),
    /// Make puzzles with one solution each: the same file from the same seed, everywhere
    Generate(GenerateArgs),
    /// Measure puzzles a second, on built-in sets when no file is named
    Bench(BenchArgs),
}

#[derive(Debug, Group)]
pub struct SolveArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Prove that each solution is the only one
    #[arg(long)]
    pub unique: bool,
    /// How to write the answers
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "line")]
    pub format: AnswerFormat,
    /// Copy the columns of the input's table, and put the answers behind them; for --format csv
    #[arg(long)]
    pub keep_columns: bool,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub view: ViewArgs,
    /// Write the summary as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
}

#[derive(Debug, Group)]
pub struct CountArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// The number to stop at
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,
    /// Write the solutions of every record, up to the limit, to this file: line,solution
    #[arg(long, value_name = "FILE")]
    pub all: Option<PathBuf>,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub view: ViewArgs,
}

#[derive(Debug, Group)]
pub struct CheckArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The answers' column: its name, or its number from 1 [default: found by name or look, if there is one]
    #[arg(long, value_name = "NAME|N", value_parser = str::parse::<Column>, conflicts_with = "answers")]
    pub answer_column: Option<Column>,
    /// File of answers, one a line, in the order of the records
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// Findings to tell; the others are only counted
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub findings: usize,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub view: ViewArgs,
    /// Write the summary as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// Bytes of fingerprints that are held in memory
    #[arg(long, value_name = "BYTES", hide = true, default_value_t = bulkdoku::audit::FINGERPRINT_MEMORY)]
    pub fingerprint_memory: usize,
}

#[derive(Debug, Group)]
pub struct GenerateArgs {
    /// How many puzzles
    #[arg(long, value_name = "N")]
    pub count: u64,
    /// Another seed gives other puzzles
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Clues a puzzle has, a number or a range, of 21 to 81 [default: 28-34, or all that come with --minimal]
    #[arg(long, value_name = "N|A-B", value_parser = clues)]
    pub clues: Option<RangeInclusive<usize>>,
    /// Only puzzles of which no clue can go
    #[arg(long)]
    pub minimal: bool,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub view: ViewArgs,
}

#[derive(Debug, Group)]
pub struct BenchArgs {
    /// Files of one-line puzzles to measure with, in place of the built-in sets
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Built-in sets [default: all, when no file is named]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = built_ins())]
    pub set: Vec<BuiltIn>,
    /// Engines [default: lanes,scalar; with --html all, the baselines on the fewest threads]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = engines())]
    pub engine: Vec<Engine>,
    /// Instruction sets of the lanes engine
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "auto", value_parser = str::parse::<Isa>)]
    pub isa: Vec<Isa>,
    /// Stop at the first solution, or prove that it is the only one
    #[arg(long, value_enum, value_name = "MODE,…", value_delimiter = ',', default_value = "first,unique")]
    pub mode: Vec<Mode>,
    /// Numbers of threads; 0: one a core
    #[arg(short = 'j', long, value_name = "N,…", value_delimiter = ',', default_value = "1,0", value_parser = at_most_a_thousand())]
    pub threads: Vec<usize>,
    /// Measure from file to file too, beside cp of the same file
    #[arg(long)]
    pub end_to_end: bool,
    /// Records of the file for --end-to-end, at least
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub records: usize,
    /// Measure this program too: puzzles on its stdin, answers on its stdout, the whole process; may be given again
    #[arg(long, value_name = "CMD")]
    pub external: Vec<String>,
    /// Runs of each measurement
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = at_least_one())]
    pub runs: usize,
    /// Milliseconds that a run should take, about
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub time: u64,
    /// Puzzles of a built-in set
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = at_least_one())]
    pub puzzles: usize,
    /// Guesses that a puzzle may cost before it is given up
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub budget: u64,
    /// Another seed gives another order
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Machines to tell the speed of: their cores, and the gigabytes a second that their memory is taken to move
    #[arg(long, value_name = "CORES:GB/S,…", value_delimiter = ',', default_value = "16:80,64:370", value_parser = machine)]
    pub model: Vec<MachineSpec>,
    /// Say nothing of larger machines
    #[arg(long, conflicts_with = "model")]
    pub no_model: bool,
    /// Write the figures as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write a page with plots to this file: for a browser, with nothing beside it
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Compare with what --json wrote
    #[arg(long, value_name = "OLD.json")]
    pub compare: Option<PathBuf>,
    #[command(flatten)]
    pub view: ViewArgs,
}

impl BenchArgs {
    /// The numbers of threads, each once.
    pub fn threads(&self) -> impl Iterator<Item = usize> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut threads: Vec<usize> =
            self.threads.iter().map(|&threads| if threads == 0 { cores } else { threads }).collect();
        threads.sort_unstable();
        threads.dedup();
        threads.into_iter()
    }
}

/// When to stop looking for solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// At the first one
    First,
    /// At the second one, or when it is proved that there is none
    Unique,
}

/// Where the records come from.
#[derive(Debug, Group)]
pub struct InputArgs {
    /// File of puzzles; - is the standard input
    #[arg(value_name = "INPUT", default_value = "-")]
    pub path: PathBuf,
    /// How the records are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "auto")]
    pub from: InputFormat,
    /// The puzzles' column in a table: its name, or its number from 1 [default: found by name or look]
    #[arg(long, value_name = "NAME|N", value_parser = str::parse::<Column>)]
    pub column: Option<Column>,
    /// Read the file instead of mapping it: for files that may get shorter meanwhile
    #[arg(long)]
    pub no_mmap: bool,
    /// Bytes of a chunk
    #[arg(long, value_name = "BYTES", hide = true)]
    pub chunk_size: Option<usize>,
}

/// Where the results go.
#[derive(Debug, Group)]
pub struct OutputArgs {
    /// File for the results, in its place only when it is whole; - is the standard output
    #[arg(short, long = "output", value_name = "OUTPUT", default_value = "-")]
    pub output: PathBuf,
}

/// What a record may cost.
#[derive(Debug, Group)]
pub struct BudgetArgs {
    /// Guesses that a record may cost; no limit unless told
    #[arg(long = "budget", value_name = "N", hide_default_value = true, default_value_t = u64::MAX)]
    pub guesses: u64,
}

/// Who solves.
#[derive(Debug, Group)]
pub struct SolverArgs {
    /// Worker threads; 0: one a core, or what RAYON_NUM_THREADS says
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = at_most_a_thousand())]
    pub threads: usize,
    /// The engine; all but the first two are there to compare with
    #[arg(long, value_name = "NAME", default_value = "lanes", value_parser = engines())]
    pub engine: Engine,
    /// The instruction set of the lanes engine
    #[arg(long, env = "BULKDOKU_ISA", value_name = "NAME", default_value = "auto", value_parser = str::parse::<Isa>)]
    pub isa: Isa,
}

/// What is shown meanwhile.
#[derive(Debug, Group)]
pub struct ViewArgs {
    /// When to show the progress
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub progress: When,
    /// Say nothing but failures
    #[arg(short, long)]
    pub quiet: bool,
}

/// When to show the progress, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// A bar, on a terminal
    Auto,
    /// A bar
    Always,
    /// A line now and then, for logs
    Plain,
    /// Nothing
    Never,
}

/// A format to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// Found from the first record
    Auto,
    /// 81 characters a line, or columns set off by white space with --column
    Line,
    /// A table with commas, semicolons or tabs
    Csv,
    /// Nine rows of nine cells, set off by spaces or not
    Grid,
    /// 729 characters a line: nine a cell, the candidates that it may hold
    Pencilmark,
}

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// The 81 digits, or the verdict
    Line,
    /// A table: line,puzzle,solution,verdict,solutions,guesses
    Csv,
    /// A JSON object a line, with the columns of the table
    Jsonl,
    /// Nine lines of nine digits set off by spaces
    Grid,
    /// [Solved], then nine lines of nine digits
    Rows,
}

fn engines() -> impl TypedValueParser<Value = Engine> {
    PossibleValuesParser::new(Engine::ALL.map(Engine::name)).try_map(|name| name.parse::<Engine>())
}

fn built_ins() -> impl TypedValueParser<Value = BuiltIn> {
    PossibleValuesParser::new(BuiltIn::ALL.map(BuiltIn::name))
        .try_map(|name| BuiltIn::ALL.into_iter().find(|set| set.name() == name).ok_or("there is no such set"))
}

fn at_least_one() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(1..).map(|number| number as usize)
}

/// Numbers of threads: with many thousands a machine does nothing but start them, or cannot.
fn at_most_a_thousand() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(..=1000).map(|number| number as usize)
}

/// `16:80`.
fn machine(text: &str) -> Result<MachineSpec, String> {
    let parsed = text.split_once(':').and_then(|(cores, gigabytes)| {
        let (cores, gigabytes): (usize, f64) = (cores.parse().ok()?, gigabytes.parse().ok()?);
        let is_one = cores > 0 && gigabytes > 0.0 && gigabytes.is_finite();
        is_one.then_some(MachineSpec { cores, bandwidth: 1e9 * gigabytes })
    });
    parsed.ok_or_else(|| "give cores and gigabytes a second as in 16:80".to_owned())
}

/// `30` or `28-34`.
fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most => Ok(least..=most),
        _ => Err("give a number, or a range as in 28-34".to_owned()),
    }
}

/// The version, and what this processor makes of it.
fn version() -> String {
    let there: Vec<_> = Isa::ALL.into_iter().filter(|isa| isa.is_available()).map(Isa::name).collect();
    format!("{} (lanes: {}; available: {})", env!("CARGO_PKG_VERSION"), Isa::best(), there.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn clues_are_a_number_or_a_range() {
        assert_eq!(clues("30"), Ok(30..=30));
        assert_eq!(clues("28-34"), Ok(28..=34));
        for wrong in ["", "-", "28-", "34-28", "28..34", "-3", "1-2-3"] {
            assert!(clues(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_machine_has_cores_and_memory() {
        assert_eq!(machine("16:80"), Ok(MachineSpec { cores: 16, bandwidth: 8e10 }));
        for wrong in ["", "16", "0:80", "16:0", "16:-1", "16:inf", "a:1"] {
            assert!(machine(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn threads_are_a_thousand_at_most() {
        for command in ["solve", "bench"] {
            assert!(Args::try_parse_from(["bulkdoku", command, "-j", "1000"]).is_ok());
            assert!(Args::try_parse_from(["bulkdoku", command, "-j", "1001"]).is_err());
        }
    }

    #[test]
    fn the_command_line_is_sound() {
        Args::command().debug_assert();
    }
}
