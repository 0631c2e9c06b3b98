//! The task of a run over an input, which is answered part by part.

use std::sync::Arc;

use bulkdoku::Result;
use bulkdoku::datasets::{CanonJob, SameBy};
use bulkdoku::format::{OutputFormat, RowFormat};
use bulkdoku::internals::batch::{self, Goal, Notation};
use bulkdoku::internals::format::{
    AnswerField, AppendColumns, Counts, Detected, WriteAnswers, open_undecoded,
};
use bulkdoku::internals::{
    AuditSettings, Input, Isa, PartAuditor, RecordRun, SolveRun, StepsJson, StepsText, audit_part, picture,
};
use bulkdoku::io::{Output, OutputBuffer};
use bulkdoku::rating::{RateJob, RatingKind, RatingSettings};

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
    detected: Detected,
    /// The first bytes of the records.
    head: Vec<u8>,
    header_length: usize,
    /// The audit of the parts that were [added](Self::add).
    auditor: Option<PartAuditor>,
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
        let (input, detected) = open_undecoded(Input::bytes(name, text.to_vec())?)?;
        let header_length = input.preamble().len();
        Ok(Self {
            task: TASKS[task as usize],
            format: FORMATS[format as usize],
            limit: limit.into(),
            head: input.head().to_vec(),
            detected,
            header_length,
            auditor: None,
        })
    }

    /// Describes the format of the input.
    pub fn read_as(&self) -> String {
        self.detected.read_as.to_string()
    }

    /// Returns the length of the header in bytes.
    pub fn header_length(&self) -> usize {
        self.header_length
    }

    /// Returns the length of the whole records at the beginning of `text`, or 0 if there are none.
    pub fn cut(&self, text: &[u8]) -> usize {
        self.detected.reader.cut(text).unwrap_or(0)
    }

    /// Runs over a part of the input: the first one if `lines` is `None`, otherwise one that follows `lines` lines. Returns the
    /// answers, in `memory` if it is large enough, and the report.
    ///
    /// # Errors
    /// Returns an error if the records cannot have answers of the requested kind.
    pub fn run(&self, name: &str, text: Text, lines: Option<u64>, memory: Vec<u8>) -> Result<Made> {
        let records = RecordRun::new(self.input(name, text, lines)?, Arc::clone(&self.detected.reader));
        let answers = OutputBuffer::from(memory);
        let output = answers.output("answers");
        let report = match self.task {
            Task::Rate => report::of_ratings(&self.rate_job(records, output).run()?),
            Task::Canon => report::of_run(&self.canon_job(records, output).run()?),
            Task::Check => {
                let (run, output) = audit_part(records, &self.audit_settings(name)?)?;
                return Ok(Made { output, report: report::of_part(&run), picture: Vec::new() });
            }
            _ => {
                let engine = Box::new(|| Isa::best().build_lanes());
                let run = SolveRun { records, task: batch::Task::new(self.goal()), engine };
                report::of_run(&run.write(output, self.writer())?)
            }
        };
        Ok(Made { output: answers.take(), report, picture: Vec::new() })
    }

    fn input(&self, name: &str, text: Text, lines: Option<u64>) -> Result<Input> {
        if let Some(lines) = lines {
            return Ok(Input::part(name, text, &self.head, lines));
        }
        let mut input = Input::bytes(name, text)?;
        input.skip(self.detected.preamble);
        Ok(input)
    }

    fn goal(&self) -> Goal {
        match self.task {
            Task::Solve => Goal::First,
            Task::Count => Goal::Count { limit: self.limit },
            _ => Goal::Unique,
        }
    }

    fn writer(&self) -> Arc<dyn WriteAnswers> {
        let notation = self.detected.reader.notation();
        let columns = self.detected.columns.as_ref();
        match (self.task, self.format) {
            (Task::Steps, Format::Lines) => Arc::new(StepsText { notation }),
            (Task::Steps, _) => Arc::new(StepsJson { notation }),
            (Task::Count, Format::Lines) => Arc::new(Counts),
            (_, Format::Lines) => OutputFormat::Line.writer(),
            (_, format) => {
                match columns.and_then(|columns| AppendColumns::new(self.row_format(), columns, &self.head)) {
                    Some(columns) => Arc::new(columns),
                    None if format == Format::Csv => OutputFormat::Csv.writer(),
                    None => OutputFormat::Jsonl.writer(),
                }
            }
        }
    }

    fn rate_job(&self, mut records: RecordRun, output: Output) -> RateJob {
        records.format.columns = self.detected.columns.clone();
        let mut kinds = RatingKind::DEFAULT.to_vec();
        if self.detected.reader.notation() != Notation::Clues {
            kinds.retain(|kind| !kind.needs_clues());
        }
        let format = if self.format == Format::Lines { RowFormat::Csv } else { self.row_format() };
        let mut settings = RatingSettings::default();
        settings.kinds = kinds;
        RateJob::of_records(records, settings, format, output)
    }

    fn row_format(&self) -> RowFormat {
        match self.format {
            Format::Lines => RowFormat::Line,
            Format::Csv => RowFormat::Csv,
            Format::JsonLines => RowFormat::Jsonl,
        }
    }

    fn canon_job(&self, records: RecordRun, output: Output) -> CanonJob {
        CanonJob::of_records(records, output).format(self.row_format())
    }

    /// Adds the output of [`run`](Self::run) for the next part of an input that is checked.
    ///
    /// # Errors
    /// Returns an error if the settings do not match the input.
    pub fn add(&mut self, name: &str, part: &[u8]) -> Result<()> {
        let auditor = match self.auditor.take() {
            Some(auditor) => auditor,
            None => PartAuditor::new(name, &self.audit_settings(name)?)?,
        };
        self.auditor.insert(auditor).add(part)
    }

    /// Compares all records. The output is the findings as the program lists them.
    ///
    /// # Errors
    /// Returns the same errors as [`add`](Self::add).
    pub fn conclude(mut self, name: &str) -> Result<Made> {
        let settings = self.audit_settings(name)?;
        let auditor = self.auditor.take().map_or_else(|| PartAuditor::new(name, &settings), Ok)?;
        let audit = auditor.conclude()?;
        Ok(Made {
            output: audit
                .findings
                .iter()
                .map(|finding| report::line(name, finding))
                .collect::<String>()
                .into_bytes(),
            report: report::of_audit(&audit, settings.answer_field.is_some()),
            picture: picture(&audit).unwrap_or_default().into_bytes(),
        })
    }

    fn audit_settings(&self, name: &str) -> Result<AuditSettings> {
        let mut keys = vec![SameBy::Clues, SameBy::Puzzle, SameBy::Solution];
        if self.detected.reader.notation() != Notation::Clues {
            keys.retain(|&key| key != SameBy::Puzzle); // pencilmarks have no canonical form
        }
        Ok(AuditSettings {
            answer_field: AnswerField::find(&self.detected, &self.head, name, None)?,
            keys,
            fingerprint_memory: usize::MAX, // there are no temporary files
            profile: true,
            ..AuditSettings::default()
        })
    }
}
