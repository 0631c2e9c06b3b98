//! The input's bytes: a mapped file, or a stream.
//!
//! The one file that knows memmap2. A regular file is mapped, so that the puzzles are read where
//! the page cache holds them; everything else, and a file that cannot be mapped, is read in
//! buffers of bounded size. What is compressed is read so too, and decompressed by the worker that
//! takes the next chunk while the others solve.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

use memchr::memchr_iter;
use memmap2::{Advice, Mmap};

use crate::error::{Error, Result};
use crate::io::compression::Codec;

/// Bytes that are looked at to find the format.
const HEAD: u64 = 64 * 1024;

/// The mark that some programs put before UTF-8 text.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// An open input.
pub struct Input {
    name: String,
    length: Option<u64>,
    /// Lines of a header that were passed over.
    pub(crate) skipped: u64,
    pub(crate) body: Body,
}

/// Where the bytes come from.
pub(crate) enum Body {
    /// A mapped file, from this byte on.
    Mapped(MappedFile, usize),
    /// A stream, and the bytes that were read from it ahead.
    Stream(Box<dyn Read + Send>, Vec<u8>),
}

/// A mapped file, which stays mapped while any part of it is in use.
#[derive(Clone)]
pub(crate) struct MappedFile(Arc<Mmap>);

impl MappedFile {
    /// The bytes in `range`, without a copy.
    ///
    /// # Panics
    /// Where the bytes are used, when `range` reaches past the end of the file.
    pub(crate) fn slice(&self, range: Range<usize>) -> Bytes {
        Bytes::Mapped(self.clone(), range)
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// How a regular file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Mapped, if the system can.
    ///
    /// The system ends the process when another program shortens the file meanwhile.
    Map,
    /// Read like a pipe: for files that others may shorten.
    Read,
}

impl Input {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be opened or read, or is a folder.
    pub fn open(path: &Path, access: Access) -> Result<Self> {
        let name = path.display().to_string();
        let refused = |reason| Error::reading(&name, reason);
        let (file, about) =
            File::open(path).and_then(|file| file.metadata().map(|about| (file, about))).map_err(refused)?;
        if about.is_dir() {
            return Err(refused(io::ErrorKind::IsADirectory.into()));
        }
        match map(&file, &about, access) {
            Some(map) if Codec::of(&map).is_some() => Self::stream(name, Box::new(file), None),
            Some(map) => Ok(Self::mapped(name, map)),
            None => Self::file(name, file, &about),
        }
    }

    /// The standard input.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn stdin() -> Result<Self> {
        Self::stream("<stdin>".into(), Box::new(io::stdin()), None)
    }

    /// Any reader, named `name` in messages.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Result<Self> {
        Self::stream(name.to_owned(), Box::new(reader), None)
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its length in bytes, where that is known.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Its first bytes, 64 KiB at most and without a byte order mark.
    pub fn head(&self) -> &[u8] {
        match &self.body {
            Body::Mapped(map, start) => &map[*start..map.len().min(start + HEAD as usize)],
            Body::Stream(_, ahead) => ahead,
        }
    }

    /// Passes over `bytes` of the head: whole lines that are a header.
    ///
    /// # Panics
    /// When the head is shorter.
    pub fn skip(&mut self, bytes: usize) {
        self.skipped += memchr_iter(b'\n', &self.head()[..bytes]).count() as u64;
        match &mut self.body {
            Body::Mapped(_, start) => *start += bytes,
            Body::Stream(_, ahead) => drop(ahead.drain(..bytes)),
        }
    }

    fn mapped(name: String, map: Mmap) -> Self {
        let start = if map.starts_with(BOM) { BOM.len() } else { 0 };
        Self {
            name,
            length: Some(map.len() as u64),
            skipped: 0,
            body: Body::Mapped(MappedFile(Arc::new(map)), start),
        }
    }

    fn file(name: String, file: File, about: &fs::Metadata) -> Result<Self> {
        // Answers that are appended to their own input are never read; but the system gives
        // some files (in /proc) no length before they are read.
        match about.is_file().then_some(about.len()) {
            Some(length) if length > 0 => Self::stream(name, Box::new(file.take(length)), Some(length)),
            _ => Self::stream(name, Box::new(file), None),
        }
    }

    fn stream(name: String, mut reader: Box<dyn Read + Send>, length: Option<u64>) -> Result<Self> {
        let refused = |reason| Error::reading(&name, reason);
        let mut ahead = read_ahead(reader.as_mut()).map_err(refused)?;
        let codec = Codec::of(&ahead);
        if let Some(codec) = codec {
            reader = codec.decode(ahead, reader).map_err(refused)?;
            ahead = read_ahead(reader.as_mut()).map_err(refused)?;
        }
        let length = length.filter(|_| codec.is_none()); // that of the plain bytes is not known
        if ahead.starts_with(BOM) {
            ahead.drain(..BOM.len());
        }
        Ok(Self { name, length, skipped: 0, body: Body::Stream(reader, ahead) })
    }
}

/// The first bytes of a stream.
fn read_ahead(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut ahead = Vec::new();
    reader.take(HEAD).read_to_end(&mut ahead)?;
    Ok(ahead)
}

/// Bytes of the input that a worker works on.
pub(crate) enum Bytes {
    /// A part of the mapped file.
    Mapped(MappedFile, Range<usize>),
    /// A buffer of its own.
    Owned(Vec<u8>),
}

impl Bytes {
    /// The buffer, to be filled again.
    pub(crate) fn into_buffer(self) -> Vec<u8> {
        match self {
            Self::Mapped(..) => Vec::new(),
            Self::Owned(buffer) => buffer,
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map, range) => &map[range.clone()],
            Self::Owned(buffer) => buffer,
        }
    }
}

/// Maps a regular file that is not empty.
#[allow(unsafe_code)]
fn map(file: &File, about: &fs::Metadata, access: Access) -> Option<Mmap> {
    if access == Access::Read || !about.is_file() || about.len() == 0 {
        return None;
    }
    // SAFETY: the mapping is private and read-only, and only ever seen as bytes, which have no
    // invalid values. Somebody else may still write to the file: every index into the mapping
    // is checked against the length of the slice, never derived from a byte that was read
    // twice, so that changed bytes can give a wrong answer but no access outside. A shortened
    // file ends the process with SIGBUS; `Access` says so and offers the other way.
    let map = unsafe { Mmap::map(file) }.ok()?;
    // Advice only: a system that does not take it still reads the file.
    let _ = map.advise(Advice::Sequential);
    Some(map)
}
