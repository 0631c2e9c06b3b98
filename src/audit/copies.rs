//! Copies of an audited data set: the records with nothing wrong, and the others with what is wrong.
//!
//! ```text
//! records that stay       ─▶ byte for byte, with the header and the comments before them
//! records that are left   ─▶ rows of the input's table and a column of findings, or of line, puzzle, text and findings
//! out
//! ```

use std::sync::Arc;

use super::auditor::Found;
use super::finding_rows::{FindingRow, Words, record_of};
use super::result::AuditReport;
use crate::datasets::RecordSource;
use crate::datasets::copying::copy;
use crate::datasets::fates::Fates;
use crate::datasets::position::PackedPosition;
use crate::datasets::rows::InOrder;
use crate::error::Result;
use crate::format::detect::{Columns, Detected};
use crate::format::read::line::line_around;
use crate::format::write::input_columns::{Added, RecordRows, write_escaped, write_field, write_quoted};
use crate::format::write::rows::{Row, RowFormat};
use crate::format::{Record, inspection};
use crate::io::Output;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::ordered::{Flush, Reuse, Sink, Stage};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{OpenRecords, RunSettings};

/// The name of the added column.
const FINDINGS: &str = "findings";

/// The outputs of the copies.
#[derive(Default)]
pub(crate) struct Copies {
    pub(crate) clean: Option<Output>,
    pub(crate) rejects: Option<Output>,
}

impl Copies {
    /// Whether there are none.
    pub(super) fn are_none(&self) -> bool {
        self.clean.is_none() && self.rejects.is_none()
    }

    /// Copies the records of a `source`, which was audited and is closed. Returns the numbers of clean and of rejected
    /// records, and the outputs, which are complete but not yet in place.
    pub(super) fn write(
        self,
        pool: &WorkerPool,
        source: RecordSource,
        run: &RunSettings,
        report: &AuditReport,
        found: Found,
    ) -> Result<([u64; 2], Vec<Output>)> {
        let (mut counts, mut outputs) = ([0; 2], Vec::new());
        let fates = Arc::new(found.fates.unwrap_or_else(Fates::new));
        if let Some(output) = self.clean {
            let (copied, clean) =
                copy(pool, run, &source, &fates, (vec![output], report.run.tally.records()))?;
            counts[0] = copied.written[0];
            outputs.extend(clean);
        }
        if let (Some(output), Some(findings)) = (self.rejects, found.findings.in_order()) {
            let (rejected, output) =
                write_rejects(pool, run, source.open()?, output, fates, (findings, report.words.clone()))?;
            counts[1] = rejected;
            outputs.push(output);
        }
        source.check()?;
        Ok((counts, outputs))
    }
}

/// Writes the rejected records with their findings.
fn write_rejects(
    pool: &WorkerPool,
    settings: &RunSettings,
    records: OpenRecords,
    mut output: Output,
    fates: Arc<Fates>,
    (findings, words): (InOrder<8>, Words),
) -> Result<(u64, Output)> {
    let rows = Arc::new(RejectRows::new(&records.format));
    output.write(rows.rows.header())?;
    let format = rows.format;
    let make_stage = move || RejectStage { fates: Arc::clone(&fates), rows: Arc::clone(&rows) };
    let findings = NextFindings { findings, waiting: Vec::new(), next: 0 };
    let writer = RejectWriter { output, format, findings, words, rejected: 0, text: Vec::new() };
    let mut writer = records.run_on(pool, settings, true, make_stage, writer)?;
    writer.output.complete()?;
    Ok((writer.rejected, writer.output))
}

/// The format of rejected records.
struct RejectRows {
    format: RowFormat,
    rows: RecordRows,
    /// Whether the text after puzzles has a column of its own.
    have_text: bool,
}

impl RejectRows {
    fn new(found: &Detected) -> Self {
        let format = match found.columns {
            Some(Columns::Objects(_)) => RowFormat::Jsonl,
            _ => RowFormat::Csv,
        };
        let rows = RecordRows::new(format, found, Added { command: "check", names: &[FINDINGS] }, false);
        Self { format, rows, have_text: found.has_text }
    }

    /// Writes a record. Returns the position for its findings.
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) -> usize {
        let mut at = 0;
        let empty: &[u8] = if self.format == RowFormat::Csv { b"\"\"" } else { b"" };
        let add = |row: &mut Row<'_>| {
            row.text(FINDINGS, Some(empty));
            at = row.position() - 1; // before the second quote
        };
        let puzzle = |row: &mut Row<'_>| {
            row.value("puzzle", |out| {
                self.write_puzzle(record, out);
                Some(true)
            });
        };
        self.rows.write_with(record, out, puzzle, add);
        at
    }

    /// Writes the puzzle of a record. Where there is no column for the text after it, this is the whole line if it begins with the
    /// puzzle; for a malformed record, it is always the line.
    fn write_puzzle(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let puzzle = record.valid_puzzle();
        let (start, end) = line_around(record.chunk, record.origin);
        let line = record.chunk[start..end].trim_ascii();
        let is_line = puzzle.is_empty() || !self.have_text && line.starts_with(puzzle);
        write_field(if is_line { line } else { puzzle }, out);
    }
}

/// The stage of the rejects: turns a chunk of records into the rows of the rejected ones.
struct RejectStage {
    fates: Arc<Fates>,
    rows: Arc<RejectRows>,
}

/// The rows of a chunk, in memory that is reused for each chunk.
#[derive(Default)]
struct ChunkRejects {
    text: Vec<u8>,
    /// The record of each row, and the position in the text for its findings.
    rows: Vec<(PackedPosition, usize)>,
}

impl Reuse for ChunkRejects {
    fn clear(&mut self) {
        self.text.clear();
        self.rows.clear();
    }

    fn held_bytes(&self) -> usize {
        self.text.capacity() + self.rows.capacity() * size_of::<(PackedPosition, usize)>()
    }
}

impl Stage<Chunk> for RejectStage {
    type Out = ChunkRejects;

    fn run(
        &mut self,
        chunk: &mut Chunk,
        output: &mut ChunkRejects,
        _: Flush<'_, ChunkRejects>,
    ) -> Result<()> {
        chunk.read_and_classify(inspection::verdict);
        chunk.for_each_record(true, |record| {
            if self.fates.of(record.number()).is_none() {
                let at = self.rows.write(record, &mut output.text);
                output.rows.push((PackedPosition::new(record.line, record.column), at));
            }
        });
        Ok(())
    }
}

/// The sink: writes the rows with their findings.
struct RejectWriter {
    output: Output,
    format: RowFormat,
    findings: NextFindings,
    words: Words,
    rejected: u64,
    /// The findings of a record.
    text: Vec<u8>,
}

/// Findings, one after another.
struct NextFindings {
    findings: InOrder<8>,
    waiting: Vec<FindingRow>,
    /// The index of the next one of those that wait.
    next: usize,
}

impl NextFindings {
    /// Returns the next finding if its record is not after the one at `position`.
    fn until(&mut self, position: PackedPosition) -> Result<Option<FindingRow>> {
        if self.next == self.waiting.len() {
            self.waiting.clear();
            self.waiting.extend(self.findings.next()?.unwrap_or_default());
            self.next = 0;
        }
        let next = self.waiting.get(self.next).copied().filter(|row| record_of(row) <= position.0);
        self.next += usize::from(next.is_some());
        Ok(next)
    }
}

impl RejectWriter {
    /// Reads the findings of the record at `position`, and skips those before it.
    fn read_findings(&mut self, position: PackedPosition) -> Result<()> {
        self.text.clear();
        while let Some(row) = self.findings.until(position)? {
            if record_of(&row) == position.0 {
                self.add(&row);
            }
        }
        Ok(())
    }

    fn add(&mut self, row: &FindingRow) {
        if !self.text.is_empty() {
            self.text.extend_from_slice(b"; ");
        }
        let finding = self.words.finding(row);
        let text = format!("{}: {}", finding.kind.name(), finding.what);
        match self.format {
            RowFormat::Jsonl => write_escaped(text.as_bytes(), &mut self.text),
            _ => write_quoted(text.as_bytes(), &mut self.text),
        }
    }
}

impl Sink<ChunkRejects> for RejectWriter {
    fn accept(&mut self, chunk: &ChunkRejects) -> Result<()> {
        let mut from = 0;
        for &(position, at) in &chunk.rows {
            self.read_findings(position)?;
            self.output.write(&chunk.text[from..at])?;
            self.output.write(&self.text)?;
            from = at;
        }
        self.rejected += chunk.rows.len() as u64;
        self.output.write(&chunk.text[from..])
    }
}
