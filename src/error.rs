//! The errors that end a run.
//!
//! A malformed record is not an error: it gets a verdict, and the run continues. Messages name the file, the position and the
//! problem, but no command-line options: the program adds what its user can do.

use std::path::PathBuf;
use std::{fmt, io};

use crate::format::{Counted, RecordFormat};

/// A result whose error ends the run.
///
/// ```
/// use bulkdoku::format::TextFormat;
///
/// fn count(name: &str, text: &[u8]) -> bulkdoku::Result<usize> {
///     Ok(TextFormat::detect(name, text, None)?.read(text).puzzle_count())
/// }
///
/// assert_eq!(count("blank.txt", &[b'.'; 81])?, 1);
/// assert!(count("letter.txt", b"Dear Sir,\n").is_err());
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a run ended early.
///
/// ```
/// use bulkdoku::Error;
/// use bulkdoku::datasets::{DedupeJob, RecordSource, SameBy};
/// use bulkdoku::io::OutputBuffer;
///
/// let source = RecordSource::bytes("upload.csv", b"Dear Sir,\n".into());
/// let message = match DedupeJob::new(source, SameBy::Puzzle, OutputBuffer::default().output("kept")).run() {
///     Ok(report) => format!("{} records are left", report.kept),
///     Err(Error::Format { name, line, .. }) => format!("line {line} of {name} is not a puzzle"),
///     Err(Error::Io { name, source, .. }) => format!("{name}: {source}"),
///     Err(Error::NotInPlace { kept, .. }) => format!("the new file is at {:?}", kept[0].kept),
///     Err(Error::Stopped | Error::ClosedPipe) => String::new(), // on request
///     Err(error) => error.to_string(),
/// };
/// assert_eq!(message, "line 1 of upload.csv is not a puzzle");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refused an operation.
    Io {
        /// The operation.
        #[doc(hidden)]
        action: Action,
        /// The path of the file or the name of the program; `<stdin>` and `<stdout>` for the standard streams.
        name: String,
        /// The reason that the operating system gave.
        source: io::Error,
    },
    /// Output files are complete, but could not be put in place. They are kept under other names.
    NotInPlace {
        /// These files.
        kept: Vec<KeptFile>,
        /// The output files of the run that are in place.
        placed: Vec<PathBuf>,
    },
    /// The input is not in a supported record format, or lacks the requested column.
    Format {
        /// The path of the file, or `<stdin>`.
        name: String,
        /// The line that was examined, counted from 1.
        line: u64,
        /// What is wrong with the input.
        #[doc(hidden)]
        reason: FormatError,
    },
    /// The process that reads the output closed the pipe. Nothing is wrong.
    ClosedPipe,
    /// The request does not fit the input, or is impossible.
    ///
    /// The message says why.
    Refused(Refusal),
    /// The run was stopped on request.
    Stopped,
    /// The worker threads could not be started, for this reason.
    Threads(String),
    /// A worker thread panicked, which is a bug in this crate.
    Panicked,
}

/// A complete output file that could not be put in place.
#[derive(Debug)]
#[non_exhaustive]
pub struct KeptFile {
    /// Where it should be.
    pub target: PathBuf,
    /// Where it is, or why it could not be kept.
    pub kept: io::Result<PathBuf>,
    /// The reason that the operating system gave.
    pub reason: io::Error,
}

/// An operation that the operating system can refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Opening a file to read, or reading from it.
    Read,
    /// Creating a file, or writing to it.
    Write,
}

/// Why the records of an input cannot be found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// The text is encoded in UTF-16.
    Utf16,
    /// The lines end in CR alone.
    BareReturns,
    /// The file is of a known kind other than text, or its compression is not supported.
    NoText {
        /// The kind; for instance "a 7z archive".
        what: &'static str,
        /// The command that makes it readable.
        way_out: String,
    },
    /// The text seems to be something that is not read. It says what was seen, and what to do.
    Seen(String),
    /// The format is unknown, but the text contains runs of 81 cells.
    OnlyRuns {
        /// Their number.
        puzzles: usize,
        /// Whether the rest of the input may contain more.
        may_be_more: bool,
    },
    /// The file is a NumPy array that is damaged or does not contain puzzles; without the feature `files`, any array. The text
    /// says why, and what to do.
    Array(String),
    /// This value of a NumPy array is above 9: the array may contain tokens.
    AboveNine(i128),
    /// The document is damaged from this character of the line on, counted from 1. The text says how.
    Damaged(u64, String),
    /// The first line that is neither blank nor a comment fits no record format.
    Unknown {
        /// The beginning of that line, with unprintable bytes escaped.
        shown: String,
        /// What the line resembles.
        resembles: Resemblance,
    },
    /// The requested column does not exist.
    NoSuchColumn {
        /// The requested column: a number, or a name in quotes.
        column: String,
        /// The names of the columns; empty when the table has no header.
        columns: Vec<String>,
    },
    /// No column of the table contains puzzles.
    NoPuzzleColumn {
        /// The names of the columns; empty when the table has no header.
        columns: Vec<String>,
    },
    /// The requested answer column is the puzzle column.
    AnswersAmongPuzzles,
    /// An answer column was requested, but records in this format do not have columns.
    NoAnswerColumns(RecordFormat),
}

/// Why a decoder finds no records from this line on. [`Error::reading`] extracts it from the [`io::Error`] that the decoder
/// returns.
#[derive(Debug)]
pub(crate) struct FormatErrorAt {
    /// The line, counted from 1.
    pub(crate) line: u64,
    /// What is wrong.
    pub(crate) reason: FormatError,
}

impl fmt::Display for FormatErrorAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for FormatErrorAt {}

/// Why a request is refused. Strings are names of inputs or programs, except in the variants that say otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// Keeping the columns was requested, but the input is in this format, which does not have columns.
    NoColumns(String, RecordFormat),
    /// Two files of a run are the same. The text says which.
    SameFile(String),
    /// The engine of this name does not solve pencilmarks.
    NoPencilmarks(&'static str),
    /// The map was requested in a format without columns.
    NoColumnForTransformation,
    /// This line of an input, counted from 1, is too long to copy.
    LineTooLong(String, u64),
    /// The text without records that begins on this line of an input, counted from 1, is too long to copy with the record below
    /// it.
    GapTooLong(String, u64),
    /// The input changed between or during the two passes over it.
    ChangedInput(String),
    /// Another reason, in words.
    Other(String),
}

/// What a line of unknown format resembles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Resemblance {
    /// A binary file, or UTF-16 without a byte order mark.
    Binary,
    /// A table row.
    Table,
    /// The first line of a web page.
    Page,
    /// JSON that is not one object on a line.
    Json,
    /// Nothing that is known.
    Nothing,
}

impl Error {
    /// Creates the error for a failure to open or read `name` because of `source`.
    pub(crate) fn reading(name: &str, source: io::Error) -> Self {
        match source.downcast::<FormatErrorAt>() {
            Ok(FormatErrorAt { line, reason }) => Self::format(name, line, reason),
            Err(source) => Self::Io { action: Action::Read, name: name.to_owned(), source },
        }
    }

    /// Creates the error for a failure to create or write `name` because of `source`. A broken pipe becomes
    /// [`Error::ClosedPipe`].
    pub(crate) fn writing(name: &str, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Io { action: Action::Write, name: name.to_owned(), source },
        }
    }

    /// Creates the error for the input `name`, whose records cannot be found for this `reason`; `line` was examined.
    pub(crate) fn format(name: &str, line: u64, reason: FormatError) -> Self {
        Self::Format { name: name.to_owned(), line, reason }
    }

    /// Creates a refusal for a reason without a variant of its own.
    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(Refusal::Other(reason.into()))
    }
}

impl From<Refusal> for Error {
    fn from(reason: Refusal) -> Self {
        Self::Refused(reason)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { action, name, source } => write!(f, "cannot {action} {name}: {source}"),
            Self::NotInPlace { kept, placed } => {
                let kept = kept.iter().map(ToString::to_string);
                let placed = placed.iter().map(|path| format!("{} is in place", path.display()));
                f.write_str(&kept.chain(placed).collect::<Vec<_>>().join("\n"))
            }
            Self::Format { name, line, reason } => write!(f, "{name}:{line}:{}: {reason}", reason.column()),
            Self::ClosedPipe => write!(f, "the reader of the output closed the pipe"),
            Self::Refused(reason) => reason.fmt(f),
            Self::Stopped => write!(f, "the run was stopped"),
            Self::Threads(reason) => write!(f, "cannot start the worker threads: {reason}"),
            Self::Panicked => write!(f, "a worker panicked: this is a bug in bulkdoku, please report it"),
        }
    }
}

/// The source is the error of the operating system, if there is one. The message includes it.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::NotInPlace { kept, .. } => kept.first().map(|file| &file.reason as _),
            _ => None,
        }
    }
}

impl fmt::Display for KeptFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { target, kept, reason } = self;
        write!(f, "cannot write {}: {reason}; ", target.display())?;
        match kept {
            Ok(path) => write!(f, "the complete file is {}", path.display()),
            Err(reason) => write!(f, "the complete file is lost: {reason}"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
        })
    }
}

impl FormatError {
    /// Returns the column of the line, counted from 1.
    fn column(&self) -> u64 {
        if let Self::Damaged(column, _) = self { *column } else { 1 }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf16 => write!(f, "this is UTF-16: convert it to UTF-8 first"),
            Self::BareReturns => {
                let way_out = r"convert them to LF first, as with tr '\r' '\n'";
                write!(f, "lines end in CR alone, as on old Macs: {way_out}")
            }
            Self::NoText { what, way_out } => write!(f, "this is {what}: {way_out}"),
            Self::Seen(what) => f.write_str(what),
            Self::OnlyRuns { puzzles, may_be_more } => {
                let puzzles = Counted(u32::try_from(*puzzles).unwrap_or(u32::MAX), "puzzle");
                let more = if *may_be_more { " or more" } else { "" };
                write!(f, "unknown format, but the text contains {puzzles}{more}")
            }
            Self::Array(reason) => f.write_str(reason),
            Self::AboveNine(value) => {
                write!(f, "this puzzle of the array has the value {value}, but digits end at 9")
            }
            Self::Damaged(_, reason) => f.write_str(reason),
            Self::Unknown { shown, resembles } => write!(f, "cannot tell the format: '{shown}' {resembles}"),
            Self::NoSuchColumn { column, columns } => {
                write!(f, "there is no column {column}{}", Columns(columns))
            }
            Self::NoPuzzleColumn { columns } => {
                write!(f, "no column contains puzzles{}", Columns(columns))
            }
            Self::AnswersAmongPuzzles => write!(f, "the answer column is the puzzle column"),
            Self::NoAnswerColumns(format) => write!(f, "records in the format {format} do not have columns"),
        }
    }
}

impl std::error::Error for FormatError {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoColumns(input, format) => write!(
                f,
                "cannot keep the columns of {input}, which was read as {format}: this needs a table with a column of \
                 puzzles, and commas, semicolons, tabs, bars or colons between the columns"
            ),
            Self::NoPencilmarks(engine) => write!(f, "the engine {engine} does not read pencilmarks"),
            Self::NoColumnForTransformation => {
                write!(f, "the transformation needs a format with columns: csv or jsonl")
            }
            Self::LineTooLong(input, line) => {
                write!(f, "{input}:{line}:1: this line is too long to copy, with 1 MiB or more: remove it")
            }
            Self::GapTooLong(input, line) => write!(
                f,
                "{input}:{line}:1: more than 4 MiB of comments or blank lines begin here, too much to be copied with the \
                 record below: remove some"
            ),
            Self::ChangedInput(input) => write!(f, "{input} changed while it was read: run again"),
            Self::SameFile(reason) | Self::Other(reason) => f.write_str(reason),
        }
    }
}

impl fmt::Display for Resemblance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Binary => "contains NUL bytes, as binary files and UTF-16 do",
            Self::Table => "looks like a table row, but no column contains puzzles of 81 cells",
            Self::Json => "is JSON, but not an object on a line of its own",
            Self::Page => "begins a web page without puzzles in its text",
            Self::Nothing => "is not a puzzle or a row of one",
        })
    }
}

/// The names of the columns, for the end of a message.
struct Columns<'a>(&'a [String]);

impl fmt::Display for Columns<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => write!(f, ": there is no header"),
            names => write!(f, ": the columns are {}", names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_io_error_names_the_operation_the_file_and_the_reason() {
        let error = Error::writing("out/a.txt", io::ErrorKind::NotFound.into());
        assert_eq!(error.to_string(), "cannot write out/a.txt: entity not found");
    }

    #[test]
    fn the_source_is_the_error_of_the_system() {
        use std::error::Error as _;
        let error = Error::reading("a.txt", io::ErrorKind::NotFound.into());
        let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::NotFound));
        assert!(Error::refused("no").source().is_none());
    }

    #[test]
    fn a_broken_pipe_is_a_closed_pipe() {
        assert!(matches!(Error::writing("-", io::ErrorKind::BrokenPipe.into()), Error::ClosedPipe));
    }

    #[test]
    fn a_missing_column_is_reported_with_the_columns_that_exist() {
        let columns = vec!["a".to_owned(), "b".to_owned()];
        let reason = FormatError::NoSuchColumn { column: "'c'".to_owned(), columns };
        let error = Error::Format { name: "t.csv".to_owned(), line: 1, reason };
        assert_eq!(error.to_string(), "t.csv:1:1: there is no column 'c': the columns are a, b");
    }
}
