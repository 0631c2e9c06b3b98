//! A terminal that may be none: what `--progress always` draws on when stderr is a file or a pipe.

use std::io::{self, Write, stderr};

use indicatif::TermLike;

/// Writes the usual control sequences to stderr and asks nothing.
#[derive(Debug)]
pub struct BareTerminal;

impl TermLike for BareTerminal {
    fn width(&self) -> u16 {
        100
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        moved(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        moved(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        moved(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        moved(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        stderr().write_all(text.as_bytes())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.write_str("\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        stderr().flush()
    }
}

fn moved(cells: usize, direction: char) -> io::Result<()> {
    if cells > 0 { write!(stderr(), "\x1b[{cells}{direction}") } else { Ok(()) }
}
