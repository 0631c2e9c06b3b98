//! Random equivalents of every puzzle of a file.
//!
//! ```text
//! chunk ─▶ Chunk::read ─▶ well-formed puzzles ─▶ Equivalents ─▶ rows ─▶ OrderedWriter
//!                         and their answers      from the seed and the line of the record
//! ```

use std::sync::{Arc, Mutex};

use super::RecordSource;
use super::equivalents::{Change, Equivalents, image};
use crate::board::grid::{CELLS, digit};
use crate::error::{Error, Refusal, Result};
use crate::format::write::input_columns::{Added, Gap, InputColumns};
use crate::format::write::rows::{Row, RowFormat};
use crate::format::{Blank, Column, Record, inspection};
use crate::io::Output;
use crate::macros::setters::setters;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::chunks;
use crate::pipeline::ordered::{Flush, Stage, lock};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{Report, RunSettings};
use crate::solver::Verdict;
use crate::symmetry::Transformation;

/// The number of bytes of text that a worker collects before it passes them on.
const PART: usize = 4 << 20;

/// The smallest chunk size: a few records, whose equivalents are worth the overhead of a chunk.
const MIN_CHUNK: usize = 512;

/// A job that writes random equivalents of the puzzles of an input.
///
/// The equivalents of a puzzle depend on the seed, on the puzzle and on its line in the input. The bytes of the output
/// are the same on every machine, for any number of threads and any chunk size.
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::datasets::{AugmentJob, RecordSource};
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::symmetry::Minlex;
///
/// let written = OutputBuffer::default();
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let source = RecordSource::bytes("memory", puzzle.to_string().into_bytes());
/// let job = AugmentJob::new(source, 3, 1, written.output("memory"));
/// assert_eq!(job.run()?.written, 3);
/// let mut minlex = Minlex::new();
/// let form = minlex.form(&puzzle)?.puzzle();
/// for line in String::from_utf8(written.take())?.lines() {
///     assert_eq!(minlex.form(&line.parse()?)?.puzzle(), form);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct AugmentJob {
    /// The records. If they have columns, the output has those instead of the usual ones, with the equivalents in place of the
    /// puzzle and its answer.
    pub(crate) source: RecordSource,
    /// The number of equivalents of each puzzle. Each worker keeps the equivalents of one puzzle in memory, about 150 bytes each.
    pub(crate) wanted: usize,
    pub(crate) changes: Vec<Change>,
    /// The seed. Another seed gives other equivalents.
    pub(crate) seed: u64,
    pub(crate) include_original: bool,
    /// The column of the answers, which are transformed with their puzzles. Detected by default. An answer that is not 81
    /// digits is left empty.
    pub(crate) answer_column: Option<Column>,
    pub(crate) format: RowFormat,
    pub(crate) with_transformation: bool,
    /// The character of blanks, or that of each puzzle.
    pub(crate) blank: Option<Blank>,
    /// The output for the equivalents.
    pub(crate) output: Output,
    pub(crate) run_settings: RunSettings,
}

/// The report of an [`AugmentJob`].
///
/// ```
/// use bulkdoku::datasets::{AugmentJob, RecordSource};
/// use bulkdoku::format::RowFormat;
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RunSettings;
/// use bulkdoku::symmetry::Transformation;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let (source, rows) = (RecordSource::bytes("memory", format!("{puzzle}\n12\n").into()), OutputBuffer::default());
/// let job = AugmentJob::new(source, 2, 1, rows.output("memory")).run_settings(RunSettings::default().threads(1));
/// let report = job.format(RowFormat::Csv).include_original(true).with_transformation(true).run()?;
/// assert_eq!((report.run.tally.records(), report.written), (2, 3));
/// assert_eq!((report.exhausted, report.first_exhausted), (0, None)); // fewer than two, only for puzzles with symmetries
///
/// let table = String::from_utf8(rows.take())?;
/// let map: Transformation = table.trim().rsplit(',').next().ok_or("no map")?.parse()?;
/// assert!(table.contains(&map.apply(&puzzle.parse()?).to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AugmentReport {
    /// The report of the run over the input.
    pub run: Report,
    /// The number of puzzles written.
    pub written: u64,
    /// The number of puzzles that have fewer equivalents than requested. All of them are written.
    pub exhausted: u64,
    /// The line of the first such puzzle.
    pub first_exhausted: Option<u64>,
}

impl AugmentJob {
    /// Creates a job that writes this many equivalents of each puzzle and of its answer. Each worker keeps the equivalents of one
    /// puzzle in memory, about 150 bytes each. Another seed gives other equivalents.
    pub fn new(source: RecordSource, equivalents: usize, seed: u64, output: Output) -> Self {
        Self {
            source,
            wanted: equivalents,
            changes: Change::ALL.to_vec(),
            seed,
            include_original: false,
            answer_column: None,
            format: RowFormat::Line,
            with_transformation: false,
            blank: None,
            output,
            run_settings: RunSettings::default(),
        }
    }

    setters! {
        /// Sets the column of the answers, which is detected by default.
        ///
        /// ```
        /// use bulkdoku::datasets::AugmentJob;
        /// use bulkdoku::format::Column;
        /// use bulkdoku::io::OutputBuffer;
        /// use bulkdoku::pipeline::RecordSource;
        ///
        /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        /// let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        /// let table = format!("id,task,mine,checked\n1,{puzzle},{answer},\n");
        /// let source = RecordSource::bytes("set.csv", table.into());
        /// let job = AugmentJob::new(source, 3, 1, OutputBuffer::default().output("memory"));
        /// assert_eq!(job.answer_column(Column::Number(3)).run()?.written, 3);
        /// # Ok::<(), bulkdoku::Error>(())
        /// ```
        answer_column: Column,

        /// Sets whether to write the puzzle itself before its equivalents. It is never one of them.
        include_original: bool,

        /// Sets the format of the output: lines with the puzzle, followed by a comma and its answer if it has one; grids of
        /// the puzzles alone; or a table with the columns line, puzzle and, if there are answers, solution. The line is the puzzle's line in the input.
        format: RowFormat,

        /// Sets the character of blanks. By default, it is that of each puzzle.
        blank: Blank,

        /// Sets whether to add the column transformation, which makes the equivalent, in the form that
        /// [`Transformation`](crate::symmetry::Transformation) parses.
        with_transformation: bool,

        /// Sets the threads and the progress of the run.
        run_settings: RunSettings,
    }

    /// Writes the equivalents of every puzzle in input order, and returns once the file is in place.
    ///
    /// Skips and counts records that are not puzzles or have a conflict. Memory is bounded as in
    /// [`SolveJob::run`](crate::SolveJob::run).
    ///
    /// # Errors
    /// Returns an error if the input cannot be read or its format is unknown, [`Error::Refused`](crate::Error::Refused) for
    /// pencilmarks and for transformations in a format without columns, and otherwise the first failure to read or write. An existing file is then
    /// unchanged, and no temporary file is left.
    pub fn run(mut self) -> Result<AugmentReport> {
        if self.with_transformation && !self.format.has_columns() {
            return Err(Refusal::NoColumnForTransformation.into());
        }
        let records = self.source.into_open()?;
        let answers = records.format.field(self.answer_column.as_ref());
        let answers = answers.map_err(|reason| Error::format(records.input.name(), 1, reason))?;
        records.require_clues()?;
        let pool = WorkerPool::start(self.run_settings.threads)?;
        let size = chunks::size_for(records.input.length(), pool.len(), records.format.reader.notation());
        let size = (size / self.wanted.saturating_add(1)).max(MIN_CHUNK); // the output is this many times longer
        self.run_settings.chunk_size.get_or_insert(size);
        let added: &[&str] = if self.with_transformation { &["transformation"] } else { &[] };
        let added = Added { command: "augment", names: added };
        let columns = InputColumns::new(self.format, &records.format, added).map(|columns| {
            let answer = answers.as_ref().map_or(usize::MAX, |answers| answers.number() - 1);
            SourceColumns { columns, answer }
        });
        let writer = Arc::new(EquivalentWriter {
            format: self.format,
            columns,
            with_transformation: self.with_transformation,
            with_solution: answers.is_some(),
            include_original: self.include_original,
            blank: self.blank,
        });
        let (seed, wanted, changes) = (self.seed, self.wanted, self.changes);
        let sink = OrderedWriter::for_rows(self.output, &writer.header(), &records.input, &pool)?;
        let report = Arc::new(Mutex::new(AugmentReport::default()));
        let all = Arc::clone(&report);
        let stage = move || EquivalentStage {
            equivalents: Equivalents::with_changes(seed, wanted, changes.clone()),
            wanted,
            writer: Arc::clone(&writer),
            row: SourceRow::default(),
            report: Arc::clone(&all),
        };
        let run = records
            .reading_answers(answers)
            .run_on(&pool, &self.run_settings, true, stage, sink)?
            .finish()?;
        let report = std::mem::take(&mut *lock(&report));
        Ok(AugmentReport { run, ..report })
    }
}

/// The stage of [`AugmentJob`]: turns a chunk of records into the rows of their equivalents.
struct EquivalentStage {
    equivalents: Equivalents,
    wanted: usize,
    writer: Arc<EquivalentWriter>,
    row: SourceRow,
    /// The counts of all workers.
    report: Arc<Mutex<AugmentReport>>,
}

impl Stage<Chunk> for EquivalentStage {
    type Out = ChunkOutput;

    fn run(
        &mut self,
        chunk: &mut Chunk,
        output: &mut ChunkOutput,
        flush: Flush<'_, ChunkOutput>,
    ) -> Result<()> {
        chunk.read_and_classify(inspection::verdict);
        let (equivalents, writer, wanted, row) =
            (&mut self.equivalents, &self.writer, self.wanted, &mut self.row);
        let (mut has_ended, mut written) = (false, 0);
        output.text.clear();
        chunk.for_each_record(true, |record| {
            if record.defect.is_some() {
                output.report.list_bad(record);
            }
            let puzzle = record.puzzle.try_into().ok();
            let puzzle = puzzle.filter(|_| record.outcome.verdict == Verdict::WellFormed && !has_ended);
            let Some(puzzle) = puzzle else { return };
            let drawn = equivalents.draw(puzzle, record.number());
            written += drawn + usize::from(writer.include_original);
            if drawn < wanted {
                let mut report = lock(&self.report);
                report.exhausted += 1;
                report.first_exhausted = report.first_exhausted.into_iter().chain([record.line]).min();
            }
            has_ended = !writer.write_all(equivalents, record, row, output, flush);
        });
        lock(&self.report).written += written as u64;
        output.report.tally = chunk.finish();
        Ok(())
    }
}

/// The columns of the input.
struct SourceColumns {
    columns: InputColumns,
    /// The index of the answer column, or an index that no column has.
    answer: usize,
}

/// The row of a record with the columns of the input and gaps for the texts of each equivalent. Its memory is reused.
#[derive(Default)]
struct SourceRow {
    text: Vec<u8>,
    /// The gaps for the puzzle and its answer.
    gaps: [Gap; 2],
    /// The position of the map.
    map: usize,
}

impl SourceColumns {
    /// Fills `row` with the fields of a record, encoded once for all equivalents, and with `add`, which returns the position of
    /// the map.
    fn encode(
        &self,
        record: &Record<'_>,
        has_solution: bool,
        row: &mut SourceRow,
        add: impl FnOnce(&mut Row<'_>) -> usize,
    ) {
        let SourceRow { text, gaps, map } = row;
        let gap = |column, length| Gap { column, length, at: None };
        *gaps = [gap(self.columns.puzzle(), CELLS), gap(self.answer, if has_solution { CELLS } else { 0 })];
        text.clear();
        self.columns.write(record, gaps, text, |row| *map = add(row));
    }
}

/// Writes the equivalents of a record.
struct EquivalentWriter {
    format: RowFormat,
    columns: Option<SourceColumns>,
    with_transformation: bool,
    with_solution: bool,
    include_original: bool,
    blank: Option<Blank>,
}

impl EquivalentWriter {
    fn header(&self) -> Vec<u8> {
        if let Some(source) = &self.columns {
            return source.columns.header().to_vec();
        }
        let (solution, map) = (self.with_solution, self.with_transformation);
        let columns = [("line", true), ("puzzle", true), ("solution", solution), ("transformation", map)];
        let names: Vec<&str> = columns.into_iter().filter(|column| column.1).map(|column| column.0).collect();
        self.format.header(&names)
    }

    /// Writes the equivalents drawn for `record`, and passes long parts of the text on. Returns `false` when the run has ended.
    fn write_all(
        &self,
        equivalents: &Equivalents,
        record: &Record<'_>,
        row: &mut SourceRow,
        output: &mut ChunkOutput,
        flush: Flush<'_, ChunkOutput>,
    ) -> bool {
        let solution = record.given.and_then(|given| solution(given.text));
        if let Some(source) = &self.columns {
            source.encode(record, solution.is_some(), row, |row| {
                self.add_map(row, b"");
                row.position() - usize::from(self.with_transformation && self.format == RowFormat::Jsonl) // before the second quote
            });
        }
        for (puzzle, map) in equivalents.drawn().skip(usize::from(!self.include_original)) {
            let puzzle = &Blank::written(self.blank, puzzle);
            let solution = solution.map(|solution| image(map, solution));
            let solution = solution.as_ref().map(<[u8; _]>::as_slice);
            let out = &mut output.text;
            match &self.columns {
                Some(_) => self.write_source(row, puzzle, solution, map, out),
                None => self.write(record.line, puzzle, solution, map, out),
            }
            if output.text.len() >= PART {
                if !flush(output) {
                    return false;
                }
                output.text.clear();
            }
        }
        true
    }

    fn write(
        &self,
        line: u64,
        puzzle: &[u8; CELLS],
        solution: Option<&[u8]>,
        map: &Transformation,
        out: &mut Vec<u8>,
    ) {
        if self.format == RowFormat::Grid {
            return self.format.write_board(puzzle, out);
        }
        let mut row = Row::begin(self.format, out);
        if self.format.has_columns() {
            row.number("line", line);
        }
        row.text("puzzle", Some(puzzle));
        if self.with_solution {
            row.text("solution", solution);
        }
        self.add_map(&mut row, &map.text());
        row.end();
    }

    /// Writes the row of an equivalent with the columns of the input.
    fn write_source(
        &self,
        row: &mut SourceRow,
        puzzle: &[u8; CELLS],
        solution: Option<&[u8]>,
        map: &Transformation,
        out: &mut Vec<u8>,
    ) {
        row.gaps[0].fill(&mut row.text, puzzle);
        row.gaps[1].fill(&mut row.text, solution.unwrap_or_default());
        let (before, after) = row.text.split_at(row.map);
        out.extend_from_slice(before);
        if self.with_transformation {
            out.extend_from_slice(&map.text());
        }
        out.extend_from_slice(after);
    }

    fn add_map(&self, row: &mut Row<'_>, text: &[u8]) {
        if self.with_transformation {
            row.text("transformation", Some(text));
        }
    }
}

/// Returns an answer if it is 81 digits.
fn solution(text: &[u8]) -> Option<&[u8; CELLS]> {
    let text: &[u8; CELLS] = text.try_into().ok()?;
    text.iter().all(|&byte| digit(byte).is_some()).then_some(text)
}
