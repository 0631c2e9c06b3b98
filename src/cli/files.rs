//! Opens the files that the command line names.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::args::{InputArgs, OutputArgs, SolveArgs};
use super::context::Context;
use super::streams::{self, is_dash, is_stdout, is_stdout_shown_at_once};
use crate::datasets::RecordSource;
use crate::error::{Error, Result};
use crate::format::detect::{self, Columns, Detected, FormatHint};
use crate::format::write::answer_rows::AnswerRows;
use crate::format::write::input_columns::{Added, InputColumns};
use crate::format::write::output_format::ending;
use crate::format::write::rows::RowFormat;
use crate::format::{OutputFormat, RecordFormat, WriteAnswers};
use crate::io::output::Output;
use crate::io::run_files::Role;
use crate::io::{Access, Input};
use crate::pipeline::OpenRecords;
use crate::rating::explain::steps::Steps;

impl InputArgs {
    /// Opens the input and detects its format.
    pub fn open(&self, context: &Context) -> Result<OpenRecords> {
        let input = open_input(&self.path, self.access(), Role::Input, context)?;
        let (input, format) = detect::open(input, &self.hint())?;
        Ok(OpenRecords::new(input, format))
    }

    /// Returns the input as a source that can be read several times. A stream is copied to a temporary file.
    pub fn source(&self, context: &Context) -> Result<RecordSource> {
        open_source(&self.path, self.access(), Role::Input, self.hint(), context)
    }

    /// Returns the hint for further inputs: whether arrays contain tokens.
    pub fn hint_for_others(&self) -> FormatHint {
        let format = self.from.filter(|&format| format == RecordFormat::Tokens);
        FormatHint { format, column: None }
    }

    fn hint(&self) -> FormatHint {
        FormatHint { format: self.from, column: self.column.clone() }
    }

    /// Returns whether to map files or to read them.
    pub fn access(&self) -> Access {
        if self.no_mmap { Access::Read } else { Access::Map }
    }
}

impl OutputArgs {
    /// Creates the output, which may replace the input.
    pub fn create(&self, context: &Context) -> Result<Output> {
        create_output(&self.output, Role::Results, context)
    }

    /// Whether the results may appear on the terminal at once, where a progress bar would disturb them.
    pub fn appears_at_once(&self) -> bool {
        is_stdout(&self.output) && is_stdout_shown_at_once()
    }
}

/// Returns the format of the rows to write for `records`: the `requested` one, or else the one that keeps everything that they
/// contain besides the puzzles. With `needs_columns`, lines become a table.
pub fn row_format(requested: Option<RowFormat>, records: &OpenRecords, needs_columns: bool) -> RowFormat {
    requested.unwrap_or_else(|| match usual_format(&records.format) {
        RowFormat::Line if needs_columns => RowFormat::Csv,
        format => format,
    })
}

/// Returns the format of rows that keeps the other fields of records, for an input that was `detected`.
fn usual_format(detected: &Detected) -> RowFormat {
    let keeps = |format| InputColumns::new(format, detected, Added { command: "", names: &[] }).is_some();
    match detected.columns {
        Some(Columns::Objects(_)) => RowFormat::Jsonl,
        Some(Columns::Table(_)) if keeps(RowFormat::Csv) => RowFormat::Csv,
        None if detected.has_text => RowFormat::Csv,
        _ => RowFormat::Line,
    }
}

impl SolveArgs {
    /// Returns the writer for the requested format and the detected input, or `None` for a sheet. The options refuse formats that
    /// do not fit them.
    ///
    /// # Errors
    /// Returns an error if the columns of the input cannot be kept.
    pub fn writer(&self, records: &OpenRecords) -> Result<Option<Arc<dyn WriteAnswers>>> {
        let Some(format) = self.format else { return Ok(None) };
        let OpenRecords { input, format: found, .. } = records;
        let notation = found.reader.notation();
        let (is_jsonl, blank) = (format == OutputFormat::Jsonl, self.blank.blank);
        let rows = if is_jsonl { RowFormat::Jsonl } else { RowFormat::Csv };
        Ok(Some(match format {
            _ if self.steps => Arc::new(Steps { notation, has_objects: is_jsonl }),
            _ if self.keep_columns => AnswerRows::of_columns(rows, found, input.name())?,
            OutputFormat::Csv | OutputFormat::Jsonl => Arc::new(AnswerRows::new(rows).with_blank(blank)),
            format => format.writer(),
        }))
    }
}

/// Claims and opens the file at `path`, or standard input for `-`.
pub fn open_input(path: &Path, access: Access, role: Role, context: &Context) -> Result<Input> {
    claim(path, role, context)?;
    if is_dash(path) { streams::stdin() } else { Input::open(path, access) }
}

/// Claims the file at `path` and returns it, or a copy of standard input for `-`, as a source that can be read several times.
pub fn open_source(
    path: &Path,
    access: Access,
    role: Role,
    hint: FormatHint,
    context: &Context,
) -> Result<RecordSource> {
    claim(path, role, context)?;
    let mut source = if is_dash(path) {
        streams::explain_terminal();
        RecordSource::stream("<stdin>", io::stdin())?
    } else {
        RecordSource::file(path)?.access(access)
    };
    source.hint = hint;
    Ok(source)
}

/// Claims the file at `path`, or standard input for `-`, which the run reads.
pub fn claim(path: &Path, role: Role, context: &Context) -> Result<()> {
    if is_dash(path) { context.files.claim_stdin() } else { context.files.claim(path, role) }
}

/// Creates the file at `path`, or opens standard output for `-`. An interruption removes the unfinished file.
pub fn create_output(path: &Path, role: Role, context: &Context) -> Result<Output> {
    check_name(path, context)?;
    if is_dash(path) { context.files.stdout() } else { Output::create_as(role, path, &context.files) }
}

/// Refuses to write text to a file with the name of a NumPy array, compressed or not.
pub fn check_name(path: &Path, context: &Context) -> Result<()> {
    if context.writes_array || ending(path).as_deref() != Some("npy") {
        return Ok(());
    }
    let path = path.display();
    Err(Error::refused(format!(
        "{path}: only solve --format npy writes an array; give the file another name"
    )))
}
