//! The standard streams: `-` on the command line, who reads them, and messages on stderr.

use std::fmt::Display;
use std::fs::Metadata;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use crate::error::{Error, Result};
use crate::io::input::Input;
use crate::io::run_files::descriptor;
use crate::io::standard;

/// Whether a path on the command line is `-`, which means a standard stream.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a path on the command line means standard output, as `-` and `/dev/stdout` do.
pub fn is_stdout(path: &Path) -> bool {
    is_dash(path) || descriptor(path) == Some(1)
}

/// Opens standard input. On a terminal, prints how to end the input.
pub fn stdin() -> Result<Input> {
    explain_terminal();
    Input::stdin()
}

/// Prints how to end the input if standard input is a terminal.
pub fn explain_terminal() {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        say(format_args!("bulkdoku: reading puzzles from the terminal; press {end} at the end"));
    }
}

/// Prints `text` on standard output.
///
/// # Errors
/// Returns an error if standard output cannot be written.
pub fn print(text: &[u8]) -> Result<()> {
    let mut stdout = io::stdout();
    stdout.write_all(text).and_then(|()| stdout.flush()).map_err(|source| Error::writing("<stdout>", source))
}

/// Whether standard output is a terminal, or a pipe whose reader may show it on one.
pub fn is_stdout_shown_at_once() -> bool {
    let about = || standard::stdout().and_then(|file| file.metadata().ok());
    io::stdout().is_terminal() || about().is_none_or(|about| is_pipe(&about))
}

#[cfg(unix)]
fn is_pipe(about: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    about.file_type().is_fifo() || about.file_type().is_socket()
}

/// Windows has no metadata of pipes.
#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Prints a line on stderr. If stderr is closed, the run continues without it.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
