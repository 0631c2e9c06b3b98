//! The terminal behind stderr, or a stream that is treated as one: `--progress always` also draws to files and pipes.

use std::env;
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, PoisonError};

use console::Term;

/// Columns where stderr is not a terminal.
const DEFAULT_WIDTH: u16 = 100;

/// Columns that a bar leaves free, so that the `^C` that a terminal echoes does not start a new line: an interruption
/// clears the line of the bar, and only that line.
const RESERVED: u16 = 4;

/// The control sequence that erases the line and returns to its beginning.
const ERASE: &str = "\r\x1b[2K";

/// Whether [`silence`] was called.
static IS_SILENT: Mutex<bool> = Mutex::new(false);

/// Erases the line of the bar, and keeps every bar from being drawn again. Call this before the last message of a
/// program that ends while a bar may be visible.
pub fn silence() {
    let mut is_silent = IS_SILENT.lock().unwrap_or_else(PoisonError::into_inner);
    *is_silent = true;
    if stderr().is_terminal() {
        let _ = stderr().write_all(ERASE.as_bytes()); // a terminal that is gone needs no clearing
    }
}

/// The columns that a bar may use.
pub fn width() -> usize {
    let columns = Term::stderr().size_checked().map_or(DEFAULT_WIDTH, |(_, columns)| columns);
    columns.saturating_sub(RESERVED).max(1).into()
}

/// Whether stderr is a terminal that understands control sequences. A console of Windows has to be asked to.
pub fn is_capable() -> bool {
    if cfg!(windows) {
        return Term::stderr().features().colors_supported();
    }
    stderr().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Draws a line in place of the one before. If stderr is closed, the run goes on without it.
pub fn draw(line: &str) {
    let is_silent = IS_SILENT.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_silent {
        let _ = stderr().write_all(format!("{ERASE}{line}").as_bytes());
    }
}
