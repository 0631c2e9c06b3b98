//! The bytes of an input: bytes in memory, a mapped file, or a stream.
//!
//! Whole bytes, in memory or mapped, are read in place. A stream is read into buffers of bounded size. Compressed input and
//! arrays are also streams; the worker that takes the next chunk decodes it while the others solve.

use std::io::{self, BufRead, Read};

use memchr::memchr_iter;

use crate::error::{Error, Result};
use crate::format::MAX_LINE;
use crate::io::bytes::{Bytes, SharedBytes};
use crate::io::compression::Codec;
use crate::io::places::Places;

/// The number of bytes that are examined to detect the format.
const HEAD: usize = 64 * 1024;

/// The largest number of bytes to examine if the first lines, a header and a record, are long.
const LONG_HEAD: usize = 2 * MAX_LINE;

/// The size of the buffer for a stream to decode: small enough to stay in the cache. It has room for 200 puzzles of an int64
/// array. With 128 KiB the system took three times as long to fill it (AMD EPYC).
const DECODED_BUFFER: usize = 200 * 648;

/// The byte order mark that some programs write before UTF-8 text.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// An open input.
pub struct Input {
    name: String,
    pub(super) length: Option<u64>,
    /// The encodings that the text is decoded from, in words, outermost first.
    decoded_from: Vec<&'static str>,
    /// The place in the original of each line of the decoded text, starting at the first line that was not skipped.
    pub(crate) places: Option<Places>,
    /// The number of header lines that were skipped.
    pub(crate) skipped: u64,
    /// The part of the file that this is, or `None` for the whole.
    span: Option<Span>,
    /// The text before the records: the byte order mark and the skipped header.
    preamble: Vec<u8>,
    /// Whether the bytes of the body are decompressed.
    is_compressed: bool,
    pub(crate) body: Body,
}

/// A part of the records of a file, and what it must know about the others.
///
/// ```text
/// file     header │ earlier                │ this part            │ later parts
///                   │ head │                                        none if it is the last one
/// ```
struct Span {
    /// The first bytes of all records.
    head: Bytes,
    /// The text of the records before these, if this is not the first part. It is empty if the lines before are counted as header.
    earlier: Option<Bytes>,
    is_last: bool,
}

/// Bytes to decode.
pub(crate) struct Encoded {
    pub(crate) bytes: Box<dyn BufRead + Send>,
    /// Their number, if it is known.
    pub(crate) length: Option<u64>,
}

/// The text that is decoded from other bytes.
pub(crate) struct Decoded {
    pub(crate) bytes: Box<dyn Read + Send>,
    /// Its length in bytes, if it is known.
    pub(crate) length: Option<u64>,
    /// The places of its lines in the original, if they moved.
    pub(crate) places: Option<Places>,
}

/// Makes the text from bytes. The second parameter is the name of the input, for errors.
pub(crate) type DecodeBytes = dyn FnOnce(Encoded, &str) -> Result<Decoded>;

/// The source of the bytes.
pub(crate) enum Body {
    /// Bytes that are all available, from this one on.
    Whole(SharedBytes, usize),
    /// A stream, and the bytes already read from it.
    Stream(Box<dyn Read + Send>, Vec<u8>),
}

impl Input {
    /// Creates an input from the text `bytes`, compressed or not, which is read in place; `name` is its name in messages.
    ///
    /// # Errors
    /// [`Error::Io`] when the text is compressed and damaged.
    pub fn bytes(name: &str, bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Self> {
        Self::shared(name.to_owned(), SharedBytes::new(bytes))
    }

    /// Creates an input from the first part of a text: a header of `header` bytes, and records. Returns `None` if the part is
    /// shorter than the header.
    pub(crate) fn first_part(name: &str, bytes: SharedBytes, header: usize) -> Option<Self> {
        let preamble = bytes.get(..header)?.to_vec();
        let skipped = memchr_iter(b'\n', &preamble).count() as u64;
        let (length, body) = (Some(bytes.len() as u64), Body::Whole(bytes, header));
        Some(Self { skipped, ..Self::new(name.to_owned(), length, preamble, body) })
    }

    /// Creates an input from a later part of a text, for callers that divide a text among instances of the library. The part
    /// begins between two records, after `lines` lines. `head` is the beginning of the whole text after its header. The results
    /// are the same as for the whole text, and no header is written before them.
    pub fn part(
        name: &str,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
        head: &[u8],
        lines: u64,
    ) -> Self {
        let bytes = SharedBytes::new(bytes);
        let (length, body) = (Some(bytes.len() as u64), Body::Whole(bytes, 0));
        Self {
            skipped: lines,
            span: Some(Span {
                head: Bytes::Owned(head.to_vec()),
                earlier: Some(Bytes::Owned(Vec::new())),
                is_last: true,
            }),
            ..Self::new(name.to_owned(), length, Vec::new(), body)
        }
    }

    /// Creates an input from any reader; `name` is its name in messages.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Result<Self> {
        Self::stream(name.to_owned(), Box::new(reader), None)
    }

    /// Creates an input of the whole `body`, after the byte order mark `preamble`.
    fn new(name: String, length: Option<u64>, preamble: Vec<u8>, body: Body) -> Self {
        Self {
            name,
            length,
            decoded_from: Vec::new(),
            places: None,
            skipped: 0,
            span: None,
            preamble,
            is_compressed: false,
            body,
        }
    }

    /// Returns the name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the length in bytes, if it is known.
    pub(crate) fn length(&self) -> Option<u64> {
        self.length
    }

    /// Returns the first bytes without a byte order mark: 64 KiB, or up to 2 MiB if the header or the first record needs them.
    /// For a part of a file, these are the first bytes of the whole.
    pub fn head(&self) -> &[u8] {
        if let Some(span) = &self.span {
            return &span.head;
        }
        match &self.body {
            Body::Whole(bytes, start) => head_of(&bytes[*start..]),
            Body::Stream(_, ahead) => ahead,
        }
    }

    /// Returns whether the head is known to be the whole input: nothing follows a head shorter than [`HEAD`].
    pub(crate) fn head_is_all(&self) -> bool {
        self.head().len() < HEAD
    }

    /// Returns the skipped byte order mark and header, with which a copy of the records begins.
    pub fn preamble(&self) -> &[u8] {
        &self.preamble
    }

    /// Skips the first `bytes` bytes of the head: a header of whole lines.
    ///
    /// # Panics
    /// When the head is shorter.
    pub fn skip(&mut self, bytes: usize) {
        let skipped = self.head()[..bytes].to_vec();
        let lines = memchr_iter(b'\n', &skipped).count();
        self.skipped += lines as u64;
        self.places.iter().for_each(|places| drop(places.take(lines)));
        self.preamble.extend(skipped);
        match &mut self.body {
            Body::Whole(_, start) => *start += bytes,
            Body::Stream(_, ahead) => drop(ahead.drain(..bytes)),
        }
    }

    /// Returns all bytes, with those already skipped, if they are all available.
    pub(crate) fn whole(&self) -> Option<&SharedBytes> {
        match &self.body {
            Body::Whole(bytes, _) => Some(bytes),
            Body::Stream(..) => None,
        }
    }

    /// Returns the rest of whole bytes, or of an empty file, which cannot be mapped. Returns `None` for any other stream.
    pub(crate) fn whole_rest(&self) -> Option<SharedBytes> {
        match &self.body {
            Body::Whole(bytes, start) => Some(bytes.part(*start..bytes.len())),
            Body::Stream(..) => (self.length == Some(0)).then(|| SharedBytes::new(Vec::new())),
        }
    }

    /// Narrows the input to a `part` of its records. The records `earlier` precede it unless it is the first part.
    pub(crate) fn narrow(&mut self, part: SharedBytes, earlier: Option<Bytes>, is_last: bool) {
        let head = match &self.body {
            Body::Whole(bytes, start) => bytes.slice(*start..*start + self.head().len()),
            Body::Stream(_, ahead) => Bytes::Owned(ahead.clone()),
        };
        self.span = Some(Span { head, earlier, is_last });
        self.length = Some(part.len() as u64);
        self.body = Body::Whole(part, 0);
    }

    /// Returns whether this is the whole input or its last part.
    pub(crate) fn is_last_part(&self) -> bool {
        self.span.as_ref().is_none_or(|span| span.is_last)
    }

    /// Returns the text of the records before these, if this is not the first part of a file.
    pub(crate) fn earlier(&self) -> Option<&Bytes> {
        self.span.as_ref()?.earlier.as_ref()
    }

    /// Returns the number of lines of the header, if it belongs to this input and not to an earlier part.
    pub(crate) fn header_lines(&self) -> u64 {
        if self.earlier().is_some() { 0 } else { self.skipped }
    }

    /// Returns the number of lines before the first record. Reads all earlier records.
    pub(crate) fn lines_before(&self) -> u64 {
        self.skipped + self.earlier().map_or(0, |text| memchr_iter(b'\n', text).count() as u64)
    }

    /// Creates an input that reads `bytes` in place.
    pub(crate) fn shared(name: String, bytes: SharedBytes) -> Result<Self> {
        let length = Some(bytes.len() as u64);
        if Codec::of(&bytes).is_some() {
            return Self::stream(name, Box::new(io::Cursor::new(bytes)), length);
        }
        let start = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
        Ok(Self::new(name, length, bytes[..start].to_vec(), Body::Whole(bytes, start)))
    }

    pub(super) fn stream(
        name: String,
        mut reader: Box<dyn Read + Send>,
        mut length: Option<u64>,
    ) -> Result<Self> {
        let failed = |source| Error::reading(&name, source);
        let mut ahead = read_ahead(reader.as_mut()).map_err(failed)?;
        let codec = Codec::of(&ahead);
        let is_compressed = codec.is_some();
        if let Some(codec) = codec {
            length = None; // the length of the decompressed data is unknown
            reader = codec.decode(ahead, reader).map_err(failed)?;
            ahead = read_ahead(reader.as_mut()).map_err(failed)?;
        }
        let mark = if ahead.starts_with(BOM) { BOM.len() } else { 0 };
        let preamble = ahead.drain(..mark).collect();
        let input = Self::new(name, length, preamble, Body::Stream(reader, ahead));
        Ok(Self { is_compressed, ..input })
    }

    /// Returns the text that `decode` makes from this input while it is read; `encoding` describes the original. No byte may have
    /// been skipped before.
    ///
    /// # Errors
    /// The error of `decode`, and [`Error::Io`] when the text cannot be read.
    pub(crate) fn decoded(self, encoding: &'static str, decode: Box<DecodeBytes>) -> Result<Self> {
        let Self { name, decoded_from, body, is_compressed, .. } = self;
        let bytes: Box<dyn BufRead + Send> = match body {
            Body::Whole(bytes, start) => Box::new(io::Cursor::new(bytes.part(start..bytes.len()))),
            Body::Stream(reader, ahead) => {
                let rest = io::BufReader::with_capacity(DECODED_BUFFER, reader);
                Box::new(io::Cursor::new(ahead).chain(rest))
            }
        };
        let encoded =
            Encoded { bytes, length: self.length.map(|length| length - self.preamble.len() as u64) };
        let text = decode(encoded, &name)?;
        let mut input = Self::stream(name, text.bytes, text.length)?;
        input.decoded_from = [decoded_from, vec![encoding]].concat();
        (input.places, input.is_compressed) = (text.places, is_compressed);
        Ok(input)
    }

    /// Returns whether the text is decompressed.
    pub(crate) fn is_compressed(&self) -> bool {
        self.is_compressed
    }

    /// Returns the encodings that the text is decoded from, in words, outermost first; empty for plain text.
    pub(crate) fn decoded_from(&self) -> &[&'static str] {
        &self.decoded_from
    }
}

/// Returns the first bytes of `text`: two lines or [`HEAD`], whichever is longer, but at most [`LONG_HEAD`].
pub(crate) fn head_of(text: &[u8]) -> &[u8] {
    let two_lines = memchr_iter(b'\n', &text[..text.len().min(LONG_HEAD)]).nth(1);
    let length = two_lines.map_or(LONG_HEAD, |end| (end + 1).max(HEAD));
    &text[..text.len().min(length)]
}

/// Reads the first bytes of a stream.
fn read_ahead(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut ahead = Vec::new();
    while ahead.len() < LONG_HEAD && (ahead.is_empty() || memchr_iter(b'\n', &ahead).nth(1).is_none()) {
        let wanted = ahead.len().max(HEAD);
        if reader.take(wanted as u64).read_to_end(&mut ahead)? < wanted {
            break;
        }
    }
    Ok(ahead)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_memory_are_an_input_with_a_length_that_can_be_cut_into_parts() {
        let mut input = Input::bytes("memory", b"\xEF\xBB\xBFa\nb\nc\n".to_vec()).unwrap();
        assert_eq!((input.length(), input.preamble(), input.head()), (Some(9), BOM, &b"a\nb\nc\n"[..]));
        input.skip(2);
        let part = input.whole_rest().unwrap().part(2..4);
        input.narrow(part, None, true);
        assert_eq!((input.skipped, input.length()), (1, Some(2)));
        assert_eq!(&*input.whole_rest().unwrap(), b"c\n");
    }

    #[cfg(feature = "files")]
    #[test]
    fn compressed_bytes_in_memory_are_unpacked() {
        let buffer = crate::io::OutputBuffer::default();
        let mut writer = Codec::Gzip.encode(buffer.clone()).unwrap();
        io::Write::write_all(&mut writer, b"a\n").unwrap();
        writer.finish().unwrap();
        let input = Input::bytes("memory", buffer.take()).unwrap();
        assert_eq!((input.length(), input.head()), (None, &b"a\n"[..]));
    }
}
