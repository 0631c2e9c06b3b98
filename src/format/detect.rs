//! Which record format is this? Detected from the first records, or checked against what was asked for.

use std::sync::Arc;

use super::ReadRecords;
use super::columns::{self, Column};
use super::read::csv::{Delimiter, Table};
use super::read::grid::{Grids, is_gap};
use super::read::line::{Lines, field, has_bare_returns, is_no_record};
use super::read::pencilmark::{Pencilmarks, is_pencilmarks};
use crate::error::{Error, Result};
use crate::grid::{CELLS, digit, first_bad_byte, is_blank};

/// Lines that are looked at before the format counts as unknown.
const LOOKED_AT: usize = 100;

/// A field of at least so many characters is meant as a whole puzzle, even if it is not one.
const MEANT_AS_PUZZLE: usize = 41;

/// Delimiters of tables, but for white space.
const DELIMITERS: [u8; 3] = *b",;\t";

/// What is known of the format before the input is looked at.
#[derive(Clone, Debug, Default)]
pub struct FormatHint {
    /// The format; `None`: to be found.
    pub format: Option<RecordFormat>,
    /// The column of the puzzles in a table; `None`: to be found.
    pub column: Option<Column>,
}

/// A record format by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// 81 characters a line, or columns set off by white space.
    Line,
    /// A table with a delimiter.
    Csv,
    /// Nine rows of nine cells.
    Grid,
    /// 729 characters a line.
    Pencilmark,
}

/// The format of an input.
#[derive(Clone)]
pub struct Detected {
    /// Reads its records.
    pub reader: Arc<dyn ReadRecords>,
    /// The same, if it is a table.
    pub table: Option<Arc<Table>>,
    /// Bytes before the first record that are a header, in whole lines.
    pub preamble: usize,
}

impl Detected {
    fn plain(reader: impl ReadRecords + 'static, preamble: usize) -> Self {
        Self { reader: Arc::new(reader), table: None, preamble }
    }

    pub(super) fn table(table: Table, preamble: usize) -> Self {
        let table = Arc::new(table);
        Self { reader: Arc::clone(&table) as _, table: Some(table), preamble }
    }
}

/// The format of an input that begins with `head`; `name` is for the error.
///
/// The first line that can only belong to one format decides. One line before it may be a header:
/// the names of the columns, a count, or words that cannot be a puzzle. All else that stands before
/// is then read, and found malformed, as records of that format. An input without any record is
/// read as lines.
///
/// # Errors
/// When no line looks like a record of any format, or there is no column as wished for: the error
/// says what was seen, and what to do.
pub fn detect(head: &[u8], name: &str, wish: &FormatHint) -> Result<Detected> {
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = head {
        return Err(unreadable(name, 1, "this is UTF-16: convert it to UTF-8 first".into()));
    }
    if wish.format.is_none() && has_bare_returns(head) {
        let what = "lines end in CR alone, as on old Macs: convert them to LF first, as with tr '\\r' '\\n'";
        return Err(unreadable(name, 1, what.into()));
    }
    match (wish.format, &wish.column) {
        (Some(RecordFormat::Line), None) => Ok(Detected::plain(Lines, preamble(head, is_line))),
        (Some(RecordFormat::Line), Some(column)) => {
            columns::table(head, name, Delimiter::Space, Some(column))
        }
        (Some(RecordFormat::Grid), _) => Ok(Detected::plain(Grids, preamble(head, is_row))),
        (Some(RecordFormat::Pencilmark), _) => {
            Ok(Detected::plain(Pencilmarks, preamble(head, is_pencilmarks)))
        }
        (None, None) => found(head, name),
        (_, column) => columns::table(head, name, delimiter(head), column.as_ref()),
    }
}

fn found(head: &[u8], name: &str) -> Result<Detected> {
    let mut records = lines(head).filter(|(_, line)| !is_no_record(line)).peekable();
    let Some(&(first, line)) = records.peek() else {
        return Ok(Detected::plain(Lines, 0));
    };
    match records.take(LOOKED_AT).find_map(|(_, line)| format_of(line)) {
        Some(Seen::Line) => Ok(Detected::plain(Lines, preamble(head, is_line))),
        Some(Seen::Grid) => Ok(Detected::plain(Grids, preamble(head, is_row))),
        Some(Seen::Pencilmark) => Ok(Detected::plain(Pencilmarks, preamble(head, is_pencilmarks))),
        Some(Seen::Table(delimiter)) => columns::table(head, name, delimiter, None),
        None => Err(unreadable(name, first as u64 + 1, unknown(head, line))),
    }
}

/// What a line can only be a record, or the header, of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Line,
    Grid,
    Pencilmark,
    Table(Delimiter),
}

fn format_of(line: &[u8]) -> Option<Seen> {
    let text = line.trim_ascii();
    if is_pencilmarks(field(text)) {
        return Some(Seen::Pencilmark);
    }
    if let Some(&delimiter) = DELIMITERS.iter().find(|&&delimiter| is_of_table(text, delimiter)) {
        return Some(Seen::Table(Delimiter::Byte(delimiter)));
    }
    let puzzle = text.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).position(is_puzzle);
    match puzzle {
        Some(1..) => Some(Seen::Table(Delimiter::Space)),
        _ if is_line(text) => Some(Seen::Line),
        _ if is_row(text) => Some(Seen::Grid),
        _ => None,
    }
}

/// Is this the header of a table, or a record of one that is not read as a line as well?
fn is_of_table(text: &[u8], delimiter: u8) -> bool {
    let fields = || text.split(|&byte| byte == delimiter).map(bare);
    let puzzles = fields().filter(|field| is_puzzle(field)).count();
    let first_is_all = fields().next().is_some_and(is_puzzle) && puzzles == 1 && !text.starts_with(b"\"");
    let is_header = fields().any(columns::names_puzzle) && !fields().any(is_meant);
    is_header || (puzzles > 0 && !first_is_all)
}

/// A field without white space and quotes around it.
pub(super) fn bare(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\"")).unwrap_or(field).trim_ascii()
}

/// Has this 81 cells, or the pencilmarks of 81?
pub(super) fn is_puzzle(field: &[u8]) -> bool {
    (field.len() == CELLS && first_bad_byte(field).is_none()) || is_pencilmarks(field)
}

/// Is this meant as a puzzle, right or wrong?
pub(super) fn is_meant(field: &[u8]) -> bool {
    field.len() >= MEANT_AS_PUZZLE
}

/// Is this meant as a line with a puzzle? Half of it at least is cells, and nothing is NUL: so binary junk and UTF-16
/// are not.
fn is_line(text: &[u8]) -> bool {
    let puzzle = field(text.trim_ascii());
    let is_cell = |&&byte: &&u8| digit(byte).is_some() || is_blank(byte);
    is_meant(puzzle) && !puzzle.contains(&0) && 2 * puzzle.iter().filter(is_cell).count() >= puzzle.len()
}

fn is_row(text: &[u8]) -> bool {
    let cells = || text.iter().filter(|&&byte| !is_gap(byte));
    cells().count() == 9 && cells().all(|&byte| digit(byte).is_some() || is_blank(byte))
}

/// The delimiter of a table that is wished for: that of a record or header if there is one, else
/// the one that the first line has most of.
fn delimiter(head: &[u8]) -> Delimiter {
    let records = || lines(head).map(|(_, line)| line).filter(|line| !is_no_record(line)).take(LOOKED_AT);
    let seen = records().find_map(|line| DELIMITERS.into_iter().find(|&byte| is_of_table(line, byte)));
    let most = |line: &[u8]| {
        let count = |&byte: &u8| memchr::memchr_iter(byte, line).count();
        DELIMITERS.into_iter().rev().max_by_key(count).filter(|byte| count(byte) > 0)
    };
    match seen.or_else(|| records().next().and_then(most)) {
        Some(byte) => Delimiter::Byte(byte),
        None if records().next().is_some_and(|line| line.trim_ascii().contains(&b' ')) => Delimiter::Space,
        None => Delimiter::Byte(b','),
    }
}

/// Bytes of the header: one line before the first record that is a count, or words.
fn preamble(head: &[u8], is_record: impl Fn(&[u8]) -> bool) -> usize {
    let mut records = lines(head).filter(|(_, line)| !is_no_record(line)).map(|(_, line)| line);
    let (Some(first), Some(second)) = (records.next(), records.next()) else { return 0 };
    if !is_header(first) || is_record(first.trim_ascii()) || !is_record(second.trim_ascii()) {
        return 0;
    }
    first.as_ptr() as usize - head.as_ptr() as usize + first.len() + 1
}

/// Is this a count, or words that nobody means as a puzzle?
fn is_header(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let is_count = text.len() < 20 && text.iter().all(u8::is_ascii_digit);
    let cells = text.iter().filter(|&&byte| digit(byte).is_some() || matches!(byte, b'.' | b'0')).count();
    let has_words = text.iter().any(|byte| byte.is_ascii_alphabetic() && !is_blank(*byte));
    is_count || (has_words && cells < 9 && !text.contains(&0))
}

/// The lines of `head`, numbered from 0.
fn lines(head: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    head.split(|&byte| byte == b'\n').enumerate()
}

/// What `head`, whose first record seems to be `line`, looks like, and the way out.
fn unknown(head: &[u8], line: &[u8]) -> String {
    if let Some(archive) = archive(head) {
        return format!("this is {archive}: unpack it first");
    }
    let (what, way_out) = if line.contains(&0) {
        ("holds NUL bytes, as binary files and UTF-16 do", "convert it to plain text, or name")
    } else if DELIMITERS.iter().any(|byte| line.contains(byte)) {
        (
            "looks like a table's, but no column holds puzzles of 81 cells",
            "name the puzzles' column with --column, or name",
        )
    } else {
        ("is no puzzle and no row of one", "name")
    };
    format!(
        "cannot tell the format: '{}' {what}; {way_out} the format with --from: \
         line, csv, grid or pencilmark",
        shown(line)
    )
}

/// What kind of archive or packed file begins so, but for those that are read as they are.
fn archive(head: &[u8]) -> Option<&'static str> {
    match head {
        [b'P', b'K', 3, 4, ..] => Some("a zip archive or a spreadsheet"),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some("a file packed with xz"),
        [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', ..] => Some("a file packed with bzip2"),
        [b'7', b'z', 0xBC, 0xAF, ..] => Some("a 7z archive"),
        _ => None,
    }
}

pub(super) fn unreadable(name: &str, line: u64, what: String) -> Error {
    Error::Unreadable { name: name.to_owned(), line, what }
}

/// The beginning of a line, fit for a terminal.
pub(super) fn shown(line: &[u8]) -> String {
    let start = line.trim_ascii();
    let text: String = start[..start.len().min(40)].escape_ascii().to_string();
    if start.len() > 40 { format!("{text}...") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(head: &str) -> &'static str {
        let found = detect(head.as_bytes(), "file", &FormatHint::default());
        found.map(|found| found.reader.name()).unwrap_or("unknown")
    }

    fn column(head: &str) -> (usize, usize) {
        let found = detect(head.as_bytes(), "file", &FormatHint::default()).expect("a format");
        (found.table.expect("a table").column(), found.preamble)
    }

    #[test]
    fn the_first_record_decides() {
        let puzzle = ".".repeat(81);
        assert_eq!(detected(&format!("# comment\n\n{puzzle}\n")), "line");
        assert_eq!(detected(&format!("12\n{puzzle}")), "line");
        assert_eq!(detected(&puzzle[..80]), "line");
        assert_eq!(detected("0 0 1 2 3 4 5 6 7\n"), "grid");
        assert_eq!(detected("Grid 01\n003020600\n"), "grid");
        assert_eq!(detected(&"123456789".repeat(81)), "pencilmark");
        assert_eq!(detected(&format!("{puzzle},easy\n")), "line");
        assert_eq!(detected(&format!("{puzzle},{puzzle}\n")), "csv");
    }

    #[test]
    fn the_column_is_found_by_its_header_or_its_look() {
        let puzzle = ".".repeat(81);
        assert_eq!(column(&format!("id,Puzzle,x\n1,{puzzle},2\n")), (1, 12));
        assert_eq!(column(&format!("id\tquizzes\n1\t{}\n", &puzzle[..80])), (1, 11));
        assert_eq!(column(&format!("a,b,{puzzle}\n")), (2, 0));
        assert_eq!(column(&format!("a;b\n\"x\";\"{puzzle}\"\n")), (1, 4));
        assert_eq!(column(&format!("00ab {puzzle}  2.5\n")), (1, 0));
    }

    #[test]
    fn one_line_of_words_or_a_count_is_a_header() {
        let puzzle = ".".repeat(81);
        let preamble =
            |head: &str| detect(head.as_bytes(), "file", &FormatHint::default()).expect("one").preamble;
        assert_eq!(preamble(&format!("12\n{puzzle}\n")), 3);
        assert_eq!(preamble(&format!("# c\nwords to pass over\r\n{puzzle}\n")), 24);
        assert_eq!(preamble(&format!("{}\n{puzzle}\n", &puzzle[1..])), 0);
        assert_eq!(preamble(&format!("12\n13\n{puzzle}\n")), 0);
        assert_eq!(preamble("2\n003020600\n"), 2);
    }

    #[test]
    fn nothing_is_a_file_of_no_lines_and_junk_is_no_format() {
        assert_eq!(detected(""), "line");
        assert_eq!(detected("hello\nworld\n"), "unknown");
        assert_eq!(detected("\0\u{1}\u{2}"), "unknown");
        assert_eq!(detected(&"\0".repeat(1000)), "unknown");
        assert_eq!(detected(&"word".repeat(20)), "unknown");
    }

    #[test]
    fn the_error_shows_the_line_and_the_way_out() {
        let Err(error) = detect(b"\n# c\nhello\n", "file", &FormatHint::default()) else {
            panic!("a format was found")
        };
        assert_eq!(
            error.to_string(),
            "file:3:1: cannot tell the format: 'hello' is no puzzle and no row of one; \
             name the format with --from: line, csv, grid or pencilmark"
        );
    }
}
