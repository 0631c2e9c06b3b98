//! Splits a file so that no class of records is in two parts.
//!
//! ```text
//! record ─▶ class ─▶ hash with the seed, a number below 2^64
//!
//! 0          80 %          90 %         2^64
//! │  part 0   │   part 1    │   part 2    │       the number's position on this scale determines the part
//! ```
//!
//! The part of a class depends only on the class, the seed and the shares. When records are added to a file, the others keep
//! their parts. With strata, `stratify` determines the parts.

use crate::array::array_of;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::RecordSource;
use super::assignment::Assignment;
use super::class::ClassMember;
use super::class_stage::{ClassSettings, Classified, RecordState, classify};
use super::copying::copy;
use super::fates::{Counts, Fates, MAX_PART, Part};
use super::same_by::SameBy;
use super::share::Share;
use super::strata::{OpenStrata, Strata};
use super::stratify::LineStrata;
use super::stratum::Stratum;
use super::{DataSetSettings, data_set_setters};
use crate::board::grid::CELLS;
use crate::error::{Error, Result};
use crate::io::run_files::{Role, descriptor};
use crate::io::{Output, RunFiles};
use crate::macros::setters::setters;
use crate::pipeline::OpenRecords;
use crate::pipeline::threads::WorkerPool;

/// A job that splits a file into parts.
///
/// Every record goes to one part unchanged, with all its columns and in the order of the file. The header goes to all parts. No
/// class by the key is in two parts. A puzzle without a class by its solution is assigned by its class as a puzzle, or else by
/// its clues; a malformed record by the text of its first line.
///
/// The shares are shares of the classes, up to chance: of n classes, a part with share p gets n · p on average, with a standard
/// deviation of √(n · p · (1 - p)). The same is true of the classes with any given property, such as a number of clues or a
/// rating, because the hash does not depend on it.
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
    /// The files of the run.
    pub(crate) run_files: RunFiles,
    /// How the records are read and compared. Only a stratified split needs fingerprints. Progress covers the first pass.
    pub(crate) settings: DataSetSettings,
}

/// A part of a split.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitPart {
    /// The path of the file, which is compressed if its name ends in `.gz` or `.zst`.
    pub path: PathBuf,
    /// Its share of the classes.
    pub share: Share,
}

/// The report of a [`SplitJob`].
///
/// ```
/// use bulkdoku::datasets::{PartReport, RecordSource, SameBy, SplitJob, SplitPart, Strata};
/// use bulkdoku::generate::uniform_grid;
/// use bulkdoku::pipeline::RunSettings;
///
/// let text: String = (0..100).map(|number| format!("{}\n", uniform_grid(1, number))).collect();
/// let source = RecordSource::bytes("grids.txt", format!("{text}12\n").into());
/// # let folder = tempfile::tempdir()?;
/// # let path = |name: &str| folder.path().join(name);
/// let part = |name, share: &str| share.parse().map(|share| SplitPart::new(path(name), share));
/// let parts = vec![part("train.txt", "80%")?, part("test.txt", "20%")?];
/// let job = SplitJob::new(source, SameBy::Puzzle, 7, parts).run_settings(RunSettings::default().threads(1));
/// let report = job.stratify(Strata::clues()).dropping_invalid().run()?;
/// for PartReport { part, records, sha256, .. } in &report.parts {
///     println!("{} has {records} records and the SHA-256 {sha256:x?}", part.path.display());
/// }
/// assert!((15..=25).contains(&report.parts[1].records));
/// assert_eq!((report.left_out, report.malformed()), (1, 0));
/// assert_eq!(report.strata[0].number, 81); // all puzzles have 81 clues
/// assert_eq!(report.parts[1].strata, [report.parts[1].records]);
/// println!("{:?}", report.elapsed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SplitReport {
    /// The number of records.
    pub records: u64,
    /// The number of records left out.
    pub left_out: u64,
    /// The parts, in their order.
    pub parts: Vec<PartReport>,
    /// The strata that occur, in their order.
    pub strata: Vec<Stratum>,
    /// The number of worker threads.
    pub threads: usize,
    /// The duration of the whole run.
    pub elapsed: Duration,
}

/// The report of a part.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartReport {
    /// The part.
    pub part: SplitPart,
    /// The number of its records.
    pub records: u64,
    /// `clues[n]` is the number of its puzzles with n clues. In pencilmarks, a cell with one candidate counts as a clue.
    pub clues: [u64; CELLS + 1],
    /// The number of its records in each of the [strata](SplitReport::strata).
    pub strata: Vec<u64>,
    /// The number of bytes of the file.
    pub bytes: u64,
    /// The SHA-256 of the file.
    pub sha256: [u8; 32],
}

impl SplitReport {
    /// Returns the number of malformed records in the parts.
    pub fn malformed(&self) -> u64 {
        self.parts.iter().map(|part| part.records - part.clues.iter().sum::<u64>()).sum()
    }
}

impl SplitPart {
    /// Creates a part in the file at `path`.
    pub fn new(path: impl AsRef<Path>, share: Share) -> Self {
        Self { path: path.as_ref().to_owned(), share }
    }
}

impl SplitJob {
    /// Creates a job with the default settings.
    pub fn new(source: RecordSource, key: SameBy, seed: u64, parts: Vec<SplitPart>) -> Self {
        Self {
            source,
            key,
            seed,
            parts,
            stratify: None,
            run_files: RunFiles::default(),
            settings: DataSetSettings::default(),
        }
    }

    setters! {
        /// Divides each stratum among the parts by their shares.
        ///
        /// The classes of a stratum are assigned in the order of their first records, and the shares are exact to a few classes.
        /// The part of a class then depends on the seed and on the records before it. When records are added at the end of a
        /// file, the others keep their parts. The stratum of a class is the stratum of its first record.
        stratify: Strata,
    }

    data_set_setters!();

    /// Splits the file, and returns once the parts are in place.
    ///
    /// All parts are complete and on disk, and their checksums are known, before the first one replaces an existing file. The
    /// parts then replace existing files in order. No system can replace several files at once: if it stops in between, the earlier
    /// parts are new and the others unchanged. A part that cannot be put in place is kept beside its target. Each file is either
    /// complete or unchanged.
    ///
    /// Besides a mapped input, the run needs two bytes per line and at most 48 MiB of text that waits for earlier text. With strata,
    /// it also needs a third byte, the fingerprints in memory, and a quarter of these per thread.
    ///
    /// # Errors
    /// Returns the first failure to read or write, or [`Error::Refused`](crate::Error::Refused) if the parts or the input do not
    /// permit the split, or two names are of the same file. Existing files are then unchanged, and no temporary file is left,
    /// except that [`Error::NotInPlace`](crate::Error::NotInPlace) lists the parts that are in place or kept elsewhere.
    pub fn run(self) -> Result<SplitReport> {
        check(&self.parts)?;
        self.source.path().map_or(Ok(()), |path| self.run_files.claim(path, Role::Input))?;
        let pool = WorkerPool::of_run(&self.settings.run)?;
        let records = self.source.open()?;
        self.key.check(records.format.reader.notation(), self.settings.solver.engine, self.source.name())?;
        let create = |part: &SplitPart| Output::create_as(Role::Report, &part.path, &self.run_files);
        let outputs: Vec<Output> = self.parts.iter().map(create).collect::<Result<_>>()?;
        let found = self.find_parts(&pool, records)?;
        let to = (outputs, found.records);
        let (copied, outputs) = copy(&pool, &self.settings.run, &self.source, &found.fates, to)?;
        let mut report = found.report(self.parts, &copied.written);
        add_checksums(&pool, &mut report.parts, &outputs)?;
        Output::finish_all(outputs)?;
        Ok(SplitReport { threads: pool.len(), elapsed: pool.elapsed(), ..report })
    }

    /// Finds the part of every record.
    fn find_parts(&self, pool: &WorkerPool, records: OpenRecords) -> Result<Found> {
        let DataSetSettings { drops_invalid, solver, fingerprint_memory, ref run } = self.settings;
        let how = ClassSettings {
            keys: vec![self.key],
            solver,
            finds_conflicts: drops_invalid,
            of_all: true,
            strata: self.stratify.as_ref().map(|strata| strata.open(pool, run, &self.source)).transpose()?,
            ..ClassSettings::default()
        };
        let strata = how.strata.as_ref().map(OpenStrata::all);
        let assignment = Assignment::new(self.seed, self.parts.iter().map(|part| part.share));
        let ends = assignment.ends.clone();
        let chosen = match strata {
            Some(_) => Chosen::OfStrata(LineStrata::new(fingerprint_memory)),
            None => Chosen::OfClasses(assignment, Fates::new()),
        };
        let add = move |(chosen, clues): &mut (Chosen, Fates), record: &Classified, members: &[Option<_>]| {
            clues.add(record.position.line(), record.clues);
            let stays = !drops_invalid || record.state == RecordState::Puzzle;
            chosen.add(record, members[0].filter(|_| stays))
        };
        let ((chosen, clues), counts) = classify(pool, run, records, how, (chosen, Fates::new()), add)?;
        let (fates, of_lines) = match chosen {
            Chosen::OfStrata(strata) => strata.assign(pool, self.seed, &ends)?,
            Chosen::OfClasses(_, fates) => (fates, Fates::new()),
        };
        let count = |numbers| fates.counts_by(numbers, self.parts.len());
        let (clues, of_strata) = (count(&clues), count(&of_lines));
        let occurs = |stratum: &Stratum| of_strata.iter().any(|counts| counts[stratum.index()] > 0);
        let strata = strata.into_iter().flatten().filter(occurs).collect();
        Ok(Found { records: counts.records, fates: Arc::new(fates), clues, strata, of_strata })
    }
}

/// How the parts of the records are chosen.
enum Chosen {
    /// By their classes, as soon as these are known.
    OfClasses(Assignment, Fates),
    /// When all records are known.
    OfStrata(LineStrata),
}

impl Chosen {
    /// Adds the next record, which is left out if it has no class.
    fn add(&mut self, record: &Classified, member: Option<ClassMember>) -> Result<()> {
        let (line, class) = (record.position.line(), member.map(|member| member.fingerprint));
        match (self, class) {
            (Self::OfClasses(assignment, fates), class) => {
                fates.add(line, class.map(|class| assignment.part(class) as Part));
                Ok(())
            }
            (Self::OfStrata(strata), Some(class)) => strata.add(line, class, record.stratum),
            (Self::OfStrata(_), None) => Ok(()),
        }
    }
}

/// The parts of the records.
struct Found {
    /// The number of records.
    records: u64,
    fates: Arc<Fates>,
    /// For each part, the number of its puzzles by clues.
    clues: Vec<Counts>,
    /// The strata that occur.
    strata: Vec<Stratum>,
    /// For each part, the number of its records by stratum.
    of_strata: Vec<Counts>,
}

impl Found {
    /// Returns the report of a split with these numbers of records, without checksums.
    fn report(self, parts: Vec<SplitPart>, written: &[u64]) -> SplitReport {
        let counts = self.clues.iter().zip(&self.of_strata);
        let part = |((part, &records), (clues, of_strata)): ((_, _), (&Counts, &Counts))| PartReport {
            part,
            records,
            clues: array_of(|number| clues[number]),
            strata: self.strata.iter().map(|stratum| of_strata[stratum.index()]).collect(),
            bytes: 0,
            sha256: [0; 32],
        };
        SplitReport {
            records: self.records,
            left_out: self.records - written.iter().sum::<u64>(),
            parts: parts.into_iter().zip(written).zip(counts).map(part).collect(),
            strata: self.strata,
            threads: 0,
            elapsed: Duration::ZERO,
        }
    }
}

/// Refuses parts that do not form a split.
fn check(parts: &[SplitPart]) -> Result<()> {
    let is_whole = Share::rest_of(parts.iter().map(|part| part.share)) == Share::from_percent(0.0);
    let is_no_file = |part: &&SplitPart| {
        let is_special = |at_path: std::fs::Metadata| !at_path.is_file() && !at_path.is_dir();
        descriptor(&part.path).is_some() || part.path.metadata().is_ok_and(is_special)
    };
    match parts.iter().find(is_no_file) {
        _ if parts.len() > usize::from(MAX_PART) + 1 => {
            Err(Error::refused("a file can be split into at most 255 parts"))
        }
        _ if !is_whole => Err(Error::refused("the shares of the parts do not add up to 100%")),
        Some(part) => Err(no_file(&part.path)),
        None => Ok(()),
    }
}

/// Returns the error for a device or a pipe.
fn no_file(path: &Path) -> Error {
    let reason = "is not a regular file, but each part is read again for its checksum: use another name";
    Error::refused(format!("{} {reason}", path.display()))
}

/// Adds the lengths and the checksums of the parts, whose files are read on all threads.
fn add_checksums(pool: &WorkerPool, parts: &mut [PartReport], outputs: &[Output]) -> Result<()> {
    let open = |(report, output): (&PartReport, &Output)| match output.handle() {
        Some(file) => file.map_err(|reason| failed(report, reason)),
        None => Err(no_file(&report.part.path)),
    };
    let files: Vec<File> = parts.iter().zip(outputs).map(open).collect::<Result<_>>()?;
    let sums = Mutex::new(vec![(0, [0; 32]); parts.len()]);
    pool.for_each(parts.len(), &|index| {
        let sum = checksum(&files[index]).map_err(|reason| failed(&parts[index], reason))?;
        sums.lock().unwrap_or_else(PoisonError::into_inner)[index] = sum;
        Ok(())
    })?;
    let sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    parts.iter_mut().zip(sums).for_each(|(part, sum)| (part.bytes, part.sha256) = sum);
    Ok(())
}

fn failed(report: &PartReport, reason: io::Error) -> Error {
    Error::reading(&report.part.path.display().to_string(), reason)
}

/// Returns the length and the SHA-256 of a file.
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
    fn the_checksum_matches_the_standard() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "abc").unwrap();
        let (length, sum) = checksum(&File::open(&path).unwrap()).unwrap();
        let shown: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(length, 3);
        assert_eq!(shown, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
