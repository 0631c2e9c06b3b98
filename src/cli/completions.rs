//! `bulkdoku completions` and `bulkdoku man`: the files that a package installs with the program.

use clap::Command;
use clap_mangen::Man;

use super::args::{CompletionsArgs, ManArgs, definition};
use super::{Exit, streams};
use crate::error::{Error, Result};

/// Prints the completion script for a shell.
pub fn completions(args: &CompletionsArgs) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut definition(), "bulkdoku", &mut script);
    streams::print(&script).map(|()| Exit::Done)
}

/// Prints the manual page of the program, or of one subcommand.
pub fn man(args: &ManArgs) -> Result<Exit> {
    let mut command = definition().version(env!("CARGO_PKG_VERSION")); // without the instruction sets of this machine
    command.build();
    let page = match &args.command {
        None => command,
        Some(name) => subcommand(&command, name)?,
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text).map_err(|reason| Error::writing("<stdout>", reason))?;
    streams::print(&text).map(|()| Exit::Done)
}

/// Returns the subcommand with this name, renamed to `bulkdoku-NAME` like its manual page.
fn subcommand(command: &Command, name: &str) -> Result<Command> {
    let subcommands = || command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help");
    match subcommands().find(|subcommand| subcommand.get_name() == name) {
        Some(found) => Ok(found.clone().name(format!("bulkdoku-{name}"))),
        None => {
            let names: Vec<&str> = subcommands().map(Command::get_name).collect();
            Err(Error::refused(format!("there is no subcommand '{name}': choose from {}", names.join(", "))))
        }
    }
}
