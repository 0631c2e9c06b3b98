//! Removes all but one record of each class.
//!
//! ```text
//! first pass   records ─▶ classes ─▶ rows; other data sets: only rows that may be in a class of the input
//! classes      rows with the same fingerprint ─▶ all but one left out
//! second pass  records ─▶ those that are not left out, byte for byte
//! ```

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::RecordSource;
use super::class::{Class, ClassMember, Order, Repeated, leave_out_repeated, row};
use super::class_stage::{ClassSettings, Classified, RecordCounts, RecordState, classify};
use super::copying::copy;
use super::fates::Fates;
use super::filter::Filter;
use super::fingerprint::Fingerprint;
use super::keep::Keep;
use super::rank::Ranking;
use super::rows::Rows;
use super::same_by::SameBy;
use super::{DataSetSettings, data_set_setters};
use crate::error::Result;
use crate::io::output::Output;
use crate::macros::setters::setters;
use crate::pipeline::threads::WorkerPool;

/// A job that removes the duplicates of a file.
///
/// One record of each class is kept unchanged, with all its columns and in its position. Records without a class are also kept:
/// malformed records, puzzles that contradict themselves under [`SameBy::Puzzle`], and puzzles without exactly one solution under
/// [`SameBy::Solution`].
///
/// ```
/// use bulkdoku::datasets::{SameBy, DedupeJob, RecordSource};
/// use bulkdoku::io::OutputBuffer;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let relabelled = "64..8....7..216....19....7.9...7...45..9.4..28...3...7.7....39....521..6....9..81"; // each digit by the next
/// let text = format!("id,puzzle\na,{puzzle}\nb,{relabelled}\n");
/// let written = OutputBuffer::default();
///
/// let source = RecordSource::bytes("memory", text.into_bytes());
/// let output = written.output("memory");
/// let report = DedupeJob::new(source, SameBy::Puzzle, output).run()?;
/// assert_eq!((report.kept, report.duplicates), (1, 1));
/// assert_eq!(String::from_utf8(written.take())?, format!("id,puzzle\na,{puzzle}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct DedupeJob {
    /// The records. They are read twice.
    source: RecordSource,
    /// What makes two records the same.
    key: SameBy,
    pub(crate) keep: Keep,
    /// The output for the kept records.
    output: Output,
    pub(crate) classes: Option<Output>,
    pub(crate) against: Vec<RecordSource>,
    /// How the records are read and compared. Progress covers the first pass and the other data sets.
    pub(crate) settings: DataSetSettings,
}

/// The report of a [`DedupeJob`].
///
/// ```
/// use bulkdoku::datasets::{DedupeJob, Keep, RecordSource, SameBy};
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RunSettings;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let (blank, kept, list) = (".".repeat(81), OutputBuffer::default(), OutputBuffer::default());
/// let test = RecordSource::bytes("test.txt", format!("{puzzle}\n{blank}\n{blank}\n12\n").into());
/// let job = DedupeJob::new(test, SameBy::Puzzle, kept.output("clean.txt")).keep(Keep::Canonical).dropping_invalid();
/// let report = job
///     .against(vec![RecordSource::bytes("train.txt", puzzle.into())])
///     .classes(list.output("classes.csv"))
///     .run_settings(RunSettings::default().threads(1))
///     .run()?;
/// assert_eq!((report.records, report.kept), (4, 1));
/// assert_eq!((report.leaks, report.duplicates, report.malformed), (1, 1, 1));
/// assert_eq!(kept.take(), format!("{blank}\n").as_bytes());
/// assert!(list.take().starts_with(b"line,kept_line,records\n"));
/// println!("{} conflicts, {} others without a class", report.conflicts, report.without_class);
/// println!("{} bytes in {:?}, {} on disk", report.written, report.elapsed, report.spilled);
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DedupeReport {
    /// The number of records.
    pub records: u64,
    /// The number of records written.
    pub kept: u64,
    /// The number of records left out because another record of their class is kept.
    pub duplicates: u64,
    /// The number of records left out because [`against`](DedupeJob::against) contains their class.
    pub leaks: u64,
    /// The number of malformed records.
    pub malformed: u64,
    /// The number of puzzles with two equal clues in a house. 0 under [`SameBy::Text`] and [`SameBy::Clues`], unless
    /// [`dropping_invalid`](DedupeJob::dropping_invalid).
    pub conflicts: u64,
    /// The number of other puzzles without a class.
    pub without_class: u64,
    /// The number of bytes written, before compression.
    pub written: u64,
    /// The number of bytes of fingerprints written to a temporary file.
    pub spilled: u64,
    /// The number of worker threads.
    pub threads: usize,
    /// The duration of the whole run.
    pub elapsed: Duration,
}

impl DedupeJob {
    /// Creates a job with the default settings.
    pub fn new(source: RecordSource, key: SameBy, output: Output) -> Self {
        Self {
            source,
            key,
            keep: Keep::First,
            output,
            classes: None,
            against: Vec::new(),
            settings: DataSetSettings::default(),
        }
    }

    setters! {
        /// Sets the record of each class to keep, by default the first one. Another one needs 32 bytes of memory or of the
        /// temporary file for each record instead of 24.
        keep: Keep,

        /// Lists the members of every class of two or more records, in record order: CSV with the columns
        /// `line,kept_line,records`. `kept_line` is the line of the kept record, or 0 if another data set has the class.
        classes: Output,

        /// Also leaves out the records that these data sets contain, such as the training set of a test set.
        against: Vec<RecordSource>,
    }

    data_set_setters!();

    /// Removes the duplicates, and returns once the files are in place.
    ///
    /// Besides a mapped input and the fingerprints in memory, the run needs a quarter of these per thread at the end, one bit per
    /// line, and at most 48 MiB of text that waits for earlier text. Other data sets need 8 MiB more and, once each, the records
    /// that may be the same as one of the input. A list of classes needs as much memory again as the fingerprints.
    ///
    /// # Errors
    /// Returns the first failure to read or write, or [`Error::Refused`](crate::Error::Refused) for pencilmarks,
    /// a line that is too long, or an input that changed during the run. Existing files are then unchanged, and no temporary file
    /// is left.
    pub fn run(self) -> Result<DedupeReport> {
        let pool = WorkerPool::of_run(&self.settings.run)?;
        let (found, counts) = self.find_classes(&pool)?;
        let Self { source, output, mut classes, settings, .. } = self;
        let DataSetSettings { fingerprint_memory, run, .. } = settings;
        let list = classes.is_some().then(|| Mutex::new(Rows::new(fingerprint_memory)));
        let Found { rows, fates } = found;
        let rows = Arc::new(rows);
        let Repeated { duplicates, leaks } = leave_out_repeated(&rows, &fates, &pool, |class| {
            list.as_ref().map_or(Ok(()), |list| add_to_list(list, class))
        })?;
        if let Some((output, list)) = classes.as_mut().zip(list) {
            write_list(output, list.into_inner().unwrap_or_else(PoisonError::into_inner))?;
        }
        let spilled = rows.spilled();
        drop(rows); // frees its memory
        let to = (vec![output], counts.records);
        let (copied, kept) = copy(&pool, &run, &source, &Arc::new(fates), to)?;
        drop(source); // its file may be replaced now
        Output::finish_all(classes.into_iter().chain(kept).collect())?;
        Ok(DedupeReport {
            records: counts.records,
            kept: copied.written[0],
            duplicates,
            leaks,
            malformed: counts.malformed,
            conflicts: counts.conflicts,
            without_class: counts.without_class,
            written: copied.bytes,
            spilled,
            threads: pool.len(),
            elapsed: pool.elapsed(),
        })
    }

    /// Reads all inputs once.
    fn find_classes(&self, pool: &WorkerPool) -> Result<(Found, RecordCounts)> {
        let Self { source, key, keep, settings, .. } = self;
        let DataSetSettings { drops_invalid, solver, fingerprint_memory, ref run } = *settings;
        let records = source.open()?;
        key.check(records.format.reader.notation(), solver.engine, source.name())?;
        let how = ClassSettings {
            keys: vec![*key],
            solver,
            finds_conflicts: drops_invalid || key.has_transformations(),
            ranking: Ranking::in_class(*keep, *key),
            ..ClassSettings::default()
        };
        let found = Found { rows: Rows::new(fingerprint_memory), fates: Fates::new() };
        let add = move |found: &mut Found, record: &Classified, members: &[_]| {
            found.add(record, members[0], drops_invalid)
        };
        let (found, counts) = classify(pool, run, records, how.clone(), found, add)?;
        Ok((self.find_elsewhere(pool, how, found)?, counts))
    }

    /// Adds the records of the other data sets that may be the same as one of the input.
    fn find_elsewhere(&self, pool: &WorkerPool, how: ClassSettings, mut found: Found) -> Result<Found> {
        if self.against.is_empty() {
            return Ok(found);
        }
        let mut filter = Filter::new();
        found.rows.for_each(|row| {
            filter.insert(Fingerprint([row[0], row[1]]));
            Ok(())
        })?;
        let filter = Arc::new(filter);
        for reference in &self.against {
            let records = reference.open()?;
            let DataSetSettings { solver, run, .. } = &self.settings;
            self.key.check(records.format.reader.notation(), solver.engine, reference.name())?;
            // A record of another data set represents its class, whatever its rank.
            let how = ClassSettings { ranking: Ranking::First, ..how.clone() };
            let filter = Arc::clone(&filter);
            let add = move |found: &mut Found, record: &Classified, members: &[Option<ClassMember>]| {
                let class = members[0].map(|member| member.fingerprint);
                let class = class.filter(|&class| filter.may_contain(class));
                class.map_or(Ok(()), |class| found.rows.push(row(class, Order::elsewhere(record.position))))
            };
            (found, _) = classify(pool, run, records, how, found, add)?;
        }
        Ok(found)
    }
}

/// The records of all inputs.
struct Found {
    rows: Rows<3>,
    /// The fates of the records of the input.
    fates: Fates,
}

impl Found {
    /// Adds a record of the input.
    fn add(&mut self, record: &Classified, member: Option<ClassMember>, drops_invalid: bool) -> Result<()> {
        let line = record.position.line();
        let stays = !drops_invalid || record.state == RecordState::Puzzle;
        self.fates.add(line, stays.then_some(0));
        let member = member.filter(|_| stays);
        let order = Order::ranked(record.rank.unwrap_or_default(), line);
        member.map_or(Ok(()), |member| self.rows.push(row(member.fingerprint, order)))
    }
}

/// Adds a row for each record of a class: its line, the line of the kept record, and the number of records. Records of other
/// inputs have line 0 and are not counted.
fn add_to_list(list: &Mutex<Rows<3>>, class: &Class<'_, 3>) -> Result<()> {
    let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = if class.kept.order.is_elsewhere() { 0 } else { class.kept.order.line() };
    class.for_each_own(|member| list.push([member.order.line(), kept, class.own]))
}

/// Writes the list of classes, in line order. The caller puts the file in place.
fn write_list(output: &mut Output, list: Rows<3>) -> Result<()> {
    output.write(b"line,kept_line,records\n")?;
    let (mut text, mut list) = (Vec::new(), Rows::in_order(&Arc::new(list)));
    while let Some(rows) = list.next()? {
        for rows in rows.chunks(LIST_ROWS) {
            text.clear();
            for [line, kept, records] in rows {
                let _ = writeln!(text, "{line},{kept},{records}"); // writing to memory cannot fail
            }
            output.write(&text)?;
        }
    }
    output.complete()
}

/// The number of rows of the list to write at once.
const LIST_ROWS: usize = 1024;

#[cfg(feature = "files")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::{Share, SplitJob, SplitPart, Strata};
    use crate::io::{Access, RunFiles};
    use crate::pipeline::report::OnChunk;
    use std::fs::{self, File};
    use std::io::Write;
    use std::path::Path;
    use std::sync::Once;
    use std::time::SystemTime;

    const PUZZLES: [&str; 2] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "...........5.......76.........974268...512743...638915...456......793.8....821...",
    ];

    /// Swaps the puzzles in the file once, while the first pass reads its first chunk.
    fn swapping(path: &Path) -> OnChunk {
        let (path, once) = (path.to_owned(), Once::new());
        let [one, two] = PUZZLES;
        Arc::new(move |_| {
            once.call_once(|| {
                let mut file = File::options().write(true).open(&path).unwrap();
                file.write_all(format!("{two}\n{one}\n").as_bytes()).unwrap();
            });
        })
    }

    #[test]
    fn an_input_reordered_between_the_passes_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [input, kept, rest] = ["input", "kept", "rest"].map(|name| folder.path().join(name));
        for access in [Access::Map, Access::Read] {
            for splits in [false, true] {
                fs::write(&input, format!("{}\n{}\n", PUZZLES[0], PUZZLES[1])).unwrap();
                File::options()
                    .write(true)
                    .open(&input)
                    .unwrap()
                    .set_modified(SystemTime::UNIX_EPOCH)
                    .unwrap();
                fs::write(&kept, "old").unwrap();
                let source = RecordSource::file(&input).unwrap().access(access);
                let error = if splits {
                    let half = || "50%".parse::<Share>().unwrap();
                    let parts = vec![SplitPart::new(&kept, half()), SplitPart::new(&rest, half())];
                    let mut job = SplitJob::new(source, SameBy::Clues, 1, parts);
                    job.stratify = Some(Strata::clues());
                    job.settings.run.on_chunk = swapping(&input);
                    job.run().unwrap_err()
                } else {
                    let output = Output::create(&kept, &RunFiles::default()).unwrap();
                    let mut job = DedupeJob::new(source, SameBy::Clues, output);
                    job.settings.run.on_chunk = swapping(&input);
                    job.run().unwrap_err()
                };
                assert!(error.to_string().ends_with("changed while it was read: run again"), "{error}");
                assert_eq!(fs::read_to_string(&kept).unwrap(), "old");
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "a temporary file is left");
            }
        }
    }
}
