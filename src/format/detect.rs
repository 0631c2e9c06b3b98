//! Finds the record format of an input from its first records, or checks the format that was requested.

use std::sync::Arc;

use super::columns::{self, Column, EXAMINED};
use super::line_shape::{
    self, DELIMITERS, LineKind, USUAL_DELIMITERS, is_header, is_line, is_of_table, is_row, records,
};
use super::read::ReadRecords;
use super::read::csv::{Delimiter, Table};
use super::read::grid::{Grids, is_heading};
use super::read::jsonl::JsonLines;
use super::read::line::{Lines, has_bare_returns};
use super::read::pencilmark::{Pencilmarks, is_pencilmarks};
use crate::error::{Error, FormatError, Result};

/// What is known of the format before the input is examined.
#[derive(Clone, Debug, Default)]
pub struct FormatHint {
    /// The format, or `None` to detect it.
    pub format: Option<RecordFormat>,
    /// The column of the puzzles in a table, or `None` to detect it.
    pub column: Option<Column>,
}

/// A record format by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordFormat {
    /// One line of 81 characters per record, or columns separated by white space.
    Line,
    /// A table with a delimiter.
    Csv,
    /// One object of JSON per line.
    Jsonl,
    /// Nine rows of nine cells.
    Grid,
    /// One line of 729 characters per record.
    Pencilmark,
}

/// The format of an input.
#[derive(Clone)]
pub struct Detected {
    /// Reads the records.
    pub reader: Arc<dyn ReadRecords>,
    /// The same reader, if the records have columns.
    pub columns: Option<Columns>,
    /// The length in bytes of the header, in whole lines, before the first record.
    pub preamble: usize,
}

/// The reader of records that have further fields beside the puzzle, which can be copied.
#[derive(Clone)]
pub enum Columns {
    /// The columns of a table.
    Table(Arc<Table>),
    /// The keys of objects of JSON.
    Objects(Arc<JsonLines>),
}

impl Detected {
    fn plain(reader: impl ReadRecords + 'static, preamble: usize) -> Self {
        Self { reader: Arc::new(reader), columns: None, preamble }
    }

    fn table(head: &[u8], name: &str, delimiter: Delimiter, column: Option<&Column>) -> Result<Self> {
        let (table, preamble) =
            columns::table(head, delimiter, column).map_err(|reason| Error::format(name, 1, reason))?;
        let table = Arc::new(table);
        Ok(Self { reader: Arc::clone(&table) as _, columns: Some(Columns::Table(table)), preamble })
    }

    fn objects(head: &[u8], name: &str, column: Option<&Column>) -> Result<Self> {
        let reader = columns::objects(head, column).map_err(|reason| Error::format(name, 1, reason))?;
        let objects = Arc::new(reader);
        Ok(Self { reader: Arc::clone(&objects) as _, columns: Some(Columns::Objects(objects)), preamble: 0 })
    }
}

/// Detects the format of an input that begins with `head`; `name` is the name of the input in errors.
///
/// The first line that fits exactly one format decides. One line before it may be a header: the names of the columns, a
/// count, or words that cannot be a puzzle. All other lines before it are read as (malformed) records of that format. An
/// input without records is read as lines.
///
/// # Errors
/// [`Error::Format`] when no line fits a record format, or the requested column does not exist.
pub fn detect(head: &[u8], name: &str, hint: &FormatHint) -> Result<Detected> {
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = head {
        return Err(Error::format(name, 1, FormatError::Utf16));
    }
    if hint.format.is_none() && has_bare_returns(head) {
        let archive = line_shape::archive(head).map(FormatError::Archive);
        return Err(Error::format(name, 1, archive.unwrap_or(FormatError::BareReturns)));
    }
    if matches!(hint.format, None | Some(RecordFormat::Csv))
        && let Some((delimiter, length)) = line_shape::declared_delimiter(head)
    {
        let table = Detected::table(&head[length..], name, Delimiter::Byte(delimiter), hint.column.as_ref())?;
        return Ok(Detected { preamble: length + table.preamble, ..table });
    }
    let is_object =
        || records(head).next().is_some_and(|(_, line)| line.trim_ascii_start().starts_with(b"{"));
    if hint.format == Some(RecordFormat::Jsonl) || (hint.format.is_none() && is_object()) {
        return Detected::objects(head, name, hint.column.as_ref());
    }
    let kind = match (hint.format, &hint.column) {
        (Some(RecordFormat::Line), None) => LineKind::Line,
        (Some(RecordFormat::Line), Some(_)) => LineKind::Table(Delimiter::Space),
        (Some(RecordFormat::Grid), _) => LineKind::Row,
        (Some(RecordFormat::Pencilmark), _) => LineKind::Pencilmark,
        (None, None) => kind_of_records(head, name)?,
        (_, _) => LineKind::Table(table_delimiter(head)),
    };
    match kind {
        LineKind::Line => Ok(Detected::plain(Lines, preamble(head, is_line))),
        LineKind::Row => {
            let is_of_grid = |line: &[u8]| is_row(line) || is_heading(line);
            Ok(Detected::plain(Grids, preamble(head, is_of_grid)))
        }
        LineKind::Pencilmark => Ok(Detected::plain(Pencilmarks, preamble(head, is_pencilmarks))),
        LineKind::Table(delimiter) => Detected::table(head, name, delimiter, hint.column.as_ref()),
    }
}

/// The kind of the first line that fits exactly one format; of an input without records, lines.
fn kind_of_records(head: &[u8], name: &str) -> Result<LineKind> {
    let mut records = records(head).peekable();
    let Some(&(index, first)) = records.peek() else { return Ok(LineKind::Line) };
    let kind = records.take(EXAMINED).find_map(|(_, line)| LineKind::of(line));
    kind.ok_or_else(|| Error::format(name, index as u64 + 1, unknown_format(head, first)))
}

/// The delimiter of a table that was requested: that of its first record or header if there is one, or else the most
/// frequent one of the first line.
fn table_delimiter(head: &[u8]) -> Delimiter {
    let mut records = records(head).map(|(_, line)| line).peekable();
    let first = records.peek().copied().unwrap_or_default();
    let of_table = |line| DELIMITERS.into_iter().find(|&byte| is_of_table(line, byte));
    let count = |&byte: &u8| memchr::memchr_iter(byte, first).count();
    let most_frequent =
        || USUAL_DELIMITERS.into_iter().rev().max_by_key(count).filter(|byte| count(byte) > 0);
    match records.take(EXAMINED).find_map(of_table).or_else(most_frequent) {
        Some(byte) => Delimiter::Byte(byte),
        None if first.trim_ascii().contains(&b' ') => Delimiter::Space,
        None => Delimiter::Byte(b','),
    }
}

/// The length in bytes of the header: one line before the first record that is a count, or words.
fn preamble(head: &[u8], is_record: impl Fn(&[u8]) -> bool) -> usize {
    let mut records = records(head).map(|(_, line)| line);
    let (Some(first), Some(second)) = (records.next(), records.next()) else { return 0 };
    if !is_header(first) || is_record(first.trim_ascii()) || !is_record(second.trim_ascii()) {
        return 0;
    }
    first.as_ptr() as usize - head.as_ptr() as usize + first.len() + 1
}

/// Why `head`, whose first record seems to be `line`, has no known format.
fn unknown_format(head: &[u8], line: &[u8]) -> FormatError {
    #[cfg(not(feature = "files"))]
    if head.starts_with(b"\x93NUMPY") {
        let reason =
            "this is an array of NumPy: save its rows as lines, with numpy.savetxt(name, array, '%d', '')";
        return FormatError::Array(reason.to_owned());
    }
    match line_shape::archive(head) {
        Some(archive) => FormatError::Archive(archive),
        None => FormatError::Unknown {
            shown: line_shape::excerpt(line),
            resembles: line_shape::resemblance(line),
        },
    }
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
        let Some(Columns::Table(table)) = found.columns else { panic!("no table") };
        (table.column(), found.preamble)
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
        assert_eq!(detected(&format!("# comment\n {{\"id\": 1, \"sudoku\": \"{puzzle}\"}}\n")), "jsonl");
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
    fn the_key_of_objects_is_found_as_the_column_of_a_table_is() {
        let key = |head: &str| {
            let found = detect(head.as_bytes(), "file", &FormatHint::default()).expect("a format");
            let Some(Columns::Objects(objects)) = found.columns else { panic!("no objects") };
            String::from_utf8_lossy(objects.key()).into_owned()
        };
        let (puzzle, grid) = (".".repeat(81), "123456789".repeat(9));
        assert_eq!(key(&format!("{{\"id\":1,\"Quiz\":\"{puzzle}\"}}\n")), "Quiz");
        assert_eq!(key(&format!("{{\"quiz\":null,\"board\":\"{puzzle}\"}}\n")), "board");
        assert_eq!(key(&format!("{{\"a\":\"{grid}\",\"b\":\"{puzzle}\"}}\n")), "b");
        assert_eq!(key(&format!("{{\"id\":1}}\n{{\"quiz\":\"{}\",\"id\":2}}\n", &puzzle[1..])), "quiz");
        assert_eq!(key("{\n"), "puzzle", "there is no object");
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
        assert_eq!(preamble("2\nGrid 01\n003020600\n"), 2);
        assert_eq!(preamble("Grid 01\n003020600\n"), 0, "it goes with its grid");
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
    fn an_archive_is_told_from_lines_that_end_in_a_carriage_return() {
        let told = |head: &[u8]| detect(head, "file", &FormatHint::default()).err().map(|it| it.to_string());
        let zip = told(b"PK\x03\x04\r more");
        assert_eq!(zip.as_deref(), Some("file:1:1: this is a zip archive or a spreadsheet: unpack it first"));
        assert!(told(b"12\r34\r").is_some_and(|error| error.contains("lines end in CR alone")));
    }

    #[test]
    fn columns_are_counted_from_1() {
        let table = format!("a,puzzle\n1,{}\n", ".".repeat(81));
        for (number, is_there) in [(0, false), (1, true), (2, true), (3, false)] {
            let hint = FormatHint { format: None, column: Some(Column::Number(number)) };
            assert_eq!(detect(table.as_bytes(), "file", &hint).is_ok(), is_there, "{number}");
        }
    }

    #[test]
    fn the_error_shows_the_first_line_that_is_no_comment() {
        let Err(error) = detect(b"\n# c\nhello\n", "file", &FormatHint::default()) else {
            panic!("a format was found")
        };
        assert_eq!(
            error.to_string(),
            "file:3:1: cannot tell the format: 'hello' is no puzzle and no row of one"
        );
    }
}
