//! Runs the command that the arguments name, and ends the run.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{ArgMatches, FromArgMatches};

use super::args::{Args, Command, ResultFormat, facts, format_of_output, parser, with_format, with_hint};
use super::context::Context;
use super::exit::Exit;
use super::streams::say;
use super::this_run::ThisRun;
use super::{
    augment, bench, check, completions, dedupe, generate, merge_summaries, per_record, rate, remedy, sample,
    shuffle, split,
};
use crate::error::{Error, Refusal, Result};
use crate::format::OutputFormat;

/// Runs the subcommand that `arguments` name, after the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let (definition, matches) = match parse(&arguments) {
        Ok(parsed) => parsed,
        Err(error) => return print(&error),
    };
    let of_name = |(name, matches)| Some((definition.find_subcommand(name)?, matches));
    let (command, options) = matches.subcommand().and_then(of_name).expect("the parser requires a command");
    let context = Context::new(ThisRun::new(&arguments, command, options), writes_array(options));
    let result = facts::check(command, options).and_then(|()| match Args::from_arg_matches(&matches) {
        Ok(args) => run_command(args.command, &context),
        Err(error) => Ok(print(&error)),
    });
    context.wait_if_ending();
    match result {
        Ok(exit) => exit,
        Err(Error::ClosedPipe) => Exit::Done, // the reader of the only output has gone away
        Err(error) => {
            drop(context.files.abandon());
            fail(&error, &context.run)
        }
    }
}

/// Returns the definition of the command line, and what the arguments say.
fn parse(arguments: &[OsString]) -> std::result::Result<(clap::Command, ArgMatches), clap::Error> {
    let mut definition = parser();
    let parsed = definition.try_get_matches_from_mut(arguments).and_then(|matches| {
        let Some((command, format)) = format_of_output(&definition, &matches) else { return Ok(matches) };
        definition = with_format(parser(), &command, format);
        definition.try_get_matches_from_mut(arguments)
    });
    let matches = parsed.map_err(|error| with_hint(error, &definition))?;
    Ok((definition, matches))
}

/// Prints the help, the version, or what is wrong with the command line.
fn print(text: &clap::Error) -> Exit {
    match text
        .print()
        .and_then(|()| io::stdout().flush())
        .map_err(|source| Error::writing("<stdout>", source))
    {
        Ok(()) | Err(Error::ClosedPipe) if !text.use_stderr() => Exit::Done,
        Err(error) if !text.use_stderr() => {
            say(format_args!("bulkdoku: {error}"));
            Exit::Failed
        }
        _ => Exit::Failed,
    }
}

/// Whether the results are a NumPy array.
fn writes_array(options: &ArgMatches) -> bool {
    let npy: ResultFormat = Some(OutputFormat::Npy);
    options.try_get_one("format").is_ok_and(|format| format == Some(&npy))
}

/// Prints the reason for a failure and records it in the summary.
fn fail(error: &Error, run: &ThisRun) -> Exit {
    let text = remedy::WithRemedy(error).to_string();
    // Otherwise the summary could replace a file of the run.
    if !matches!(error, Error::Refused(Refusal::SameFile(_))) {
        run.write_failure(Exit::Failed, &text);
    }
    text.lines().for_each(|line| say(format_args!("bulkdoku: {line}")));
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
