//! Removes the records whose class an earlier record has.
//!
//! ```text
//! first pass   records ─▶ classes ─▶ table ─▶ set of the lines of all duplicates, one bit per line
//! second pass  records ─▶ those that are not in the set, byte for byte
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::class_key::ClassKey;
use super::class_list;
use super::class_stage::{ClassSettings, counted_chunks, find_classes, places};
use super::classes::Classes;
use super::line_set::LineSet;
use super::record_copies::{CopyCounts, CopyStage, CopyWriter, LEFT_OUT, Route, Way};
use super::source::RecordSource;
use crate::error::Result;
use crate::format::{ReadRecords, Records};
use crate::io::output::Output;
use crate::pipeline::chunks::{Chunk, LineCount};
use crate::pipeline::ordered::{WINDOW, run_ordered};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{BuildEngine, OnChunk};
use crate::solver::{Engine, Isa};

pub use super::record_copies::{ChangedInput, LineTooLong};

/// A file whose duplicates are to be removed.
///
/// The first record of each class is kept as it is, with all its columns and in its place. Records without a class are
/// kept, too: those that are malformed, puzzles in contradiction with themselves under [`ClassKey::Puzzle`], and puzzles
/// without exactly one solution under [`ClassKey::Solution`].
///
/// ```
/// use bulkdoku::datasets::{ClassKey, DedupeJob, RecordSource};
/// use bulkdoku::format::detect::FormatHint;
/// use bulkdoku::io::{Output, TempFiles};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let relabelled = "64..8....7..216....19....7.9...7...45..9.4..28...3...7.7....39....521..6....9..81"; // of each digit the next
/// let text = format!("id,puzzle\na,{puzzle}\nb,{relabelled}\n");
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("kept.csv");
///
/// let source = RecordSource::stream("memory", text.as_bytes(), FormatHint::default())?;
/// let output = Output::create(&path, &TempFiles::default())?;
/// let report = DedupeJob::new(source, ClassKey::Puzzle, output).run()?;
/// assert_eq!((report.kept, report.duplicates), (1, 1));
/// assert_eq!(std::fs::read_to_string(&path)?, format!("id,puzzle\na,{puzzle}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
#[non_exhaustive]
pub struct DedupeJob {
    /// The records. They are read twice.
    pub source: RecordSource,
    /// What makes two records the same.
    pub key: ClassKey,
    /// Where the records that are kept are written.
    pub output: Output,
    /// Where the members of every class of two or more records are listed, in the order of the records: as CSV with the
    /// columns `line,first_line,records`. Nowhere by default.
    pub classes: Option<Output>,
    /// Leaves out the records that are malformed or in contradiction with themselves. They are kept by default.
    pub drops_bad: bool,
    /// Builds the engine of a worker, for [`ClassKey::Solution`].
    pub engine: BuildEngine,
    /// The most guesses per puzzle, for [`ClassKey::Solution`].
    pub budget: u64,
    /// The instruction set that canonical forms are made on. The classes do not depend on it.
    pub isa: Isa,
    /// The number of worker threads; 0 for one per core, or the value of `RAYON_NUM_THREADS`.
    pub threads: usize,
    /// The bytes of a chunk; `None` for a size that suits the input. The output does not depend on it.
    pub chunk_size: Option<usize>,
    /// The bytes of fingerprints that are held in memory. Those beyond go to a temporary file.
    pub fingerprint_memory: usize,
    /// Called by the workers with the counters of each chunk of the first pass.
    pub on_chunk: OnChunk,
}

/// What a [`DedupeJob`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DedupeReport {
    /// The number of records.
    pub records: u64,
    /// The number of records that were written.
    pub kept: u64,
    /// The number of records that were left out because an earlier record has their class.
    pub duplicates: u64,
    /// The number of malformed records.
    pub malformed: u64,
    /// The number of puzzles with two equal clues in a house; 0 if that makes no difference, under [`ClassKey::Text`] and
    /// [`ClassKey::Clues`] unless [`drops_bad`](DedupeJob::drops_bad).
    pub contradictory: u64,
    /// The number of other puzzles without a class.
    pub without_class: u64,
    /// The bytes written, before they are compressed.
    pub written: u64,
    /// The bytes of fingerprints that went to a temporary file.
    pub spilled: u64,
    /// The number of worker threads.
    pub threads: usize,
    /// The time of the whole run.
    pub elapsed: Duration,
}

impl DedupeJob {
    /// A job with the usual settings.
    pub fn new(source: RecordSource, key: ClassKey, output: Output) -> Self {
        Self {
            source,
            key,
            output,
            classes: None,
            drops_bad: false,
            engine: Box::new(|| Engine::default().build()),
            budget: u64::MAX,
            isa: Isa::best(),
            threads: 0,
            chunk_size: None,
            fingerprint_memory: super::FINGERPRINT_MEMORY,
            on_chunk: Box::new(|_| ()),
        }
    }

    /// Removes the duplicates, and returns when the files are in their places.
    ///
    /// Besides a mapped input and the fingerprints in memory, the run takes one in 256 of all fingerprints per thread at
    /// a time, one bit per line, and at most 48 MiB of text that waits for earlier text.
    ///
    /// # Errors
    /// With the first failure to read or write, with [`NoForms`](super::class_key::NoForms), with [`LineTooLong`], and with
    /// [`ChangedInput`] when the input was changed during the run. Files that were there before are then unchanged, and
    /// no temporary file is left.
    pub fn run(self) -> Result<DedupeReport> {
        let Self { source, key, output, mut classes, drops_bad, fingerprint_memory, chunk_size, .. } = self;
        let (pool, started) = (WorkerPool::start(self.threads)?, Instant::now());
        let records = source.open()?;
        key.check(records.detected.reader.notation(), source.name())?;
        let settings = ClassSettings {
            reader: Arc::clone(&records.detected.reader),
            keys: vec![key],
            engine: Arc::new(self.engine),
            budget: self.budget,
            isa: self.isa,
            counts_guesses: false,
            finds_contradictions: drops_bad || key.has_maps(),
            on_chunk: Arc::new(self.on_chunk),
        };
        let sink = Classes::new(&settings.keys, fingerprint_memory, false);
        let sink = if drops_bad { sink.leaving_out_bad() } else { sink };
        let mut found = find_classes(&pool, records, chunk_size, settings, sink)?;
        let left_out = duplicates(&mut found, &pool)?;
        let spilled = found.tables[0].spilled();
        if let Some(list) = &mut classes {
            class_list::write(&found.tables[0], found.lines, fingerprint_memory, &pool, list)?;
        }
        found.tables.clear(); // their memory is not needed any more
        let duplicates = left_out.duplicates;
        let (counts, kept) = copy(&pool, &source, chunk_size, left_out.lines, output, found.records)?;
        Output::finish_all(classes.into_iter().chain(kept).collect())?;
        Ok(DedupeReport {
            records: found.records,
            kept: counts.written[0],
            duplicates,
            malformed: found.malformed,
            contradictory: found.contradictory,
            without_class: found.without_class,
            written: counts.bytes,
            spilled,
            threads: pool.len(),
            elapsed: started.elapsed(),
        })
    }
}

/// The records that are not copied.
struct LeftOut {
    lines: LineSet,
    duplicates: u64,
}

/// The lines of the duplicates, and of the records that are left out for another reason.
fn duplicates(found: &mut Classes, pool: &WorkerPool) -> Result<LeftOut> {
    let mut lines = found.left_out.take().unwrap_or_default();
    lines.grow(found.lines + 1);
    let count = AtomicU64::new(0);
    found.tables[0].for_each_part(pool, |members| {
        let repeats = members.iter().enumerate().filter(|(index, (_, first))| *index != *first as usize);
        let marked = repeats.map(|(_, (position, _))| lines.insert(position.line())).count();
        count.fetch_add(marked as u64, Ordering::Relaxed);
        Ok(())
    })?;
    Ok(LeftOut { lines, duplicates: count.into_inner() })
}

/// Copies the records whose lines are not in `left_out`.
fn copy(
    pool: &WorkerPool,
    source: &RecordSource,
    chunk_size: Option<usize>,
    left_out: LineSet,
    output: Output,
    expected: u64,
) -> Result<(CopyCounts, Vec<Output>)> {
    let mut records = source.open()?;
    let header = std::mem::take(&mut records.header);
    let reader = Arc::clone(&records.detected.reader);
    let (left_out, name): (_, Arc<str>) = (Arc::new(left_out), source.name().into());
    let chunks = counted_chunks(records, Arc::clone(&reader), chunk_size, pool);
    let make_stage = move || {
        let (left_out, reader) = (Arc::clone(&left_out), Arc::clone(&reader));
        let route = ByLine { left_out, reader: Arc::clone(&reader), records: Records::default() };
        Ok(CopyStage::new(route, reader, Arc::clone(&name)))
    };
    let writer = CopyWriter::new(vec![output], &header)?;
    run_ordered(pool, chunks, make_stage, writer.expecting(expected, source.name()), WINDOW)
}

/// Sends every record to the first output but those on certain lines.
struct ByLine {
    left_out: Arc<LineSet>,
    reader: Arc<dyn ReadRecords>,
    records: Records,
}

impl Route for ByLine {
    fn read(&mut self, chunk: &Chunk) -> &Records {
        self.records.clear();
        self.reader.read(&chunk.bytes, &mut self.records);
        &self.records
    }

    fn route(&self, chunk: &Chunk, ways: &mut Vec<Way>) {
        let mut lines = LineCount::new(chunk);
        ways.extend(places(&self.records).map(|place| {
            let (line, _) = lines.of(&chunk.bytes, place.origin);
            let destination = if self.left_out.contains(line) { LEFT_OUT } else { 0 };
            Way { destination, clues: None }
        }));
    }
}
