//! Splits rows into fields, and in `rows.rs` a text into rows. This is the only definition of delimiters, quotes and the ends of rows.
//!
//! ```text
//! 7,"two ""quoted""\nlines" ,53..7....\r\n      one row of two lines, with three fields
//!   ▲                     ▲▲
//!   start      closing quote end                of the second field
//! ```
//!
//! A quote counts only as the first byte of a field. The field then extends to the next quote that is not doubled, including
//! delimiters and line ends, and from there to the delimiter. csv-core reads fields in the same way; the tests and a fuzz target
//! compare the two. In addition, [`row`] detects stray quotes.

mod rows;

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2};

use super::text_lines::is_separator;
use crate::board::grid::CELLS;

pub(crate) use self::rows::{
    Row, last_border, line_without_row, may_be_comment, one_line, row, rows, unquoted_return,
};

/// The delimiter between the fields of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// This byte; fields may be quoted.
    Byte(u8),
    /// Any amount of white space.
    Space,
    /// Any amount of white space and of `,` `;` `:` `|`, as after a one-line puzzle.
    Any,
}

/// An iterator over the fields of the row at the start of a text.
pub(crate) struct Fields<'a> {
    text: &'a [u8],
    delimiter: Delimiter,
    /// The start of the next field, or of white space before it.
    at: usize,
    /// The end of the row: its line end, or the end of the text. It is known when no field is left.
    end: Option<usize>,
    /// Whether a quote that does not close is text.
    is_line: bool,
}

/// A field, as byte offsets in the text that it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// The first byte, which is the opening quote if there is one.
    pub(crate) start: usize,
    /// The end, without the CR of a line end.
    pub(crate) end: usize,
    quote: Quote,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quote {
    None,
    /// The closing quote is before this byte offset.
    Closed(usize),
    Open,
}

impl<'a> Fields<'a> {
    #[inline]
    pub(crate) fn new(text: &'a [u8], delimiter: Delimiter) -> Self {
        Self::at(text, 0, delimiter)
    }

    /// Creates an iterator over the fields from the one that begins at `at`.
    pub(crate) fn at(text: &'a [u8], at: usize, delimiter: Delimiter) -> Self {
        Self { text, delimiter, at, end: None, is_line: false }
    }

    /// Creates an iterator over the fields of a line that may be any text: a quote that does not close is text.
    pub(crate) fn of_line(line: &'a [u8], delimiter: Delimiter) -> Self {
        Self { is_line: true, ..Self::new(line, delimiter) }
    }

    /// Creates an iterator over the fields after the one that ends at `end`.
    #[inline]
    pub(crate) fn after(text: &'a [u8], end: usize, delimiter: Delimiter) -> Self {
        let mut fields = Self::at(text, end, delimiter);
        if let Delimiter::Byte(byte) = delimiter {
            fields.pass(end, byte);
        }
        fields
    }

    /// Returns the byte range of the next field and moves past it, if it is empty or one visible byte, with a delimiter after it.
    /// Otherwise this field is the next one still. It is much shorter than [`next`](Self::next).
    #[inline]
    pub(crate) fn next_cell(&mut self, delimiter: u8) -> Option<Range<usize>> {
        let start = self.at;
        let length = match self.text.get(start..)? {
            [byte, ..] if *byte == delimiter => 0,
            [byte, after, ..] if *after == delimiter && byte.is_ascii_graphic() && *byte != b'"' => 1,
            _ => return None,
        };
        self.at = start + length + 1;
        Some(start..start + length)
    }

    /// Returns the byte offset after the delimiter of the last field that was read.
    pub(crate) fn position(&self) -> usize {
        self.end.unwrap_or(self.at)
    }

    /// Returns the byte offset of the end of the row: its line end, or the end of the text.
    pub(crate) fn row_end(&mut self) -> usize {
        while self.next().is_some() {}
        self.end.unwrap_or(self.text.len())
    }

    /// Moves past the field that ends at `end`.
    #[inline]
    fn pass(&mut self, end: usize, delimiter: u8) {
        if self.text.get(end) == Some(&delimiter) {
            self.at = end + 1;
        } else {
            self.end = Some(end);
        }
    }

    #[inline]
    fn next_delimited(&mut self, delimiter: u8) -> Field {
        let (text, start) = (self.text, self.at);
        let quote = match text.get(start) {
            Some(b'"') => quote(text, start),
            _ => Quote::None,
        };
        let quote = if self.is_line && quote == Quote::Open { Quote::None } else { quote };
        let from = match quote {
            Quote::None => start,
            Quote::Closed(end) => end,
            Quote::Open => text.len(),
        };
        let end = match text.get(from) {
            Some(&byte) if byte == delimiter => from,
            _ => memchr2(delimiter, b'\n', &text[from..]).map_or(text.len(), |length| from + length),
        };
        self.pass(end, delimiter);
        let has_return = self.end.is_some() && end > start && text[end - 1] == b'\r';
        Field { start, end: end - usize::from(has_return), quote }
    }

    #[inline]
    fn next_word(&mut self, is_gap: impl Fn(u8) -> bool) -> Option<Field> {
        let text = self.text;
        let next = |at: usize, is_end: &dyn Fn(u8) -> bool| {
            text[at..].iter().position(|&byte| is_end(byte)).map_or(text.len(), |length| at + length)
        };
        let ends = |byte: u8| byte == b'\n' || is_gap(byte);
        let start = next(self.at, &|byte| byte == b'\n' || !is_gap(byte));
        if text.get(start).is_none_or(|&byte| byte == b'\n') {
            self.end = Some(start);
            return None;
        }
        let is_grid = text[start..].first_chunk::<CELLS>().is_some_and(all_digits)
            && text.get(start + CELLS).is_none_or(|&byte| ends(byte));
        self.at = if is_grid { start + CELLS } else { next(start, &ends) };
        Some(Field { start, end: self.at, quote: Quote::None })
    }
}

impl Iterator for Fields<'_> {
    type Item = Field;

    #[inline]
    fn next(&mut self) -> Option<Field> {
        if self.end.is_some() {
            return None;
        }
        match self.delimiter {
            Delimiter::Byte(delimiter) => Some(self.next_delimited(delimiter)),
            Delimiter::Space => self.next_word(|byte| byte.is_ascii_whitespace()),
            Delimiter::Any => self.next_word(is_separator),
        }
    }
}

impl Field {
    /// Returns the bytes of the field, with its quotes. Here and below, `text` is the text that the field was read from.
    pub(crate) fn raw(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }

    /// Returns whether the quote that opens the field does not close.
    pub(crate) fn is_open(self) -> bool {
        self.quote == Quote::Open
    }

    pub(crate) fn is_quoted(self) -> bool {
        self.quote != Quote::None
    }

    /// Returns the range of the quoted text, or of a whole field without quotes, and the range of the text after the closing
    /// quote.
    #[inline]
    fn parts(self) -> (Range<usize>, Range<usize>) {
        match self.quote {
            Quote::None => (self.start..self.end, self.end..self.end),
            Quote::Closed(end) => (self.start + 1..end - 1, end..self.end),
            Quote::Open => (self.start + 1..self.end, self.end..self.end),
        }
    }

    /// Returns the range of the quoted text, or of a whole field without quotes, without the white space around it. It excludes
    /// quotes with white space between them and the delimiter, as in `1, "53..7…"`.
    pub(crate) fn content(self, text: &[u8]) -> Range<usize> {
        let content = trimmed(text, self.parts().0);
        if self.quote == Quote::None { without_set_off_quotes(text, content) } else { content }
    }

    /// Returns the range of the quoted text, or of a whole field without quotes, with the white space around it.
    pub(crate) fn untrimmed(self) -> Range<usize> {
        self.parts().0
    }

    /// Returns the range of the text after the closing quote, without the white space around it.
    fn tail(self, text: &[u8]) -> Range<usize> {
        trimmed(text, self.parts().1)
    }

    /// Returns the range of the value, which is the field without its quotes and the white space around it. Returns `None` if the
    /// value is not contiguous: a quote is doubled, or text follows the quoted text.
    #[inline]
    pub(crate) fn span(self, text: &[u8]) -> Option<Range<usize>> {
        let content = trimmed(text, self.parts().0);
        if self.quote == Quote::None {
            return Some(content);
        }
        let tail = self.tail(text);
        match (content.is_empty(), tail.is_empty()) {
            (_, true) => memchr(b'"', &text[content.clone()]).is_none().then_some(content),
            (true, false) => Some(tail),
            (false, false) => None,
        }
    }

    /// Returns the value, which is the field without its quotes and the white space around it. Allocates if it is not contiguous.
    pub(crate) fn value(self, text: &[u8]) -> Cow<'_, [u8]> {
        if let Some(span) = self.span(text) {
            return Cow::Borrowed(&text[span]);
        }
        let (quoted, tail) = self.parts();
        let mut value = Vec::with_capacity(quoted.len() + tail.len());
        let mut rest = &text[quoted];
        while let Some(quote) = memchr(b'"', rest) {
            value.extend_from_slice(&rest[..=quote]);
            rest = rest.get(quote + 2..).unwrap_or_default(); // the second one of two
        }
        value.extend_from_slice(rest);
        value.extend_from_slice(&text[tail]);
        Cow::Owned(value.trim_ascii().to_vec())
    }

    /// Returns the range of the [text](Self::text), if it is contiguous.
    #[inline]
    pub(crate) fn text_span(self, text: &[u8]) -> Option<Range<usize>> {
        let span = self.span(text)?;
        Some(if self.quote == Quote::None { without_set_off_quotes(text, span) } else { span })
    }

    /// Returns the value, and also removes quotes that have white space between them and the delimiter. Programs that write a
    /// space after each comma, such as `1, "53..7…"`, mean them as quotes, although table readers treat them as text.
    pub(crate) fn text(self, text: &[u8]) -> Cow<'_, [u8]> {
        match self.text_span(text) {
            Some(span) => Cow::Borrowed(&text[span]),
            None => self.value(text),
        }
    }

    /// Returns whether the field has an opening quote that does not close at its end.
    pub(crate) fn is_stray(self, text: &[u8]) -> bool {
        self.is_open() || !self.tail(text).is_empty()
    }
}

/// Returns the field without the white space and the quotes around it.
pub(crate) fn unquote(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\"")).unwrap_or(field).trim_ascii()
}

/// Returns the quote that opens at `start`.
#[inline]
fn quote(text: &[u8], start: usize) -> Quote {
    let mut at = start + 1;
    while let Some(length) = memchr(b'"', &text[at..]) {
        at += length + 1;
        if text.get(at) != Some(&b'"') {
            return Quote::Closed(at);
        }
        at += 1; // a doubled quote is a quote in the text
    }
    Quote::Open
}

/// Returns the part of `range` without the white space at its ends.
#[inline]
fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let field = text[range.clone()].trim_ascii_start();
    let start = range.end - field.len();
    start..start + field.trim_ascii_end().len()
}

/// Returns the part of `range` between a quote at its start and one at its end, if there is no third quote.
#[inline]
fn without_set_off_quotes(text: &[u8], range: Range<usize>) -> Range<usize> {
    match &text[range.clone()] {
        [b'"', inner @ .., b'"'] if memchr(b'"', inner).is_none() => {
            trimmed(text, range.start + 1..range.end - 1)
        }
        _ => range,
    }
}

/// Returns whether all bytes are digits. Without an early exit, this is a few vector comparisons.
fn all_digits(cells: &[u8; CELLS]) -> bool {
    cells.iter().fold(true, |all, &byte| all & byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
