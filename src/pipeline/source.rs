//! The inputs of jobs: files, text in memory, and copies of streams.

#[cfg(feature = "files")]
mod files;

use super::open_records::OpenRecords;
use std::io::Read;
use std::sync::{Mutex, PoisonError};

use super::text_part::Part;
use crate::board::notation::Notation;
use crate::error::{Error, Result};
use crate::format::detect::{self, FormatHint};
use crate::format::{Column, RecordFormat};
use crate::io::bytes::SharedBytes;
use crate::io::input::Input;

/// The input of a job: a file, text in memory, or a copy of a stream in a temporary file. It can be opened again, unless it is a
/// pipe.
///
/// ```
/// use bulkdoku::datasets::{RecordSource, SampleJob};
/// use bulkdoku::format::Column;
/// use bulkdoku::io::OutputBuffer;
///
/// let table = "id;one\n1;53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let source = RecordSource::bytes("memory", table.into()).column(Column::Number(2));
/// let report = SampleJob::new(source, 1, 7, OutputBuffer::default().output("memory")).run()?;
/// assert_eq!((report.records, report.sampled), (1, 1));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct RecordSource {
    name: String,
    origin: Origin,
    pub(crate) hint: FormatHint,
}

enum Origin {
    #[cfg(feature = "files")]
    File(files::FileOrigin),
    #[cfg(feature = "files")]
    Copy(std::fs::File),
    Memory(SharedBytes),
    /// A reader, until it is opened.
    Reader(Mutex<Option<Box<dyn Read + Send>>>),
    /// A part of a text whose format is known.
    Part(Part),
    /// Records that are open, until they are taken.
    Open(Mutex<Option<Box<OpenRecords>>>),
}

impl RecordSource {
    /// Creates a source from the text `bytes`, compressed or not, which is read in place; `name` is its name in messages.
    pub fn bytes(name: &str, bytes: Vec<u8>) -> Self {
        Self::of_origin(name, Origin::Memory(SharedBytes::new(bytes)))
    }

    /// Creates a source from `reader`, whose bytes may be compressed, for a job that reads its input once, such as
    /// [`SolveJob`](crate::SolveJob); `name` is its name in messages. Nothing is read before the job runs, and the job begins
    /// before the reader ends. A second use of the source is an error.
    ///
    /// ```
    /// use bulkdoku::SolveJob;
    /// use bulkdoku::io::OutputBuffer;
    /// use bulkdoku::pipeline::RecordSource;
    ///
    /// let body = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n".as_bytes();
    /// let (source, results) = (RecordSource::reader("body", body), OutputBuffer::default());
    /// SolveJob::new(source, results.output("results")).run()?;
    /// assert!(results.take().starts_with(b"534678912"));
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Self {
        Self::of_origin(name, Origin::Reader(Mutex::new(Some(Box::new(reader)))))
    }

    /// Creates a source from a part of a text with this name.
    pub(super) fn of_part(name: &str, part: Part) -> Self {
        Self::of_origin(name, Origin::Part(part))
    }

    fn of_origin(name: &str, origin: Origin) -> Self {
        Self { name: name.to_owned(), origin, hint: FormatHint::default() }
    }

    /// Sets the format of the records, which is detected by default.
    pub fn format(mut self, format: RecordFormat) -> Self {
        self.hint.format = Some(format);
        self
    }

    /// Sets the column of the puzzles, which is detected by default.
    pub fn column(mut self, column: Column) -> Self {
        self.hint.column = Some(column);
        self
    }

    /// Opens the input, and describes its format in words.
    ///
    /// ```
    /// use bulkdoku::pipeline::RecordSource;
    /// use bulkdoku::solver::Notation;
    ///
    /// let document = r#"[{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}]"#;
    /// let source = RecordSource::bytes("puzzles.json", document.into());
    /// assert_eq!(source.read_as()?, "JSON lines from a JSON document: puzzles in \"puzzle\"");
    /// assert_eq!(source.notation()?, Notation::Clues);
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the input cannot be read, or its format is unknown.
    pub fn read_as(&self) -> Result<String> {
        Ok(self.open()?.format.to_string())
    }

    /// Opens the input, and returns how the puzzles are written.
    ///
    /// # Errors
    /// As [`read_as`](Self::read_as).
    pub fn notation(&self) -> Result<Notation> {
        Ok(self.open()?.format.reader.notation())
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Refuses the input if its file was changed or replaced since it was first opened. Other inputs do not change.
    ///
    /// # Errors
    /// [`Refusal::ChangedInput`].
    pub(crate) fn check(&self) -> Result<()> {
        match &self.origin {
            #[cfg(feature = "files")]
            Origin::File(file) => file.check(&self.name),
            _ => Ok(()),
        }
    }

    /// Opens the input and detects its format. A file that is mapped is mapped once, and the source keeps the mapping: drop it
    /// before its file is replaced.
    ///
    /// # Errors
    /// When the input cannot be read, its format is unknown, or its file [changed](Self::check) since it was first opened.
    pub(crate) fn open(&self) -> Result<OpenRecords> {
        let (input, format) = match &self.origin {
            Origin::Open(records) => return Ok(*self.take(records)?),
            Origin::Part(part) => (part.open()?, part.whole.format.clone()),
            _ => detect::open(self.open_input()?, &self.hint)?,
        };
        Ok(OpenRecords::new(input, format))
    }

    pub(crate) fn open_input(&self) -> Result<Input> {
        match &self.origin {
            #[cfg(feature = "files")]
            Origin::File(file) => file.open(&self.name),
            #[cfg(feature = "files")]
            Origin::Copy(file) => {
                Input::of_file(self.name.clone(), files::rewound(file)?, crate::io::Access::Map)
            }
            Origin::Memory(bytes) => Input::shared(self.name.clone(), bytes.clone()),
            Origin::Part(part) => part.open(),
            Origin::Open(records) => Ok(self.take(records)?.input),
            Origin::Reader(reader) => Input::reader(&self.name, self.take(reader)?),
        }
    }

    /// Opens the input, and lets go of its file, which may then be replaced.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn into_open(self) -> Result<OpenRecords> {
        self.open()
    }

    /// Takes what can be taken only once.
    fn take<T>(&self, once: &Mutex<Option<T>>) -> Result<T> {
        let taken = once.lock().unwrap_or_else(PoisonError::into_inner).take();
        taken.ok_or_else(|| Error::refused(format!("{} can be read only once", self.name)))
    }
}

/// Records that are already open, which can be read only once.
impl From<OpenRecords> for RecordSource {
    fn from(records: OpenRecords) -> Self {
        let name = records.input.name().to_owned();
        Self::of_origin(&name, Origin::Open(Mutex::new(Some(Box::new(records)))))
    }
}
