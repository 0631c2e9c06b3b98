//! The fields of a record as they stand, with their quotes.
//!
//! For those who copy a field or have to say where it stands. What a quoted field says is for
//! [`quoted`](super::csv_quoted) to tell; a property test holds the two together.

use std::ops::Range;

use memchr::{memchr, memchr2};

/// The fields of the record that a text begins with, as they stand, with their quotes.
pub(in crate::format) struct Fields<'a> {
    /// What is left; `None` after the last field.
    rest: Option<&'a [u8]>,
    delimiter: u8,
}

impl<'a> Fields<'a> {
    pub(in crate::format) fn new(text: &'a [u8], delimiter: u8) -> Self {
        Self { rest: Some(text), delimiter }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest.take()?;
        let quoted = if rest.starts_with(b"\"") { quoted(rest).unwrap_or(rest.len()) } else { 0 };
        let end = memchr2(self.delimiter, b'\n', &rest[quoted..]).map(|length| quoted + length);
        let field = &rest[..end.unwrap_or(rest.len())];
        match end {
            Some(end) if rest[end] == self.delimiter => self.rest = Some(&rest[end + 1..]),
            _ => return Some(field.strip_suffix(b"\r").unwrap_or(field)),
        }
        Some(field)
    }
}

/// The length of the quoted text that `field` begins with, to its closing quote.
pub(in crate::format) fn quoted(field: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr(b'"', field.get(at..)?)? + 1;
        match field.get(at) {
            Some(b'"') => at += 1, // two stand for one
            _ => return Some(at),
        }
    }
}

/// Where in a record a quote opens that does not close at the end of its field.
pub(in crate::format) fn stray_quote(record: &[u8], delimiter: u8) -> Option<usize> {
    let is_stray = |field: &&[u8]| {
        field.starts_with(b"\"") && quoted(field).is_none_or(|end| !field[end..].trim_ascii().is_empty())
    };
    let field = Fields::new(record, delimiter).find(is_stray)?;
    Some(field.as_ptr() as usize - record.as_ptr() as usize)
}

/// Where the text of field `index` stands in the record that `text` begins with, without quotes and
/// the white space around it, and whether it is quoted.
pub(in crate::format) fn place_of(text: &[u8], delimiter: u8, index: usize) -> Option<(Range<usize>, bool)> {
    let field = Fields::new(text, delimiter).nth(index)?;
    let is_quoted = field.starts_with(b"\"");
    let inner = match quoted(field) {
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
    use crate::format::read::csv_quoted::Quoting;
    use proptest::prelude::*;

    fn fields(text: &str) -> Vec<&[u8]> {
        Fields::new(text.as_bytes(), b',').collect()
    }

    #[test]
    fn fields_stand_as_they_were() {
        assert_eq!(fields("a, b ,\"c,\n\"\"d\"\r\nnext"), [&b"a"[..], b" b ", b"\"c,\n\"\"d\""]);
        assert_eq!(fields("a,\"b\"c\",d"), [&b"a"[..], b"\"b\"c\"", b"d"]);
        assert_eq!(fields(","), [&b""[..], b""]);
        assert_eq!(fields("\"open,\n"), [&b"\"open,\n"[..]]);
    }

    #[test]
    fn a_quote_that_closes_elsewhere_is_found() {
        let stray = |text: &str| stray_quote(text.as_bytes(), b',');
        assert_eq!([stray("a,\"b,\nc\" ,d\n"), stray("a,\"b\"\"\"\r\n"), stray("a\",b")], [None; 3]);
        assert_eq!([stray("a,\"b\nc,\"d"), stray("a,\"b\nc"), stray("\"")], [Some(2), Some(2), Some(0)]);
    }

    #[test]
    fn the_text_of_a_field_is_found() {
        let place = |text: &str, index| {
            place_of(text.as_bytes(), b',', index).map(|(place, _)| text[place].to_owned())
        };
        assert_eq!(place("a, b \r\n", 1).as_deref(), Some("b"));
        assert_eq!(place("\"x,\ny\",\" b\"", 1).as_deref(), Some("b"));
        assert_eq!(place("a,\"open\n", 1).as_deref(), Some("open"));
        assert_eq!(place("a,\"", 1).as_deref(), Some(""));
        assert_eq!(place("a", 1), None);
    }

    proptest! {
        #[test]
        fn fields_end_where_the_rules_of_quoting_say(text in "x[ab,\"\n]{0,30}") {
            let mut walk = Quoting::new(b',').walk(text.as_bytes());
            walk.next_record();
            prop_assume!(walk.stray_quote().is_none());
            prop_assert_eq!(fields(&text).len(), walk.fields().len());
            for index in 0..walk.fields().len() {
                let place = place_of(text.as_bytes(), b',', index);
                prop_assert!(place.is_some_and(|(place, _)| place.end <= text.len()));
            }
        }
    }
}
