//! Inputs that are files, or are copied to temporary ones.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::SystemTime;

use super::{Origin, RecordSource};
use crate::error::{Error, Result};
use crate::io::Access;
use crate::io::temporary::{refused, temporary_file};

/// The state of a file, which shows whether it was changed or replaced.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FileState {
    length: u64,
    modified: Option<SystemTime>,
    /// Its device and inode.
    #[cfg(unix)]
    identity: (u64, u64),
}

impl FileState {
    /// Returns the current state of the file at `path`.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let metadata = path.metadata()?;
        Ok(Self {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            #[cfg(unix)]
            identity: (metadata.dev(), metadata.ino()),
        })
    }
}

impl RecordSource {
    /// Creates a source from the file at `path`, which is mapped. Anything but a regular file, such as a named pipe, is first
    /// copied to a temporary file.
    ///
    /// If another program shortens the file during a run, the system may end the process. Use [`unmapped`](Self::unmapped) for
    /// files that others change.
    ///
    /// # Errors
    /// When the file does not exist, or cannot be copied.
    pub fn file(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let failed = |source| Error::reading(&name, source);
        let metadata = path.metadata().map_err(failed)?;
        if !metadata.is_file() && !metadata.is_dir() {
            return Self::stream(&name, File::open(path).map_err(failed)?);
        }
        Ok(Self::of_origin(&name, Origin::File(path.to_owned(), Access::Map)))
    }

    /// Creates a source from the file or pipe at `path`, for a job that reads its input once, such as
    /// [`SolveJob`](crate::SolveJob). Like [`file`](Self::file), but copies nothing to a temporary file, and opens the input when
    /// the job runs.
    pub fn read_once(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        Self::of_origin(&path.display().to_string(), Origin::File(path.to_owned(), Access::Map))
    }

    /// Reads the input instead of mapping it, if it is a file: other programs may then shorten it meanwhile.
    pub fn unmapped(self) -> Self {
        self.access(Access::Read)
    }

    /// Sets how the input is read, if it is a file.
    pub(crate) fn access(mut self, access: Access) -> Self {
        if let Origin::File(_, of_file) = &mut self.origin {
            *of_file = access;
        }
        self
    }

    /// Reads all of `reader`, whose bytes may be compressed, into a temporary file that the system removes when the program ends,
    /// and creates a source from it; `name` is its name in messages. [`reader`](Self::reader) copies nothing.
    ///
    /// # Errors
    /// When the bytes cannot be read or written.
    pub fn stream(name: &str, reader: impl Read) -> Result<Self> {
        let mut file = temporary_file()?;
        let mut reader = FailingReader { reader, failure: None };
        let copied = io::copy(&mut reader, &mut file);
        if let Some(failure) = reader.failure {
            return Err(Error::reading(name, failure));
        }
        copied.map_err(refused)?;
        Ok(Self::of_origin(name, Origin::Copy(file)))
    }

    /// Returns the path, if the input is a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path, _) => Some(path),
            Origin::Copy(_) | Origin::Memory(_) | Origin::Part(_) | Origin::Reader(_) => None,
        }
    }
}

/// Returns another handle to the file, at its beginning.
pub(super) fn rewound(file: &File) -> Result<File> {
    let rewound = file.try_clone().and_then(|mut file| file.seek(SeekFrom::Start(0)).map(|_| file));
    rewound.map_err(refused)
}

/// A reader that keeps its error, to distinguish it from a writer's.
struct FailingReader<R> {
    reader: R,
    failure: Option<io::Error>,
}

impl<R: Read> Read for FailingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer).or_else(|failure| {
            if failure.kind() == io::ErrorKind::Interrupted {
                return Err(failure);
            }
            self.failure = Some(failure);
            Ok(0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_stream_and_text_in_memory_can_be_opened_and_read_repeatedly() {
        let text = format!("id,puzzle\n1,{PUZZLE}\n");
        let copied = RecordSource::stream("pipe", text.as_bytes()).unwrap();
        let held = RecordSource::bytes("memory", text.clone().into_bytes());
        for source in [&copied, &held, &copied, &held] {
            let records = source.open().unwrap();
            let input = &records.input;
            assert_eq!((input.preamble(), input.head()), (&b"id,puzzle\n"[..], &text.as_bytes()[10..]));
        }
    }

    #[test]
    fn a_stream_that_fails_is_named() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        let error = RecordSource::stream("pipe", Broken).err().unwrap();
        assert_eq!(error.to_string(), "cannot read pipe: connection reset");
    }
}
