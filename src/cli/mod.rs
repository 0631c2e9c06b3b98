//! The command-line program: what a user types and sees.
//!
//! It is a module of the library, so shared code is compiled once. Nothing else in the library uses it.

mod args;
mod augment;
mod bench;
mod check;
mod completions;
mod dedupe;
mod exit;
mod file_options;
mod files;
mod generate;
mod input_identity;
mod interrupt;
mod merge_summaries;
mod numbers;
mod per_record;
mod progress;
mod rate;
mod remedy;
mod sample;
mod session;
mod sheet;
mod shuffle;
mod solver;
mod split;
mod streams;
mod summary;
mod this_run;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};

use clap::{ArgMatches, FromArgMatches};

use crate::error::{Error, Result};

use args::{Args, Command, definition, effects, with_listed_values};
pub use exit::Exit;
pub use interrupt::end_without_memory;

/// Runs the subcommand that `arguments` name, after the name of the program. Wrong usage, `--help` and `--version` end the
/// process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut definition = with_listed_values(definition());
    let matches = definition.try_get_matches_from_mut(&arguments).unwrap_or_else(|error| error.exit());
    let result = check(&arguments, &definition, &matches).and_then(|()| {
        let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        run_command(args.command)
    });
    let result = match result {
        // The reader of the results has gone away. All other outputs are complete.
        Err(Error::ClosedPipe) => Ok(Exit::Done),
        result => result,
    };
    let result = result.and_then(|exit| interrupt::temp_files().replace_all().map(|()| exit));
    interrupt::wait_if_ending();
    result.unwrap_or_else(|error| {
        interrupt::temp_files().discard();
        let error = remedy::WithRemedy(&error).to_string();
        this_run::write_failure(Exit::Failed, &error);
        say(format_args!("bulkdoku: {error}"));
        Exit::Failed
    })
}

/// Checks the options of the subcommand beyond what clap checks, and remembers them once it is certain that no file will be lost.
fn check(arguments: &[OsString], definition: &clap::Command, matches: &ArgMatches) -> Result<()> {
    let of_name = |(name, matches)| Some((definition.find_subcommand(name)?, matches));
    let Some((command, matches)) = matches.subcommand().and_then(of_name) else { return Ok(()) };
    file_options::check(command, matches)?;
    this_run::remember(arguments, command, matches);
    effects::check(command, matches)
}

fn run_command(command: Command) -> Result<Exit> {
    match command {
        Command::Solve(args) => per_record::solve(args),
        Command::Count(args) => per_record::count(args),
        Command::Check(args) => check::run(args),
        Command::Canon(args) => per_record::canon(args),
        Command::Augment(args) => augment::run(args),
        Command::Dedupe(args) => dedupe::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Minimize(args) => per_record::minimize(args),
        Command::Rate(args) => rate::run(args),
        Command::Sample(args) => sample::run(args),
        Command::Shuffle(args) => shuffle::run(args),
        Command::Split(args) => split::run(args),
        Command::Bench(args) => bench::run(args),
        Command::MergeSummaries(args) => merge_summaries::run(&args),
        Command::Completions(args) => completions::completions(&args),
        Command::Man(args) => completions::man(&args),
    }
}

/// Prints a line on stderr. If stderr is closed, the run continues without it.
fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
