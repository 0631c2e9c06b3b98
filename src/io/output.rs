//! The destination of the results: a file, a pipe, a device or memory.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::io::run_files::RunOutput;

/// An open output.
///
/// ```
/// use bulkdoku::generate::{GenerateJob, Recipe};
/// use bulkdoku::io::Output;
/// use std::io::Read;
///
/// let (mut reader, writer) = std::io::pipe()?; // any writer that can be sent to another thread
/// let reading = std::thread::spawn(move || {
///     let mut text = String::new();
///     reader.read_to_string(&mut text).map(|_| text)
/// });
/// GenerateJob::new(Recipe::default(), 0..10, Output::writer("pipe", writer)).run()?;
/// assert_eq!(reading.join().expect("no panic")?.lines().count(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Output {
    name: String,
    writer: Box<dyn FinishWrite>,
    /// Its place among the files of a run, if there is one.
    pub(super) of_run: Option<RunOutput>,
    state: State,
    /// Whether to ignore a closed pipe.
    ignores_broken_pipe: bool,
}

/// Text written to memory, through any number of outputs of this buffer and its clones.
///
/// ```
/// use bulkdoku::io::OutputBuffer;
///
/// use bulkdoku::generate::{GenerateJob, Recipe};
///
/// let buffer = OutputBuffer::default();
/// GenerateJob::new(Recipe::default(), 0..10, buffer.output("puzzles")).run()?;
/// assert_eq!(buffer.take().len(), 10 * 82);
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct OutputBuffer(Arc<Mutex<Vec<u8>>>);

impl OutputBuffer {
    /// Creates an output that appends to the text; `name` is its name in messages.
    pub fn output(&self, name: &str) -> Output {
        Output::writer(name, self.clone())
    }

    /// Takes the text written so far, even by a run that failed.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl From<Vec<u8>> for OutputBuffer {
    /// Creates a buffer that appends to `bytes`, in their memory.
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::new(Mutex::new(bytes)))
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

/// The state of an output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It accepts writes.
    Open,
    /// Its reader has closed the pipe. Writes are dropped.
    Unread,
    /// Everything is written.
    Complete,
    /// A write has failed. How much of it was written is unknown, so nothing more is written.
    Failed,
}

impl Output {
    /// Creates an output to standard output.
    ///
    /// ```
    /// use bulkdoku::generate::{GenerateJob, Recipe};
    /// use bulkdoku::io::Output;
    ///
    /// GenerateJob::new(Recipe::default(), 0..20, Output::stdout()).run()?;
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    pub fn stdout() -> Self {
        Self::writer("<stdout>", io::stdout())
    }

    /// Creates an output to any writer; `name` is its name in messages.
    pub fn writer(name: &str, writer: impl Write + Send + 'static) -> Self {
        Self::new(name, Box::new(Uncompressed(writer)))
    }

    /// Ignores a closed pipe: the rest is not written. Use this where a run has other results; other outputs of its run are known.
    pub(crate) fn ignoring_broken_pipe(self) -> Self {
        Self { ignores_broken_pipe: true, ..self }
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Writes all of `bytes`: to a pipe or a device immediately, to a file possibly together with later bytes.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::ClosedPipe`]. Every later call then also fails, and the file is not replaced.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.attempt(|writer| writer.write_all(bytes))
    }

    /// Writes buffered bytes and the end of the data. After that nothing can be written, and [`finish`](Self::finish) only has to
    /// replace the old file.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::ClosedPipe`]; the old file is then unchanged.
    pub(crate) fn complete(&mut self) -> Result<()> {
        if self.state != State::Complete {
            self.attempt(|writer| writer.finish())?;
        }
        if self.state == State::Open {
            self.state = State::Complete;
        }
        Ok(())
    }

    /// Writes buffered bytes and replaces the old file with the new one.
    ///
    /// # Errors
    /// [`Error::Io`] or [`Error::ClosedPipe`], or [`Error::NotInPlace`] with the place of the new file. The old file is then
    /// unchanged.
    pub(crate) fn finish(self) -> Result<()> {
        Self::finish_all(vec![self])
    }

    /// Finishes several outputs that belong together. No old file is replaced before all new ones are complete.
    ///
    /// # Errors
    /// As [`Output::finish`]. The old files are then unchanged, except those that [`Error::NotInPlace`] lists as replaced.
    pub(crate) fn finish_all(mut outputs: Vec<Self>) -> Result<()> {
        outputs.iter_mut().try_for_each(Self::complete)?;
        RunOutput::put_in_place(outputs.into_iter().filter_map(|output| output.of_run).collect())
    }

    pub(super) fn new(name: &str, writer: Box<dyn FinishWrite>) -> Self {
        Self { name: name.to_owned(), writer, of_run: None, state: State::Open, ignores_broken_pipe: false }
    }

    /// Sets the place among the files of a run.
    #[cfg(feature = "files")]
    pub(super) fn of_run(self, of_run: RunOutput) -> Self {
        Self { of_run: Some(of_run), ..self }
    }

    /// Overwrites the beginning of the data with `bytes`.
    ///
    /// # Errors
    /// As [`Output::write`]. If the output is not a file, or is compressed, the error is [`io::ErrorKind::Unsupported`], even if
    /// `bytes` is empty.
    pub(crate) fn overwrite_start(&mut self, bytes: &[u8]) -> Result<()> {
        self.attempt(|writer| writer.overwrite_start(bytes))
    }

    /// Runs `action` on the writer, unless an earlier write failed or everything is written.
    fn attempt(&mut self, action: impl FnOnce(&mut dyn FinishWrite) -> io::Result<()>) -> Result<()> {
        match self.state {
            State::Open => {}
            State::Unread => return Ok(()),
            State::Complete | State::Failed => return Err(self.refusal()),
        }
        let written = action(self.writer.as_mut());
        match written.map_err(|source| Error::writing(&self.name, source)) {
            Err(Error::ClosedPipe) if self.has_other_results() => {
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

    /// Returns whether the run continues when the reader has closed the pipe.
    fn has_other_results(&self) -> bool {
        self.ignores_broken_pipe || self.of_run.as_ref().is_some_and(RunOutput::has_others)
    }

    /// Returns the error for a write to an output that is complete or has failed.
    fn refusal(&self) -> Error {
        let reason = if self.state == State::Failed { "an earlier write failed" } else { "it is complete" };
        Error::writing(&self.name, io::Error::other(reason))
    }
}

/// A writer that must be told where the data ends.
pub(crate) trait FinishWrite: Write + Send {
    /// Writes the end of the data and flushes.
    fn finish(&mut self) -> io::Result<()>;

    /// Overwrites the beginning of the data, if that is possible.
    fn overwrite_start(&mut self, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// A writer that passes the bytes on unchanged.
struct Uncompressed<W>(W);

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

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that accepts a part of the bytes and fails, once.
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
            let mut output = if outlives { output.ignoring_broken_pipe() } else { output };
            let written = [output.write(b"text"), output.write(b"text"), output.finish()];
            assert!(written.iter().all(|done| done.is_ok() == outlives), "{written:?}");
        }
    }
}
