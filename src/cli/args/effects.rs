//! Refuses options that have no effect without certain values of other options, a rule that clap cannot express.

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::error::{Error, Result};

/// One or more commands, some of their options, the conditions under which the options have an effect, and the end of the error
/// message. One of the conditions must be true. `*` means every command that has the option.
///
/// The condition `html` is true if the option is on the command line. `from=grid,pencilmark` is true if a value of the option,
/// given or by default, begins with one of these. `!` negates a condition.
type Rule = (&'static str, &'static str, &'static str, &'static str);

/// All rules.
const RULES: &[Rule] = &[
    ("*", "column", "!from=grid,pencilmark", "needs an input with columns: a table or lines"),
    ("*", "progress", "!quiet progress=never", "conflicts with --quiet"),
    (
        "bench",
        "isa",
        "!engine engine=lanes,single",
        "needs the engine lanes or single: the others do not use instruction sets",
    ),
    ("canon augment", "map", "!format format=csv,jsonl", "needs --format csv or jsonl"),
    ("dedupe", "keep", "!keep=canonical by=puzzle,solution", "canonical needs --by puzzle or solution"),
    (
        "dedupe",
        "keep",
        "!keep=fewest by=solution",
        "fewest needs --by solution: otherwise, all records of a class have the same number of clues",
    ),
    ("solve generate", "per-page", "format=sheet", "needs --format sheet"),
    (
        "generate",
        "symmetry",
        "!mask clues minimal",
        "has no effect on a mask whose cells are all clues: use --clues or --minimal",
    ),
    (
        "rate",
        "equivalents seed",
        "!only only=guesses where=guesses balance=guesses",
        "needs the rating guesses, as in --only guesses",
    ),
];

/// A command and the options that it is given.
struct Given<'a> {
    command: &'a clap::Command,
    matches: &'a ArgMatches,
}

/// Refuses options of `command` that are on the command line but have no effect.
///
/// # Errors
/// Returns an error that names the first such option.
pub fn check(command: &clap::Command, matches: &ArgMatches) -> Result<()> {
    let (name, given) = (command.get_name(), Given { command, matches });
    for (_, options, conditions, message) in rules_of(name) {
        let mut options = words(options).filter(|option| given.has(option));
        if let Some(option) = options.next().filter(|_| !words(conditions).any(|it| given.holds(it))) {
            return Err(Error::refused(format!("--{option} {message}")));
        }
    }
    Ok(())
}

/// Returns the rules for the command with this name.
fn rules_of(name: &str) -> impl Iterator<Item = &'static Rule> {
    RULES
        .iter()
        .filter(move |(commands, ..)| words(commands).any(|command| command == name || command == "*"))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ')
}

impl Given<'_> {
    fn holds(&self, condition: &str) -> bool {
        if let Some(opposite) = condition.strip_prefix('!') {
            return !self.holds(opposite);
        }
        let Some((option, values)) = condition.split_once('=') else { return self.has(condition) };
        let given = self.id(option).and_then(|id| self.matches.get_raw(id)).into_iter().flatten();
        given
            .map(|given| given.to_string_lossy())
            .any(|given| values.split(',').any(|value| given.trim_start().starts_with(value)))
    }

    /// Whether the option, or the argument with this name, is on the command line.
    fn has(&self, option: &str) -> bool {
        self.id(option).is_some_and(|id| self.matches.value_source(id) == Some(ValueSource::CommandLine))
    }

    /// Returns clap's name of an option.
    fn id(&self, option: &str) -> Option<&str> {
        let is_meant = |arg: &&clap::Arg| arg.get_long().unwrap_or(arg.get_id().as_str()) == option;
        self.command.get_arguments().find(is_meant).map(|arg| arg.get_id().as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Args;
    use clap::CommandFactory;

    fn checked(line: &str) -> Result<()> {
        let mask = "x".repeat(81);
        let named = |word| if word == "MASK" { mask.as_str() } else { word };
        let words = std::iter::once("bulkdoku").chain(line.split_whitespace().map(named));
        let mut command = Args::command();
        let matches =
            command.try_get_matches_from_mut(words).unwrap_or_else(|error| panic!("{line}: {error}"));
        let (name, matches) = matches.subcommand().unwrap();
        check(command.find_subcommand(name).unwrap(), matches)
    }

    #[test]
    fn every_rule_is_about_options_that_exist() {
        let program = Args::command();
        for (commands, options, conditions, _) in RULES {
            let conditions = words(conditions).map(|it| it.trim_start_matches('!'));
            let needed = conditions.map(|it| it.split_once('=').map_or(it, |(option, _)| option));
            let options: Vec<&str> = words(options).chain(needed).collect();
            for (name, &option) in words(commands).flat_map(|name| options.iter().map(move |it| (name, it))) {
                let mut found = program.get_subcommands().filter(|it| name == "*" || it.get_name() == name);
                let has = |arg: &clap::Arg| arg.get_long() == Some(option) || arg.get_id() == option;
                assert!(found.any(|command| command.get_arguments().any(has)), "{name} --{option}");
            }
        }
    }

    #[test]
    fn options_without_effect_are_refused() {
        let refused = [
            "solve --from grid --column 2",
            "dedupe --from pencilmark --column puzzle",
            "count -q --progress plain",
            "bench --engine min-candidates --isa portable",
            "canon --map --format line",
            "dedupe --by clues --keep canonical",
            "dedupe --keep fewest",
            "generate --count 1 --mask MASK --symmetry half-turn",
            "solve --per-page 2",
            "generate --count 1 --per-page 2 --format line",
            "rate --only level --equivalents 3",
            "rate --only se --seed 2",
        ];
        for line in refused {
            let error = checked(line).expect_err(line).to_string();
            assert!(
                [" needs ", " conflicts ", " no effect "].iter().any(|it| error.contains(it)),
                "{line}: {error}"
            );
        }
    }

    #[test]
    fn options_with_an_effect_are_accepted() {
        for line in [
            "solve --column 2",
            "solve --from line --column 2",
            "solve -q --progress never",
            "bench --isa portable --summary a",
            "canon --map",
            "canon --map --format csv",
            "dedupe --by solution --keep canonical",
            "dedupe --by solution --keep fewest",
            "generate --count 1 --mask MASK --symmetry half-turn --clues 30",
            "generate --count 1 --mask MASK --symmetry half-turn --minimal",
            "solve --per-page 2 --format sheet",
            "rate --equivalents 3 --seed 2",
            "rate --only level --balance guesses=3 --equivalents 3",
            "rate --only level --where guesses_deviation<1 --equivalents 3",
        ] {
            checked(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
}
