//! Inputs that are files, or are copied to temporary ones.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use super::{Origin, RecordSource};
use crate::error::{Error, Refusal, Result};
use crate::io::bytes::SharedBytes;
use crate::io::temporary::{refused, temporary_file};
use crate::io::{Access, Input};

/// A file that is opened repeatedly.
pub(super) struct FileOrigin {
    path: PathBuf,
    access: Access,
    first: OnceLock<FirstOpening>,
}

/// What is known about a file since it was first opened.
struct FirstOpening {
    /// Its state at that time, or `None` for a device without one.
    state: Option<FileState>,
    /// Its bytes, if they are mapped.
    mapped: Option<SharedBytes>,
}

/// The state of a file, which shows whether it was changed or replaced.
#[derive(Debug, PartialEq, Eq)]
struct FileState {
    length: u64,
    modified: Option<SystemTime>,
    /// Its device and inode.
    #[cfg(unix)]
    identity: (u64, u64),
}

impl FileState {
    /// Returns the current state of the file at `path`, if it exists.
    fn of(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        Some(Self {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            #[cfg(unix)]
            identity: (metadata.dev(), metadata.ino()),
        })
    }
}

impl FileOrigin {
    fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), access: Access::Map, first: OnceLock::new() }
    }

    /// Opens the file, in the mapping of the first time if there is one.
    pub(super) fn open(&self, name: &str) -> Result<Input> {
        if self.first.get().is_some() {
            self.check(name)?;
        }
        if let Some(FirstOpening { mapped: Some(bytes), .. }) = self.first.get() {
            return Input::shared(name.to_owned(), bytes.clone());
        }
        let state = FileState::of(&self.path);
        let input = Input::open(&self.path, self.access)?;
        self.first.get_or_init(|| FirstOpening { state, mapped: input.whole().cloned() });
        Ok(input)
    }

    /// Refuses the file if it was changed or replaced since it was first opened.
    pub(super) fn check(&self, name: &str) -> Result<()> {
        match self.first.get() {
            Some(first) if first.state != FileState::of(&self.path) => {
                Err(Refusal::ChangedInput(name.to_owned()).into())
            }
            _ => Ok(()),
        }
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
        Ok(Self::of_origin(&name, Origin::File(FileOrigin::new(path))))
    }

    /// Creates a source from the file or pipe at `path`, for a job that reads its input once, such as
    /// [`SolveJob`](crate::SolveJob). Like [`file`](Self::file), but copies nothing to a temporary file, and opens the input when
    /// the job runs.
    pub fn read_once(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        Self::of_origin(&path.display().to_string(), Origin::File(FileOrigin::new(path)))
    }

    /// Reads the input instead of mapping it, if it is a file: other programs may then shorten it meanwhile.
    pub fn unmapped(self) -> Self {
        self.access(Access::Read)
    }

    /// Sets how the input is read, if it is a file.
    pub(crate) fn access(mut self, access: Access) -> Self {
        if let Origin::File(file) = &mut self.origin {
            (file.access, file.first) = (access, OnceLock::new());
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
            Origin::File(file) => Some(&file.path),
            _ => None,
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
    fn a_file_is_mapped_once_and_refused_after_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("set.txt");
        std::fs::write(&path, format!("{PUZZLE}\n")).unwrap();
        let source = RecordSource::file(&path).unwrap();
        let [first, second] = [(); 2].map(|()| source.open().unwrap().input);
        assert_eq!(first.head().as_ptr(), second.head().as_ptr());
        source.check().unwrap();
        std::fs::write(&path, format!("{PUZZLE}\n{PUZZLE}\n")).unwrap();
        for refused in [source.check().err(), source.open().err()] {
            assert!(matches!(refused, Some(Error::Refused(Refusal::ChangedInput(_)))), "{refused:?}");
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
