//! The audit of a data set: what is wrong with its puzzles, and with the answers that it gives for them.
//!
//! ```text
//! before      records of another data set ─▶ classes      if there is one to compare with
//!
//! workers     records ─▶ solve ─▶ notes ──┐      one note per record: position, clues, findings, classes
//!                                         ▼
//! auditor     counts · the first findings · classes ─▶ temporary file, if there are many
//!
//! at the end  equal classes ─▶ duplicates, leaks ─▶ all findings in the order of the records
//!             records without findings ─▶ a clean copy, if it is wanted; the others ─▶ rejects
//! ```
//!
//! The workers do what takes time. The auditor gets their notes in the order of the records, so that the findings do not
//! depend on the number of threads.

pub(crate) mod answer_check;
pub(crate) mod answer_file;
pub(crate) mod auditor;
mod cleaning;
mod copies;
mod finding;
mod finding_list;
mod job;
pub(crate) mod note;
pub(crate) mod part;
pub(crate) mod picture;
mod profile;

pub(crate) use copies::{CleanCopies, Copied, copy};
pub(crate) use finding::FindingSource;
pub use finding::{Finding, FindingKind};
pub(crate) use finding_list::FindingList;
pub use job::AuditJob;
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
use crate::pipeline::chunk_reader::ChunkReader;
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

/// What an audit compares, and how much of it is reported.
#[doc(hidden)] // for the page and the tests
pub struct AuditSettings {
    /// Where the records hold their answers.
    pub answer_field: Option<AnswerField>,
    /// A file of answers in any format, in the order of the records.
    pub answers: Option<Input>,
    /// The number of findings that the report lists. The others are only counted.
    pub findings: usize,
    /// Whether all findings are listed beside the report, on the disk if they are many. A profile needs them all, to count the records
    /// that have findings.
    pub lists_all: bool,
    /// Whether to find out which records are left out of a clean copy.
    pub cleans: bool,
    /// What makes two records the same: duplicates are found by each of these keys.
    pub keys: Vec<SameBy>,
    /// A data set that should have no record of this one, such as the training set of a test set. The records that it
    /// has, too, by one of the keys, are findings.
    pub against: Option<RecordSource>,
    /// The part of the data set that the records are, if they are not all of it.
    pub shard: Option<Shard>,
    /// How puzzles are solved and canonical forms are made.
    pub solver: SolverSettings,
    /// The bytes of fingerprints that are held in memory. Those beyond go to temporary files.
    pub fingerprint_memory: usize,
    /// Also make the profile of a picture. Most of its time goes into the levels above 4 of puzzles that need them.
    pub profile: bool,
}

impl Default for AuditSettings {
    /// Puzzles without answers, 1,000 findings, duplicates by their clues, no other data set, 64 MiB of fingerprints, no
    /// profile.
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

    /// Tables for the classes by each key, with no records yet.
    fn tables(&self) -> Vec<ClassTable> {
        let members = if self.lists_all() { Members::All } else { Members::Listed(self.findings) };
        let table = |key: &SameBy| {
            let extra = if key.has_maps() { Extra::Map } else { Extra::Nothing };
            ClassTable::new(members, extra, self.table_memory())
        };
        self.keys.iter().map(table).collect()
    }

    /// The same for records of which one of each class is kept.
    fn tables_of_kept(&self) -> Vec<ClassTable> {
        let table = |_: &SameBy| ClassTable::new(Members::Kept, Extra::Nothing, self.table_memory());
        self.keys.iter().map(table).collect()
    }

    /// The bytes of fingerprints that each table holds in memory.
    fn table_memory(&self) -> usize {
        let tables = self.keys.len() * if self.cleans { 2 } else { 1 };
        self.fingerprint_memory / tables.max(1)
    }
}

/// What an audit found, and what it compared.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AuditReport {
    /// The name of the data set.
    pub(crate) input: String,
    /// The part of the data set that was audited.
    pub(crate) shard: Option<Shard>,
    /// The number of the column that holds the answers, if there is one.
    pub(crate) answer_column: Option<usize>,
    /// The name of the file of answers, if there is one.
    pub(crate) answers: Option<String>,
    /// What makes records duplicates.
    pub(crate) keys: Vec<SameBy>,
    /// The name of the data set that the records are compared with, if there is one.
    pub(crate) against: Option<String>,
    /// The engine.
    pub(crate) engine: Engine,
    /// The report of the solver. Its time includes the search for duplicates.
    pub run: Report,
    /// The first findings, in the order of the records.
    pub findings: Vec<Finding>,
    /// `clues[n]` is the number of puzzles with n clues. In pencilmarks, a cell with one candidate counts as a clue.
    pub(crate) clues: [u64; CELLS + 1],
    /// The number of answers that are right.
    #[doc(hidden)]
    pub right: u64,
    /// The bytes of fingerprints that went to temporary files.
    pub(crate) spilled: u64,
    /// The profile of the records, if one was requested.
    pub(crate) profile: Option<Box<DataSetProfile>>,
    counts: [u64; FindingKind::ALL.len()],
    /// The numbers of records with findings, if all findings are listed.
    pub(crate) records_with: Option<RecordsWith>,
}

/// How many records have findings, each counted once.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordsWith {
    /// Those with any.
    pub(crate) any: u64,
    /// Those with each kind.
    pub(crate) kinds: [u64; FindingKind::ALL.len()],
}

/// The outcome of an audit.
pub(crate) struct Audit {
    pub(crate) report: AuditReport,
    /// All findings, if they are listed.
    pub(crate) findings: Option<FindingList>,
    /// The lines of the records that are left out of a clean copy, if they were looked for.
    pub(crate) left_out: Option<LineSet>,
}

impl AuditReport {
    /// The number of findings of this kind.
    pub fn of(&self, kind: FindingKind) -> u64 {
        self.counts[kind as usize]
    }

    /// The number of all findings.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The name of the file that a finding is in.
    pub(crate) fn file_of(&self, finding: &Finding) -> &str {
        match (finding.source, &self.answers) {
            (FindingSource::Answers, Some(answers)) => answers,
            _ => &self.input,
        }
    }

    /// The kinds that were found, each with its number, as `3 duplicate`.
    pub(crate) fn kinds_in_words(&self) -> Vec<String> {
        let found = FindingKind::ALL.into_iter().filter(|&kind| self.of(kind) > 0);
        found.map(|kind| format!("{} {}", grouped(self.of(kind)), kind.name())).collect()
    }
}

/// Finds out which of `records` have exactly one solution, and audits them and their answers.
///
/// Besides the memory of the run and the fingerprints in memory, the search for duplicates takes a quarter of these for each
/// thread.
///
/// # Errors
/// With the first failure to read one of the files or to use a temporary file, and with
/// [`Refusal::NoForms`](crate::error::Refusal::NoForms) when pencilmarks are compared as puzzles.
#[doc(hidden)] // for the page and the tests
pub fn run(records: RecordRun, settings: AuditSettings) -> Result<AuditReport> {
    Ok(run_whole(records, settings)?.report)
}

/// Does the same. Returns also what the settings want beside the report.
///
/// # Errors
/// As [`run`].
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
    let mut audit = records.run_on(&pool, true, stage, auditor)?.conclude(&pool)?;
    let run = &mut audit.report.run;
    *run = earlier.number(std::mem::take(run));
    run.threads = pool.len();
    run.elapsed = pool.elapsed();
    Ok(audit)
}

/// What makes a stage of the audit of `records` for each worker.
///
/// # Errors
/// When the records have no class by one of the keys.
fn stage_maker(
    records: &RecordRun,
    settings: &AuditSettings,
) -> Result<impl Fn(ChunkReader) -> NoteStage + Send + Sync + use<>> {
    let (notation, name) = (records.format.reader.notation(), records.input.name());
    settings.keys.iter().try_for_each(|key| key.check(notation, settings.solver.engine, name))?;
    let AuditSettings { answer_field, keys, solver, profile, .. } = settings;
    let (answer_field, keys, solver, profile) = (answer_field.clone(), keys.clone(), *solver, *profile);
    let keeps_solutions = settings.answers.is_some();
    Ok(move |records: ChunkReader| NoteStage {
        records: records.reading_answers(answer_field.clone()),
        solver: ChunkSolver::of_uniqueness(solver),
        finders: keys.iter().map(|&key| ClassFinder::new(key, solver.isa)).collect(),
        keeps_solutions,
        profiler: profile.then(|| Profiler::new(solver.isa)),
        most_notes: 0,
        most_findings: 0,
    })
}

/// The classes of the records of another data set, a table for each key, to which those of the audited one are added; and whether
/// its records may share a line.
///
/// # Errors
/// When it cannot be read, or its records have no class by one of the keys.
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
