//! Handles signals and events of a Windows console: removes unfinished output, keeps the old output, prints the reason, and ends
//! the program.
//!
//! | signal | event on Windows | effect |
//! |---|---|---|
//! | SIGINT | Ctrl-C, Ctrl-Break | cleanup, exit code 130 |
//! | SIGTERM | end of the session, shutdown | cleanup, exit code 143 |
//! | SIGHUP | closed window | cleanup, exit code 129 |
//! | SIGBUS | | cleanup, exit code 2: a mapped input was shortened |
//! | SIGXFSZ | | ignored: the write that exceeds the limit fails with an error |
//!
//! A command calls [`watch`]. It starts the thread that waits for signals, which calls `cleanup.rs`.

mod cleanup;
#[cfg(windows)]
#[path = "console.rs"]
mod signals;
#[cfg(unix)]
mod signals;

use super::context::Context;

/// Makes signals remove unfinished outputs and end the program, whatever the other threads are doing. Call this before creating
/// the first output.
///
/// If the thread that waits for a signal cannot be started, the signal keeps its default effect: it ends the program without
/// removing unfinished files.
pub fn watch(context: &Context) {
    signals::watch(context.clone());
}
