//! One-line records: 81 characters, then anything that follows white space or a comma.

use memchr::{memchr, memrchr};

use super::ReadRecords;
use crate::format::{Defect, ENDLESS, Position, Reason, Records};
use crate::grid::{self, CELLS};

/// Reads one-line records.
pub struct Lines;

impl ReadRecords for Lines {
    fn name(&self) -> &'static str {
        "line"
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        memrchr(b'\n', window).map(|end| end + 1)
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut start = 0;
        while start < chunk.len() {
            match chunk[start..].first_chunk() {
                Some(line) if is_bare_puzzle(line) => {
                    records.push(start);
                    start += line.len();
                }
                _ => {
                    let end = memchr(b'\n', &chunk[start..]).map_or(chunk.len(), |length| start + length);
                    read_line(chunk, start, end, records);
                    start = end + 1;
                }
            }
            records.lines += 1;
        }
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let (start, end) = line_around(chunk, origin);
        let line = &chunk[start..end];
        let indent = indent(line);
        let puzzle = field(&line[indent..]);
        match grid::first_bad_byte(puzzle) {
            Some(at) if puzzle.len() == CELLS => {
                Defect { position: Position::column(indent + at + 1), reason: Reason::Byte(puzzle[at]) }
            }
            _ => wrong_length(indent, puzzle, CELLS),
        }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let (start, _) = line_around(chunk, origin);
        Position::column(origin - start + cell + 1)
    }
}

/// Returns true if the line is a comment, or blank.
pub(crate) fn is_no_record(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    text.is_empty() || text.starts_with(b"#") || text.starts_with(b"//")
}

/// Returns true if a CR ends the first line and more text follows before the first LF.
///
/// Reading that text as one line would lose records.
pub(crate) fn has_bare_returns(head: &[u8]) -> bool {
    let first = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let end = first.trim_ascii_end().iter().position(|&byte| byte == b'\r');
    end.is_some_and(|end| !first[..end].contains(&b'"'))
}

/// The first field of `text`: up to white space, a comma, or the end.
pub(crate) fn field(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| sets_off(byte)).unwrap_or(text.len());
    &text[..end]
}

/// Returns true if the line consists of a puzzle alone, as most lines do. Takes a few vector comparisons.
///
/// The cells are only searched for line ends. The solver calls a puzzle with any other wrong byte malformed, and
/// [`Lines::explain`] then finds out what the line really is.
#[inline]
fn is_bare_puzzle(line: &[u8; CELLS + 1]) -> bool {
    let (cells, end) = line.split_at(CELLS);
    let line_ends = cells.iter().fold(false, |found, &byte| found | (byte == b'\n'));
    end == b"\n" && !line_ends && opens(line[0])
}

/// Reads the line `chunk[start..end]`.
///
/// A puzzle with something after it is recognized by its first byte and the one after its 81st. The bytes between are
/// not examined, as in [`is_bare_puzzle`].
#[inline]
fn read_line(chunk: &[u8], start: usize, end: usize, records: &mut Records) {
    let long_enough = end - start == CELLS || (end - start > CELLS && sets_off(chunk[start + CELLS]));
    if long_enough && end - start < ENDLESS && opens(chunk[start]) {
        records.push(start);
    } else {
        read_odd_line(chunk, start, end, records);
    }
}

/// Reads a line without the common shape: blank, a comment, indented or malformed.
fn read_odd_line(chunk: &[u8], start: usize, end: usize, records: &mut Records) {
    let line = &chunk[start..end];
    if end - start >= ENDLESS {
        return records.push_malformed(start, Defect::endless());
    }
    if is_no_record(line) {
        return;
    }
    let indent = indent(line);
    let puzzle = field(&line[indent..]);
    if puzzle.len() == CELLS {
        records.push(start + indent);
    } else {
        records.push_malformed(start, wrong_length(indent, puzzle, CELLS));
    }
}

/// Returns true if a puzzle can begin with this byte.
#[inline]
pub(super) fn opens(byte: u8) -> bool {
    grid::digit(byte).is_some() || grid::is_blank(byte)
}

/// Returns true if this byte ends the puzzle, so that the rest of the line is ignored.
#[inline]
fn sets_off(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b',')
}

/// The number of bytes before the first one that is not white space.
pub(super) fn indent(line: &[u8]) -> usize {
    line.len() - line.trim_ascii_start().len()
}

/// The defect of a puzzle that is `indent` bytes into its line and does not have the `expected` length.
#[cold]
pub(super) fn wrong_length(indent: usize, puzzle: &[u8], expected: usize) -> Defect {
    let characters = puzzle.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(); // of UTF-8
    let reason = Reason::Length { found: characters as u32, expected: expected as u32 };
    Defect { position: Position::column(indent + characters + 1), reason }
}

/// The byte offset of the line after the one that holds byte `at`.
pub(crate) fn next_line(chunk: &[u8], at: usize) -> usize {
    memchr(b'\n', &chunk[at..]).map_or(chunk.len(), |length| at + length + 1)
}

/// The byte offsets of the start and the end of the line that holds byte `at`.
pub(crate) fn line_around(chunk: &[u8], at: usize) -> (usize, usize) {
    let start = memrchr(b'\n', &chunk[..at]).map_or(0, |end| end + 1);
    let end = memchr(b'\n', &chunk[at..]).map_or(chunk.len(), |length| at + length);
    (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::MalformedRecord;
    use crate::solver::batch::Form;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(text: &str) -> Records {
        let mut records = Records::default();
        Lines.read(text.as_bytes(), &mut records);
        records
    }

    fn puzzles(text: &str) -> Vec<String> {
        let records = read(text);
        let puzzles = records.puzzles(text.as_bytes(), Form::Clues);
        (0..puzzles.len()).map(|i| String::from_utf8_lossy(puzzles.get(i)).into_owned()).collect()
    }

    #[test]
    fn what_follows_the_puzzle_is_ignored() {
        for after in ["", "\r", " 2.5", "\tx", ",answer,3\r", " # comment"] {
            assert_eq!(puzzles(&format!("{PUZZLE}{after}\n{PUZZLE}{after}")), [PUZZLE, PUZZLE], "{after:?}");
        }
    }

    #[test]
    fn an_indented_puzzle_is_read() {
        assert_eq!(puzzles(&format!("  {PUZZLE}\n")), [PUZZLE]);
    }

    #[test]
    fn blank_lines_and_comments_are_lines_but_no_records() {
        let spaces = " ".repeat(81);
        let comment = format!("#{}", "-".repeat(80));
        let records = read(&format!("\n\r\n{spaces}\n{comment}\n// c\n"));
        assert_eq!((records.len(), records.lines), (0, 5));
    }

    #[test]
    fn a_wrong_length_is_reported_where_the_puzzle_ends() {
        let records = read(&format!("{PUZZLE}\n12\n{PUZZLE}4\n{PUZZLE}\n"));
        let found: Vec<String> = records
            .malformed
            .iter()
            .map(|MalformedRecord { before, defect, .. }| {
                format!("{before}:{}: {}", defect.position.column, defect.reason)
            })
            .collect();
        assert_eq!(
            found,
            ["1:3: 2 characters where 81 were expected", "1:83: 82 characters where 81 were expected"]
        );
    }

    #[test]
    fn a_line_of_the_right_length_is_explained_after_the_solver_refused_it() {
        let carriage_return = format!("{}\r", &PUZZLE[..80]);
        let letter = PUZZLE.replacen('.', "a", 1);
        for (line, column, reason) in [
            (&carriage_return, 81, Reason::Length { found: 80, expected: 81 }),
            (&letter, 3, Reason::Byte(b'a')),
        ] {
            let text = format!("{PUZZLE}\n{line}\n");
            let records = read(&text);
            assert_eq!(records.len(), 2, "{line:?}");
            let defect = Lines.explain(text.as_bytes(), records.origin(1));
            assert_eq!(defect, Defect { position: Position::column(column), reason });
        }
    }

    #[test]
    fn a_cut_is_at_the_last_line_end() {
        assert_eq!(Lines.cut(b"12\n34\n5"), Some(6));
        assert_eq!(Lines.cut(b"123"), None);
    }
}
