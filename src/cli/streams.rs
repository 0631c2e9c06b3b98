//! The standard streams: `-` on the command line, streams that can be read once, a closed stdout, and messages on stderr.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use crate::error::{Error, Result};
use crate::io::input::Input;
use crate::io::output::Output;
use crate::io::run_files::descriptor;

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

/// Opens standard output.
///
/// # Errors
/// Returns an error if it was closed when the program started, as with `>&-` in a shell. Otherwise the results would be lost
/// silently: the standard library opens `/dev/null` instead, and on Windows discards writes without a handle.
pub fn stdout() -> Result<Output> {
    check_stdout()?;
    Ok(Output::stdout())
}

/// Prints `text` on standard output.
///
/// # Errors
/// Returns an error if standard output is closed or cannot be written.
pub fn print(text: &[u8]) -> Result<()> {
    check_stdout()?;
    io::stdout().write_all(text).map_err(|source| Error::writing("<stdout>", source))
}

/// Prints a line on stderr. If stderr is closed, the run continues without it.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn check_stdout() -> Result<()> {
    let closed = error_of_closed_stdout().map(io::Error::from_raw_os_error);
    closed.map_or(Ok(()), |error| Err(Error::writing("<stdout>", error)))
}

/// Returns the code of the system's error if standard output is closed.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn error_of_closed_stdout() -> Option<i32> {
    closed_stdout::was_closed().then_some(libc::EBADF)
}

#[cfg(windows)]
fn error_of_closed_stdout() -> Option<i32> {
    use std::os::windows::io::AsRawHandle;
    const ERROR_INVALID_HANDLE: i32 = 6;
    io::stdout().as_raw_handle().is_null().then_some(ERROR_INVALID_HANDLE)
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
fn error_of_closed_stdout() -> Option<i32> {
    None
}

/// Records whether standard output is closed, before the standard library opens `/dev/null` instead.
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod closed_stdout {
    use std::sync::atomic::{AtomicBool, Ordering};

    // Static because it is known before `main`.
    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Whether standard output was closed when the program started.
    pub fn was_closed() -> bool {
        WAS_CLOSED.load(Ordering::Relaxed)
    }

    // SAFETY: the loader calls every function in this section once, before `main`, with arguments that a function
    // without parameters may ignore in the C calling convention. `record` uses nothing that is set up in `main`. It
    // is also linked into other programs that use this library with the feature `cli`, where it only reads a flag.
    #[allow(unsafe_code)]
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static AT_START: extern "C" fn() = record;

    #[allow(unsafe_code)]
    extern "C" fn record() {
        // SAFETY: F_GETFD takes no argument and touches no memory of the process.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        WAS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }
}
