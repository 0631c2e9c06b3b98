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
//! When the system refuses memory, the program also cleans up, and exits with 2.
//!
//! Start with `watch.rs`, which a command calls. It starts the threads that wait for signals and failures, which call `cleanup.rs`.

mod cleanup;
#[cfg(windows)]
#[path = "console.rs"]
mod signals;
#[cfg(unix)]
mod signals;
mod watch;

pub use watch::{end_without_memory, watch};
