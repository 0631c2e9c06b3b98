//! Splits a record of a table into raw fields, quotes included.
//!
//! Used to copy columns and to find the position of an error. The value of a quoted field is determined by
//! [`csv_quoted`](super::csv_quoted); a property test checks that the two agree.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2};

/// Iterates over the raw fields of the record at the start of a text.
pub(crate) struct Fields<'a> {
    /// The rest of the text, or `None` after the last field.
    rest: Option<&'a [u8]>,
    delimiter: u8,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(text: &'a [u8], delimiter: u8) -> Self {
        Self { rest: Some(text), delimiter }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest.take()?;
        let quoted = if rest.first() == Some(&b'"') { quoted_length(rest).unwrap_or(rest.len()) } else { 0 };
        let end = memchr2(self.delimiter, b'\n', &rest[quoted..]).map(|length| quoted + length);
        let field = &rest[..end.unwrap_or(rest.len())];
        match end {
            Some(end) if rest[end] == self.delimiter => self.rest = Some(&rest[end + 1..]),
            _ => return Some(if let [text @ .., b'\r'] = field { text } else { field }),
        }
        Some(field)
    }
}

/// The length of the quoted text at the start of `field`, up to and including its closing quote.
pub(crate) fn quoted_length(field: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr(b'"', field.get(at..)?)? + 1;
        match field.get(at) {
            Some(b'"') => at += 1, // a doubled quote is a quote in the text
            _ => return Some(at),
        }
    }
}

/// The byte offset of a quote in a record that opens a field and does not close at the end of the field.
pub(crate) fn stray_quote(record: &[u8], delimiter: u8) -> Option<usize> {
    let is_stray = |field: &&[u8]| {
        field.first() == Some(&b'"')
            && quoted_length(field).is_none_or(|end| !field[end..].trim_ascii().is_empty())
    };
    let field = Fields::new(record, delimiter).find(is_stray)?;
    Some(field.as_ptr() as usize - record.as_ptr() as usize)
}

/// The byte offset of a CR outside quotes in a record, other than among the white space around the record.
pub(crate) fn unquoted_return(record: &[u8], delimiter: u8) -> Option<usize> {
    memchr(b'\r', record.trim_ascii())?;
    let text = record.len() - record.trim_ascii_start().len()..record.trim_ascii_end().len();
    Fields::new(record, delimiter).find_map(|field| {
        let quoted =
            if field.first() == Some(&b'"') { quoted_length(field).unwrap_or(field.len()) } else { 0 };
        let start = field.as_ptr() as usize - record.as_ptr() as usize + quoted;
        memchr_iter(b'\r', &field[quoted..]).map(|at| start + at).find(|at| text.contains(at))
    })
}

/// The byte range of the value of field `index` of the record at the start of `text`, without quotes and the white space
/// around it, and whether the field is quoted.
pub(crate) fn value_range(text: &[u8], delimiter: u8, index: usize) -> Option<(Range<usize>, bool)> {
    let field = Fields::new(text, delimiter).nth(index)?;
    let is_quoted = field.first() == Some(&b'"');
    let inner = match quoted_length(field) {
        Some(end) if is_quoted => &field[1..end - 1],
        _ => &field[usize::from(is_quoted)..],
    };
    let start = inner.as_ptr() as usize - text.as_ptr() as usize;
    let indent = inner.len() - inner.trim_ascii_start().len();
    Some((start + indent..start + indent + inner.trim_ascii().len(), is_quoted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read::csv_quoted::Dialect;
    use proptest::prelude::*;

    fn fields(text: &str) -> Vec<&[u8]> {
        Fields::new(text.as_bytes(), b',').collect()
    }

    #[test]
    fn fields_keep_their_quotes_and_white_space() {
        assert_eq!(fields("a, b ,\"c,\n\"\"d\"\r\nnext"), [&b"a"[..], b" b ", b"\"c,\n\"\"d\""]);
        assert_eq!(fields("a,\"b\"c\",d"), [&b"a"[..], b"\"b\"c\"", b"d"]);
        assert_eq!(fields(","), [&b""[..], b""]);
        assert_eq!(fields("\"open,\n"), [&b"\"open,\n"[..]]);
    }

    #[test]
    fn a_quote_that_does_not_close_at_the_end_of_its_field_is_stray() {
        let stray = |text: &str| stray_quote(text.as_bytes(), b',');
        assert_eq!([stray("a,\"b,\nc\" ,d\n"), stray("a,\"b\"\"\"\r\n"), stray("a\",b")], [None; 3]);
        assert_eq!([stray("a,\"b\nc,\"d"), stray("a,\"b\nc"), stray("\"")], [Some(2), Some(2), Some(0)]);
    }

    #[test]
    fn a_value_is_found_without_quotes_and_white_space() {
        let value = |text: &str, index| {
            value_range(text.as_bytes(), b',', index).map(|(range, _)| text[range].to_owned())
        };
        assert_eq!(value("a, b \r\n", 1).as_deref(), Some("b"));
        assert_eq!(value("\"x,\ny\",\" b\"", 1).as_deref(), Some("b"));
        assert_eq!(value("a,\"open\n", 1).as_deref(), Some("open"));
        assert_eq!(value("a,\"", 1).as_deref(), Some(""));
        assert_eq!(value("a", 1), None);
    }

    #[test]
    fn a_carriage_return_outside_quotes_is_found() {
        let found = |text: &str| unquoted_return(text.as_bytes(), b',');
        assert_eq!([found("\ra,b \r\n"), found("a,\"b\r\nc\"\r\n"), found("")], [None; 3]);
        assert_eq!(
            [found("a,\"b\r\"\r2,c\n"), found("a,b\r2,\"c\r\""), found("a\r,b")],
            [Some(6), Some(3), Some(1)]
        );
    }

    proptest! {
        #[test]
        fn there_are_as_many_fields_as_values(text in "x[ab,\"\n]{0,30}") {
            let mut records = Dialect::new(b',').records(text.as_bytes());
            records.next_record();
            prop_assume!(records.stray_quote().is_none());
            prop_assert_eq!(fields(&text).len(), records.fields().len());
            for index in 0..records.fields().len() {
                let value = value_range(text.as_bytes(), b',', index);
                prop_assert!(value.is_some_and(|(range, _)| range.end <= text.len()));
            }
        }
    }
}
