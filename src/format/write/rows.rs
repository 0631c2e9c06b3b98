//! Rows of a table, as text with delimiters or as JSON lines.
//!
//! No value needs quotes or escapes: the values are numbers, names, grids and transformations.

use std::mem;

use super::number::write_number;

/// The format of the rows of a data set.
///
/// ```
/// use bulkdoku::SolveJob;
/// use bulkdoku::format::RowFormat;
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RecordSource;
///
/// let table = format!("id,puzzle\n7,{}\n", ".".repeat(80) + "1");
/// let rows = [RowFormat::Csv, RowFormat::Jsonl].map(|format| {
///     let (source, rows) = (RecordSource::bytes("memory", table.clone().into()), OutputBuffer::default());
///     let job = SolveJob::new(source, rows.output("memory"));
///     job.rows(format).run().map(|_| rows.take())
/// });
/// let [csv, objects] = rows;
/// assert!(csv?.starts_with(b"id,puzzle,solution,verdict,solutions,guesses\n7,....."));
/// assert!(objects?.starts_with(br#"{"id":"7","puzzle":"....."#));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowFormat {
    /// Only the boards, on a line each.
    #[default]
    Line,
    /// Only the boards, as nine lines of nine characters and a blank line each.
    Grid,
    /// A table with a header.
    Csv,
    /// One JSON object per line, with the columns of the table as keys.
    Jsonl,
}

impl RowFormat {
    /// Returns the first line of the output: the names of the columns for a table, otherwise nothing.
    pub(crate) fn header(self, names: &[&str]) -> Vec<u8> {
        match self {
            Self::Csv => (names.join(",") + "\n").into_bytes(),
            Self::Line | Self::Grid | Self::Jsonl => Vec::new(),
        }
    }
}

/// A row that is appended to a text, field by field. [`Row::end`] ends it.
pub(crate) struct Row<'a> {
    out: &'a mut Vec<u8>,
    is_json: bool,
    delimiter: u8,
    is_first: bool,
    /// The keys of the next values, if these are known: `,"level":`.
    keys: &'a [String],
}

impl<'a> Row<'a> {
    /// Begins a row: a JSON object, or fields with commas between them.
    #[inline]
    pub(crate) fn begin(format: RowFormat, out: &'a mut Vec<u8>) -> Self {
        let is_json = format == RowFormat::Jsonl;
        if is_json {
            out.push(b'{');
        }
        Self { out, is_json, delimiter: b',', is_first: true, keys: &[] }
    }

    /// Continues a table row whose first fields are already in the text.
    pub(crate) fn after(delimiter: u8, out: &'a mut Vec<u8>) -> Self {
        Self { out, is_json: false, delimiter, is_first: false, keys: &[] }
    }

    /// Continues a JSON object whose beginning is already in the text. The values get these keys, `,"level":`, one after another.
    pub(crate) fn within_object(keys: &'a [String], out: &'a mut Vec<u8>) -> Self {
        let is_first = out.last() == Some(&b'{');
        Self { out, is_json: true, delimiter: b',', is_first, keys }
    }

    /// Adds a number.
    #[inline]
    pub(crate) fn number(&mut self, name: &str, number: u64) {
        self.name(name);
        write_number(number, self.out);
    }

    /// Adds a text, or an empty field or `null` if there is none.
    #[inline]
    pub(crate) fn text(&mut self, name: &str, text: Option<&[u8]>) {
        self.name(name);
        match text {
            Some(text) if self.is_json => {
                self.out.push(b'"');
                self.out.extend_from_slice(text);
                self.out.push(b'"');
            }
            Some(text) => self.out.extend_from_slice(text),
            None if self.is_json => self.out.extend_from_slice(b"null"),
            None => {}
        }
    }

    /// Adds a number, or an empty field or `null` if there is none.
    pub(crate) fn optional_number(&mut self, name: &str, number: Option<u64>) {
        match number {
            Some(number) => self.number(name, number),
            None => self.text(name, None),
        }
    }

    /// Adds the value that `write` appends: a number if it returns true, a string if it returns false. If it returns `None`, adds
    /// an empty field or `null`.
    pub(crate) fn value(&mut self, name: &str, write: impl FnOnce(&mut Vec<u8>) -> Option<bool>) {
        self.name(name);
        let start = self.out.len();
        match write(self.out) {
            None if self.is_json => self.out.extend_from_slice(b"null"),
            Some(false) if self.is_json => {
                self.out.insert(start, b'"');
                self.out.push(b'"');
            }
            _ => {}
        }
    }

    /// Returns the length of the text so far.
    pub(crate) fn position(&self) -> usize {
        self.out.len()
    }

    /// Ends the row.
    pub(crate) fn end(self) {
        self.out.extend_from_slice(if self.is_json { b"}\n" } else { b"\n" });
    }

    /// Begins a value: writes the delimiter before it, and its name in JSON.
    #[inline]
    fn name(&mut self, name: &str) {
        if self.is_json {
            return self.key(name);
        }
        if !mem::replace(&mut self.is_first, false) {
            self.out.push(self.delimiter);
        }
    }

    /// Writes the key of the next value. It is apart from [`name`](Self::name) so that tables, which have no keys, pay nothing for it.
    #[inline(never)]
    fn key(&mut self, name: &str) {
        let is_first = mem::replace(&mut self.is_first, false);
        if let Some(key) = self.keys.split_off_first() {
            return self.out.extend_from_slice(&key.as_bytes()[usize::from(is_first)..]);
        }
        if !is_first {
            self.out.push(self.delimiter);
        }
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Transformation;

    #[test]
    fn a_row_has_its_fields_in_both_formats() {
        let row = |format| {
            let mut out = Vec::new();
            let mut row = Row::begin(format, &mut out);
            row.number("line", 7);
            row.text("form", Some(b"12"));
            row.text("gone", None);
            row.text("map", Some(&Transformation::IDENTITY.text()));
            row.optional_number("more", None);
            row.end();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(row(RowFormat::Csv), "7,12,,r123456789-c123456789-d123456789,\n");
        assert_eq!(
            row(RowFormat::Jsonl),
            "{\"line\":7,\"form\":\"12\",\"gone\":null,\"map\":\"r123456789-c123456789-d123456789\",\"more\":null}\n"
        );
    }
}
