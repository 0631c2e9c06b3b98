//! Splits a file such that no class of records is in two parts.
//!
//! ```text
//! record ─▶ class ─▶ hash with the seed, a number below 2^64
//!
//! 0          80 %          90 %         2^64
//! │  part 0   │   part 1    │   part 2    │       the number's place on this scale is the part
//! ```
//!
//! The part of a class depends on the class, the seed and the shares alone. So a file to which records are added is split
//! as before, and only its new classes are assigned. With strata, the parts are those of `stratify`.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::RecordSource;
use super::assignment::{Assignment, ByClass};
use super::class_stage::{ClassSettings, Classifier, find_classes};
use super::class_table::{ClassTable, Extra, Members};
use super::classes::Classes;
use super::record_copies::{ByLine, CopyCounts, copy_records};
use super::same_by::SameBy;
use super::sample::Strata;
use super::share::Share;
use super::stratify::LineParts;
use super::{DataSetSettings, data_set_setters};
use crate::board::grid::CELLS;
use crate::error::{Error, Refusal, Result};
use crate::io::run_files::{self, Role, RunFile, descriptor};
use crate::io::{Output, TempFiles};
use crate::macros::setters::setters;
use crate::pipeline::threads::WorkerPool;

/// A file to be split into parts.
///
/// Every record goes to one part as it is, with all its columns, and in the order of the file; the header goes to all
/// parts. No class by its key is in two parts. A puzzle that has no class by its solution is assigned by its
/// class as a puzzle, one that has none either by its clues, and a malformed record by the text of its first line.
///
/// The shares are those of the classes, and hold up to chance: of n classes, a part with the share p gets n · p on
/// average, with a standard deviation of √(n · p · (1 - p)). The same is true of the classes with any given property,
/// such as a number of clues or a rating, because the hash does not depend on it.
///
/// ```
/// use bulkdoku::datasets::{SameBy, RecordSource, SplitJob, SplitPart};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let text = format!("id,puzzle\na,{puzzle}\nb,{}\n", puzzle.replace('.', "0"));
/// # let folder = tempfile::tempdir()?;
/// # let (train, test) = (folder.path().join("train.csv"), folder.path().join("test.csv"));
///
/// let source = RecordSource::bytes("memory", text.into_bytes());
/// let parts = vec![SplitPart::new(&train, "90%".parse()?), SplitPart::new(&test, "10%".parse()?)];
/// let report = SplitJob::new(source, SameBy::Puzzle, 1, parts).run()?;
/// let counts: Vec<u64> = report.parts.iter().map(|part| part.records).collect();
/// assert!(counts == [2, 0] || counts == [0, 2], "the same puzzle is not in two parts");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct SplitJob {
    /// The records.
    source: RecordSource,
    /// What makes two records the same.
    key: SameBy,
    /// The seed of the hash. Another seed gives another split.
    seed: u64,
    /// The parts, whose shares add up to the whole.
    parts: Vec<SplitPart>,
    pub(crate) stratify: Option<Strata>,
    /// The owner of the temporary files.
    pub(crate) temp_files: TempFiles,
    /// How the records are read and compared. Fingerprints are held when the split is stratified; the progress is that of
    /// the first pass.
    pub(crate) settings: DataSetSettings,
}

/// A part of a split.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitPart {
    /// The file, which is compressed if its name ends in `.gz` or `.zst`.
    pub path: PathBuf,
    /// Its share of the classes.
    pub(crate) share: Share,
}

/// What a [`SplitJob`] did.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SplitReport {
    /// The number of records.
    pub(crate) records: u64,
    /// The number of records that were left out.
    pub(crate) left_out: u64,
    /// The parts, in their order.
    pub parts: Vec<PartReport>,
    /// The number of worker threads.
    pub(crate) threads: usize,
    /// The time of the whole run.
    pub(crate) elapsed: Duration,
}

/// A part of a split that is written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartReport {
    /// The part.
    pub part: SplitPart,
    /// The number of its records.
    pub records: u64,
    /// `clues[n]` is the number of its puzzles with n clues. In pencilmarks, a cell with one candidate counts as a clue.
    pub(crate) clues: [u64; CELLS + 1],
    /// The bytes of the file.
    pub(crate) bytes: u64,
    /// The SHA-256 of the file.
    pub sha256: [u8; 32],
}

impl SplitReport {
    /// The number of malformed records that are in the parts.
    pub(crate) fn malformed(&self) -> u64 {
        self.parts.iter().map(|part| part.records - part.clues.iter().sum::<u64>()).sum()
    }
}

impl SplitPart {
    /// The part that is written to the file at `path`.
    pub fn new(path: impl AsRef<Path>, share: Share) -> Self {
        Self { path: path.as_ref().to_owned(), share }
    }
}

impl SplitJob {
    /// A job with the usual settings.
    pub fn new(source: RecordSource, key: SameBy, seed: u64, parts: Vec<SplitPart>) -> Self {
        Self {
            source,
            key,
            seed,
            parts,
            stratify: None,
            temp_files: TempFiles::default(),
            settings: DataSetSettings::default(),
        }
    }

    setters! {
        /// Gives every part its share of each stratum, which needs two passes.
        ///
        /// The classes of a stratum are assigned in the order of their first records, and their shares hold but for a few
        /// classes. The part of a class then depends on the seed and on the records before it, so that a file to which records
        /// are added at its end keeps the split. The stratum of a class is that of its first record.
        stratify: Strata,
    }

    data_set_setters!();

    /// Splits the file, and returns when the parts are in their places.
    ///
    /// All parts are complete and on the disk, and their checksums are known, before the first one is put in its place.
    /// Then they replace the files that were there before, in the order of the parts. A system has no way to replace
    /// several files at once: when it is stopped in between, or refuses one of these steps, the parts before are new and
    /// the others are as they were. Each is either whole or as it was.
    ///
    /// Besides a mapped input, the run takes at most 48 MiB of text that waits for earlier text; with strata also the
    /// fingerprints in memory, a quarter of these for each thread, and one byte per line.
    ///
    /// # Errors
    /// With the first failure to read or write, and with a [`Refusal`](crate::error::Refusal) of the parts, of the
    /// input, or of two files that are one. Files that were there before are then unchanged, and no temporary file is
    /// left; but [`Error::PartlyReplaced`] names parts that are new.
    pub fn run(mut self) -> Result<SplitReport> {
        check(&self.source, &self.parts)?;
        let pool = WorkerPool::start(self.settings.run.threads)?;
        let parts = self.parts.clone();
        let (counts, outputs) = self.copy(&pool)?;
        let parts = part_reports(&pool, parts, &counts, &outputs)?;
        Output::finish_all(outputs)?;
        let written: u64 = counts.written.iter().sum();
        Ok(SplitReport {
            records: counts.records,
            left_out: counts.records - written,
            parts,
            threads: pool.len(),
            elapsed: pool.elapsed(),
        })
    }

    /// Copies every record to its part.
    fn copy(&mut self, pool: &WorkerPool) -> Result<(CopyCounts, Vec<Output>)> {
        let state = self.source.state()?;
        let DataSetSettings { drops_bad, solver, fingerprint_memory, run } = self.settings.clone();
        let records = self.source.open(&run)?;
        self.key.check(records.format.reader.notation(), solver.engine, self.source.name())?;
        let create = |part: &SplitPart| Output::create(&part.path, &self.temp_files);
        let outputs: Vec<Output> = self.parts.iter().map(create).collect::<Result<_>>()?;
        let assignment = Arc::new(Assignment::new(self.seed, self.parts.iter().map(|part| part.share)));
        let how = ClassSettings {
            keys: vec![self.key],
            solver,
            finds_contradictions: drops_bad,
            all_have_classes: true,
            ranking: None,
            strata: self.stratify.take(),
            has_positions_of_input: false,
        };
        if how.strata.is_none() {
            let how = Arc::new(how);
            let by_class = move |records| ByClass {
                classifier: Classifier::new(records, Arc::clone(&how)),
                assignment: Arc::clone(&assignment),
                drops_bad,
            };
            return copy_records(pool, records, outputs, None, by_class);
        }
        let table = ClassTable::new(Members::All, Extra::Nothing, fingerprint_memory);
        let classes = Classes::new(vec![table]);
        let classes = if drops_bad { classes.leaving_out(true) } else { classes };
        let found = find_classes(pool, records, how, classes)?;
        let expected = Some(found.records);
        let parts = Arc::new(LineParts::assign(found, pool, self.seed, assignment.ends())?);
        let by_line = move |records| {
            let parts = Arc::clone(&parts);
            ByLine { records, destination: move |line| parts.of(line), counts_clues: true }
        };
        self.source.check(&state)?;
        let copied = copy_records(pool, self.source.open(&run)?, outputs, expected, by_line)?;
        self.source.check(&state)?;
        Ok(copied)
    }
}

/// Refuses parts that do not make a split.
fn check(source: &RecordSource, parts: &[SplitPart]) -> Result<()> {
    let is_whole = Share::rest_of(parts.iter().map(|part| part.share)) == Share::from_percent(0.0);
    let is_no_file = |part: &&SplitPart| {
        let is_special = |at_path: std::fs::Metadata| !at_path.is_file() && !at_path.is_dir();
        descriptor(&part.path).is_some() || part.path.metadata().is_ok_and(is_special)
    };
    match parts.iter().find(is_no_file) {
        _ if parts.len() > 255 => return Err(Refusal::TooManyParts.into()),
        _ if !is_whole => return Err(Refusal::Shares.into()),
        Some(part) => return Err(Refusal::NotAFile(part.path.clone()).into()),
        None => {}
    }
    let file = |option: &str, path: &Path, role| RunFile {
        option: option.to_owned(),
        path: Some(path.to_owned()),
        role,
    };
    let input = source.path().map(|path| file("the input", path, Role::Input));
    let parts = parts.iter().map(|part| file("a part", &part.path, Role::Report));
    run_files::check(&input.into_iter().chain(parts).collect::<Vec<_>>())
}

/// The reports of the parts, whose files are read on all threads for their checksums.
fn part_reports(
    pool: &WorkerPool,
    parts: Vec<SplitPart>,
    counts: &CopyCounts,
    outputs: &[Output],
) -> Result<Vec<PartReport>> {
    let failed = |part: &SplitPart, reason| Error::reading(&part.path.display().to_string(), reason);
    let open = |(part, output): (&SplitPart, &Output)| match output.handle() {
        Some(file) => file.map_err(|reason| failed(part, reason)),
        None => Err(Refusal::NotAFile(part.path.clone()).into()),
    };
    let files: Vec<File> = parts.iter().zip(outputs).map(open).collect::<Result<_>>()?;
    let sums = Mutex::new(vec![(0, [0; 32]); parts.len()]);
    pool.for_each(parts.len(), &|index| {
        let sum = checksum(&files[index]).map_err(|reason| failed(&parts[index], reason))?;
        sums.lock().unwrap_or_else(PoisonError::into_inner)[index] = sum;
        Ok(())
    })?;
    let sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    let counts = counts.written.iter().zip(&counts.clues);
    let reports = parts.into_iter().zip(counts).zip(sums);
    Ok(reports
        .map(|((part, (&records, &clues)), (bytes, sha256))| PartReport {
            part,
            records,
            clues,
            bytes,
            sha256,
        })
        .collect())
}

/// The length and the SHA-256 of a file.
fn checksum(mut file: &File) -> io::Result<(u64, [u8; 32])> {
    let (mut hash, mut length) = (Sha256::new(), 0);
    file.rewind()?;
    let mut buffer = vec![0; 1 << 18];
    loop {
        let read = match file.read(&mut buffer) {
            Ok(0) => return Ok((length, hash.finalize().into())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        hash.update(&buffer[..read]);
        length += read as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "abc").unwrap();
        let (length, sum) = checksum(&File::open(&path).unwrap()).unwrap();
        let shown: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(length, 3);
        assert_eq!(shown, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
