//! Inputs that are read more than once.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::spill;
use crate::error::{Error, Result, refusals};
use crate::format::detect::{self, Detected, FormatHint};
use crate::io::Access;
use crate::io::input::{Input, SharedBytes};
use crate::pipeline::{RecordRun, RunSettings};

/// An input that can be opened again: a file, text in memory, or a copy of a stream in a temporary file.
///
/// ```
/// use bulkdoku::datasets::RecordSource;
/// use bulkdoku::format::detect::FormatHint;
///
/// let table = "id,puzzle\n1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let source = RecordSource::stream("memory", table.as_bytes(), FormatHint::default())?;
/// assert_eq!(source.name(), "memory");
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct RecordSource {
    name: String,
    origin: Origin,
    hint: FormatHint,
}

enum Origin {
    File(PathBuf, Access),
    Copy(File),
    Memory(SharedBytes),
}

/// What tells that a file has been changed or replaced.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FileState {
    length: u64,
    modified: Option<SystemTime>,
    /// The numbers of its device and of its place there.
    #[cfg(unix)]
    identity: (u64, u64),
}

/// The records of an input that has just been opened.
pub(crate) struct OpenRecords {
    pub(crate) input: Input,
    pub(crate) detected: Detected,
    /// The text before the first record.
    pub(crate) header: Vec<u8>,
}

impl OpenRecords {
    /// A run over the records.
    pub(crate) fn run(self, settings: &RunSettings) -> RecordRun {
        RecordRun { input: self.input, reader: self.detected.reader, settings: settings.clone() }
    }
}

impl RecordSource {
    /// The file at `path`. What is no regular file, such as a named pipe, is copied to a temporary file first.
    ///
    /// # Errors
    /// When the file does not exist, or cannot be copied.
    pub fn file(path: &Path, access: Access, hint: FormatHint) -> Result<Self> {
        let name = path.display().to_string();
        let failed = |source| Error::reading(&name, source);
        let metadata = path.metadata().map_err(failed)?;
        if !metadata.is_file() && !metadata.is_dir() {
            return Self::stream(&name, File::open(path).map_err(failed)?, hint);
        }
        Ok(Self { origin: Origin::File(path.to_owned(), access), name, hint })
    }

    /// The text `bytes`, compressed or not; `name` is its name in messages. It is read where it lies.
    ///
    /// ```
    /// use bulkdoku::datasets::{ClassKey, DedupeJob, RecordSource};
    /// use bulkdoku::format::detect::FormatHint;
    /// use bulkdoku::io::OutputBuffer;
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    /// let source = RecordSource::bytes("memory", line.repeat(2).into_bytes(), FormatHint::default());
    /// let kept = OutputBuffer::default();
    /// DedupeJob::new(source, ClassKey::Clues, kept.output("kept")).run()?;
    /// assert_eq!(kept.take(), line.as_bytes());
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    pub fn bytes(name: &str, bytes: Vec<u8>, hint: FormatHint) -> Self {
        Self { name: name.to_owned(), origin: Origin::Memory(SharedBytes::of(bytes)), hint }
    }

    /// A copy of the bytes of `reader`, compressed or not, in a temporary file that the system removes when the program
    /// ends; `name` is its name in messages.
    ///
    /// # Errors
    /// When the bytes cannot be read or written.
    pub fn stream(name: &str, reader: impl Read, hint: FormatHint) -> Result<Self> {
        let mut file = spill::temporary_file()?;
        let mut reader = FailingReader { reader, failure: None };
        let copied = io::copy(&mut reader, &mut file);
        if let Some(failure) = reader.failure {
            return Err(Error::reading(name, failure));
        }
        copied.map_err(spill::refused)?;
        Ok(Self { name: name.to_owned(), origin: Origin::Copy(file), hint })
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path, if the input is a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path, _) => Some(path),
            Origin::Copy(_) | Origin::Memory(_) => None,
        }
    }

    /// The length of the input in bytes, if it is known before it is read.
    ///
    /// # Errors
    /// When the input cannot be opened.
    pub fn length(&self) -> Result<Option<u64>> {
        Ok(self.open_input()?.length())
    }

    /// The state of the file now, to be passed to [`check`](Self::check) later; nothing for a copy, which nobody changes.
    ///
    /// # Errors
    /// When there is no such file any more.
    pub(crate) fn state(&self) -> Result<Option<FileState>> {
        let Origin::File(path, _) = &self.origin else { return Ok(None) };
        let metadata = path.metadata().map_err(|source| Error::reading(&self.name, source))?;
        Ok(Some(FileState {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            #[cfg(unix)]
            identity: (metadata.dev(), metadata.ino()),
        }))
    }

    /// Refuses the input if its file is in another state than it was.
    ///
    /// # Errors
    /// [`ChangedInput`].
    pub(crate) fn check(&self, before: &Option<FileState>) -> Result<()> {
        if self.state().is_ok_and(|now| now == *before) {
            return Ok(());
        }
        Err(ChangedInput { input: self.name.clone() }.into())
    }

    /// Opens the input and detects its format.
    pub(crate) fn open(&self) -> Result<OpenRecords> {
        let mut input = self.open_input()?;
        let detected = detect::detect(input.head(), input.name(), &self.hint)?;
        input.skip(detected.preamble);
        let header = input.preamble().to_vec();
        Ok(OpenRecords { input, detected, header })
    }

    fn open_input(&self) -> Result<Input> {
        match &self.origin {
            Origin::File(path, access) => Input::open(path, *access),
            Origin::Copy(file) => {
                let rewound = || {
                    let mut file = file.try_clone()?;
                    file.seek(SeekFrom::Start(0)).map(|_| file)
                };
                Input::reader(&self.name, rewound().map_err(spill::refused)?)
            }
            Origin::Memory(bytes) => Input::shared(self.name.clone(), bytes.clone()),
        }
    }
}

/// The error of an input that was changed between or during the two passes over it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedInput {
    /// The name of the input.
    pub input: String,
}

impl fmt::Display for ChangedInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was changed while it was read: run again", self.input)
    }
}

refusals!(ChangedInput);

/// Keeps the error of a reader, so that it can be told from that of a writer.
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
    fn a_stream_and_text_in_memory_are_read_as_often_as_they_are_opened() {
        let text = format!("id,puzzle\n1,{PUZZLE}\n");
        let copied = RecordSource::stream("pipe", text.as_bytes(), FormatHint::default()).unwrap();
        let held = RecordSource::bytes("memory", text.clone().into_bytes(), FormatHint::default());
        for source in [&copied, &held, &copied, &held] {
            let records = source.open().unwrap();
            assert_eq!(
                (records.header, records.input.head()),
                (b"id,puzzle\n".to_vec(), &text.as_bytes()[10..])
            );
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
        let error = RecordSource::stream("pipe", Broken, FormatHint::default()).err().unwrap();
        assert_eq!(error.to_string(), "cannot read pipe: connection reset");
    }
}
