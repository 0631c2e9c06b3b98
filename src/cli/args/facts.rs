//! What the program needs to know about an option besides what clap does. Each fact is stated in the definition of the option,
//! as in `#[arg(long, refuse_if(|given| !given.is("format", &["csv"]), "needs --format csv"))]`.

use clap::builder::ArgExt;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::error::{Error, Result};

/// Whether options have an effect on a run.
pub type Condition = fn(&Given<'_>) -> bool;

/// Adds facts to an option, and returns them.
pub trait OptionFacts {
    /// Refuses the option if the condition is true. The message follows the name of the option.
    fn refuse_if(self, condition: Condition, message: &'static str) -> Self;

    /// Omits the option from the `options` of the summary, because no result depends on it, as on the name of an output: parts of
    /// a run may differ in it.
    fn not_in_summary(self) -> Self;

    /// Whether the option is in the `options` of the summary.
    fn is_in_summary(&self) -> bool;

    /// Makes the default as good as a value on the command line, which implies it.
    fn implied(self) -> Self;
}

/// A command and the options that it is given.
pub struct Given<'a> {
    command: &'a Command,
    matches: &'a ArgMatches,
}

/// The facts about an option.
#[derive(Clone, Debug, Default)]
struct Facts {
    /// When to refuse the option, and the message that follows its name.
    rules: Vec<(Condition, &'static str)>,
    is_not_in_summary: bool,
    is_implied: bool,
}

impl ArgExt for Facts {}

impl OptionFacts for Arg {
    fn refuse_if(self, condition: Condition, message: &'static str) -> Self {
        with(self, |facts| facts.rules.push((condition, message)))
    }

    fn not_in_summary(self) -> Self {
        with(self, |facts| facts.is_not_in_summary = true)
    }

    fn is_in_summary(&self) -> bool {
        let is_option = self.get_long().is_some();
        let prints = matches!(
            self.get_action(),
            ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
        );
        is_option && !prints && !self.get::<Facts>().is_some_and(|facts| facts.is_not_in_summary)
    }

    fn implied(self) -> Self {
        with(self, |facts| facts.is_implied = true)
    }
}

fn with(arg: Arg, change: impl FnOnce(&mut Facts)) -> Arg {
    let mut facts = arg.get::<Facts>().cloned().unwrap_or_default();
    change(&mut facts);
    arg.add(facts)
}

/// Whether the option has a value on the command line, or one that another option implies.
pub fn is_on_command_line(options: &ArgMatches, arg: &Arg) -> bool {
    options.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        || arg.get::<Facts>().is_some_and(|facts| facts.is_implied)
}

/// Refuses options of `command` that are on the command line but have no effect.
///
/// # Errors
/// Returns an error that names the first such option.
pub fn check(command: &Command, matches: &ArgMatches) -> Result<()> {
    let given = Given { command, matches };
    for arg in command.get_arguments().filter(|arg| given.names(arg)) {
        let mut rules = arg.get::<Facts>().into_iter().flat_map(|facts| &facts.rules);
        if let Some((_, message)) = rules.find(|(condition, _)| condition(&given)) {
            let option = arg.get_long().unwrap_or(arg.get_id().as_str());
            return Err(Error::refused(format!("--{option} {message}")));
        }
    }
    Ok(())
}

impl Given<'_> {
    /// Whether the option, or the argument with this name, is on the command line.
    pub fn has(&self, option: &str) -> bool {
        self.arg(option).is_some_and(|arg| self.names(arg))
    }

    /// Returns the name of the command.
    pub fn command(&self) -> &str {
        self.command.get_name()
    }

    /// Whether the text of the option, on the command line or by default, is one of these.
    pub fn is(&self, option: &str, texts: &[&str]) -> bool {
        let raw = self.arg(option).and_then(|arg| self.matches.get_raw(arg.get_id().as_str()));
        raw.into_iter().flatten().any(|given| texts.iter().any(|text| given == *text))
    }

    /// Returns the values of the option, on the command line or by default.
    pub fn values<T: Clone + Send + Sync + 'static>(&self, option: &str) -> impl Iterator<Item = &T> {
        let id = self.arg(option).map(|arg| arg.get_id().as_str());
        id.and_then(|id| self.matches.get_many(id)).into_iter().flatten()
    }

    fn names(&self, arg: &Arg) -> bool {
        is_on_command_line(self.matches, arg)
    }

    /// Returns the definition of an option. A condition about an option that the command lacks is a mistake in the program.
    fn arg(&self, option: &str) -> Option<&Arg> {
        let is_meant = |arg: &&Arg| arg.get_long().unwrap_or(arg.get_id().as_str()) == option;
        let found = self.command.get_arguments().find(is_meant);
        debug_assert!(found.is_some(), "{} has no option {option}", self.command.get_name());
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::parser;

    fn checked(line: &str) -> Result<()> {
        let mask = "x".repeat(81);
        let named = |word| if word == "MASK" { mask.as_str() } else { word };
        let words = std::iter::once("bulkdoku").chain(line.split_whitespace().map(named));
        let mut command = parser();
        let matches =
            command.try_get_matches_from_mut(words).unwrap_or_else(|error| panic!("{line}: {error}"));
        let (name, matches) = matches.subcommand().unwrap();
        check(command.find_subcommand(name).unwrap(), matches)
    }

    #[test]
    fn every_condition_is_about_options_that_exist() {
        let program = parser();
        let mut checked = 0;
        for command in program.get_subcommands() {
            let lenient = command.clone().mut_args(|arg| arg.required(false)).ignore_errors(true);
            let matches = lenient.get_matches_from(["bulkdoku"]);
            let given = Given { command, matches: &matches };
            let facts = command.get_arguments().filter_map(Arg::get::<Facts>);
            for (condition, _) in facts.flat_map(|facts| &facts.rules) {
                let _ = condition(&given); // fails for an unknown option
                checked += 1;
            }
        }
        assert!(checked > 30, "{checked}");
    }

    #[test]
    fn options_without_effect_are_refused() {
        let refused = [
            "solve --from grid --column 2",
            "solve --keep-columns",
            "solve --steps --format grid",
            "solve --format html --shard 1/2",
            "dedupe --from pencilmark --column puzzle",
            "count -q --progress plain",
            "-q count --progress plain",
            "check --clean a --answers b",
            "check --rejects a --shard 1/2",
            "bench --engine min-candidates --isa portable",
            "canon --transformation --format line",
            "dedupe --by clues --keep canonical",
            "dedupe --keep fewest",
            "generate --count 1 --mask MASK --symmetry half-turn",
            "solve --per-page 2",
            "solve --title a --format grid",
            "solve --blank 0",
            "solve --blank 0 --format csv --keep-columns",
            "generate --count 1 --grids --blank 0",
            "generate --count 1 --grids --format csv",
            "generate --count 1 --per-page 2 --format line",
            "generate --count 1 --grids --format html",
            "generate --count 1 --unbiased --format html",
            "generate --count 1 --unbiased --shard 1/2",
            "rate --only level --equivalents 3",
            "rate --only se --seed 2",
            "sample --count 1 --weight w --stratify id",
            "-j 2 completions bash",
            "man --summary a",
            "merge-summaries a -q",
        ];
        for line in refused {
            let error = checked(line).expect_err(line).to_string();
            assert!(error.starts_with("--"), "{line}: {error}");
        }
    }

    #[test]
    fn options_with_an_effect_are_accepted() {
        for line in [
            "solve --column 2",
            "solve --from line --column 2",
            "solve --keep-columns --format csv",
            "solve -q --progress never",
            "-q -j 2 solve --summary a",
            "-j 2 bench",
            "bench --isa portable --summary a",
            "canon --transformation",
            "canon --transformation --format csv",
            "dedupe --by solution --keep canonical",
            "dedupe --by solution --keep fewest",
            "generate --count 1 --mask MASK --symmetry half-turn --clues 30",
            "generate --count 1 --mask MASK --symmetry half-turn --minimal",
            "generate --count 1 --minimal --format html",
            "solve --per-page 2 --title a --format html",
            "solve --blank - --format jsonl",
            "generate --count 1 --format grid --blank 0",
            "generate --count 1 --grids --format grid",
            "augment --equivalents 1 --format grid --blank 0",
            "canon --blank 0",
            "minimize --blank 0 --format csv",
            "rate --equivalents 3 --seed 2",
            "rate --only level --where guesses<3 --equivalents 3",
            "rate --only level --where guesses_deviation<1 --equivalents 3",
            "sample --count 1 --weight w --stratify clues",
        ] {
            checked(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
}
