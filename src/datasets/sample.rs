//! A uniform sample of the records of an input, or one with weights.
//!
//! ```text
//! first pass    records ─▶ ranks from the seed and the line ─▶ the least ones of each stratum
//! second pass   records ─▶ those that were chosen, byte for byte
//! ```

use std::sync::Arc;
use std::time::Duration;

use super::RecordSource;
use super::chooser::Chooser;
use super::class_stage::{ClassSettings, Classified, RecordCounts, RecordState, classify};
use super::copying::copy;
use super::fates::Fates;
use super::number_column::NumberColumn;
use super::rank::Ranking;
use super::sample_size::SampleSize;
use super::strata::{OpenStrata, Strata};
use super::stratum::Stratum;
use super::{DataSetSettings, data_set_setters};
use crate::error::{Refusal, Result};
use crate::format::columns::Column;
use crate::io::Output;
use crate::macros::setters::setters;
use crate::pipeline::OpenRecords;
use crate::pipeline::threads::WorkerPool;

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
    /// The records. They are read twice.
    source: RecordSource,
    /// The number of records to take.
    size: SampleSize,
    /// The seed. Another seed gives another sample.
    seed: u64,
    stratify: Option<Strata>,
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
/// let report = job.stratify(Strata::clues()).of_each().dropping_invalid().run()?;
/// assert_eq!((report.records, report.sampled), (15, 9));
/// // The number of clues, the records with this number, and those in the sample.
/// let strata = report.strata.iter().map(|(stratum, records, sampled)| (stratum.number, *records, *sampled));
/// assert!(strata.eq([(0, 4, 4), (30, 10, 5)]));
/// println!("{} malformed, {:?}", report.malformed, report.elapsed);
///
/// // By columns of strata or of weights:
/// let text = format!("{0},book,1\n{0},web,3\n{0},web,0\n", puzzle.trim());
/// let table = || RecordSource::bytes("memory", format!("puzzle,from,weight\n{text}").into());
/// let report = SampleJob::new(table(), 2, 1, rows.output("memory")).stratify(Strata::column("from".parse()?)).run()?;
/// assert_eq!((report.sampled, report.strata[0].0.value.as_deref()), (2, Some("book")));
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
    /// For each stratum that occurs, how many records it has, and how many of them were taken.
    pub strata: Vec<(Stratum, u64, u64)>,
    /// The number of worker threads.
    pub threads: usize,
    /// The duration of the whole run.
    pub elapsed: Duration,
}

impl SampleJob {
    /// Creates a job that takes this many records, divided among any strata as evenly as possible. Another seed gives another
    /// sample.
    pub fn new(source: RecordSource, count: usize, seed: u64, output: Output) -> Self {
        let (size, settings) = (SampleSize::InAll(count), DataSetSettings::default());
        Self { source, size, seed, stratify: None, weights: None, output, settings }
    }

    setters! {
        /// Sets the strata to divide the sample among. Records without a stratum are left out.
        stratify: Strata,

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
    /// Besides a mapped input and 48 MiB of text that waits for earlier text, the run needs at most 20 bytes for each record of the
    /// sample and one byte per line.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read or its format is unknown, for the first weight that is not a number of at
    /// least 0, [`Error::Refused`](crate::Error::Refused) for a line that is too long or too much text between two records, or the
    /// first failure to read or write. An existing file is then unchanged, and no temporary file is left.
    pub fn run(self) -> Result<SampleReport> {
        let pool = WorkerPool::of_run(&self.settings.run)?;
        let records = self.source.open()?;
        let (fates, report) = self.choose(&pool, records)?;
        let Self { source, output, settings, .. } = self;
        let to = (vec![output], report.records);
        let (_, copied) = copy(&pool, &settings.run, &source, &Arc::new(fates), to)?;
        drop(source); // its file may be replaced now
        Output::finish_all(copied)?;
        Ok(SampleReport { threads: pool.len(), elapsed: pool.elapsed(), ..report })
    }

    /// Chooses the records of the sample. Returns their fates and the report so far.
    fn choose(&self, pool: &WorkerPool, records: OpenRecords) -> Result<(Fates, SampleReport)> {
        let DataSetSettings { drops_invalid, ref run, .. } = self.settings;
        let weights = self.weights.as_ref().map(|column| NumberColumn::find(&records, column)).transpose()?;
        let strata = self.stratify.as_ref().map(|strata| strata.open(pool, run, &self.source)).transpose()?;
        let all_strata = strata.as_ref().map(OpenStrata::all);
        let (name, has_strata) = (self.source.name().to_owned(), strata.is_some());
        let how = ClassSettings {
            finds_conflicts: drops_invalid,
            ranking: Ranking::Drawn { seed: self.seed, weights },
            strata,
            ..ClassSettings::default()
        };
        let chosen = (Chooser::new(self.size), 0);
        let choose = move |(chooser, last): &mut (Chooser, u64), record: &Classified, _: &[_]| {
            *last = record.position.line();
            let stratum = match record.state {
                RecordState::Puzzle if has_strata => record.stratum,
                RecordState::Malformed if has_strata => None,
                RecordState::Conflict | RecordState::Malformed if drops_invalid => None,
                _ => Some(0),
            };
            let Some((stratum, rank)) = stratum.zip(record.rank) else { return Ok(()) };
            if record.is_too_long {
                return Err(Refusal::LineTooLong(name.clone(), *last).into());
            }
            chooser.add(stratum, rank, *last);
            Ok(())
        };
        let ((chooser, last), counts) = classify(pool, run, records, how, chosen, choose)?;
        Ok(sample_of(chooser, last, counts, all_strata))
    }
}

/// Returns the fates of the records on the lines up to `last`, and the report of the sample. `strata` are all that can occur, or
/// `None` without strata.
fn sample_of(
    chooser: Chooser,
    last: u64,
    counts: RecordCounts,
    strata: Option<Vec<Stratum>>,
) -> (Fates, SampleReport) {
    let order: Vec<u8> = strata.iter().flatten().map(|stratum| stratum.number).collect();
    let records = chooser.records();
    let chosen = chooser.finish(if strata.is_some() { &order } else { &[0] });
    let mut fates = Fates::new();
    fates.grow(last);
    fates.leave_out(0);
    chosen.iter().flatten().for_each(|&line| fates.send(line, 0));
    let counted = strata.into_iter().flatten().map(|stratum| {
        let index = stratum.index();
        (stratum, records[index] as u64, chosen[index].len() as u64)
    });
    let report = SampleReport {
        records: counts.records,
        sampled: chosen.iter().map(|stratum| stratum.len() as u64).sum(),
        malformed: counts.malformed,
        strata: counted.filter(|&(_, records, _)| records > 0).collect(),
        threads: 0,
        elapsed: Duration::ZERO,
    };
    (fates, report)
}
