//! The files of a run: open as the arguments say.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bulkdoku::error::{Error, Result};
use bulkdoku::format::detect::{Detected, FormatHint, RecordFormat};
use bulkdoku::format::write::append_columns::AppendColumns;
use bulkdoku::format::write::csv_jsonl::{Csv, JsonLines};
use bulkdoku::format::write::grid::{HeadedRows, SpacedRows};
use bulkdoku::format::write::lines::AnswerLines;
use bulkdoku::format::{WriteAnswers, detect};
use bulkdoku::io::input::{Access, Input};
use bulkdoku::io::output::{Output, TempFiles};

use super::args::{AnswerFormat, InputArgs, InputFormat, OutputArgs, SolveArgs};
use super::say;

impl InputArgs {
    /// Opens the input, and finds its format.
    pub fn open(&self) -> Result<(Input, Detected)> {
        let mut input = if is_dash(&self.path) { stdin() } else { Input::open(&self.path, self.access()) }?;
        let wish = FormatHint { format: self.from.shape(), column: self.column.clone() };
        let found = detect::detect(input.head(), input.name(), &wish)?;
        input.skip(found.preamble);
        Ok((input, found))
    }

    /// How files are read.
    pub fn access(&self) -> Access {
        if self.no_mmap { Access::Read } else { Access::Map }
    }
}

impl InputFormat {
    fn shape(self) -> Option<RecordFormat> {
        match self {
            Self::Auto => None,
            Self::Line => Some(RecordFormat::Line),
            Self::Csv => Some(RecordFormat::Csv),
            Self::Grid => Some(RecordFormat::Grid),
            Self::Pencilmark => Some(RecordFormat::Pencilmark),
        }
    }
}

impl OutputArgs {
    /// Opens the output; `temp_files` knows its temporary file from then on.
    pub fn create(&self, temp_files: &TempFiles) -> Result<Output> {
        if is_dash(&self.output) { Ok(Output::stdout()) } else { Output::create(&self.output, temp_files) }
    }

    /// Do the results appear on the terminal, where a bar would stand in their way?
    pub fn is_terminal(&self) -> bool {
        is_dash(&self.output) && io::stdout().is_terminal()
    }
}

impl SolveArgs {
    /// The writer of the format that is asked for, for the records of `input` as they were found.
    pub fn writer(&self, input: &Input, found: &Detected) -> Result<Arc<dyn WriteAnswers>> {
        if !self.keep_columns {
            return Ok(self.format.writer());
        }
        if self.format != AnswerFormat::Csv {
            return Err(Error::OutOfReach("--keep-columns needs --format csv: no other has columns".into()));
        }
        match found.table.as_ref().and_then(|table| AppendColumns::new(table, input.head())) {
            Some(writer) => Ok(Arc::new(writer)),
            None => Err(Error::OutOfReach(format!(
                "--keep-columns needs a table with commas, semicolons or tabs: {} was read as {}; \
                 if it is such a table, say --from csv",
                input.name(),
                found.reader.name()
            ))),
        }
    }
}

impl AnswerFormat {
    /// The writer of this format.
    fn writer(self) -> Arc<dyn WriteAnswers> {
        match self {
            Self::Line => Arc::new(AnswerLines),
            Self::Csv => Arc::new(Csv),
            Self::Jsonl => Arc::new(JsonLines),
            Self::Grid => Arc::new(SpacedRows),
            Self::Rows => Arc::new(HeadedRows),
        }
    }
}

/// Refuses `path`, named with `flag`, if it is the same file as `other`, which is `what`.
///
/// # Errors
/// When it is: one of the two would be lost.
pub fn keep_apart(flag: &str, path: &Path, what: &str, other: &Path) -> Result<()> {
    if place(path).is_none_or(|path| place(other) != Some(path)) {
        return Ok(());
    }
    Err(Error::OutOfReach(format!("{flag} {} is the file {what}: name another one", path.display())))
}

/// Where the file is, or will be, by a name that is the same for all that lead to it; `None` for streams and devices.
fn place(path: &Path) -> Option<PathBuf> {
    if is_dash(path) {
        return None;
    }
    match fs::canonicalize(path) {
        Ok(place) => place.is_file().then_some(place),
        Err(_) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(path.file_name()?))
        }
    }
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn stdin() -> Result<Input> {
    if io::stdin().is_terminal() {
        say("bulkdoku: reading puzzles from the terminal; Ctrl-D ends them");
    }
    Input::stdin()
}
