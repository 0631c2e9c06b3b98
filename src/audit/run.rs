//! Audits the records of a whole data set.

use super::auditor::Auditor;
use super::note::NoteStage;
use super::profile::Profiler;
use super::report::Audit;
use super::settings::AuditSettings;
use crate::datasets::class_stage::{ClassSettings, find_classes};
use crate::datasets::class_table::ClassTable;
use crate::datasets::classes::Classes;
use crate::datasets::{ClassFinder, RecordSource};
use crate::error::Result;
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::report::EarlierLines;
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{OpenRecords, RunSettings};

/// Audits records and their answers. Returns the report, and what else the settings request.
///
/// Besides the memory of the run and the fingerprints in memory, the search for duplicates needs a quarter of these per thread.
///
/// # Errors
/// Returns the first failure to read one of the files or to use a temporary file, or
/// [`Refusal::NoForms`](crate::error::Refusal::NoForms) if pencilmarks are to be compared as puzzles.
pub(crate) fn audit_records(
    records: OpenRecords,
    run: &RunSettings,
    settings: AuditSettings,
) -> Result<Audit> {
    let stage = stage_maker(&records, &settings)?;
    let pool = WorkerPool::start(run.threads)?;
    let mut auditor = Auditor::new(records.input.name(), records.input.header_lines(), &settings);
    if let Some(against) = &settings.against {
        (auditor.tables, auditor.others_share_lines) = classes_of(against, &settings, run, &pool)?;
    }
    let auditor = auditor.with_cleaning(&settings)?.with_answers(&records, settings.answers)?;
    let earlier = EarlierLines::of(&records.input);
    let records = records.reading_answers(settings.answer_field);
    let mut audit = records.run_on(&pool, run, true, stage, auditor)?.conclude(&pool)?;
    let report = &mut audit.report.run;
    *report = earlier.number(std::mem::take(report));
    report.threads = pool.len();
    report.elapsed = pool.elapsed();
    Ok(audit)
}

/// Returns a function that makes a stage of the audit of `records` for each worker.
///
/// # Errors
/// Returns an error if the records have no class by one of the keys.
pub(super) fn stage_maker(
    records: &OpenRecords,
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
    let records = source.open()?;
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
    Ok((find_classes(pool, run, records, how, classes)?.tables, shares_lines))
}
