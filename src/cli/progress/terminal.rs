//! The terminal of stderr, or a stream treated as one: `--progress always` also draws to files and pipes.

use std::env;
use std::io::{self, IsTerminal, Write, stderr};
use std::sync::{Arc, Mutex, PoisonError};

use console::Term;
use indicatif::TermLike;

/// The number of columns if stderr is not a terminal.
const DEFAULT_WIDTH: u16 = 100;

/// The number of columns that a bar leaves free for the `^C` that a terminal echoes. If that started a new line, an interruption
/// would not clear the bar, because it clears only one line.
const RESERVED: u16 = 4;

/// Writes control sequences to stderr. Clones write to the same stream.
#[derive(Clone, Debug, Default)]
pub struct Screen {
    /// Whether [`Screen::silence`] was called.
    is_silent: Arc<Mutex<bool>>,
}

impl Screen {
    /// Erases the line of the bar, and prevents all further drawing. Call this before the last message of a program that ends
    /// while a bar may be visible.
    pub fn silence(&self) {
        let mut is_silent = self.is_silent.lock().unwrap_or_else(PoisonError::into_inner);
        *is_silent = true;
        if stderr().is_terminal() {
            let _ = stderr().write_all(b"\r\x1b[2K"); // a terminal that is gone needs no clearing
        }
    }

    fn move_cursor(&self, distance: usize, direction: char) -> io::Result<()> {
        if distance > 0 { self.draw(&format!("\x1b[{distance}{direction}")) } else { Ok(()) }
    }

    fn draw(&self, text: &str) -> io::Result<()> {
        let is_silent = self.is_silent.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_silent { Ok(()) } else { stderr().write_all(text.as_bytes()) }
    }
}

/// Returns the number of columns that a bar may use.
pub fn width() -> u16 {
    columns().unwrap_or(DEFAULT_WIDTH).saturating_sub(RESERVED).max(1)
}

fn columns() -> Option<u16> {
    Some(Term::stderr().size_checked()?.1)
}

/// Whether stderr is a terminal that supports control sequences. On Windows, this also turns on the support.
pub fn is_capable() -> bool {
    if cfg!(windows) {
        return Term::stderr().features().colors_supported();
    }
    stderr().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

impl TermLike for Screen {
    fn width(&self) -> u16 {
        width()
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.move_cursor(lines, 'A')
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.move_cursor(lines, 'B')
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.move_cursor(columns, 'C')
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.move_cursor(columns, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.draw(&format!("{text}\n"))
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.draw(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.draw("\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        stderr().flush()
    }
}
