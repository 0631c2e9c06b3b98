//! All commands and options as tables in Markdown, from the definition of the command line.

use std::collections::BTreeMap;

use clap::{Arg, Command};

use super::args::ListedOptions;

/// The cells of an option that are the same in all commands of its row: the option, its value, its default and its help.
type Row = [String; 4];

/// A table of the options, each in one row with all commands that have it in the same form.
pub fn options(program: &Command, listed: ListedOptions) -> String {
    let mut rows: BTreeMap<Row, Vec<&str>> = BTreeMap::new();
    for command in commands(program) {
        for arg in command.get_arguments().filter(|arg| arg.get_id() != "help" && arg.get_id() != "version") {
            if arg.is_hide_set() == (listed == ListedOptions::Hidden) {
                rows.entry(row(arg)).or_default().push(command.get_name());
            }
        }
    }
    let all = commands(program).count();
    let mut table = "| option | value | default | commands | meaning |\n|---|---|---|---|---|\n".to_owned();
    for ([option, value, default, help], commands) in rows {
        let commands = if commands.len() == all { "all".to_owned() } else { commands.join(", ") };
        table += &format!("| {option} | {value} | {default} | {commands} | {help} |\n");
    }
    table
}

/// The subcommands that do something themselves.
pub fn commands(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| command.get_name() != "help")
}

fn row(arg: &Arg) -> Row {
    let (help, default_in_help) = help(arg);
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let default = match arg.is_hide_default_value_set() || defaults.is_empty() || !takes_values(arg) {
        true => default_in_help,
        false => code(&defaults.join(",")),
    };
    let value = if arg.is_positional() { String::new() } else { value(arg) };
    [name(arg), value, default, help]
}

fn takes_values(arg: &Arg) -> bool {
    arg.get_num_args().is_none_or(|number| number.takes_values())
}

/// `-o`, `--output`, or the name of an argument without an option.
fn name(arg: &Arg) -> String {
    let short = arg.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
    match arg.get_long() {
        Some(long) => format!("{short}`--{long}`"),
        None => value(arg),
    }
}

fn value(arg: &Arg) -> String {
    let names = arg.get_value_names().filter(|_| takes_values(arg)).unwrap_or_default();
    names.iter().map(|name| code(name)).collect::<Vec<_>>().join(" ")
}

/// The help in one line with the values to choose from, and the default that it names.
fn help(arg: &Arg) -> (String, String) {
    let text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let (text, default) = match text.split_once(" [default: ") {
        Some((text, default)) => (text.to_owned(), default.trim_end_matches(']').to_owned()),
        None => (text, String::new()),
    };
    let values = arg.get_possible_values();
    let values: Vec<_> =
        values.iter().filter(|value| !value.is_hide_set()).map(|value| value.get_name()).collect();
    match values.is_empty() || !takes_values(arg) {
        true => (escaped(&text), escaped(&default)),
        false => (format!("{}: {}", escaped(&text), values.join(", ")), escaped(&default)),
    }
}

/// Text as code, in a cell of a table.
fn code(text: &str) -> String {
    format!("`{}`", escaped(text))
}

/// A bar would end the cell.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Args;
    use clap::CommandFactory;

    #[test]
    fn every_option_of_every_command_is_in_one_table() {
        let mut program = Args::command();
        program.build();
        let tables = [ListedOptions::Shown, ListedOptions::Hidden].map(|listed| options(&program, listed));
        for command in commands(&program) {
            for long in command.get_arguments().filter_map(Arg::get_long) {
                let is_row = |line: &&str| {
                    let cells: Vec<&str> = line.split(" | ").collect();
                    let names = cells[0].contains(&format!("`--{long}`"));
                    names
                        && (cells[3] == "all" || cells[3].split(", ").any(|name| name == command.get_name()))
                };
                let rows = tables.iter().flat_map(|table| table.lines()).filter(is_row).count();
                assert_eq!(
                    rows,
                    usize::from(!["help", "version"].contains(&long)),
                    "{} --{long}",
                    command.get_name()
                );
            }
        }
        assert!(tables[0].contains("| `--column` | `NAME\\|N` | detected |"), "{}", tables[0]);
        assert!(tables[1].contains("`--chunk-size`") && !tables[0].contains("`--chunk-size`"));
    }
}
