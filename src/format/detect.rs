//! Which record format is this? Found from the first records.

use std::sync::Arc;

use super::ReadRecords;
use super::grid::{Grids, is_gap};
use super::line::{Lines, field, is_no_record};
use crate::error::{Error, Result};
use crate::grid::{digit, is_blank};

/// Lines that are looked at before the format counts as unknown.
const LOOKED_AT: usize = 100;

/// A field of at least so many characters is meant as a whole puzzle, even if it is not one.
const MEANT_AS_PUZZLE: usize = 41;

/// The format of an input that begins with `head`; `name` is for the error.
///
/// The first line that can only belong to one format decides; what stands before it is then
/// read, and found malformed, as records of that format. An input without any record is read
/// as lines.
///
/// # Errors
/// When no line looks like a record of any format: the error says what was seen instead.
pub fn detect(head: &[u8], name: &str) -> Result<Arc<dyn ReadRecords>> {
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = head {
        return Err(unreadable(name, 1, "this is UTF-16: convert it to UTF-8 first".into()));
    }
    let mut records = head.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !is_no_record(line));
    let Some((first, line)) = records.next() else {
        return Ok(Arc::new(Lines));
    };
    std::iter::once((first, line))
        .chain(records)
        .take(LOOKED_AT)
        .find_map(|(_, line)| format_of(line))
        .ok_or_else(|| {
            let what = format!(
                "cannot tell the format: '{}' is no puzzle and no row of one; name the format with --from",
                shown(line)
            );
            unreadable(name, first as u64 + 1, what)
        })
}

/// The only format that `line` can be a record of.
fn format_of(line: &[u8]) -> Option<Arc<dyn ReadRecords>> {
    let cells = || line.iter().filter(|&&byte| !is_gap(byte));
    if field(line.trim_ascii()).len() >= MEANT_AS_PUZZLE {
        Some(Arc::new(Lines))
    } else if cells().count() == 9 && cells().all(|&byte| digit(byte).is_some() || is_blank(byte)) {
        Some(Arc::new(Grids))
    } else {
        None
    }
}

fn unreadable(name: &str, line: u64, what: String) -> Error {
    Error::Unreadable { name: name.to_owned(), line, what }
}

/// The beginning of a line, fit for a terminal.
fn shown(line: &[u8]) -> String {
    let start = line.trim_ascii();
    let text: String = start[..start.len().min(40)].escape_ascii().to_string();
    if start.len() > 40 { format!("{text}...") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(head: &str) -> &'static str {
        detect(head.as_bytes(), "file").map(|format| format.name()).unwrap_or("unknown")
    }

    #[test]
    fn the_first_record_decides() {
        let puzzle = ".".repeat(81);
        assert_eq!(detected(&format!("# comment\n\n{puzzle}\n")), "line");
        assert_eq!(detected(&format!("12\n{puzzle}")), "line");
        assert_eq!(detected(&puzzle[..80]), "line");
        assert_eq!(detected("0 0 1 2 3 4 5 6 7\n"), "grid");
        assert_eq!(detected("Grid 01\n003020600\n"), "grid");
    }

    #[test]
    fn nothing_is_a_file_of_no_lines_and_junk_is_no_format() {
        assert_eq!(detected(""), "line");
        assert_eq!(detected("hello\nworld\n"), "unknown");
        assert_eq!(detected("\0\u{1}\u{2}"), "unknown");
    }

    #[test]
    fn the_error_shows_the_line_and_the_way_out() {
        let Err(error) = detect(b"\n# c\nhello\n", "file") else { panic!("a format was found") };
        assert_eq!(
            error.to_string(),
            "file:3:1: cannot tell the format: 'hello' is no puzzle and no row of one; \
             name the format with --from"
        );
    }
}
