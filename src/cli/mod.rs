//! The program's wing: what a user types and sees. Nothing here is library.

mod args;
mod bare_terminal;
mod bench;
mod check;
mod count;
mod exit;
mod files;
mod generate;
mod interrupt;
mod numbers;
mod progress;
mod remedy;
mod session;
mod solve;
mod summary;

use std::fmt::Display;
use std::io::{self, Write};

use bulkdoku::error::Error;
use clap::Parser;

use args::{Args, Command};
pub use exit::Exit;

/// Does what the command line says.
pub fn main() -> Exit {
    let done = match Args::parse().command {
        Command::Solve(args) => solve::run(args),
        Command::Count(args) => count::run(args),
        Command::Check(args) => check::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Bench(args) => bench::run(args),
    };
    done.unwrap_or_else(|error| match error {
        Error::ClosedPipe => Exit::Done,
        error => {
            say(format_args!("bulkdoku: {}", remedy::WithRemedy(&error)));
            Exit::Failed
        }
    })
}

/// Says a line on stderr; when nobody can hear it, the work goes on.
fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
