//! The task of a run whose input arrives in parts.

use bulkdoku::audit::AuditParts;
use bulkdoku::datasets::{CanonJob, SameBy};
use bulkdoku::format::RowFormat;
use bulkdoku::io::OutputBuffer;
use bulkdoku::pipeline::{RecordSource, TextParts};
use bulkdoku::rating::{ExplainJob, RateJob, RatingSettings};
use bulkdoku::solver::Notation;
use bulkdoku::{Result, SolveJob};

use crate::{Text, report};

/// The task for each record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Task {
    Solve,
    Unique,
    Count,
    Rate,
    Canon,
    Steps,
    Check,
}

/// The formats of the answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Lines,
    /// The columns of the input, if it is a table, and those of the answers.
    Csv,
    /// Objects that also have the columns of the input.
    JsonLines,
}

/// The texts that a run makes.
#[derive(Default)]
pub struct Made {
    /// The answers.
    pub output: Vec<u8>,
    /// The text of [`report`].
    pub report: Vec<u8>,
    /// The picture of a data set that was checked: an HTML page.
    pub picture: Vec<u8>,
}

impl Made {
    /// Returns a text by its number.
    pub fn text(&self, which: u32) -> &[u8] {
        match which {
            0 => &self.output,
            1 => &self.report,
            _ => &self.picture,
        }
    }
}

const TASKS: [Task; 7] =
    [Task::Solve, Task::Unique, Task::Count, Task::Rate, Task::Canon, Task::Steps, Task::Check];

const FORMATS: [Format; 3] = [Format::Lines, Format::Csv, Format::JsonLines];

/// The settings of a run, and the format of its input.
pub struct Session {
    task: Task,
    format: Format,
    limit: u64,
    parts: TextParts,
    audit: Option<AuditParts>,
}

impl Session {
    /// Detects the format of an input that begins with `text`.
    ///
    /// # Errors
    /// Returns an error if no line matches a format of records, or the text has to be decoded.
    ///
    /// # Panics
    /// Panics if there is no task or format with this number.
    pub fn open(name: &str, text: &[u8], (task, format, limit): (u32, u32, u32)) -> Result<Self> {
        let parts = TextParts::detect(name, text)?;
        let task = TASKS[task as usize];
        let audit = if task == Task::Check { Some(AuditParts::new(&parts, keys(&parts))?) } else { None };
        Ok(Self { task, format: FORMATS[format as usize], limit: limit.into(), parts, audit })
    }

    /// Describes the format of the input.
    pub fn read_as(&self) -> String {
        self.parts.read_as()
    }

    /// Returns the length of the header in bytes.
    pub fn header_length(&self) -> usize {
        self.parts.header_length()
    }

    /// Returns the length of the whole records at the beginning of `text`, or 0 if there are none.
    pub fn cut(&self, text: &[u8]) -> usize {
        self.parts.cut(text).unwrap_or(0)
    }

    /// Runs over a part of the input: the first one if `lines` is `None`, otherwise one that follows `lines` lines. Returns the
    /// answers, in `memory` if it is large enough, and the report.
    ///
    /// # Errors
    /// Returns an error if the records cannot have answers of the requested kind.
    pub fn run(&self, text: Text, lines: Option<u64>, memory: Vec<u8>) -> Result<Made> {
        let part = match lines {
            None => self.parts.first(text),
            Some(lines) => self.parts.later(text, lines),
        };
        if let Some(audit) = &self.audit {
            let (run, output) = audit.examine(part)?;
            return Ok(Made { output, report: report::of_part(&run), picture: Vec::new() });
        }
        let answers = OutputBuffer::from(memory);
        let report = self.answer(part, &answers)?;
        Ok(Made { output: answers.take(), report, picture: Vec::new() })
    }

    /// Writes the answers to the records of a part. Returns the report.
    fn answer(&self, part: RecordSource, answers: &OutputBuffer) -> Result<Vec<u8>> {
        let (output, rows) = (answers.output("answers"), self.row_format());
        let run = match self.task {
            Task::Rate => {
                let rated = RateJob::new(part, RatingSettings::default(), rows, output).run()?;
                return Ok(report::of_ratings(&rated));
            }
            Task::Canon => CanonJob::new(part, output).format(rows).run()?,
            Task::Steps if self.format == Format::Lines => ExplainJob::new(part, output).run()?,
            Task::Steps => ExplainJob::new(part, output).json_lines().run()?,
            Task::Solve => SolveJob::new(part, output).rows(rows).run()?,
            Task::Count => SolveJob::new(part, output).count(self.limit).rows(rows).run()?,
            Task::Unique | Task::Check => SolveJob::new(part, output).unique().rows(rows).run()?,
        };
        Ok(report::of_run(&run))
    }

    fn row_format(&self) -> RowFormat {
        match self.format {
            Format::Lines => RowFormat::Line,
            Format::Csv => RowFormat::Csv,
            Format::JsonLines => RowFormat::Jsonl,
        }
    }

    /// Adds the output of [`run`](Self::run) for the next part of an input that is checked.
    ///
    /// # Errors
    /// Returns an error if it is not the output of a part of this input.
    pub fn add(&mut self, part: &[u8]) -> Result<()> {
        self.audit.as_mut().map_or(Ok(()), |audit| audit.add(part))
    }

    /// Compares all records of an input that is checked. The output is the findings as the program lists them. Returns `None` for
    /// other tasks.
    pub fn conclude(self, name: &str) -> Option<Result<Made>> {
        Some(self.audit?.conclude().map(|(audit, picture)| {
            Made {
                output: audit
                    .findings
                    .iter()
                    .map(|finding| report::line(name, finding))
                    .collect::<String>()
                    .into_bytes(),
                report: report::of_audit(&audit),
                picture: picture.into_bytes(),
            }
        }))
    }
}

/// Returns the keys to find duplicates by. Pencilmarks have no canonical form.
fn keys(parts: &TextParts) -> Vec<SameBy> {
    match parts.notation() {
        Notation::Clues => vec![SameBy::Clues, SameBy::Puzzle, SameBy::Solution],
        Notation::Pencilmarks => vec![SameBy::Clues, SameBy::Solution],
    }
}
