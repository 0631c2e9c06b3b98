//! Runs the command that the arguments name, and ends the run.

use std::ffi::OsString;

use clap::FromArgMatches;

use super::args::{Args, Command, facts, parser, with_hint};
use super::context::Context;
use super::exit::Exit;
use super::streams::say;
use super::this_run::ThisRun;
use super::{
    augment, bench, check, completions, dedupe, file_options, generate, merge_summaries, per_record, rate,
    remedy, sample, shuffle, split,
};
use crate::error::{Error, Result};

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
