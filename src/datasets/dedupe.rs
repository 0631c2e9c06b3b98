//! Removes all but one record of each class.
//!
//! ```text
//! first pass   records ─▶ classes ─▶ table ─▶ set of the lines of all duplicates, one bit per line
//! references   records ─▶ classes ─▶ those that may be in the table, once
//! second pass  records ─▶ those that are not in the set, byte for byte
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::RecordSource;
use super::class_list::ClassList;
use super::class_stage::{ClassSettings, find_classes};
use super::class_table::{ClassTable, Extra, Members};
use super::classes::Classes;
use super::keep::Keep;
use super::line_set::LineSet;
use super::record_copies::{ByLine, LEFT_OUT, copy_records};
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
/// let job = DedupeJob::new(test, SameBy::Puzzle, kept.output("clean.txt")).keep(Keep::Canonical).dropping_bad();
/// let report = job
///     .against(vec![RecordSource::bytes("train.txt", puzzle.into())])
///     .classes(list.output("classes.csv"))
///     .run_settings(RunSettings::default().threads(1))
///     .run()?;
/// assert_eq!((report.records, report.kept), (4, 1));
/// assert_eq!((report.leaks, report.duplicates, report.malformed), (1, 1, 1));
/// assert_eq!(kept.take(), format!("{blank}\n").as_bytes());
/// assert!(list.take().starts_with(b"line,kept_line,records\n"));
/// println!("{} contradictory, {} others without a class", report.contradictory, report.without_class);
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
    /// [`dropping_bad`](DedupeJob::dropping_bad).
    pub contradictory: u64,
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
        let Self { source, key, keep, output, mut classes, against, settings } = self;
        let DataSetSettings { drops_bad, solver, fingerprint_memory, run } = settings;
        let pool = WorkerPool::start(run.threads)?;
        let state = source.state()?;
        let records = source.open()?;
        key.check(records.format.reader.notation(), solver.engine, source.name())?;
        let finds_contradictions = drops_bad || key.has_maps();
        let ranking = keep.ranking(key);
        let keys = vec![key];
        let mut how =
            ClassSettings { keys, solver, finds_contradictions, ranking, ..ClassSettings::default() };
        let members = if classes.is_some() { Members::All } else { Members::Kept };
        let extra = if how.ranking.is_some() { Extra::Rank } else { Extra::Nothing };
        let table = ClassTable::new(members, extra, fingerprint_memory);
        let sink = Classes::new(vec![table]).leaving_out(drops_bad);
        let mut found = find_classes(&pool, &run, records, how.clone(), sink)?;
        if !against.is_empty() {
            found = found.compare(&pool)?;
            how.ranking = None; // a record of another data set represents its class, whatever its rank
        }
        for reference in &against {
            let records = reference.open()?;
            key.check(records.format.reader.notation(), solver.engine, reference.name())?;
            found = find_classes(&pool, &run, records, how.clone(), found)?;
        }
        let mut lines = found.left_out.take().unwrap_or_default();
        lines.grow(found.lines + 1);
        let table = found.tables.remove(0);
        let Repeated { duplicates, leaks } = match &mut classes {
            Some(output) => {
                let list = ClassList::new(found.lines, fingerprint_memory);
                let repeated = list_repeated(&table, &lines, &list, &pool)?;
                list.write(output)?;
                repeated
            }
            None => count_repeated(&table, &lines, &pool)?,
        };
        let spilled = table.spilled();
        drop(table); // frees its memory
        let lines = Arc::new(lines);
        let make_router = move || {
            let lines = Arc::clone(&lines);
            let destination = move |line| if lines.contains(line) { LEFT_OUT } else { 0 };
            ByLine { destination, counts_clues: false }
        };
        source.check(&state)?;
        let (counts, kept) =
            copy_records(&pool, &run, source.open()?, vec![output], Some(found.records), make_router)?;
        source.check(&state)?;
        Output::finish_all(classes.into_iter().chain(kept).collect())?;
        Ok(DedupeReport {
            records: found.records,
            kept: counts.written[0],
            duplicates,
            leaks,
            malformed: found.malformed,
            contradictory: found.contradictory,
            without_class: found.without_class,
            written: counts.bytes,
            spilled,
            threads: pool.len(),
            elapsed: pool.elapsed(),
        })
    }
}

/// The numbers of records left out because another one is kept.
struct Repeated {
    duplicates: u64,
    leaks: u64,
}

/// Counts the records that are not kept, and adds their lines to `lines`. The table remembers only kept records.
fn count_repeated(table: &ClassTable, lines: &LineSet, pool: &WorkerPool) -> Result<Repeated> {
    let (duplicates, leaks) = (AtomicU64::new(0), AtomicU64::new(0));
    table.for_each_set(pool, Some(lines), |classes| {
        let (mut repeated, mut leaked) = (0, 0);
        for class in classes.classes() {
            match class.first.position.is_elsewhere() {
                true => leaked += class.count,
                false => repeated += class.count - 1,
            }
        }
        duplicates.fetch_add(repeated, Ordering::Relaxed);
        leaks.fetch_add(leaked, Ordering::Relaxed);
        Ok(())
    })?;
    Ok(Repeated { duplicates: duplicates.into_inner(), leaks: leaks.into_inner() })
}

/// Does the same as [`count_repeated`] with a table of all records, and lists the records of all classes of two or more.
fn list_repeated(
    table: &ClassTable,
    lines: &LineSet,
    list: &ClassList,
    pool: &WorkerPool,
) -> Result<Repeated> {
    let (duplicates, leaks) = (AtomicU64::new(0), AtomicU64::new(0));
    table.for_each_member(pool, |members| {
        for member in members.iter().filter(|member| member.position != member.kept) {
            lines.insert(member.position.line());
            let count = if member.kept.is_elsewhere() { &leaks } else { &duplicates };
            count.fetch_add(1, Ordering::Relaxed);
        }
        list.add(members)
    })?;
    Ok(Repeated { duplicates: duplicates.into_inner(), leaks: leaks.into_inner() })
}

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
