//! Decodes line by line: rows that are quoted as a whole, and JSON lines that are arrays or have escapes.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use super::text::{Damage, Decode, DecodedLines};
use crate::format::MAX_LINE;
use crate::format::read::csv_tokenizer::{Delimiter, Fields};
use crate::io::places::Place;

/// A decoder of every line by itself. A line that is too long for a record stays unchanged.
pub(super) struct ByLine<F> {
    decode: F,
    /// The number of decoded lines.
    lines: u64,
    /// Whether the next text continues a line that is too long.
    is_in_long_line: bool,
}

impl<F: FnMut(&[u8], &mut Vec<u8>) -> Place + Send> ByLine<F> {
    /// Creates a decoder that calls `decode` with every line, to append its decoded line and return its place. Neither has a line end.
    pub(super) fn new(decode: F) -> Self {
        Self { decode, lines: 0, is_in_long_line: false }
    }

    fn decode_line(&mut self, line: &[u8], decoded: &mut DecodedLines) {
        self.lines += 1;
        let place = (self.decode)(line, &mut decoded.text);
        decoded.places.push(Place { line: self.lines, ..place });
        decoded.text.push(b'\n');
    }
}

/// The place of a line that is unchanged.
pub(super) const SAME: Place = Place { line: 0, column: 1, is_copy: true };

impl<F: FnMut(&[u8], &mut Vec<u8>) -> Place + Send> Decode for ByLine<F> {
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
        let mut at = 0;
        if self.is_in_long_line {
            at = memchr(b'\n', text).map_or(text.len(), |end| end + 1);
            self.is_in_long_line = !text[..at].ends_with(b"\n");
            decoded.text.extend_from_slice(&text[..at]);
        }
        for end in memchr_iter(b'\n', &text[at..]).map(|end| at + end).collect::<Vec<_>>() {
            self.decode_line(&text[at..end], decoded);
            at = end + 1;
        }
        let rest = &text[at..];
        if is_all && !rest.is_empty() {
            self.decode_line(rest, decoded);
            return Ok(text.len());
        }
        if rest.len() < MAX_LINE {
            return Ok(at);
        }
        self.is_in_long_line = true;
        self.lines += 1;
        decoded.places.push(Place { line: self.lines, ..SAME });
        decoded.text.extend_from_slice(rest);
        Ok(text.len())
    }
}

/// Appends `line` without the quotes around the whole line, if it has them.
pub(super) fn unquote_row(line: &[u8], row: &mut Vec<u8>) -> Place {
    let Some(inner) = quoted_row(line) else {
        row.extend_from_slice(line);
        return SAME;
    };
    row.extend_from_slice(&inner);
    Place { column: 2, ..SAME }
}

/// Returns the text of a line that is one quoted field.
pub(super) fn quoted_row(line: &[u8]) -> Option<Cow<'_, [u8]>> {
    let field = Fields::of_line(line, Delimiter::Byte(b'\n')).next()?;
    (field.is_quoted() && !field.is_stray(line)).then(|| field.value(line))
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::{decode_by, decoded};
    use super::*;

    fn unquoted(text: &str) -> (String, Vec<(u64, i64)>) {
        let (found, damage) = decoded(|| ByLine::new(unquote_row), text.as_bytes());
        assert_eq!(damage, None);
        let places = found.places.iter().map(|place| (place.line, place.column)).collect();
        (String::from_utf8(found.text).unwrap(), places)
    }

    #[test]
    fn rows_that_are_quoted_as_a_whole_lose_one_layer_of_quotes() {
        let text = "\"puzzle,solution\"\r\n\"12,\"\"easy, so\"\"\"\n\n12,\"34\"\n\"open\n\"5\"6\",7\"";
        let expected = "puzzle,solution\n12,\"easy, so\"\n\n12,\"34\"\n\"open\n\"5\"6\",7\"\n";
        let places = [(1, 2), (2, 2), (3, 1), (4, 1), (5, 1), (6, 1)];
        assert_eq!(unquoted(text), (expected.to_owned(), places.to_vec()));
        assert_eq!(unquoted(""), (String::new(), vec![]));
        assert_eq!(unquoted("\""), ("\"\n".to_owned(), vec![(1, 1)]));
    }

    #[test]
    fn a_line_that_is_too_long_stays_unchanged() {
        let long = format!("\"{}\"\n\"a,b\"\n", "1".repeat(3 * MAX_LINE));
        let (found, damage) = decode_by(ByLine::new(unquote_row), long.as_bytes(), MAX_LINE / 4);
        assert_eq!((found.text.len(), damage), (long.len() - 2, None));
        assert!(found.text.ends_with(b"\"\na,b\n"));
        assert_eq!(found.places.iter().map(|place| place.line).collect::<Vec<_>>(), [1, 2]);
    }
}
