//! The help of the commands: one line per option with `-h`, details and values with `--help`, and examples.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, Error};

use super::Args;
use super::examples::EXAMPLES;
use super::facts::OptionFacts;
use super::groups::run_options;

/// Returns the definition of the command line for manual pages and completions. The options about the run can also precede the
/// command. Short help describes them only there.
pub fn definition() -> Command {
    define(&run_options())
}

fn define(run_options: &[Arg]) -> Command {
    let of_program = |arg: Arg| arg.hide_short_help(false).help_heading("Options of a run");
    Args::command()
        .mut_subcommands(|command| with_examples(command, run_options))
        .args(run_options.iter().cloned().map(of_program))
        .after_help(examples("bulkdoku"))
}

/// Returns the same definition for command lines and for help on a terminal: `-h` has one line per option and no values; `--help`
/// lists the values below the text of their option.
pub fn parser() -> Command {
    let run_options = run_options();
    let global = |arg: Arg| if run_options.contains(&arg) { arg.global(true) } else { arg };
    define(&run_options).mut_args(|arg| with_values(global(arg))).mut_subcommands(|command| {
        // Only the command of this run needs the texts of its values.
        refuse_run_options(command, &run_options).defer(|command| command.mut_args(with_values))
    })
}

/// Refuses the options about the run in a command that does not have them.
fn refuse_run_options(command: Command, run_options: &[Arg]) -> Command {
    let lacks = |arg: &Arg| command.get_arguments().all(|own| own != arg);
    let refused = |arg: Arg| arg.hide(true).refuse_if(|_| true, "has no effect on this command");
    let lacking: Vec<Arg> = run_options.iter().filter(|arg| lacks(arg)).cloned().map(refused).collect();
    command.args(lacking)
}

/// Replaces the suggestion of an error about an unknown argument: a second input file, or an option of other commands.
pub fn with_hint(mut error: Error, program: &Command) -> Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return error };
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let hint = match word.strip_prefix("--") {
        _ if error.kind() != ErrorKind::UnknownArgument => None,
        Some(option) => hint_to_commands(option, program),
        None if usage.contains("[INPUT]") && !word.starts_with('-') => Some(
            "the command reads one file: join several, as in cat a.txt b.txt | bulkdoku solve".to_owned(),
        ),
        None => None,
    };
    if let Some(hint) = hint {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

/// Returns which commands have an option.
fn hint_to_commands(option: &str, program: &Command) -> Option<String> {
    let has = |command: &&Command| command.get_arguments().any(|arg| arg.get_long() == Some(option));
    let names: Vec<&str> = program.get_subcommands().filter(has).map(Command::get_name).collect();
    let (last, others) = names.split_last()?;
    let names =
        if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
    Some(format!("--{option} is an option of {names}"))
}

/// Adds the examples of a command. If it has options about the run, short help names them below the others, along with
/// `--help`.
fn with_examples(command: Command, run_options: &[Arg]) -> Command {
    let examples = examples(command.get_name());
    let own = |arg: &Arg| command.get_arguments().find(|own| *own == arg && own.is_hide_short_help_set());
    let name = |arg: &Arg| match (arg.get_short(), arg.get_long()) {
        (Some(short), _) => format!("-{short}"),
        (None, long) => format!("--{}", long.unwrap_or_default()),
    };
    let names: Vec<String> = run_options.iter().filter_map(own).map(name).collect();
    let Some((last, names)) = names.split_last() else { return command.after_help(examples) };
    let help =
        Arg::new("help").short('h').long("help").help("Print this help; -h is shorter").help_heading("Run");
    command
        .disable_help_flag(true)
        .arg(help.action(ArgAction::Help).hide_short_help(true))
        .after_help(format!(
            "Also {} and {last}; --help describes all options\n\n{examples}",
            names.join(", ")
        ))
        .after_long_help(examples)
}

/// Returns the examples of a command, one per line.
fn examples(command: &str) -> String {
    let of_command = EXAMPLES.iter().filter(|(name, _)| *name == command);
    let lines = of_command.map(|(_, line)| format!("\n  {line}"));
    std::iter::once("Examples:".to_owned()).chain(lines).collect()
}

/// Moves the values of an option into its long help.
fn with_values(arg: Arg) -> Arg {
    let values = arg.get_possible_values();
    if values.is_empty() || !arg.get_action().takes_values() {
        return arg;
    }
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let described = values.iter().any(|value| value.get_help().is_some());
    let listed: String = match described {
        true => values
            .iter()
            .map(|value| match value.get_help() {
                Some(help) => format!("\n- {}: {help}", value.get_name()),
                None => format!("\n- {}", value.get_name()),
            })
            .collect(),
        false => {
            let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
            format!(" {}", names.join(", "))
        }
    };
    arg.hide_possible_values(true).long_help(format!("{help}\n\nPossible values:{listed}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the help of every command and of the program, by name.
    fn helps(width: usize, render: fn(&mut Command) -> String) -> Vec<(String, String)> {
        let mut program = parser().term_width(width);
        program.build();
        let mut helps: Vec<(String, String)> = program
            .get_subcommands_mut()
            .filter(|command| command.get_name() != "help")
            .map(|command| (command.get_name().to_owned(), render(command)))
            .collect();
        helps.push(("bulkdoku".to_owned(), render(&mut program)));
        helps
    }

    #[test]
    fn no_line_of_help_is_wider_than_the_terminal() {
        for width in [80, 100] {
            for (name, help) in helps(width, |command| command.render_long_help().to_string()) {
                let widest = help.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(width), "{name} at {width} columns:\n{help}");
            }
        }
    }

    #[test]
    fn long_help_begins_with_the_short_help() {
        let mut program = parser();
        program.build();
        for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
            for arg in command.get_arguments().filter(|arg| arg.get_id() != "help") {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let long = arg.get_long_help().map_or_else(|| help.clone(), ToString::to_string);
                assert!(
                    !help.is_empty() && long.starts_with(&help),
                    "{} {}: {long}",
                    command.get_name(),
                    arg
                );
            }
        }
    }

    #[test]
    fn every_command_has_three_examples_of_its_own() {
        let program = definition();
        let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        assert_eq!(EXAMPLES.len(), 3 * (names.len() + 1));
        for name in names.into_iter().chain(["bulkdoku"]) {
            let lines = || EXAMPLES.iter().filter(|(command, _)| *command == name).map(|(_, line)| line);
            let is_own = |line: &&str| name == "bulkdoku" || line.contains(&format!("bulkdoku {name}"));
            assert!(lines().count() == 3 && lines().any(is_own), "{name}");
        }
    }
}
