//! Records with what is found out about them: the columns of the input's table, and behind them further ones.
//!
//! ```text
//! id;puzzle;note         id;puzzle;note;level
//! 7;53..7…;"a ""b"""  ─▶  7;53..7…;"a ""b""";3                             a table: fields are copied with their quotes
//!                         {"id":"7","puzzle":"53..7…","note":"a \"b\"","level":3}   objects of JSON
//! ```

use std::sync::Arc;

use super::Record;
use super::rows::{Row, RowFormat};
use crate::format::read::csv::{Delimiter, Table};
use crate::format::read::csv_tokenizer::{Field, Fields};
use crate::format::read::line::{is_blank_or_comment, line_around};
use crate::format::{MAX_LINE, Reason};

/// The prefix of an added name that the table already has.
const PREFIX: &str = "bulkdoku_";

/// How the records of an input are written with further columns: behind those of the input, if it is a table, or else behind line
/// and puzzle.
pub(crate) struct RecordRows {
    format: RowFormat,
    kept: Option<InputColumns>,
    added: Vec<String>,
}

/// The columns of a table, with further ones behind them.
pub(crate) enum InputColumns {
    Csv(CsvColumns),
    /// An object for each record.
    Jsonl(JsonColumns),
}

/// Rows of a table.
pub(crate) struct CsvColumns {
    delimiter: u8,
    /// The number of columns of the header, or of the first record when there is no header.
    width: usize,
    header: Vec<u8>,
}

/// Objects.
pub(crate) struct JsonColumns {
    delimiter: Delimiter,
    /// The name of each column as a key, from its quote to the quote before the value.
    keys: Vec<Vec<u8>>,
    /// The keys of the added columns.
    added: Vec<String>,
}

impl RecordRows {
    /// Rows with the `added` columns for the records of an input that begins with `head`, and of its `table`, if it is one. The
    /// columns of a table are kept unless they are separated by white space, or have no names for objects.
    pub(crate) fn new(format: RowFormat, table: Option<&Arc<Table>>, head: &[u8], added: &[&str]) -> Self {
        let kept = table.and_then(|table| InputColumns::new(format, table, head, added));
        Self { format, kept, added: added.iter().map(|name| (*name).to_owned()).collect() }
    }

    /// The line with the names of the columns, if there is one.
    pub(crate) fn header(&self) -> Vec<u8> {
        let added = self.added.iter().map(String::as_str);
        match &self.kept {
            Some(columns) => columns.header().to_vec(),
            None => self.format.header(&["line", "puzzle"].into_iter().chain(added).collect::<Vec<_>>()),
        }
    }

    /// Do rows need the lines of their records?
    pub(crate) fn needs_lines(&self) -> bool {
        self.format != RowFormat::Line && self.kept.is_none()
    }

    /// Writes a record, with the values of the added columns that `add` adds.
    pub(crate) fn write(&self, record: &Record<'_>, out: &mut Vec<u8>, add: impl FnOnce(&mut Row<'_>)) {
        if let Some(columns) = &self.kept {
            return columns.write(record, &[], out, add);
        }
        let mut row = Row::begin(self.format, out);
        row.number("line", record.line);
        row.text("puzzle", Some(record.valid_puzzle()));
        add(&mut row);
        row.end();
    }
}

impl InputColumns {
    /// The columns of `table`, whose records begin with `head`, and those with the `added` names. Returns `None` for lines, for
    /// columns separated by white space in a table, and for columns without names in objects.
    pub(crate) fn new(format: RowFormat, table: &Arc<Table>, head: &[u8], added: &[&str]) -> Option<Self> {
        match format {
            RowFormat::Line => None,
            RowFormat::Csv => CsvColumns::new(table, head, added).map(Self::Csv),
            RowFormat::Jsonl => JsonColumns::new(table, added).map(Self::Jsonl),
        }
    }

    /// The line with the names of the columns, if there is one.
    pub(crate) fn header(&self) -> &[u8] {
        match self {
            Self::Csv(columns) => &columns.header,
            Self::Jsonl(_) => b"",
        }
    }

    /// Writes the fields of a record, but these texts in place of those with these numbers, and the fields that `add` adds.
    pub(crate) fn write(
        &self,
        record: &Record<'_>,
        replaced: &[(usize, &[u8])],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        match self {
            Self::Csv(columns) => columns.write(record, replaced, out, add),
            Self::Jsonl(columns) => columns.write(record, replaced, out, add),
        }
    }
}

impl CsvColumns {
    fn new(table: &Table, head: &[u8], added: &[&str]) -> Option<Self> {
        let Delimiter::Byte(delimiter) = table.delimiter() else { return None };
        let first = if table.header().is_empty() { first_record(head) } else { table.header() };
        let width = Fields::new(first, table.delimiter()).count();
        let header = if table.header().is_empty() { Vec::new() } else { header(first, delimiter, added) };
        Some(Self { delimiter, width, header })
    }

    fn write(
        &self,
        record: &Record<'_>,
        replaced: &[(usize, &[u8])],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        let text = text(record);
        let mut fields = Fields::new(text, Delimiter::Byte(self.delimiter)).enumerate();
        let write = |(index, field), out: &mut Vec<u8>| match replacement(replaced, index) {
            Some(text) => out.extend_from_slice(text),
            None => write_field(field, text, out),
        };
        for index in 0..self.width {
            if index > 0 {
                out.push(self.delimiter);
            }
            if let Some(field) = fields.next() {
                write(field, out);
            }
        }
        add(&mut Row::after(self.delimiter, out));
        for field in fields {
            out.push(self.delimiter);
            write(field, out);
        }
        out.push(b'\n');
    }
}

impl JsonColumns {
    /// A name that the table has more than once gets a number.
    fn new(table: &Table, added: &[&str]) -> Option<Self> {
        let mut given: Vec<String> = Vec::new();
        table
            .for_each_field(table.header(), |_, name| given.push(String::from_utf8_lossy(name).into_owned()));
        let mut names: Vec<String> = Vec::new();
        for name in &given {
            let mut numbered = (2..).map(|number| format!("{name}_{number}"));
            let is_free = |other: &String| !given.contains(other) && !names.contains(other);
            let name = if names.contains(name) { numbered.find(is_free) } else { Some(name.clone()) };
            names.extend(name);
        }
        let key = |name: &String| {
            let mut key = b"\"".to_vec();
            write_escaped(name.as_bytes(), &mut key);
            key.extend_from_slice(b"\":\"");
            key
        };
        let (delimiter, keys) = (table.delimiter(), names.iter().map(key).collect());
        let added = added.iter().map(|name| added_name(name, &names)).collect();
        (!table.header().is_empty()).then_some(Self { delimiter, keys, added })
    }

    fn write(
        &self,
        record: &Record<'_>,
        replaced: &[(usize, &[u8])],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        out.push(b'{');
        let (start, text) = (out.len(), text(record));
        // Of a record with a quote that is there by mistake, it is not known where the fields are.
        let is_known = record.defect.is_none_or(|defect| defect.reason != Reason::Quote);
        let fields = Fields::new(text, self.delimiter).zip(&self.keys).enumerate();
        for (index, (field, key)) in fields.filter(|_| is_known) {
            if out.len() > start {
                out.push(b',');
            }
            out.extend_from_slice(key);
            match replacement(replaced, index) {
                Some(text) => out.extend_from_slice(text), // puzzles and solutions
                None => write_escaped(&field.value(text), out),
            }
            out.push(b'"');
        }
        let mut row = Row::within_object(&self.added, out);
        add(&mut row);
        row.end();
    }
}

fn replacement<'a>(replaced: &[(usize, &'a [u8])], index: usize) -> Option<&'a [u8]> {
    replaced.iter().find(|(other, _)| *other == index).map(|(_, text)| *text)
}

/// The text of `head` from its first record on.
fn first_record(head: &[u8]) -> &[u8] {
    let lines = head.split_inclusive(|&byte| byte == b'\n');
    let skipped: usize = lines.take_while(|line| is_blank_or_comment(line)).map(<[u8]>::len).sum();
    &head[skipped..]
}

/// The text from the first byte of the record on; empty for a line that was cut off.
#[inline]
fn text<'a>(record: &Record<'a>) -> &'a [u8] {
    let reason = record.defect.map(|defect| defect.reason);
    if reason == Some(Reason::Endless) {
        return b"";
    }
    let (start, end) = line_around(record.chunk, record.origin);
    if reason == Some(Reason::Quote) {
        return &record.chunk[start..end]; // the next line is another record
    }
    &record.chunk[start..record.chunk.len().min(start + MAX_LINE)]
}

fn header(first: &[u8], delimiter: u8, names: &[&str]) -> Vec<u8> {
    let fields = Fields::new(first, Delimiter::Byte(delimiter));
    let taken: Vec<String> =
        fields.map(|field| String::from_utf8_lossy(&field.value(first)).into_owned()).collect();
    let mut header = first.to_vec();
    for name in names {
        header.push(delimiter);
        header.extend_from_slice(added_name(name, &taken).as_bytes());
    }
    header.push(b'\n');
    header
}

/// The name of an added column: `name`, with a prefix if one of the names in `taken` is the same, and with a number behind it
/// if that is not enough. Upper and lower case make no difference.
fn added_name(name: &str, taken: &[String]) -> String {
    let prefixed = format!("{PREFIX}{name}");
    let numbered = (2..).map(|number| format!("{prefixed}_{number}"));
    let mut names = [name.to_owned(), prefixed.clone()].into_iter().chain(numbered);
    let is_taken = |name: &String| taken.iter().any(|taken| taken.eq_ignore_ascii_case(name));
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

fn write_field(field: Field, text: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(field.raw(text));
    if field.is_open() {
        out.push(b'"'); // an open quote would extend over everything written after it
    }
}

/// Appends a text as it stands in a JSON string.
fn write_escaped(text: &[u8], out: &mut Vec<u8>) {
    let is_plain = |&byte: &u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    // Without branches, so that the compiler vectorizes it.
    if text.iter().fold(true, |all, byte| all & is_plain(byte)) {
        return out.extend_from_slice(text);
    }
    for character in String::from_utf8_lossy(text).chars() {
        match character {
            '"' | '\\' => out.extend([b'\\', character as u8]),
            '\u{0}'..='\u{1f}' => out.extend(format!("\\u{:04x}", u32::from(character)).bytes()),
            _ => out.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_quote_is_closed() {
        for (field, expected) in
            [("\"a", "\"a\""), ("\"a\"\"", "\"a\"\"\""), ("\"a\"", "\"a\""), ("a\"", "a\""), ("\"", "\"\"")]
        {
            let mut out = Vec::new();
            let text = field.as_bytes();
            Fields::new(text, Delimiter::Byte(b',')).for_each(|field| write_field(field, text, &mut out));
            assert_eq!(out, expected.as_bytes(), "{field}");
        }
    }

    #[test]
    fn a_name_that_the_table_already_has_gets_a_prefix() {
        assert_eq!(
            header(b"puzzle;\"Solution\"", b';', &["solution", "verdict", "solutions", "guesses"]),
            b"puzzle;\"Solution\";bulkdoku_solution;verdict;solutions;guesses\n"
        );
        assert_eq!(
            header(b"solution;puzzle;Bulkdoku_solution", b';', &["solution"]),
            b"solution;puzzle;Bulkdoku_solution;bulkdoku_solution_2\n"
        );
    }
}
