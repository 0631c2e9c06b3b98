//! A uniform sample of the records of an input, in one pass.
//!
//! ```text
//! record ─▶ key, a 64-bit number from the seed and the line ─▶ is it among the `count` smallest so far?
//!
//! workers: records with a key up to the limit ─▶ sink: the smallest keys of each stratum, with their text
//!                        ▲                                │
//!                        └──────── the limit falls ───────┘
//! ```
//!
//! **Why the sample is uniform.** The keys are random numbers that do not depend on the records, so each set of `count` records
//! is as likely as any other to have the smallest keys. The limit saves work without changing the result: there are already
//! `count` records with keys up to the limit, and it only falls.
//!
//! **With weights**, the key is an exponentially distributed number, made from the uniform one, divided by the weight: the time
//! at which a record is drawn if its weight is its rate. The earliest records form a sample as if drawn one after another, each
//! time with probabilities proportional to the weights of the remaining records (Pavlos Efraimidis and Paul Spirakis, Weighted
//! random sampling with a reservoir, 2006).

mod column_strata;
mod kept;
mod picks;
mod reservoir;
mod rows;
pub(crate) mod size;

use std::sync::Arc;
use std::time::Duration;

use super::RecordSource;
use super::fingerprint::clue_count;
use super::number_column::NumberColumn;
use super::record_spans::RecordSpans;
use super::{DataSetSettings, data_set_setters};
use crate::board::notation::Puzzles;
use crate::board::outcome::Verdict;
use crate::error::{Refusal, Result};
use crate::format::columns::Column;
use crate::format::{RecordPlace, inspection};
use crate::io::Output;
use crate::macros::setters::setters;
use crate::pipeline::JobInput;
use crate::pipeline::chunk::{Chunk, PlacedRecord};
use crate::pipeline::ordered::{InOrder, Stage};
use crate::pipeline::threads::WorkerPool;
use crate::report::guess_bins::GuessBin;
use crate::rng::mix;
use crate::solver::SolverSettings;
use crate::solver::batch::BatchSolver;
use column_strata::ColumnStrata;
use picks::{ChunkSample, Limits, Pick, STRATA};
use reservoir::Reservoir;
pub use rows::Sample;
use size::SampleSize;

/// The number of a stratum, or [`NO_STRATUM`].
pub(crate) type SampleStratum = u8;

/// The stratum of puzzles that belong to no stratum and are left out.
pub(crate) const NO_STRATUM: SampleStratum = u8::MAX;

/// A function that finds the strata of puzzles: it adds one for each puzzle in order.
pub(crate) type FindStrata = Box<dyn FnMut(Puzzles<'_>, &mut Vec<SampleStratum>) + Send>;

/// A division of the puzzles of a data set into strata.
///
/// It contains a function that each worker calls once, on its own thread, to build the function that finds the strata.
///
/// ```
/// use bulkdoku::datasets::Strata;
/// use bulkdoku::solver::{Notation, Puzzles};
///
/// let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\
///              .9..7.85............1....39..7.86....8...42.72.....6.5....39..6.23.1.5.......5...";
/// let puzzles = Puzzles::new(text, &[0, 81], Notation::Clues);
/// let [by_clues, by_level, by_guesses] = [Strata::clues(), Strata::levels(), Strata::guesses()].map(|strata| {
///     let mut found = Vec::new();
///     strata.finder().find(puzzles, &mut found);
///     found
/// });
/// assert_eq!((by_clues, by_level), (vec![Some(30), Some(25)], vec![Some(1), Some(6)]));
/// assert_eq!(by_guesses[0], Some(0)); // no guesses
/// ```
#[derive(Clone)]
pub struct Strata(pub(crate) Arc<dyn Fn() -> FindStrata + Send + Sync>);

/// Finds the strata of puzzles. Each thread needs its own.
///
/// ```
/// use bulkdoku::datasets::Strata;
/// use bulkdoku::solver::{Notation, Puzzles};
///
/// let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut strata = Vec::new();
/// Strata::clues().finder().find(Puzzles::new(text, &[0], Notation::Clues), &mut strata);
/// assert_eq!(strata, [Some(30)]);
/// ```
pub struct StratumFinder {
    find: FindStrata,
    found: Vec<SampleStratum>,
}

impl StratumFinder {
    /// Appends the stratum of each puzzle to `strata`, `None` for a puzzle without one.
    pub fn find(&mut self, puzzles: Puzzles<'_>, strata: &mut Vec<Option<u8>>) {
        self.found.clear();
        (self.find)(puzzles, &mut self.found);
        strata.extend(self.found.iter().map(|&stratum| (stratum != NO_STRATUM).then_some(stratum)));
    }
}

impl Strata {
    /// Returns a function that finds the strata of puzzles in memory. Allocates the memory that it needs: none for clues, a few
    /// megabytes for the others.
    pub fn finder(&self) -> StratumFinder {
        StratumFinder { find: (self.0)(), found: Vec::new() }
    }

    /// Divides puzzles by their numbers of clues.
    pub fn clues() -> Self {
        Self(Arc::new(|| {
            Box::new(|puzzles, strata| {
                strata.extend((0..puzzles.len()).map(|index| clue_count(puzzles.get(index))));
            })
        }))
    }

    /// Divides puzzles by the number of guesses that the engine needs to prove that the solution is unique: 0, 1, 2 to 3, 4 to 7,
    /// and so on. The number of a stratum is the index of its range, from 0.
    pub fn guesses() -> Self {
        Self::guesses_of(SolverSettings::default())
    }

    /// Divides puzzles by the number of guesses that this solver needs. The stratum is the number of the [`GuessBin`].
    pub(crate) fn guesses_of(solver: SolverSettings) -> Self {
        Self(Arc::new(move || {
            let mut solved = BatchSolver::new(solver.build(), 0);
            Box::new(move |puzzles, strata| {
                solved.solve(solver.task(), puzzles);
                let bins = solved.outcomes.iter().map(|outcome| GuessBin::of(outcome.guesses));
                strata.extend(bins.map(|bin| bin.number() as SampleStratum));
            })
        }))
    }
}

/// A job that takes a sample of the records of an input.
///
/// Every record of the sample is copied unchanged, with all its columns and with the comments and headings before it, in input
/// order and below the header. Which records are taken depends only on the seed and on their lines.
///
/// ```
/// use bulkdoku::datasets::{RecordSource, SampleJob};
/// use bulkdoku::io::OutputBuffer;
///
/// let written = OutputBuffer::default();
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let table: String = (0..100).map(|id| format!("{id},{puzzle}\n")).collect();
///
/// let source = RecordSource::bytes("memory", format!("id,puzzle\n{table}").into_bytes());
/// let report = SampleJob::new(source, 10, 1, written.output("memory")).run()?;
/// assert_eq!((report.records, report.sampled), (100, 10));
/// assert_eq!(String::from_utf8(written.take())?.lines().count(), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct SampleJob {
    input: JobInput,
    /// The number of records to take.
    size: SampleSize,
    /// The seed. Another seed gives another sample.
    seed: u64,
    stratify: Option<Strata>,
    stratify_by: Option<Column>,
    weights: Option<Column>,
    /// The output for the sample.
    output: Output,
    /// How the records are read. Malformed records are sampled like any other only without strata. No records are compared, so
    /// the solver and the memory for fingerprints do not matter.
    pub(crate) settings: DataSetSettings,
}

/// The report of a [`SampleJob`].
///
/// ```
/// use bulkdoku::datasets::{RecordSource, SampleJob, Strata};
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RunSettings;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let text = puzzle.repeat(10) + &format!("{}\n", ".".repeat(81)).repeat(4) + "12\n";
/// let (source, rows) = (RecordSource::bytes("memory", text.into()), OutputBuffer::default());
/// let job = SampleJob::new(source, 5, 1, rows.output("memory")).run_settings(RunSettings::default().threads(1));
/// let report = job.stratify(Strata::clues()).of_each().dropping_bad().run()?;
/// assert_eq!((report.records, report.sampled), (15, 9));
/// // The number of clues, the records with this number, and those in the sample.
/// assert_eq!(report.strata, [(0, 4, 4), (30, 10, 5)]);
/// println!("{} malformed, {:?}", report.malformed, report.elapsed);
///
/// // By columns of strata or of weights:
/// let text = format!("{0},book,1\n{0},web,3\n{0},web,0\n", puzzle.trim());
/// let table = || RecordSource::bytes("memory", format!("puzzle,from,weight\n{text}").into());
/// let report = SampleJob::new(table(), 2, 1, rows.output("memory")).stratify_by("from".parse()?).run()?;
/// assert_eq!((report.sampled, report.values.len()), (2, 2));
/// let report = SampleJob::new(table(), 2, 1, rows.output("memory")).weights("weight".parse()?).run()?;
/// assert_eq!(report.sampled, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SampleReport {
    /// The number of records.
    pub records: u64,
    /// The number of records taken.
    pub sampled: u64,
    /// The number of malformed records, taken or not.
    pub malformed: u64,
    /// For each stratum: its number, how many records it has, and how many of them were taken.
    pub strata: Vec<(u8, u64, u64)>,
    /// The value of each of these strata, if they come from a column.
    pub values: Vec<String>,
    /// The number of worker threads.
    pub threads: usize,
    /// The duration of the whole run.
    pub elapsed: Duration,
}

impl SampleJob {
    /// Creates a job that takes this many records, divided among any strata as evenly as possible. Another seed gives another
    /// sample.
    pub fn new(source: RecordSource, count: usize, seed: u64, output: Output) -> Self {
        Self::of(source.into(), SampleSize::InAll(count), seed, output)
    }

    pub(crate) fn of(input: JobInput, size: SampleSize, seed: u64, output: Output) -> Self {
        let settings = DataSetSettings::default();
        Self { input, size, seed, stratify: None, stratify_by: None, weights: None, output, settings }
    }

    setters! {
        /// Sets the strata to divide the sample among. Records without a stratum are left out.
        stratify: Strata,

        /// Sets a column whose values are the strata, instead of [`stratify`](Self::stratify).
        stratify_by: Column,

        /// Sets the column of the weights for drawing records, numbers of at least 0. Records without a puzzle and records with
        /// weight 0 are left out.
        weights: Column,
    }

    /// Takes the number of records from each stratum instead of in total.
    pub fn of_each(mut self) -> Self {
        self.size = SampleSize::Each(self.size.number());
        self
    }

    data_set_setters!();

    /// Takes the sample, and returns once the file is in place.
    ///
    /// Besides a mapped input and 48 MiB of text that waits for earlier text, the run needs memory for at most one and a quarter
    /// times the sample, with 24 bytes for each record.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read or its format is unknown, for the first weight that is not a number of at
    /// least 0, [`Error::Refused`](crate::Error::Refused) for a line that is too long or too much text between two records, or the
    /// first failure to read or write. An existing file is then unchanged, and no temporary file is left.
    pub fn run(self) -> Result<SampleReport> {
        let Self { input, size, seed, stratify, stratify_by, weights, output, settings } = self;
        let DataSetSettings { drops_bad, run, .. } = settings;
        let records = input.open()?;
        let pool = WorkerPool::start(run.threads)?;
        let header = records.input.preamble().to_vec();
        let name: Arc<str> = records.input.name().into();
        let limits = Arc::new(Limits::new(size.number()));
        let has_strata = stratify.is_some() || stratify_by.is_some();
        let reservoir = Reservoir::new(&name, output, header, size, Arc::clone(&limits), has_strata);
        let weights = weights.map(|column| NumberColumn::find(&records, &column)).transpose()?;
        let by_column = stratify_by.map(|column| ColumnStrata::find(&records, &column)).transpose()?;
        let field =
            weights.as_ref().map(|weights| &weights.field).or(by_column.as_ref().map(ColumnStrata::field));
        let (field, columns) = (field.cloned(), by_column.clone());
        let make_stage = move || SampleStage {
            name: Arc::clone(&name),
            weights: weights.clone(),
            by_column: columns.clone(),
            find: stratify.as_ref().map(|strata| (strata.0)()),
            strata: Vec::new(),
            spans: RecordSpans::default(),
            limits: Arc::clone(&limits),
            seed,
            drops_bad,
        };
        let reservoir = records.reading_answers(field).run_on(&pool, &run, true, make_stage, reservoir)?;
        let values = by_column.map(|columns| columns.values()).unwrap_or_default();
        let numbers = values.iter().map(|(number, _)| *number).collect();
        let order: Vec<SampleStratum> = if values.is_empty() { (0..NO_STRATUM).collect() } else { numbers };
        let mut report = reservoir.finish(&order)?;
        if !values.is_empty() {
            let place = |number| order.iter().position(|&stratum| stratum == number);
            report.strata.sort_by_key(|&(number, ..)| place(number));
            let value = |&(number, ..): &(u8, _, _)| values[place(number).unwrap_or_default()].1.clone();
            report.values = report.strata.iter().map(value).collect();
        }
        Ok(SampleReport { threads: pool.len(), elapsed: pool.elapsed(), ..report })
    }
}

/// Returns the key of the record on this line.
pub(crate) fn key_of(seed: u64, line: u64) -> u64 {
    mix(mix(seed ^ u64::from_le_bytes(*b"sample\0\0")) ^ line)
}

/// Returns the key of a record with this uniform key and this weight.
fn weighted(key: u64, weight: f64) -> u64 {
    (exponential(key) / weight).to_bits() // the bits of positive numbers are in numerical order
}

/// Returns an exponentially distributed number with mean 1: `-ln(key / 2^64)`, by operations that are the same on every machine,
/// unlike `ln`.
fn exponential(key: u64) -> f64 {
    let halvings = (key | 1).leading_zeros();
    let mantissa = ((key | 1) << halvings) as f64 / (1_u64 << 63) as f64; // from 1 to 2
    let ratio = (mantissa - 1.0) / (mantissa + 1.0); // its artanh is half the logarithm
    let series = (0..20).rev().fold(0.0, |sum, term| sum * ratio * ratio + 1.0 / f64::from(2 * term + 1));
    let number = f64::from(halvings + 1) * std::f64::consts::LN_2 - 2.0 * ratio * series;
    number.max(f64::MIN_POSITIVE)
}

/// Finds the records of a chunk that may be in the sample.
struct SampleStage {
    /// The name of the input, for errors.
    name: Arc<str>,
    weights: Option<NumberColumn>,
    by_column: Option<ColumnStrata>,
    find: Option<FindStrata>,
    strata: Vec<SampleStratum>,
    spans: RecordSpans,
    limits: Arc<Limits>,
    seed: u64,
    drops_bad: bool,
}

impl SampleStage {
    /// Returns the stratum of a record, or 0 without strata.
    fn stratum(&self, chunk: &Chunk, record: PlacedRecord) -> SampleStratum {
        let contradicts = |puzzle: usize| chunk.outcomes()[puzzle].verdict == Verdict::Conflict;
        let has_strata = self.find.is_some() || self.by_column.is_some();
        match record.puzzle {
            Some(puzzle) if self.drops_bad && contradicts(puzzle) => NO_STRATUM,
            Some(puzzle) => self.strata.get(puzzle).copied().unwrap_or(0),
            None if self.drops_bad || has_strata => NO_STRATUM,
            None => 0,
        }
    }

    /// Finds the strata of the puzzles of `chunk`, which has been read.
    fn find_strata(&mut self, chunk: &Chunk) -> Result<()> {
        self.strata.clear();
        if let Some(find) = &mut self.find {
            find(chunk.puzzles(), &mut self.strata);
        }
        let Some(columns) = &mut self.by_column else { return Ok(()) };
        for RecordPlace { puzzle, origin } in chunk.places() {
            if let Ok(puzzle) = puzzle {
                let given = chunk.given(origin, puzzle);
                self.strata.push(columns.stratum(given.map_or(&[], |given| given.text))?);
            }
        }
        Ok(())
    }

    /// Returns the key of a record, or `None` if it is never drawn.
    fn key(&self, chunk: &Chunk, record: PlacedRecord) -> Result<Option<u64>> {
        let key = key_of(self.seed, record.line);
        let Some(weights) = &self.weights else { return Ok(Some(key)) };
        let is_weight = |weight: f64| weight >= 0.0 && weight.is_finite();
        let weight = weights.read(chunk, record, "a weight (a number of at least 0)", is_weight)?;
        Ok(weight.filter(|&weight| weight > 0.0).map(|weight| weighted(key, weight)))
    }
}

impl Stage for SampleStage {
    type Item = Chunk;
    type Out = ChunkSample;

    fn run(
        &mut self,
        chunk: &mut Chunk,
        output: &mut ChunkSample,
        _: &InOrder<'_, ChunkSample>,
    ) -> Result<()> {
        let judge = if self.drops_bad { inspection::verdict } else { inspection::verdict_on_bytes };
        chunk.read_and_classify(judge);
        chunk.finish();
        self.find_strata(chunk)?;
        self.spans.find(chunk);
        output.gaps.find(chunk, &self.spans);
        let text = chunk.text();
        let is_long_line = chunk.is_long_line();
        output.counts.resize(STRATA, 0);
        for (span, record) in self.spans.iter().zip(chunk.placed()) {
            let line = record.line;
            let key = self.key(chunk, record)?;
            let stratum = key.map_or(NO_STRATUM, |_| self.stratum(chunk, record));
            let key = key.unwrap_or_default();
            if is_long_line && stratum != NO_STRATUM {
                return Err(Refusal::LineTooLong(self.name.to_string(), line).into());
            }
            output.counts[usize::from(stratum)] += 1;
            output.malformed += u64::from(record.puzzle.is_none());
            if stratum != NO_STRATUM && self.limits.admits(stratum, key) {
                output.text.extend_from_slice(&text[span]);
                output.picks.push(Pick { key, line, stratum, end: output.text.len() });
            }
            let (first, _) = output.first_and_last.unwrap_or((line, line));
            output.first_and_last = Some((first, line));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::Notation;

    #[test]
    fn the_stratum_of_a_puzzle_is_its_number_of_clues_or_the_bin_of_its_guesses() {
        let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let strata = |Strata(build): Strata| {
            let mut strata = Vec::new();
            build()(Puzzles::new(text, &[0], Notation::Clues), &mut strata);
            strata
        };
        assert_eq!(strata(Strata::clues()), [30]);
        assert_eq!(strata(Strata::guesses()), [0]);
    }

    #[test]
    fn keys_of_lines_are_pinned_and_even() {
        assert_eq!(key_of(1, 2), key_of(1, 2));
        let below_half = (0..10_000).filter(|&line| key_of(7, line) >> 63 == 0).count();
        assert!((4_750..5_250).contains(&below_half), "{below_half}");
    }

    #[test]
    fn exponential_numbers_are_logarithms_and_a_weight_is_a_share() {
        for key in [1, 2, 3, 1 << 31, 1 << 63, 0xC000_0000_0000_0000, u64::MAX / 3, u64::MAX - 12_345_678] {
            let expected = -((key | 1) as f64 / 2.0_f64.powi(64)).ln();
            assert!((exponential(key) - expected).abs() < 1e-15 * expected.max(1.0), "{key}");
        }
        assert!(exponential(u64::MAX) > 0.0 && exponential(0) < 45.0);
        // Of two records with weights 3 and 1, the first one has the smaller key in three of four cases.
        let first = (0..40_000).filter(|&line| {
            let [one, other] = [key_of(7, 2 * line), key_of(7, 2 * line + 1)];
            weighted(one, 3.0) < weighted(other, 1.0)
        });
        let deviations = (first.count() as f64 - 30_000.0) / (40_000.0_f64 * 0.75 * 0.25).sqrt();
        assert!(deviations.abs() < 4.0, "{deviations}");
    }
}
