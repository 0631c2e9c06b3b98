//! Compressed streams, recognized by their first bytes or by the name of their file.
//!
//! The only file that uses flate2 and zstd.

use std::io::{self, Cursor, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Codec {
    Gzip,
    Zstd,
}

impl Codec {
    /// The codec of data that begins with `head`, or `None` if the data is not compressed.
    pub(crate) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1F, 0x8B, ..] => Some(Self::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    /// The codec that the extension of a file name asks for: `.gz` or `.zst`.
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
            Self::Gzip => Box::new(MultiGzDecoder::new(whole)),
            Self::Zstd => Box::new(zstd::Decoder::new(whole)?),
        })
    }

    /// A writer that compresses to `writer`.
    pub(crate) fn encode<W: Write + Send + 'static>(self, writer: W) -> io::Result<Box<dyn FinishWrite>> {
        Ok(match self {
            Self::Gzip => Box::new(GzEncoder::new(writer, Compression::fast())),
            Self::Zstd => Box::new(zstd::Encoder::new(writer, zstd::DEFAULT_COMPRESSION_LEVEL)?),
        })
    }
}

/// A writer that has to be told about the end of the data.
pub(crate) trait FinishWrite: Write + Send {
    /// Writes what belongs at the end, and flushes.
    fn finish(&mut self) -> io::Result<()>;
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

/// A writer that passes the bytes on unchanged.
pub(crate) struct Uncompressed<W>(pub(crate) W);

impl<W: Write> Write for Uncompressed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write + Send> FinishWrite for Uncompressed<W> {
    fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
