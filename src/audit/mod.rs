//! The audit of a data set: what is wrong with its puzzles and their answers.
//!
//! ```text
//! before      records of another data set ─▶ classes      if one is compared with
//!
//! workers     records ─▶ solve ─▶ notes ──┐      one note per record: position, clues, findings, classes
//!                                         ▼
//! auditor     counts · the first findings · classes ─▶ temporary file, if there are many
//!
//! at the end  equal classes ─▶ duplicates, leaks ─▶ all findings in record order
//!             records without findings ─▶ a clean copy, if requested; the others ─▶ rejects
//! ```
//!
//! The workers do the expensive part. The auditor receives their notes in record order, so the findings do not depend on the
//! number of threads.

pub(crate) mod answer_check;
pub(crate) mod answer_file;
pub(crate) mod auditor;
mod cleaning;
mod copies;
mod finding;
mod finding_list;
mod job;
pub(crate) mod note;
mod part;
pub(crate) mod picture;
mod profile;

pub use answer_check::Flaw;
pub(crate) use copies::{CleanCopies, Copied, copy};
pub(crate) use finding::FindingSource;
pub use finding::{Finding, FindingKind};
pub(crate) use finding_list::FindingList;
pub use job::AuditJob;
pub use note::Problem;
pub use part::AuditParts;
pub(crate) use profile::{ClassSizes, DataSetProfile, NotablePuzzle};

use crate::board::grid::CELLS;
use crate::datasets::class_stage::{ClassSettings, find_classes};
use crate::datasets::class_table::{ClassTable, Extra, Members};
use crate::datasets::classes::Classes;
use crate::datasets::line_set::LineSet;
use crate::datasets::{ClassFinder, RecordSource, SameBy};
use crate::error::Result;
use crate::format::read::answer_field::AnswerField;
use crate::io::input::Input;
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::report::{EarlierLines, Report};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{RecordRun, RunSettings, Shard};
use crate::report::numbers::grouped;
use crate::solver::{Engine, SolverSettings};
use auditor::Auditor;
use note::NoteStage;
use profile::Profiler;

pub(crate) use crate::datasets::FINGERPRINT_MEMORY;

/// What an audit compares, and how much of it to report.
pub(crate) struct AuditSettings {
    /// The field of the answers in the records.
    pub answer_field: Option<AnswerField>,
    /// A file of answers in any format, in the order of the records.
    pub answers: Option<Input>,
    /// The number of findings that the report lists. The others are only counted.
    pub findings: usize,
    /// Whether to list all findings in addition to the report, on disk if there are many. A profile needs them all, to count the
    /// records with findings.
    pub lists_all: bool,
    /// Whether to find the records to leave out of a clean copy.
    pub cleans: bool,
    /// The keys to find duplicates by: what makes two records the same.
    pub keys: Vec<SameBy>,
    /// A data set that should share no record with this one, such as the training set of a test set. Records that are also in it,
    /// by one of the keys, are findings.
    pub against: Option<RecordSource>,
    /// The shard that the records are, if they are not the whole data set.
    pub shard: Option<Shard>,
    /// How to solve puzzles and how to make canonical forms.
    pub solver: SolverSettings,
    /// The number of bytes of fingerprints to keep in memory. The others go to temporary files.
    pub fingerprint_memory: usize,
    /// Whether to also make the profile for the HTML report. Puzzles above level 4 take most of its time.
    pub profile: bool,
}

impl Default for AuditSettings {
    /// Returns the default settings: puzzles without answers, 1,000 findings, duplicates by their clues, no other data set, 64
    /// MiB of fingerprints, no profile.
    fn default() -> Self {
        Self {
            answer_field: None,
            answers: None,
            findings: 1000,
            lists_all: false,
            cleans: false,
            keys: vec![SameBy::Clues],
            against: None,
            shard: None,
            solver: SolverSettings::default(),
            fingerprint_memory: FINGERPRINT_MEMORY,
            profile: false,
        }
    }
}

impl AuditSettings {
    /// Whether all findings are listed.
    fn lists_all(&self) -> bool {
        self.lists_all || self.profile
    }

    /// Returns an empty table of classes for each key.
    fn tables(&self) -> Vec<ClassTable> {
        let members = if self.lists_all() { Members::All } else { Members::Listed(self.findings) };
        let table = |key: &SameBy| {
            let extra = if key.has_maps() { Extra::Map } else { Extra::Nothing };
            ClassTable::new(members, extra, self.table_memory())
        };
        self.keys.iter().map(table).collect()
    }

    /// Returns an empty table that keeps one record of each class, for each key.
    fn tables_of_kept(&self) -> Vec<ClassTable> {
        let table = |_: &SameBy| ClassTable::new(Members::Kept, Extra::Nothing, self.table_memory());
        self.keys.iter().map(table).collect()
    }

    /// Returns the number of bytes of fingerprints that each table keeps in memory.
    fn table_memory(&self) -> usize {
        let tables = self.keys.len() * if self.cleans { 2 } else { 1 };
        self.fingerprint_memory / tables.max(1)
    }
}

/// The report of an audit: what it compared and what it found.
///
/// ```
/// use bulkdoku::audit::{AuditJob, FindingKind};
/// use bulkdoku::datasets::RecordSource;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let table = format!("puzzle,solution\n{puzzle},{answer}\n{puzzle},{}\n12,\n", answer.replace('5', "6"));
/// let report = AuditJob::new(RecordSource::bytes("set.csv", table.into())).run()?;
/// assert_eq!((report.run.tally.records(), report.right_answers()), (3, Some(1)));
///
/// let counts = FindingKind::ALL.map(|kind| (kind.name(), report.of(kind)));
/// let found: Vec<_> = counts.into_iter().filter(|&(_, count)| count > 0).collect();
/// assert_eq!(found, [("malformed", 1), ("changed-clue", 1), ("duplicate", 1)]);
/// assert_eq!((report.total(), report.findings.len()), (3, 3)); // more than 1,000 would only be counted
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AuditReport {
    /// The name of the data set.
    pub(crate) input: String,
    /// The shard that was audited.
    pub(crate) shard: Option<Shard>,
    /// The number of the answer column, if there is one.
    pub(crate) answer_column: Option<usize>,
    /// The name of the file of answers, if there is one.
    pub(crate) answers: Option<String>,
    /// The keys that duplicates were found by.
    pub(crate) keys: Vec<SameBy>,
    /// The name of the data set that the records were compared with, if there is one.
    pub(crate) against: Option<String>,
    /// The engine.
    pub(crate) engine: Engine,
    /// The report of the solver. Its time includes the search for duplicates.
    pub run: Report,
    /// The first findings, in record order.
    pub findings: Vec<Finding>,
    /// `clues[n]` is the number of puzzles with n clues. In pencilmarks, a cell with one candidate counts as a clue.
    pub(crate) clues: [u64; CELLS + 1],
    /// The number of right answers.
    pub(crate) right: u64,
    /// The number of bytes of fingerprints written to temporary files.
    pub(crate) spilled: u64,
    /// The profile of the records, if one was requested.
    pub(crate) profile: Option<Box<DataSetProfile>>,
    counts: [u64; FindingKind::ALL.len()],
    /// The numbers of records with findings, if all findings are listed.
    pub(crate) records_with: Option<RecordsWith>,
}

/// The numbers of records with findings, each counted once.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordsWith {
    /// Records with any finding.
    pub(crate) any: u64,
    /// Records with a finding of each kind.
    pub(crate) kinds: [u64; FindingKind::ALL.len()],
}

/// The result of an audit.
pub(crate) struct Audit {
    pub(crate) report: AuditReport,
    /// All findings, if they are listed.
    pub(crate) findings: Option<FindingList>,
    /// The lines of the records to leave out of a clean copy, if requested.
    pub(crate) left_out: Option<LineSet>,
}

impl AuditReport {
    /// Returns the number of findings of this kind.
    pub fn of(&self, kind: FindingKind) -> u64 {
        self.counts[kind as usize]
    }

    /// Returns the number of all findings.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of right answers, or `None` if the data set has no answers.
    pub fn right_answers(&self) -> Option<u64> {
        (self.answer_column.is_some() || self.answers.is_some()).then_some(self.right)
    }

    /// Returns the name of the file that a finding is in.
    pub(crate) fn file_of(&self, finding: &Finding) -> &str {
        match (finding.source, &self.answers) {
            (FindingSource::Answers, Some(answers)) => answers,
            _ => &self.input,
        }
    }

    /// Returns the kinds that were found, each with its number, such as `3 duplicate`.
    pub(crate) fn kinds_in_words(&self) -> Vec<String> {
        let found = FindingKind::ALL.into_iter().filter(|&kind| self.of(kind) > 0);
        found.map(|kind| format!("{} {}", grouped(self.of(kind)), kind.name())).collect()
    }
}

/// Audits records and their answers.
///
/// Besides the memory of the run and the fingerprints in memory, the search for duplicates needs a quarter of these per thread.
///
/// # Errors
/// Returns the first failure to read one of the files or to use a temporary file, or
/// [`Refusal::NoForms`](crate::error::Refusal::NoForms) if pencilmarks are to be compared as puzzles.
pub(crate) fn run(records: RecordRun, settings: AuditSettings) -> Result<AuditReport> {
    Ok(run_whole(records, settings)?.report)
}

/// Does the same as [`run`], and also returns what the settings request in addition to the report.
///
/// # Errors
/// Returns the same errors as [`run`].
pub(crate) fn run_whole(records: RecordRun, settings: AuditSettings) -> Result<Audit> {
    let stage = stage_maker(&records, &settings)?;
    let pool = WorkerPool::start(records.settings.threads)?;
    let mut auditor = Auditor::new(records.input.name(), records.input.header_lines(), &settings);
    if let Some(against) = &settings.against {
        (auditor.tables, auditor.others_share_lines) =
            classes_of(against, &settings, &records.settings, &pool)?;
    }
    let auditor = auditor.with_cleaning(&settings)?.with_answers(&records, settings.answers)?;
    let earlier = EarlierLines::of(&records.input);
    let records = records.reading_answers(settings.answer_field);
    let mut audit = records.run_on(&pool, true, stage, auditor)?.conclude(&pool)?;
    let run = &mut audit.report.run;
    *run = earlier.number(std::mem::take(run));
    run.threads = pool.len();
    run.elapsed = pool.elapsed();
    Ok(audit)
}

/// Returns a function that makes a stage of the audit of `records` for each worker.
///
/// # Errors
/// Returns an error if the records have no class by one of the keys.
fn stage_maker(
    records: &RecordRun,
    settings: &AuditSettings,
) -> Result<impl Fn() -> NoteStage + Send + Sync + use<>> {
    let (notation, name) = (records.format.reader.notation(), records.input.name());
    settings.keys.iter().try_for_each(|key| key.check(notation, settings.solver.engine, name))?;
    let AuditSettings { keys, solver, profile, .. } = settings;
    let (keys, solver, profile) = (keys.clone(), *solver, *profile);
    let keeps_solutions = settings.answers.is_some();
    Ok(move || NoteStage {
        solver: ChunkSolver::of_uniqueness(solver),
        finders: keys.iter().map(|&key| ClassFinder::with_isa(key, solver.isa)).collect(),
        keeps_solutions,
        profiler: profile.then(|| Profiler::new(solver.isa)),
        most_notes: 0,
        most_findings: 0,
    })
}

/// Returns a table for each key with the classes of the records of another data set, and whether these records may share a line.
/// The audited records are added to the tables later.
///
/// # Errors
/// Returns an error if it cannot be read, or its records have no class by one of the keys.
fn classes_of(
    source: &RecordSource,
    settings: &AuditSettings,
    run: &RunSettings,
    pool: &WorkerPool,
) -> Result<(Vec<ClassTable>, bool)> {
    let records = source.open(run)?;
    let shares_lines = records.input.places.is_some();
    let how = ClassSettings {
        keys: settings.keys.clone(),
        solver: settings.solver,
        has_positions_of_input: true,
        ..ClassSettings::default()
    };
    let notation = records.format.reader.notation();
    how.keys.iter().try_for_each(|key| key.check(notation, how.solver.engine, source.name()))?;
    let classes = Classes::new(settings.tables()).of_another_input();
    Ok((find_classes(pool, records, how, classes)?.tables, shares_lines))
}
