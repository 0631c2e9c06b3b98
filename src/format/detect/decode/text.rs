//! Decodes a text while it is read, one window at a time.

use std::io::{self, Read};

use memchr::{memchr_iter, memchr2_iter, memrchr};

use crate::error::{FormatError, FormatErrorAt};
use crate::io::input::{Decoded, Encoded};
use crate::io::places::{Place, Places};

/// The number of bytes to read at a time.
const BLOCK: usize = 256 * 1024;

/// A decoder of text into lines.
pub(super) trait Decode: Send {
    /// Appends to `decoded` the lines of `text` that are certain. `is_all` is true if nothing follows `text`. Returns the number
    /// of decoded bytes; the others are passed again, with the text after them.
    ///
    /// # Errors
    /// When the text is damaged. The lines appended before that are read.
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage>;
}

/// Decoded lines.
#[derive(Debug, Default)]
pub(super) struct DecodedLines {
    pub(super) text: Vec<u8>,
    /// Their places in the original, if they moved.
    pub(super) places: Vec<Place>,
}

impl DecodedLines {
    /// Appends a text that is not a record as a comment, for the guard. It came from this position.
    pub(super) fn push_comment(&mut self, text: &[u8], position: TextPosition) {
        self.text.extend_from_slice(b"# ");
        let start = self.text.len();
        self.text.extend_from_slice(text);
        for line_end in memchr2_iter(b'\n', b'\r', text) {
            self.text[start + line_end] = b' ';
        }
        self.text.push(b'\n');
        self.places.push(position.place(false));
    }
}

/// The position from which a text cannot be decoded any further, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Damage {
    /// The line of the original text, from 1.
    pub(super) line: u64,
    /// The character of that line, from 1.
    pub(super) column: u64,
    pub(super) reason: String,
}

/// A position in a text, from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextPosition {
    /// The line, from 1.
    pub(super) line: u64,
    /// The byte of the line, from 1.
    pub(super) column: u64,
}

/// The beginning of a text.
impl Default for TextPosition {
    fn default() -> Self {
        Self { line: 1, column: 1 }
    }
}

impl TextPosition {
    /// Moves the position past `text`.
    #[inline]
    pub(super) fn pass(&mut self, text: &[u8]) {
        match memrchr(b'\n', text) {
            Some(end) => {
                self.line += memchr_iter(b'\n', &text[..=end]).count() as u64;
                self.column = (text.len() - end) as u64;
            }
            None => self.column += text.len() as u64,
        }
    }

    /// Moves the position past this many bytes of one line, and past its end if `has_end`.
    pub(super) fn pass_line(&mut self, length: usize, has_end: bool) {
        self.column += length as u64;
        if has_end {
            *self = Self { line: self.line + 1, column: 1 };
        }
    }

    /// Returns the place of a decoded line that begins here.
    pub(super) fn place(self, is_copy: bool) -> Place {
        Place { line: self.line, column: i64::try_from(self.column).unwrap_or(i64::MAX), is_copy }
    }

    pub(super) fn damage(self, reason: impl Into<String>) -> Damage {
        Damage { line: self.line, column: self.column, reason: reason.into() }
    }
}

/// Decodes a text with `decoder` while it is read. If `lines_move`, their places are recorded.
pub(super) fn decode(encoded: Encoded, decoder: impl Decode + 'static, lines_move: bool) -> Decoded {
    let places = Places::default();
    let bytes = Box::new(DecodedText::new(encoded.bytes, Box::new(decoder), places.clone()));
    Decoded { bytes, length: None, places: lines_move.then_some(places) }
}

/// A reader of the decoded lines of another reader's text.
struct DecodedText {
    reader: Box<dyn Read + Send>,
    decoder: Box<dyn Decode>,
    places: Places,
    /// The text that is still to be decoded.
    window: Vec<u8>,
    has_ended: bool,
    decoded: DecodedLines,
    /// The start of the decoded text that is still to be passed on.
    at: usize,
    damage: Option<Damage>,
}

impl DecodedText {
    fn new(reader: Box<dyn Read + Send>, decoder: Box<dyn Decode>, places: Places) -> Self {
        Self {
            reader,
            decoder,
            places,
            window: Vec::new(),
            has_ended: false,
            decoded: DecodedLines::default(),
            at: 0,
            damage: None,
        }
    }

    /// Decodes the next block.
    fn decode_block(&mut self) -> io::Result<()> {
        if let Some(damage) = self.damage.take() {
            let Damage { line, column, reason } = damage;
            return Err(io::Error::other(FormatErrorAt {
                line,
                reason: FormatError::Damaged(column, reason),
            }));
        }
        let DecodedLines { text, places } = &mut self.decoded;
        text.clear();
        places.clear();
        self.at = 0;
        let reader: &mut dyn Read = &mut *self.reader;
        let read = reader.take(BLOCK as u64).read_to_end(&mut self.window)?;
        self.has_ended = read < BLOCK;
        match self.decoder.decode(&self.window, self.has_ended, &mut self.decoded) {
            Ok(length) => drop(self.window.drain(..length)),
            Err(damage) => {
                self.damage = Some(damage);
                self.window.clear();
                self.has_ended = true;
            }
        }
        self.places.extend(self.decoded.places.drain(..));
        Ok(())
    }
}

impl Read for DecodedText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.decoded.text.len() && !buffer.is_empty() {
            if self.has_ended && self.damage.is_none() {
                return Ok(0);
            }
            self.decode_block()?;
        }
        let rest = &self.decoded.text[self.at..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        Ok(length)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A reader that reads at most this many bytes at a time.
    pub(crate) struct InParts<'a>(pub(crate) usize, pub(crate) &'a [u8]);

    impl Read for InParts<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.0.min(buffer.len());
            self.1.read(&mut buffer[..length])
        }
    }

    /// Decodes `text` with `decoder` in parts of `size` bytes. Returns the lines and the damage that ended them early.
    pub(crate) fn decode_by<D: Decode>(
        mut decoder: D,
        text: &[u8],
        size: usize,
    ) -> (DecodedLines, Option<Damage>) {
        let (mut decoded, mut start, mut end) = (DecodedLines::default(), 0, 0);
        loop {
            end = text.len().min(end + size);
            let is_all = end == text.len();
            match decoder.decode(&text[start..end], is_all, &mut decoded) {
                Ok(length) => start += length,
                Err(damage) => return (decoded, Some(damage)),
            }
            if is_all {
                return (decoded, None);
            }
        }
    }

    /// Decodes `text` with decoders from `make`, and checks that parts of any size give the same lines.
    pub(crate) fn decoded<D: Decode>(make: impl Fn() -> D, text: &[u8]) -> (DecodedLines, Option<Damage>) {
        let whole = decode_by(make(), text, text.len().max(1));
        for size in [1, 2, 3, 7, 81, 82, 83, 500] {
            let parts = decode_by(make(), text, size);
            assert_eq!(
                parts.0.text.escape_ascii().to_string(),
                whole.0.text.escape_ascii().to_string(),
                "{size}"
            );
            assert_eq!((parts.0.places, parts.1), (whole.0.places.clone(), whole.1.clone()), "{size}");
        }
        whole
    }

    /// A decoder that removes every `-` and fails at a `!`.
    struct NoDashes;

    impl Decode for NoDashes {
        fn decode(&mut self, text: &[u8], _: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
            let end = text.iter().position(|&byte| byte == b'!');
            decoded.text.extend(text[..end.unwrap_or(text.len())].iter().filter(|&&byte| byte != b'-'));
            match end {
                Some(_) => Err(TextPosition::default().damage("a mark")),
                None => Ok(text.len()),
            }
        }
    }

    #[test]
    fn a_decoded_text_ends_with_its_source_or_before_the_damage() {
        let long: &str = "ab-\n".repeat(BLOCK / 2).leak();
        for size in [1000, BLOCK, 3 * BLOCK] {
            let reader =
                |text| DecodedText::new(Box::new(InParts(size, text)), Box::new(NoDashes), Places::default());
            let mut text = String::new();
            reader(long.as_bytes()).read_to_string(&mut text).unwrap();
            assert_eq!(text.len(), 3 * BLOCK / 2);
            let (mut bytes, mut damaged) = (Vec::new(), reader(b"a--b!c"));
            let error = damaged.read_to_end(&mut bytes).unwrap_err();
            assert_eq!((&bytes[..], &*error.to_string()), (&b"ab"[..], "line 1: a mark"));
        }
    }

    #[test]
    fn a_position_counts_lines_and_bytes_across_parts() {
        let mut position = TextPosition::default();
        for (part, line, column) in [("ab", 1, 3), ("c\n", 2, 1), ("d\ne\nfg", 4, 3), ("", 4, 3), ("h", 4, 4)]
        {
            position.pass(part.as_bytes());
            assert_eq!(position, TextPosition { line, column });
        }
    }
}
