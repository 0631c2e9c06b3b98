//! The standard streams as files.

use std::fs::File;
use std::io;

/// Returns a handle to standard input, or `None` if there is none.
pub(crate) fn stdin() -> Option<File> {
    handle(io::stdin())
}

/// Returns a handle to standard output, or `None` if there is none.
pub(crate) fn stdout() -> Option<File> {
    handle(io::stdout())
}

#[cfg(unix)]
fn handle(stream: impl std::os::fd::AsFd) -> Option<File> {
    stream.as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(windows)]
fn handle(stream: impl std::os::windows::io::AsHandle) -> Option<File> {
    stream.as_handle().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(any(unix, windows)))]
fn handle<S>(_: S) -> Option<File> {
    None
}
