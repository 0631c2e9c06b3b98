//! Records of a table with quoted fields, which may hold delimiters and line ends.
//!
//! The only file that uses csv-core, which decides what a quote means.

use std::ops::Range;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};
use memchr::memchr;

use super::csv_fields::stray_quote;
use super::line::is_no_row;
use crate::format::ENDLESS;

/// The delimiter of a table whose fields may be quoted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    delimiter: u8,
}

/// The records of a text, one after another.
pub(crate) struct QuotedRecords<'a> {
    core: Reader,
    text: &'a [u8],
    /// The byte offset at which the next record is searched.
    at: usize,
    /// The byte offset after the last line that certainly ends a record or holds none.
    border: usize,
    /// The values of the fields of the record, one after another.
    values: Vec<u8>,
    /// The range in `values` of each field of the record.
    fields: Vec<Range<usize>>,
    /// True if a line end ended the record, and not the end of the text.
    closed: bool,
    delimiter: u8,
    /// True if the last record ends with the text.
    whole: bool,
    /// The byte offset in the record of a quote that does not close at the end of its field.
    stray: Option<usize>,
}

impl Dialect {
    pub(crate) fn new(delimiter: u8) -> Self {
        Self { delimiter }
    }

    /// The byte between two fields.
    pub(crate) fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// The records of `text`, which consists of whole records. Allocates, and builds a table in csv-core.
    pub(crate) fn records<'a>(&self, text: &'a [u8]) -> QuotedRecords<'a> {
        let lines = Terminator::Any(b'\n');
        let core = ReaderBuilder::new().delimiter(self.delimiter).terminator(lines).build();
        let (values, fields, delimiter) = (vec![0; 512], Vec::new(), self.delimiter);
        QuotedRecords {
            core,
            text,
            at: 0,
            border: 0,
            values,
            fields,
            closed: false,
            delimiter,
            whole: true,
            stray: None,
        }
    }

    /// The records of `window`, whose last record may continue beyond its end.
    pub(crate) fn records_of_window<'a>(&self, window: &'a [u8]) -> QuotedRecords<'a> {
        QuotedRecords { whole: false, ..self.records(window) }
    }
}

impl QuotedRecords<'_> {
    /// Reads the next record and returns its byte range, line end included.
    ///
    /// A stray quote, one that does not close at the end of its field or within [`ENDLESS`] bytes, would make the record
    /// swallow the lines after it. Such a record consists of its first line alone and has no fields.
    pub(crate) fn next_record(&mut self) -> Option<Range<usize>> {
        let record = self.next_quoted()?;
        self.stray = None;
        let text = &self.text[record.clone()];
        let first_line = line_length(text);
        let is_cut_off = !self.closed && text.len() >= ENDLESS;
        if first_line == text.len() && (self.closed || (!is_cut_off && memchr(b'"', text).is_none())) {
            return Some(self.ended_at(record));
        }
        if self.closed || self.whole || is_cut_off {
            // The quote that is named is one of the first line, however far the text after it goes in this chunk.
            let has_end = self.closed || first_line < ENDLESS || text[..first_line].ends_with(b"\n");
            self.stray = stray_quote(text, self.delimiter)
                .filter(|_| has_end)
                .and_then(|_| stray_quote(&text[..first_line], self.delimiter));
        }
        if self.stray.is_some() {
            self.fields.clear();
            self.closed = text[..first_line].ends_with(b"\n");
            return Some(self.ended_at(record.start..record.start + first_line));
        }
        if is_cut_off {
            let rest = line_length(&self.text[record.end..]);
            let record = record.start..record.end + rest;
            self.closed = self.text[record.clone()].ends_with(b"\n");
            return Some(self.ended_at(record));
        }
        Some(self.ended_at(record))
    }

    /// Continues after `record`.
    fn ended_at(&mut self, record: Range<usize>) -> Range<usize> {
        self.at = record.end;
        if self.closed {
            self.border = record.end;
        }
        record
    }

    /// The byte offset after the last complete record, and after the lines without records that follow it.
    pub(crate) fn border(&self) -> usize {
        self.border
    }

    /// The byte offset in the record of a stray quote, if it has one: of the first quote that is open at the end of the first
    /// line, or of one in that line that closes before the end of its field.
    pub(crate) fn stray_quote(&self) -> Option<usize> {
        self.stray
    }

    /// Reads a record by the rules of quoting, as far as [`ENDLESS`] bytes.
    fn next_quoted(&mut self) -> Option<Range<usize>> {
        self.skip_lines_without_records();
        let start = self.at;
        if start == self.text.len() {
            return None;
        }
        let end = self.text.len().min(start + ENDLESS);
        self.closed = false;
        self.fields.clear();
        self.core.reset();
        // Before its first byte, csv-core would skip a byte order mark, which only the beginning of a file may have.
        self.core.read_field(b"\n", &mut []);
        let mut value = 0;
        let mut value_start = 0;
        loop {
            let (result, read, written) =
                self.core.read_field(&self.text[self.at..end], &mut self.values[value..]);
            self.at += read;
            value += written;
            let ended = match result {
                ReadFieldResult::InputEmpty => continue, // the next call, without input, ends the field
                ReadFieldResult::OutputFull => {
                    self.values.resize(2 * self.values.len(), 0);
                    continue;
                }
                ReadFieldResult::Field { record_end } => record_end,
                ReadFieldResult::End => return Some(start..self.at),
            };
            self.fields.push(value_start..value);
            if ended {
                self.closed = read > 0;
                return Some(start..self.at);
            }
            value_start = value;
        }
    }

    /// The ranges of the record's values in the buffer of values.
    pub(crate) fn fields(&self) -> &[Range<usize>] {
        &self.fields
    }

    /// The value of field `index` of the record, without quotes and the white space around it.
    pub(crate) fn value(&self, index: usize) -> Option<&[u8]> {
        self.fields.get(index).map(|field| self.values[field.clone()].trim_ascii())
    }

    fn skip_lines_without_records(&mut self) {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let end = memchr(b'\n', rest);
            let line = &rest[..end.unwrap_or(rest.len())];
            if line.len() >= ENDLESS || !is_no_row(line, self.delimiter) {
                return;
            }
            self.at += end.map_or(rest.len(), |end| end + 1);
            if end.is_some() {
                self.border = self.at;
            }
        }
    }
}

/// The length of the first line of `text`, line end included.
fn line_length(text: &[u8]) -> usize {
    memchr(b'\n', text).map_or(text.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<Vec<String>> {
        let mut found = Dialect::new(b',').records(text.as_bytes());
        let mut records = Vec::new();
        while found.next_record().is_some() {
            let fields = 0..found.fields().len();
            let text = |index| String::from_utf8_lossy(found.value(index).unwrap()).into_owned();
            records.push(fields.map(text).collect());
        }
        records
    }

    #[test]
    fn quotes_hold_delimiters_line_ends_and_quotes() {
        assert_eq!(records("a,\"b,\n c\",\"d\"\"e\"\n1, 2 ,\n"), [["a", "b,\n c", "d\"e"], ["1", "2", ""]]);
    }

    #[test]
    fn a_last_line_without_end_is_a_record() {
        assert_eq!(records("a,b"), [["a", "b"]]);
        assert_eq!(records("a,"), [["a", ""]]);
    }

    #[test]
    fn a_stray_quote_costs_its_line_alone() {
        let none = Vec::<String>::new;
        assert_eq!(records("x\na,\"b\nc"), [vec!["x".to_owned()], none(), vec!["c".to_owned()]]);
        assert_eq!(records("a,\"b\nc,d\ne,\"f\n")[..2], [none(), vec!["c".to_owned(), "d".to_owned()]]);
    }

    #[test]
    fn the_stray_quote_that_is_named_does_not_depend_on_the_lines_after_it() {
        for (text, expected) in [
            ("a,\"b\nc\",d\ne,\"f\"g\n", None),
            ("a,\"b\nc\",\"d\"e\n", Some(2)),
            ("a,\"b\n", Some(2)),
            ("a,\"b", Some(2)),
            ("a,\"b\",\"c\"d\n", None), // a record of one line keeps its fields
        ] {
            let mut records = Dialect::new(b',').records(text.as_bytes());
            records.next_record();
            assert_eq!(records.stray_quote(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_quote_that_stays_open_for_long_costs_its_line_alone() {
        let rows = "c,d\n".repeat(ENDLESS / 4 + 10);
        let text = format!("a,\"b\n{rows}e,\"f\n\"");
        assert_eq!(records(&text)[..2], [vec![], vec!["c".to_owned(), "d".to_owned()]]);
        let window = &text.as_bytes()[..ENDLESS + 2];
        let mut records = Dialect::new(b',').records_of_window(window);
        while records.next_record().is_some() {}
        assert_eq!(records.border(), ENDLESS + 1, "the last line is not complete");
    }

    #[test]
    fn blank_lines_and_comments_are_no_records() {
        assert_eq!(records("\r\n# \"c\n\na,b\r\n  \n//\n"), [["a", "b"]]);
    }
}
