//! Opens files.
//!
//! This is the only file that uses memmap2. A regular file is mapped: the puzzles are read directly from the page cache.
//! Everything else is a stream, including a file that cannot be mapped.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::error::{Error, Result};
use crate::io::bytes::SharedBytes;
use crate::io::compression::Codec;
use crate::io::device::is_device;
use crate::io::input::Input;
use crate::io::standard;

/// How a regular file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The file is mapped if the system supports it.
    ///
    /// The system ends the process if another program shortens the file during the run. Windows prevents that.
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
            // Windows does not open a folder and says that access is denied.
            failed(if path.is_dir() { io::ErrorKind::IsADirectory.into() } else { source })
        })?;
        if is_device(path) {
            return Self::stream(name, Box::new(file), None);
        }
        Self::of_file(name, file, access)
    }

    /// Opens standard input.
    ///
    /// A regular file is read from its current position up to its current end: a run never reads results that it appends to its
    /// input.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    pub(crate) fn stdin() -> Result<Self> {
        let name = "<stdin>".to_owned();
        let file = match stdin_file() {
            Ok(Some(file)) => file,
            Ok(None) => return Self::stream(name, Box::new(io::stdin()), None),
            Err(source) => return Err(Error::reading(&name, source)),
        };
        let left = Some(file.left);
        Self::stream(name, Box::new(file), left)
    }

    /// Creates an input from an open file, read from its beginning.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read, or is a directory.
    pub(crate) fn of_file(name: String, file: File, access: Access) -> Result<Self> {
        let failed = |source| Error::reading(&name, source);
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        let map = map(&file, &metadata, access).filter(|map| Codec::of(map).is_none());
        if let Some(map) = map {
            return Self::shared(name, map);
        }
        // The limit keeps a run from reading results that it appends to its own input. Some files, as in /proc, have no length
        // before they are read.
        match metadata.is_file().then_some(metadata.len()) {
            Some(left) if left > 0 => Self::stream(name, Box::new(ExactLength { file, left }), Some(left)),
            _ => {
                let mut input = Self::stream(name, Box::new(file), None)?;
                let is_empty = metadata.is_file() && input.head().is_empty();
                input.length = is_empty.then_some(0);
                Ok(input)
            }
        }
    }
}

/// A file that is read up to its end at the time it was opened. Reading fails if it has become shorter.
struct ExactLength {
    file: File,
    left: u64,
}

/// Returns standard input as a regular file, from its current position to its end, if it is one.
fn stdin_file() -> io::Result<Option<ExactLength>> {
    let Some(mut file) = standard::stdin() else { return Ok(None) };
    let Ok(metadata) = file.metadata() else { return Ok(None) }; // a pipe or a Windows console
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(None); // files without a length, as in /proc, are read to their end
    }
    let position = io::Seek::stream_position(&mut file)?;
    Ok(Some(ExactLength { file, left: metadata.len().saturating_sub(position) }))
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

/// Maps a regular file that is not empty.
#[allow(unsafe_code)]
fn map(file: &File, metadata: &fs::Metadata, access: Access) -> Option<SharedBytes> {
    if access == Access::Read || !metadata.is_file() || metadata.len() == 0 {
        return None;
    }
    // SAFETY: the mapping is private and read-only, and it is only accessed as bytes, which have no invalid values. Another
    // program may write to the file during the run: every index into the mapping is checked against the length of the slice and
    // never derived from a byte that is read twice, so changed bytes can give a wrong result but no access out of bounds. If
    // another program shortens the file, the system sends SIGBUS; `Access` documents this and offers the alternative. Windows
    // refuses to shorten a mapped file.
    let map = unsafe { memmap2::Mmap::map(file) }.ok()?;
    #[cfg(unix)] // only advice: the file can be read even if the system rejects it
    let _ = map.advise(memmap2::Advice::Sequential);
    Some(SharedBytes::new(map))
}
