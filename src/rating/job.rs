//! Rates every record of a file.
//!
//! ```text
//! chunk ─▶ Chunk::read ─▶ Rater ─▶ filters ─▶ rows ─▶ OrderedWriter
//!                         verdicts            of the records   in the order of the input
//! ```

use std::sync::{Arc, Mutex};

use super::histogram::Histograms;
use super::table::RatingTable;
use super::{Rater, Rating, RatingFilter, RatingKind, RatingSettings};
use crate::board::notation::Notation;
use crate::error::{Error, Result};
use crate::format::{Blank, RowFormat};
use crate::io::Output;
use crate::macros::setters::setters;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::chunks;
use crate::pipeline::ordered::{Flush, Stage, lock};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{RecordSource, Report, RunSettings};
use crate::solver::{Outcome, Verdict};

/// The largest chunk. Rating takes many times as long as solving, so a chunk of the usual size would be too much work for one
/// worker at a time.
const MAX_CHUNK: usize = 32 << 10;

/// A job that rates the records of an input and writes them with their ratings.
///
/// ```
/// use bulkdoku::datasets::RecordSource;
/// use bulkdoku::format::RowFormat;
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::rating::{RateJob, RatingSettings};
///
/// let written = OutputBuffer::default();
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let mut settings = RatingSettings::default();
/// settings.only = vec!["level".parse()?];
/// let source = RecordSource::bytes("memory", puzzle.into());
/// let job = RateJob::new(source, settings, RowFormat::Csv, written.output("memory"));
/// let report = job.run()?;
/// assert_eq!(report.classes().next().ok_or("no class")?, ("level".parse()?, "1".to_owned(), 1));
/// let row = puzzle.trim_end();
/// assert_eq!(String::from_utf8(written.take())?, format!("line,puzzle,verdict,level\n1,{row},unique,1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct RateJob {
    /// The records.
    pub(crate) source: RecordSource,
    /// What to find out about each puzzle and write. The ratings that the filters need are found, but not written.
    pub(crate) settings: RatingSettings,
    /// The conditions that a record must satisfy to be kept.
    pub(crate) filters: Vec<RatingFilter>,
    /// The format of the output. Its columns are line, puzzle, verdict and the ratings. If the input has columns, they replace
    /// line and puzzle, unless they are separated by white space, lack the names that objects need, or come from objects and go
    /// to a table. Without columns, it has the puzzles with one solution, and the verdict of other records.
    pub(crate) format: RowFormat,
    /// The character of the blanks of a format without columns, or that of each puzzle.
    pub(crate) blank: Option<Blank>,
    /// Where the records and their ratings are written.
    pub(crate) output: Output,
    /// The threads and the progress of the run.
    pub(crate) run_settings: RunSettings,
}

/// The report of a [`RateJob`].
///
/// ```
/// use bulkdoku::format::RowFormat;
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::{RecordSource, RunSettings};
/// use bulkdoku::rating::{RateJob, RatingKind, RatingSettings};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let source = RecordSource::bytes("memory", format!("{puzzle}12\n").into());
/// let (settings, rows) = (RatingSettings::default(), OutputBuffer::default());
/// let job = RateJob::new(source, settings, RowFormat::Jsonl, rows.output("memory"));
/// let report = job.only(vec!["level<=4".parse()?]).run_settings(RunSettings::default().threads(1)).run()?;
/// assert_eq!((report.run.tally.records(), report.kept), (2, 1));
/// assert!(report.classes().any(|class| class == (RatingKind::Se, "1.2".to_owned(), 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RateReport {
    /// The report of the run over the input.
    pub run: Report,
    /// The number of records written.
    pub kept: u64,
    /// The number of records left out because a rating is only a lower bound, which does not decide the conditions.
    pub undecided: u64,
    /// The ratings of all records, kept or not.
    pub(crate) histograms: Histograms,
}

impl RateReport {
    /// Adds the counts of a chunk.
    fn add(&mut self, chunk: &Self) {
        self.histograms.add(&chunk.histograms);
        (self.kept, self.undecided) = (self.kept + chunk.kept, self.undecided + chunk.undecided);
    }

    /// Returns the classes of each rating that have puzzles, in ascending order, as text such as `4` or `10-19`, with the number
    /// of puzzles. Bands have no classes.
    pub fn classes(&self) -> impl Iterator<Item = (RatingKind, String, u64)> {
        let of =
            |kind| self.histograms.of(kind).map(move |(class, puzzles)| (kind, class.label(kind), puzzles));
        RatingKind::ALL.into_iter().flat_map(of)
    }
}

impl RateJob {
    /// Creates a job that writes all records with the ratings of these settings, in a table or as objects. A format without
    /// columns has the rated puzzles alone: use it with [`RateJob::only`].
    pub fn new(source: RecordSource, settings: RatingSettings, format: RowFormat, output: Output) -> Self {
        let run_settings = RunSettings::default();
        Self { source, settings, filters: Vec::new(), format, blank: None, output, run_settings }
    }

    /// Keeps only the records that are certain to satisfy all of these conditions.
    pub fn only(self, filters: Vec<RatingFilter>) -> Self {
        Self { filters, ..self }
    }

    setters! {
        /// Sets the character of the blanks of a format without columns. By default, it is that of each puzzle.
        blank: Blank,

        /// Sets the threads and the progress of the run.
        run_settings: RunSettings,
    }

    /// Rates every record, in the order of the input, and returns once the output file is complete.
    ///
    /// A record without a rating gets only its verdict. If there are filters, it is left out. Memory is bounded as in
    /// [`SolveJob::run`](crate::SolveJob::run).
    ///
    /// # Errors
    /// Returns an error if the input cannot be read or its format is unknown, if a setting is out of range, and otherwise the
    /// first failure to read or write. An existing output file is then unchanged, and no temporary file is left.
    pub fn run(self) -> Result<RateReport> {
        let Self { source, mut settings, filters, format, blank, output, mut run_settings } = self;
        settings.check().map_err(Error::refused)?;
        let records = source.into_open()?;
        if records.format.reader.notation() != Notation::Clues {
            settings.only.retain(|kind| !kind.needs_clues());
        }
        let table = RatingTable::new(&settings.only, format, blank, &records);
        settings.only.extend(filters.iter().map(|filter| filter.field.kind));
        let named = settings.only;
        settings.only = RatingKind::ALL.into_iter().filter(|kind| named.contains(kind)).collect();
        let pool = WorkerPool::start(run_settings.threads)?;
        let size = chunks::size_for(records.input.length(), pool.len(), records.format.reader.notation());
        run_settings.chunk_size.get_or_insert(size.min(MAX_CHUNK));
        let rows = OrderedWriter::for_rows(output, table.header(), &records.input, &pool)?;
        let report = Arc::new(Mutex::new(RateReport::default()));
        let (table, all) = (Arc::new(table), Arc::clone(&report));
        let needs_lines = table.needs_lines();
        let stage = move || RateStage {
            rater: Rater::with_settings(settings.clone()),
            ratings: Vec::new(),
            filters: filters.clone(),
            table: Arc::clone(&table),
            report: Arc::clone(&all),
        };
        let run = records.run_on(&pool, &run_settings, needs_lines, stage, rows)?.finish()?;
        let report = std::mem::take(&mut *lock(&report));
        Ok(RateReport { run, ..report })
    }
}

/// The stage of [`RateJob`]: turns a chunk of records into the rows of the ones that pass the filters.
struct RateStage {
    rater: Rater,
    ratings: Vec<Rating>,
    filters: Vec<RatingFilter>,
    table: Arc<RatingTable>,
    /// The counts of all workers.
    report: Arc<Mutex<RateReport>>,
}

impl RateStage {
    /// Reads and rates the records of a chunk. Their verdicts become the rater's.
    fn rate(&mut self, chunk: &mut Chunk) {
        chunk.read();
        let puzzles = chunk.puzzles();
        self.ratings.resize(puzzles.len(), Rating::default());
        self.rater.rate_rows(puzzles, &mut self.ratings);
        chunk.set_outcomes(self.ratings.iter().map(|rating| {
            let solutions = u64::from(rating.verdict == Verdict::Unique);
            Outcome::new(rating.verdict, solutions, 0)
        }));
    }
}

impl Stage<Chunk> for RateStage {
    type Out = ChunkOutput;

    fn run(&mut self, chunk: &mut Chunk, output: &mut ChunkOutput, _: Flush<'_, ChunkOutput>) -> Result<()> {
        self.rate(chunk);
        let mut counts = RateReport::default();
        let mut ratings = self.ratings.iter();
        chunk.write_records(self.table.needs_lines(), output, |record, text| {
            // A record of the wrong shape is not a puzzle and was not rated.
            let rating = if record.puzzle.is_empty() { None } else { ratings.next() };
            let rating = rating.copied().unwrap_or_default();
            counts.histograms.count(&self.rater.settings.only, &rating);
            // Only a rated record satisfies a condition.
            match RatingFilter::decide_all(&self.filters, &rating) {
                Some(true) => {
                    self.table.write(record, &rating, text);
                    counts.kept += 1;
                }
                Some(false) => {}
                None => counts.undecided += 1,
            }
        });
        lock(&self.report).add(&counts);
        output.report.tally = chunk.finish();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::OutputBuffer;

    /// Returns what a job writes for one puzzle, and its error.
    fn rated(settings: RatingSettings, format: RowFormat) -> (String, Option<String>) {
        let (written, text) = (OutputBuffer::default(), [b'.'; 81].to_vec());
        let source = RecordSource::bytes("memory", text);
        let run = RateJob::new(source, settings, format, written.output("memory")).run();
        (String::from_utf8(written.take()).unwrap(), run.err().map(|error| error.to_string()))
    }

    #[test]
    fn a_count_of_zero_equivalents_is_rejected_and_a_line_has_the_verdict_if_there_is_no_rating() {
        let usual = RatingSettings { only: vec![RatingKind::Level], ..RatingSettings::default() };
        let reason = "guesses need at least one equivalent of each puzzle".to_owned();
        let settings = RatingSettings { equivalents: 0, ..usual.clone() };
        assert_eq!(rated(settings, RowFormat::Csv), (String::new(), Some(reason)));
        let row = format!("line,puzzle,verdict,level\n1,{},multiple,\n", ".".repeat(81));
        assert_eq!(rated(usual.clone(), RowFormat::Csv), (row, None));
        assert_eq!(rated(usual, RowFormat::Line), ("multiple\n".to_owned(), None));
    }
}
