//! Removes all records of each class but one.
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

/// A file whose duplicates are to be removed.
///
/// One record of each class is kept as it is, with all its columns and in its place. Records without a class are
/// kept, too: those that are malformed, puzzles in contradiction with themselves under [`SameBy::Puzzle`], and puzzles
/// without exactly one solution under [`SameBy::Solution`].
///
/// ```
/// use bulkdoku::datasets::{SameBy, DedupeJob, RecordSource};
/// use bulkdoku::io::OutputBuffer;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let relabelled = "64..8....7..216....19....7.9...7...45..9.4..28...3...7.7....39....521..6....9..81"; // of each digit the next
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
    /// Where the records that are kept are written.
    output: Output,
    /// Where the members of every class of two or more records are listed, in the order of the records: as CSV with the
    /// columns `line,kept_line,records`, of which the second is the line of the record that is kept. A record that is
    /// also in another data set is listed with 0 there. Nowhere by default.
    pub(crate) classes: Option<Output>,
    pub(crate) against: Vec<RecordSource>,
    /// How the records are read and compared. The progress is that of the first pass and of the other data sets.
    pub(crate) settings: DataSetSettings,
}

/// What a [`DedupeJob`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DedupeReport {
    /// The number of records.
    pub records: u64,
    /// The number of records that were written.
    pub kept: u64,
    /// The number of records that were left out because another record of their class is kept.
    pub duplicates: u64,
    /// The number of records that were left out because a record of [`against`](DedupeJob::against) has their class.
    pub leaks: u64,
    /// The number of malformed records.
    pub malformed: u64,
    /// The number of puzzles with two equal clues in a house; 0 if that makes no difference, under [`SameBy::Text`] and
    /// [`SameBy::Clues`] unless [`dropping_bad`](DedupeJob::dropping_bad).
    pub(crate) contradictory: u64,
    /// The number of other puzzles without a class.
    pub(crate) without_class: u64,
    /// The bytes written, before they are compressed.
    pub(crate) written: u64,
    /// The bytes of fingerprints that went to a temporary file.
    pub(crate) spilled: u64,
    /// The number of worker threads.
    pub(crate) threads: usize,
    /// The time of the whole run.
    pub(crate) elapsed: Duration,
}

impl DedupeJob {
    /// A job with the usual settings.
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
        /// Which record of each class is kept, the first one by default. For another one, memory or the temporary file hold 32 bytes
        /// for each record instead of 24.
        keep: Keep,

        /// Other data sets, such as the training set of a test set, as if their records came before those of the input: the
        /// records that they have, too, are left out. None by default.
        against: Vec<RecordSource>,
    }

    data_set_setters!();

    /// Removes the duplicates, and returns when the files are in their places.
    ///
    /// Besides a mapped input and the fingerprints in memory, the run takes a quarter of these for each thread at the end, one
    /// bit per line, and at most 48 MiB of text that waits for earlier text. Of other data sets, which take 8 MiB more, only those
    /// records are remembered that may be the same as one of the input, each once. A list of classes takes as much memory again as
    /// the fingerprints.
    ///
    /// # Errors
    /// With the first failure to read or write, and with a [`Refusal`](crate::error::Refusal) of pencilmarks, of a
    /// line that is too long, or of an input that was changed during the run. Files that were there before are then unchanged, and
    /// no temporary file is left.
    pub fn run(self) -> Result<DedupeReport> {
        let Self { source, key, keep, output, mut classes, against, settings } = self;
        let DataSetSettings { drops_bad, solver, fingerprint_memory, run } = settings;
        let pool = WorkerPool::start(run.threads)?;
        let state = source.state()?;
        let records = source.open(&run)?;
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
        let mut found = find_classes(&pool, records, how.clone(), sink)?;
        if !against.is_empty() {
            found = found.compare(&pool)?;
            how.ranking = None; // a record of another data set represents its class, whatever its rank
        }
        for reference in &against {
            let records = reference.open(&run)?;
            key.check(records.format.reader.notation(), solver.engine, reference.name())?;
            found = find_classes(&pool, records, how.clone(), found)?;
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
        drop(table); // its memory is not needed any more
        let lines = Arc::new(lines);
        let make_router = move |records| {
            let lines = Arc::clone(&lines);
            let destination = move |line| if lines.contains(line) { LEFT_OUT } else { 0 };
            ByLine { records, destination, counts_clues: false }
        };
        source.check(&state)?;
        let (counts, kept) =
            copy_records(&pool, source.open(&run)?, vec![output], Some(found.records), make_router)?;
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

/// The numbers of records that are left out because another one is kept.
struct Repeated {
    duplicates: u64,
    leaks: u64,
}

/// Counts the records that are not kept, of a table that has those that are. Adds their lines to `lines`.
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

/// Does the same with a table that has all records, and lists those of all classes of two or more.
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
    use crate::io::{Access, TempFiles};
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

    /// Swaps the puzzles in the file once, while the first chunk of the first pass is being read.
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
    fn an_input_whose_records_change_places_between_the_passes_is_refused() {
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
                    let output = Output::create(&kept, &TempFiles::default()).unwrap();
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
