//! The command-line program: what a user types and sees.
//!
//! It is a module of the library, so shared code is compiled once. Nothing else in the library uses it.

mod args;
mod augment;
mod bench;
mod check;
mod completions;
mod context;
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

use clap::FromArgMatches;

use crate::error::{Error, Result};

use args::{Args, Command, facts, parser, with_hint};
use context::Context;
pub use exit::Exit;
pub use interrupt::end_without_memory;
use this_run::ThisRun;

/// Runs the subcommand that `arguments` name, after the name of the program. Wrong usage, `--help` and `--version` end the
/// process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut definition = parser();
    let matches =
        definition.try_get_matches_from_mut(&arguments).unwrap_or_else(|error| with_hint(error).exit());
    let of_name = |(name, matches)| Some((definition.find_subcommand(name)?, matches));
    let (command, options) = matches.subcommand().and_then(of_name).expect("the parser requires a command");
    let outputs = match file_options::check(command, options) {
        Ok(outputs) => outputs,
        // No summary is written: its file could be one of those that would be lost.
        Err(error) => return fail(&error, |_| ()),
    };
    let context = Context::new(ThisRun::new(&arguments, command, options), outputs > 1);
    let result = facts::check(command, options).and_then(|()| {
        let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        run_command(args.command, &context)
    });
    let result = match result {
        // The reader of the results has gone away. All other outputs are complete.
        Err(Error::ClosedPipe) => Ok(Exit::Done),
        result => result,
    };
    let result = result.and_then(|exit| context.temp_files.replace_all().map(|()| exit));
    context.wait_if_ending();
    result.unwrap_or_else(|error| {
        context.temp_files.discard();
        fail(&error, |reason| context.run.write_failure(Exit::Failed, reason))
    })
}

/// Records the reason for a failure and prints it.
fn fail(error: &Error, record: impl FnOnce(&str)) -> Exit {
    let error = remedy::WithRemedy(error).to_string();
    record(&error);
    say(format_args!("bulkdoku: {error}"));
    Exit::Failed
}

fn run_command(command: Command, context: &Context) -> Result<Exit> {
    match command {
        Command::Solve(args) => per_record::solve(args, context),
        Command::Count(args) => per_record::count(args, context),
        Command::Check(args) => check::run(args, context),
        Command::Canon(args) => per_record::canon(args, context),
        Command::Augment(args) => augment::run(args, context),
        Command::Dedupe(args) => dedupe::run(args, context),
        Command::Generate(args) => generate::run(args, context),
        Command::Minimize(args) => per_record::minimize(args, context),
        Command::Rate(args) => rate::run(args, context),
        Command::Sample(args) => sample::run(args, context),
        Command::Shuffle(args) => shuffle::run(args, context),
        Command::Split(args) => split::run(args, context),
        Command::Bench(args) => bench::run(args, context),
        Command::MergeSummaries(args) => merge_summaries::run(&args, context),
        Command::Completions(args) => completions::completions(&args),
        Command::Man(args) => completions::man(&args),
    }
}

/// Prints a line on stderr. If stderr is closed, the run continues without it.
fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
