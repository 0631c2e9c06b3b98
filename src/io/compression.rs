//! Compressed streams, recognized by their first bytes or their file name.
//!
//! This is the only file that uses flate2 and zstd.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use crate::io::output::FinishWrite;

/// The size of the buffer for compressed bytes.
const GZIP_BUFFER: usize = 64 * 1024;

/// The first bytes of a gzip member.
const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Codec {
    Gzip,
    Zstd,
}

impl Codec {
    /// Returns the codec of data that begins with `head`, or `None` if the data is not compressed.
    pub(crate) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [first, second, ..] if [*first, *second] == GZIP_MAGIC => Some(Self::Gzip),
            // The second is a frame to be skipped, which pzstd writes first.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Returns the codec for the extension of a file name: `.gz` or `.zst`.
    pub(crate) fn named(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Decompresses `ahead`, followed by the rest of `reader`.
    pub(crate) fn decode(
        self,
        ahead: Vec<u8>,
        reader: Box<dyn Read + Send>,
    ) -> io::Result<Box<dyn Read + Send>> {
        let whole = Cursor::new(ahead).chain(reader);
        Ok(match self {
            Self::Gzip => Box::new(GzipMembers::new(BufReader::with_capacity(GZIP_BUFFER, whole))),
            Self::Zstd => Box::new(zstd::Decoder::new(whole)?),
        })
    }

    /// Returns a writer that compresses to `writer`.
    pub(crate) fn encode<W: Write + Send + 'static>(self, writer: W) -> io::Result<Box<dyn FinishWrite>> {
        Ok(match self {
            Self::Gzip => Box::new(GzEncoder::new(writer, Compression::fast())),
            Self::Zstd => Box::new(zstd::Encoder::new(writer, zstd::DEFAULT_COMPRESSION_LEVEL)?),
        })
    }
}

/// Whether bytes that are not gzip data followed a member. It is static because the reader is deep inside a run.
pub(crate) static HAS_IGNORED_BYTES: std::sync::atomic::AtomicBool =
    std::sync::atomic::AtomicBool::new(false);

/// A reader that decompresses the members of a gzip file one after another. Like `gzip -dc`, it ignores what follows the last one:
/// tapes and some file systems pad files with zeros.
struct GzipMembers<R> {
    /// The current member; `None` only while the next one is being opened.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> GzipMembers<R> {
    fn new(reader: R) -> Self {
        Self { member: Some(GzDecoder::new(reader)) }
    }

    /// Opens the next member. Returns false at the end of the data.
    fn next_member(&mut self) -> io::Result<bool> {
        let Some(member) = self.member.take() else { return Ok(false) };
        let mut reader = member.into_inner();
        let first = reader.fill_buf()?.first().copied();
        if first == Some(GZIP_MAGIC[0]) {
            self.member = Some(GzDecoder::new(reader));
            return Ok(true);
        }
        HAS_IGNORED_BYTES.fetch_or(first.is_some_and(|byte| byte != 0), std::sync::atomic::Ordering::Relaxed);
        Ok(false)
    }
}

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() || !self.next_member()? {
                return Ok(read);
            }
        }
        Ok(0)
    }
}

impl<W: Write + Send> FinishWrite for GzEncoder<W> {
    fn finish(&mut self) -> io::Result<()> {
        self.try_finish()?;
        self.get_mut().flush()
    }
}

impl<W: Write + Send> FinishWrite for zstd::Encoder<'_, W> {
    fn finish(&mut self) -> io::Result<()> {
        self.do_finish()?;
        self.get_mut().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn decompress(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Codec::Gzip.decode(bytes, Box::new(io::empty()))?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn members_follow_each_other_and_what_follows_the_last_is_ignored() {
        let two = [gzip(b"one "), gzip(b"two")].concat();
        assert_eq!(decompress(two.clone()).unwrap(), b"one two");
        for rest in [&[0; 1][..], &[0; 512], &[0; 2 * GZIP_BUFFER], b"x", b"\0\0x", b"text\n"] {
            assert_eq!(decompress([&two, rest].concat()).unwrap(), b"one two");
        }
        let error = decompress([&two[..], &two[..5]].concat()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "another member is cut short");
    }

    #[test]
    fn a_member_that_is_cut_short_is_an_error() {
        let whole = gzip(&[7; 1000]);
        let error = decompress(whole[..whole.len() - 3].to_vec()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
