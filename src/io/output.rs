//! The destination of the answers: a file, a pipe or a device.
//!
//! Writes a regular file to a temporary file in the same folder and replaces the old file on success. Readers of the path
//! see either the old file or the complete new one. A single file is not synchronized to the disk: a run can be repeated,
//! and waiting for the disk would take longer than solving. Several files that belong together are, so that a disk that
//! is full or fails is known before the first one is replaced.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::io::aligned_file::AlignedFile;
use crate::io::compression::{Codec, FinishWrite, Uncompressed};
use crate::io::device::is_device;
use crate::io::run_files::descriptor;
use crate::io::temp_files::Replacement;
pub use crate::io::temp_files::{Abandoned, TempFiles};

/// An open output.
pub struct Output {
    name: String,
    writer: Box<dyn FinishWrite>,
    replacement: Option<Replacement>,
    state: State,
    /// Is a pipe that its reader has closed no failure?
    outlives_reader: bool,
}

/// Text that is written to memory, through as many outputs as its clones make.
///
/// ```
/// use bulkdoku::io::OutputBuffer;
///
/// let buffer = OutputBuffer::default();
/// let mut output = buffer.output("answers");
/// output.write(b"text")?;
/// output.finish()?;
/// assert_eq!(buffer.take(), b"text");
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct OutputBuffer(Arc<Mutex<Vec<u8>>>);

impl OutputBuffer {
    /// An output that appends to the text; `name` is its name in messages.
    pub fn output(&self, name: &str) -> Output {
        Output::writer(name, self.clone())
    }

    /// Takes what has been written, even by a run that has failed.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for OutputBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What has become of an output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It can be written to.
    Open,
    /// Its reader has closed the pipe. What is written is dropped.
    Unread,
    /// Everything is written that belongs to the file.
    Complete,
    /// A write has failed. What was written of it is not known, so nothing more is.
    Failed,
}

impl Output {
    /// The standard output.
    pub fn stdout() -> Self {
        Self::writer("<stdout>", io::stdout())
    }

    /// Any writer; `name` is its name in messages.
    pub fn writer(name: &str, writer: impl Write + Send + 'static) -> Self {
        Self::new(name, Box::new(Uncompressed(writer)), None)
    }

    /// The file at `path`, which is replaced by [`Output::finish`]. A device, a pipe or an open file such as `/dev/stdout`
    /// is written directly. The data is
    /// compressed if the extension is `.gz` or `.zst`. The temporary file is added to `temp_files`.
    ///
    /// # Errors
    /// [`Error::Io`] when the folder does not exist or cannot be written to, or `path` is a folder or cannot be replaced.
    pub fn create(path: &Path, temp_files: &TempFiles) -> Result<Self> {
        let name = path.display().to_string();
        create(path, temp_files, &name).map_err(|source| Error::writing(&name, source))
    }

    /// The same output, for which a pipe that its reader has closed is no failure: the rest is not written. Use this
    /// where a run has other results than these.
    pub fn outliving_its_reader(self) -> Self {
        Self { outlives_reader: true, ..self }
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes all of `bytes`: to a pipe or a device immediately, to a file possibly together with later bytes.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::ClosedPipe`]. Every later call then fails, too, and a file is not replaced.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match self.state {
            State::Open => {
                let written = self.writer.write_all(bytes);
                self.judge(written)
            }
            State::Unread => Ok(()),
            State::Complete | State::Failed => Err(self.refusal()),
        }
    }

    /// Writes buffered bytes and what belongs at the end, so that [`finish`](Self::finish) has only the old file to
    /// replace. Nothing can be written after that.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::ClosedPipe`]; the old file is then unchanged.
    pub fn complete(&mut self) -> Result<()> {
        match self.state {
            State::Open => {
                self.state = State::Complete;
                let written = self.writer.finish();
                self.judge(written)
            }
            State::Unread | State::Complete => Ok(()),
            State::Failed => Err(self.refusal()),
        }
    }

    /// Writes buffered bytes and replaces the old file by the new one, or leaves that to [`TempFiles::replace_all`] if the
    /// temporary file is one of [`TempFiles::together`].
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::ClosedPipe`]; the old file is then unchanged.
    pub fn finish(self) -> Result<()> {
        Self::finish_all(vec![self])
    }

    /// Finishes several outputs that belong together. No old file is replaced before all new ones are complete.
    ///
    /// # Errors
    /// As [`Output::finish`], and [`Error::PartlyReplaced`]; but for that, all old files are then unchanged.
    pub fn finish_all(mut outputs: Vec<Self>) -> Result<()> {
        outputs.iter_mut().try_for_each(Self::complete)?;
        let replacements: Vec<_> = outputs.into_iter().filter_map(|output| output.replacement).collect();
        Replacement::replace(&replacements)
    }

    /// A handle to the file, to read what is written once the output is complete; `None` for a pipe or a device.
    pub(crate) fn file(&self) -> Option<io::Result<File>> {
        self.replacement.as_ref().map(Replacement::file)
    }

    fn new(name: &str, writer: Box<dyn FinishWrite>, replacement: Option<Replacement>) -> Self {
        Self { name: name.to_owned(), writer, replacement, state: State::Open, outlives_reader: false }
    }

    fn judge(&mut self, written: io::Result<()>) -> Result<()> {
        match written.map_err(|source| Error::writing(&self.name, source)) {
            Err(Error::ClosedPipe) if self.outlives_reader => {
                self.state = State::Unread;
                Ok(())
            }
            Err(error) => {
                self.state = State::Failed;
                Err(error)
            }
            Ok(()) => Ok(()),
        }
    }

    /// The error of a write to an output that is complete or has failed.
    fn refusal(&self) -> Error {
        let reason = if self.state == State::Failed { "an earlier write failed" } else { "it is complete" };
        Error::writing(&self.name, io::Error::other(reason))
    }
}

fn create(path: &Path, temp_files: &TempFiles, name: &str) -> io::Result<Output> {
    // An open file is written where it stands: a name such as /dev/stdout does not replace the file behind it.
    match descriptor(path) {
        Some(1) => return Ok(Output::writer(name, io::stdout())),
        Some(2) => return Ok(Output::writer(name, io::stderr())),
        Some(_) => return Ok(Output::writer(name, OpenOptions::new().append(true).open(path)?)),
        None => {}
    }
    if is_device(path) {
        return Ok(Output::writer(name, OpenOptions::new().write(true).open(path)?));
    }
    let old = match fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(old) if !old.is_file() => {
            return Ok(Output::writer(name, OpenOptions::new().write(true).open(path)?));
        }
        old => old.ok(),
    };
    let codec = Codec::named(path);
    // A symbolic link is kept, and the file that it points to is replaced.
    let path = if old.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let (file, replacement) = temp_files.create(path, old.map(|old| old.permissions()))?;
    let writer = match codec {
        Some(codec) => codec.encode(file)?,
        None => Box::new(AlignedFile::new(file)),
    };
    Ok(Output::new(name, writer, Some(replacement)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answers");
        fs::write(&path, "old").unwrap();
        let mut output = Output::create(&path, &TempFiles::default()).unwrap();
        output.write(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["answers"]);
    }

    /// Takes a part of the bytes and fails, once.
    struct FailsOnce(bool);

    impl Write for FailsOnce {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                Ok(bytes.len())
            } else {
                Err(io::ErrorKind::StorageFull.into())
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_output_that_has_failed_cannot_be_finished() {
        let mut output = Output::writer("disk", FailsOnce(false));
        assert!(output.write(b"text").is_err());
        for refused in [output.write(b"text"), output.complete(), output.finish()] {
            assert_eq!(refused.unwrap_err().to_string(), "cannot write disk: an earlier write failed");
        }
        let mut output = Output::writer("disk", FailsOnce(true));
        output.complete().unwrap();
        assert_eq!(output.write(b"text").unwrap_err().to_string(), "cannot write disk: it is complete");
    }

    #[test]
    fn an_output_can_outlive_its_reader() {
        for outlives in [false, true] {
            let (reader, writer) = io::pipe().unwrap();
            drop(reader);
            let output = Output::writer("pipe", writer);
            let mut output = if outlives { output.outliving_its_reader() } else { output };
            let written = [output.write(b"text"), output.write(b"text"), output.finish()];
            assert!(written.iter().all(|done| done.is_ok() == outlives), "{written:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (new, plain) = (folder.path().join("new"), folder.path().join("plain"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(&plain, "").unwrap();
        Output::create(&new, &TempFiles::default()).unwrap().finish().unwrap();
        assert_eq!(mode(&new), mode(&plain));
        fs::set_permissions(&plain, fs::Permissions::from_mode(0o640)).unwrap();
        Output::create(&plain, &TempFiles::default()).unwrap().finish().unwrap();
        assert_eq!(mode(&plain), 0o640);
    }
}
