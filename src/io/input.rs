//! The bytes of an input: a mapped file, or a stream.
//!
//! The only file that uses memmap2. A regular file is mapped, so that the puzzles are read directly from the page cache.
//! Everything else, and a file that cannot be mapped, is read into buffers of bounded size. Compressed input is a stream
//! too; the worker that takes the next chunk decompresses it while the others solve.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

use memchr::memchr_iter;
use memmap2::Mmap;

use crate::error::{Error, Result};
use crate::format::ENDLESS;
use crate::io::compression::Codec;
use crate::io::device::is_device;

/// The number of bytes that are examined to detect the format.
const HEAD: usize = 64 * 1024;

/// The number of bytes that are examined at most, if the first lines are long: a header and a record.
const LONG_HEAD: usize = 2 * ENDLESS;

/// The byte order mark that some programs write before UTF-8 text.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// An open input.
pub struct Input {
    name: String,
    length: Option<u64>,
    /// The number of header lines that were skipped.
    pub(crate) skipped: u64,
    /// What the whole has, if this is a part of a file.
    whole: Option<Whole>,
    /// What comes before the records: the byte order mark, and the header that was skipped.
    preamble: Vec<u8>,
    /// The text of the records before these, if this is not the first part of a file.
    earlier: Option<Bytes>,
    pub(crate) body: Body,
}

/// What a part of a file has to know of the whole.
struct Whole {
    /// The first bytes of the records.
    head: Bytes,
    is_last_part: bool,
}

/// The source of the bytes.
pub(crate) enum Body {
    /// A mapped file, from this byte on.
    Mapped(MappedFile, usize),
    /// A stream, and the bytes that have been read from it already.
    Stream(Box<dyn Read + Send>, Vec<u8>),
}

/// How a regular file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The file is mapped if the system supports it.
    ///
    /// The system ends the process if another program shortens the file during the run. Windows lets no program do that.
    Map,
    /// The file is read like a pipe. Use this for files that other programs may shorten.
    Read,
}

impl Input {
    /// Opens a file.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be opened or read, or is a directory.
    pub fn open(path: &Path, access: Access) -> Result<Self> {
        let name = path.display().to_string();
        let failed = |source| Error::reading(&name, source);
        let file = File::open(path).map_err(|source| {
            // Windows opens no folder and says that access is denied.
            failed(if path.is_dir() { io::ErrorKind::IsADirectory.into() } else { source })
        })?;
        if is_device(path) {
            return Self::stream(name, Box::new(file), None);
        }
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        match map(&file, &metadata, access) {
            Some(map) if Codec::of(&map).is_some() => Self::file(name, file, &metadata),
            Some(map) => Ok(Self::mapped(name, map)),
            None => Self::file(name, file, &metadata),
        }
    }

    /// The standard input.
    ///
    /// A regular file is read as far as it reaches now, so that a run never reads answers that are appended to its input.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    pub fn stdin() -> Result<Self> {
        let name = "<stdin>".to_owned();
        match stdin_file() {
            Ok(Some((file, length))) => {
                Self::stream(name, Box::new(ExactLength::new(file, length)), Some(length))
            }
            Ok(None) => Self::stream(name, Box::new(io::stdin()), None),
            Err(source) => Err(Error::reading(&name, source)),
        }
    }

    /// Any reader; `name` is its name in messages.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Result<Self> {
        Self::stream(name.to_owned(), Box::new(reader), None)
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The length in bytes, if it is known.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// The first bytes without a byte order mark: 64 KiB, or up to 2 MiB if a header or the first record takes so many; of a
    /// part of a file those of the whole.
    pub fn head(&self) -> &[u8] {
        if let Some(whole) = &self.whole {
            return &whole.head;
        }
        match &self.body {
            Body::Mapped(map, start) => head_of(&map[*start..]),
            Body::Stream(_, ahead) => ahead,
        }
    }

    /// The byte order mark and the header, as far as they were skipped: what a copy of the records begins with.
    pub fn preamble(&self) -> &[u8] {
        &self.preamble
    }

    /// Skips the first `bytes` bytes of the head: a header of whole lines.
    ///
    /// # Panics
    /// When the head is shorter.
    pub fn skip(&mut self, bytes: usize) {
        let skipped = self.head()[..bytes].to_vec();
        self.skipped += memchr_iter(b'\n', &skipped).count() as u64;
        self.preamble.extend(skipped);
        match &mut self.body {
            Body::Mapped(_, start) => *start += bytes,
            Body::Stream(_, ahead) => drop(ahead.drain(..bytes)),
        }
    }

    /// The rest of a mapped file; `None` for a stream.
    pub(crate) fn mapped_rest(&self) -> Option<MappedFile> {
        match &self.body {
            Body::Mapped(map, start) => Some(map.part(*start..map.len())),
            Body::Stream(..) => None,
        }
    }

    /// Narrows a mapped file to `range` of what is left of it, after the records `earlier` unless it is the first part. Of
    /// an empty file, every part is empty.
    pub(crate) fn narrow(&mut self, range: Range<usize>, earlier: Option<Bytes>, is_last_part: bool) {
        let rest = self.mapped_rest();
        let head = rest.as_ref().map_or(Bytes::Owned(Vec::new()), |rest| rest.slice(0..rest.len().min(HEAD)));
        self.whole = Some(Whole { head, is_last_part });
        self.earlier = earlier;
        if let Some(rest) = rest {
            self.length = Some(range.len() as u64);
            self.body = Body::Mapped(rest.part(range), 0);
        }
    }

    /// Is this the whole input, or the last part of it?
    pub(crate) fn is_last_part(&self) -> bool {
        self.whole.as_ref().is_none_or(|whole| whole.is_last_part)
    }

    /// The length of the whole file, and its first and its last block; `None` for what is not mapped.
    #[cfg(feature = "cli")]
    pub(crate) fn ends(&self) -> Option<(u64, [&[u8]; 2])> {
        match &self.body {
            Body::Mapped(map, _) => {
                let block = map.len().min(HEAD);
                Some((map.len() as u64, [&map[..block], &map[map.len() - block..]]))
            }
            Body::Stream(..) => (self.length == Some(0)).then_some((0, [b"", b""])),
        }
    }

    /// The records before these, if this is not the first part of a file.
    pub(crate) fn earlier(&self) -> Option<&Bytes> {
        self.earlier.as_ref()
    }

    /// The number of lines of the header, if it belongs to this input and not to an earlier part.
    pub(crate) fn header_lines(&self) -> u64 {
        if self.earlier.is_some() { 0 } else { self.skipped }
    }

    /// The number of lines before the first record. Reads all earlier records.
    pub(crate) fn lines_before(&self) -> u64 {
        self.skipped + self.earlier.as_ref().map_or(0, |earlier| memchr_iter(b'\n', earlier).count() as u64)
    }

    fn mapped(name: String, map: MappedFile) -> Self {
        let start = if map.starts_with(BOM) { BOM.len() } else { 0 };
        Self {
            name,
            length: Some(map.len() as u64),
            skipped: 0,
            whole: None,
            preamble: map[..start].to_vec(),
            earlier: None,
            body: Body::Mapped(map, start),
        }
    }

    fn file(name: String, file: File, metadata: &fs::Metadata) -> Result<Self> {
        // The limit keeps a run from reading answers that are appended to its own input. Some files, as in /proc, have no
        // length before they are read.
        match metadata.is_file().then_some(metadata.len()) {
            Some(length) if length > 0 => {
                Self::stream(name, Box::new(ExactLength::new(file, length)), Some(length))
            }
            _ => {
                let mut input = Self::stream(name, Box::new(file), None)?;
                let is_empty = metadata.is_file() && input.head().is_empty();
                input.length = is_empty.then_some(0);
                Ok(input)
            }
        }
    }

    fn stream(name: String, mut reader: Box<dyn Read + Send>, length: Option<u64>) -> Result<Self> {
        let failed = |source| Error::reading(&name, source);
        let mut ahead = read_ahead(reader.as_mut()).map_err(failed)?;
        let codec = Codec::of(&ahead);
        if let Some(codec) = codec {
            reader = codec.decode(ahead, reader).map_err(failed)?;
            ahead = read_ahead(reader.as_mut()).map_err(failed)?;
        }
        let length = length.filter(|_| codec.is_none()); // the length of the decompressed data is not known
        let mark = if ahead.starts_with(BOM) { BOM.len() } else { 0 };
        let preamble = ahead.drain(..mark).collect();
        let body = Body::Stream(reader, ahead);
        Ok(Self { name, length, skipped: 0, whole: None, preamble, earlier: None, body })
    }
}

/// The regular file that the standard input is, and the number of bytes from its current position to its end.
#[cfg(any(unix, windows))]
fn stdin_file() -> io::Result<Option<(File, u64)>> {
    use std::io::Seek;
    #[cfg(unix)]
    use std::os::fd::AsFd;
    #[cfg(windows)]
    use std::os::windows::io::AsHandle;
    #[cfg(unix)]
    let standard = io::stdin().as_fd().try_clone_to_owned();
    #[cfg(windows)]
    let standard = io::stdin().as_handle().try_clone_to_owned();
    let Ok(mut file) = standard.map(File::from) else { return Ok(None) };
    let Ok(metadata) = file.metadata() else { return Ok(None) }; // a pipe or a console of Windows
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(None); // files without a length, as in /proc, are read to their end
    }
    let position = file.stream_position()?;
    Ok(Some((file, metadata.len().saturating_sub(position))))
}

#[cfg(not(any(unix, windows)))]
fn stdin_file() -> io::Result<Option<(File, u64)>> {
    Ok(None)
}

/// The first bytes of `text`: as many as it takes to see two lines, or [`HEAD`] if that is more.
pub(crate) fn head_of(text: &[u8]) -> &[u8] {
    let two_lines = memchr_iter(b'\n', &text[..text.len().min(LONG_HEAD)]).nth(1);
    let length = two_lines.map_or(LONG_HEAD, |end| (end + 1).max(HEAD));
    &text[..text.len().min(length)]
}

/// A file that is read as far as it reached when it was opened, and fails if it has become shorter.
struct ExactLength {
    file: File,
    left: u64,
}

impl ExactLength {
    fn new(file: File, length: u64) -> Self {
        Self { file, left: length }
    }
}

impl Read for ExactLength {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.file.read(&mut buffer[..wanted])?;
        if read == 0 && wanted > 0 {
            return Err(io::Error::other("it became shorter while it was read"));
        }
        self.left -= read as u64;
        Ok(read)
    }
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

/// A part of a mapped file, which stays mapped while any part of it is in use.
#[derive(Clone)]
pub(crate) struct MappedFile {
    map: Arc<Mmap>,
    range: Range<usize>,
}

impl MappedFile {
    /// A part of this part.
    ///
    /// # Panics
    /// When it is used and extends beyond the end of the file.
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        let start = self.range.start;
        Self { map: Arc::clone(&self.map), range: start + range.start..start + range.end }
    }

    /// The bytes in `range`, without a copy.
    ///
    /// # Panics
    /// When the bytes are used and `range` extends beyond the end of the part.
    pub(crate) fn slice(&self, range: Range<usize>) -> Bytes {
        Bytes::Mapped(self.clone(), range)
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.map[self.range.clone()]
    }
}

/// The bytes of one chunk.
#[derive(Clone)]
pub(crate) enum Bytes {
    /// A part of the mapped file.
    Mapped(MappedFile, Range<usize>),
    /// A buffer.
    Owned(Vec<u8>),
}

impl Bytes {
    /// The buffer, for reuse; an empty one if the bytes are mapped.
    pub(crate) fn into_buffer(self) -> Vec<u8> {
        match self {
            Self::Mapped(..) => Vec::new(),
            Self::Owned(buffer) => buffer,
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map, range) => &map[range.clone()],
            Self::Owned(buffer) => buffer,
        }
    }
}

/// Maps a regular file that is not empty.
#[allow(unsafe_code)]
fn map(file: &File, metadata: &fs::Metadata, access: Access) -> Option<MappedFile> {
    if access == Access::Read || !metadata.is_file() || metadata.len() == 0 {
        return None;
    }
    // SAFETY: the mapping is private and read-only, and it is only accessed as bytes, which have no invalid values. Another
    // program may write to the file during the run: every index into the mapping is checked against the length of the slice
    // and never derived from a byte that is read twice, so changed bytes can give a wrong answer but no access out of bounds.
    // If another program shortens the file, the system sends SIGBUS; `Access` documents this and offers the alternative.
    // Windows refuses to shorten a mapped file.
    let map = unsafe { Mmap::map(file) }.ok()?;
    #[cfg(unix)] // this is only advice: the file can be read even if the system rejects it
    let _ = map.advise(memmap2::Advice::Sequential);
    let range = 0..map.len();
    Some(MappedFile { map: Arc::new(map), range })
}
