//! Records of a table whose fields may be quoted, and then hold delimiters and line ends.
//!
//! The one file that knows csv-core, which decides what a quote means.

use std::ops::Range;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};
use memchr::memchr;

use super::csv_fields::stray_quote;
use super::line::is_no_record;

/// The rules for quotes in fields set off by one delimiter.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Quoting {
    delimiter: u8,
}

/// Goes from record to record of a text.
pub(in crate::format) struct Walk<'a> {
    core: Reader,
    text: &'a [u8],
    /// Where the next record is looked for.
    pub(in crate::format) at: usize,
    values: Vec<u8>,
    /// Where in `values` each field of the record stands.
    fields: Vec<Range<usize>>,
    closed: bool,
    delimiter: u8,
    /// Does the text end where the last record does?
    whole: bool,
    stray: Option<usize>,
}

impl Quoting {
    pub(in crate::format) fn new(delimiter: u8) -> Self {
        Self { delimiter }
    }

    /// What sets fields off.
    pub(in crate::format) fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// A walk over `text`, which starts with a record and ends with one. It takes a moment to begin.
    pub(in crate::format) fn walk<'a>(&self, text: &'a [u8]) -> Walk<'a> {
        let lines = Terminator::Any(b'\n');
        let core = ReaderBuilder::new().delimiter(self.delimiter).terminator(lines).build();
        let (values, fields, delimiter) = (vec![0; 512], Vec::new(), self.delimiter);
        Walk { core, text, at: 0, values, fields, closed: false, delimiter, whole: true, stray: None }
    }

    /// The same over a text whose last record may go on beyond it.
    pub(in crate::format) fn walk_part<'a>(&self, text: &'a [u8]) -> Walk<'a> {
        Walk { whole: false, ..self.walk(text) }
    }
}

impl Walk<'_> {
    /// Goes to the next record; gives its place, with its line end.
    ///
    /// A quote that does not close at the end of its field would swallow the lines up to the next
    /// quote: of such a record there is the first line alone, and no field.
    pub(in crate::format) fn next_record(&mut self) -> Option<Range<usize>> {
        let record = self.next_quoted()?;
        self.stray = None;
        let text = &self.text[record.clone()];
        let line = memchr(b'\n', text).map_or(text.len(), |end| end + 1);
        if line == text.len() && (self.closed || memchr(b'"', text).is_none()) {
            return Some(record);
        }
        self.stray = stray_quote(text, self.delimiter).filter(|_| self.closed || self.whole);
        if self.stray.is_none() {
            return Some(record);
        }
        self.fields.clear();
        self.at = record.start + line;
        Some(record.start..self.at)
    }

    /// Where in the record a quote opens that does not close at the end of its field, while it
    /// should: lines would be lost.
    pub(in crate::format) fn stray_quote(&self) -> Option<usize> {
        self.stray
    }

    fn next_quoted(&mut self) -> Option<Range<usize>> {
        self.skip_lines_without_records();
        let start = self.at;
        if start == self.text.len() {
            return None;
        }
        self.fields.clear();
        self.core.reset();
        let mut value = 0;
        let mut value_start = 0;
        loop {
            let (result, read, written) =
                self.core.read_field(&self.text[self.at..], &mut self.values[value..]);
            self.at += read;
            value += written;
            let ended = match result {
                ReadFieldResult::InputEmpty => continue, // asked again without input, it ends the field
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

    /// Did a line end end the record, and not the text?
    pub(in crate::format) fn is_closed(&self) -> bool {
        self.closed
    }

    /// The fields of the record, as places in what they say.
    pub(in crate::format) fn fields(&self) -> &[Range<usize>] {
        &self.fields
    }

    /// What field `index` of the record says, without quotes and the white space around it.
    pub(in crate::format) fn value(&self, index: usize) -> Option<&[u8]> {
        self.fields.get(index).map(|field| self.values[field.clone()].trim_ascii())
    }

    fn skip_lines_without_records(&mut self) {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let end = memchr(b'\n', rest);
            let line = &rest[..end.unwrap_or(rest.len())];
            if !is_no_record(line) {
                return;
            }
            self.at += end.map_or(rest.len(), |end| end + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<Vec<String>> {
        let mut walk = Quoting::new(b',').walk(text.as_bytes());
        let mut records = Vec::new();
        while walk.next_record().is_some() {
            let fields = 0..walk.fields().len();
            let text = |index| String::from_utf8_lossy(walk.value(index).unwrap()).into_owned();
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
    fn blank_lines_and_comments_are_no_records() {
        assert_eq!(records("\r\n# \"c\n\na,b\r\n  \n//\n"), [["a", "b"]]);
    }
}
