//! The task of a run, whose input comes in parts or as a whole.

use bulkdoku::audit::{AuditJob, HtmlReport};
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
    /// The report of a data set that was checked, an HTML page, and the figures in it.
    pub page: Vec<u8>,
    pub figures: Vec<u8>,
}

impl Made {
    /// Returns a text by its number.
    pub fn text(&self, which: u32) -> &[u8] {
        match which {
            0 => &self.output,
            1 => &self.report,
            2 => &self.page,
            3 => &self.figures,
            _ => HtmlReport::STYLE.as_bytes(),
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
    /// The format, unless the input comes as a whole.
    parts: Option<TextParts>,
}

impl Session {
    /// Detects the format of an input that begins with `text`.
    ///
    /// # Errors
    /// Returns an error if no line matches a format of records.
    ///
    /// # Panics
    /// Panics if there is no task or format with this number.
    pub fn open(name: &str, text: &[u8], (task, format, limit): (u32, u32, u32)) -> Result<Self> {
        let task = TASKS[task as usize];
        let parts = match task {
            Task::Check => None,
            _ => TextParts::detect(name, text)?,
        };
        Ok(Self { task, format: FORMATS[format as usize], limit: limit.into(), parts })
    }

    /// Returns the format of an input that comes in parts.
    pub fn parts(&self) -> Option<&TextParts> {
        self.parts.as_ref()
    }

    /// Runs over a part of the input: the first one if `lines` is `None`, otherwise one that follows `lines` lines. Returns the
    /// answers, in `memory` if it is large enough, and the report.
    ///
    /// # Errors
    /// Returns an error if the records cannot have answers of the requested kind.
    pub fn run_part(
        &self,
        parts: &TextParts,
        text: Text,
        lines: Option<u64>,
        memory: Vec<u8>,
    ) -> Result<Made> {
        let part = match lines {
            None => parts.first(text),
            Some(lines) => parts.later(text, lines),
        };
        let answers = OutputBuffer::from(memory);
        let report = self.answer(part, &answers)?;
        Ok(Made { output: answers.take(), report, ..Made::default() })
    }

    /// Runs over the whole input.
    ///
    /// # Errors
    /// Returns the same errors as [`run_part`](Self::run_part), and an error if the input has no known format.
    pub fn run_whole(&self, name: &str, text: Text) -> Result<Made> {
        let source = RecordSource::bytes(name, text.into_bytes());
        let read_as = report::of_format(&source.read_as()?);
        let mut made = match self.task {
            Task::Check => check(name, source)?,
            _ => {
                let answers = OutputBuffer::default();
                let report = self.answer(source, &answers)?;
                Made { output: answers.take(), report, ..Made::default() }
            }
        };
        made.report.splice(..0, read_as);
        Ok(made)
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
            Format::Lines if self.task == Task::Rate => RowFormat::Csv, // lines have no ratings
            Format::Lines => RowFormat::Line,
            Format::Csv => RowFormat::Csv,
            Format::JsonLines => RowFormat::Jsonl,
        }
    }
}

/// Checks a data set. The output is the findings as the program lists them.
fn check(name: &str, source: RecordSource) -> Result<Made> {
    let keys = keys(source.notation()?);
    let (audit, report) = AuditJob::new(source).keys(keys).run_with_html()?;
    let findings: String = audit.findings.iter().map(|finding| report::line(name, finding)).collect();
    Ok(Made {
        output: findings.into_bytes(),
        report: report::of_audit(&audit),
        page: report.to_string().into_bytes(),
        figures: report.figures.into_bytes(),
    })
}

/// Returns the keys to find duplicates by. Pencilmarks have no canonical form.
fn keys(notation: Notation) -> Vec<SameBy> {
    match notation {
        Notation::Clues => vec![SameBy::Clues, SameBy::Puzzle, SameBy::Solution],
        Notation::Pencilmarks => vec![SameBy::Clues, SameBy::Solution],
    }
}
