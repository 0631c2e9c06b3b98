//! The audit of rows that the caller reads and solves, such as those of an array.

use crate::array::array_of;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::answer_check::Flaw;
use super::auditor::Auditor;
use super::cleaning::Cleaning;
use super::finding_rows::{FindingRows, Naming, Words};
use super::note::{ChunkNotes, SolvedRow};
use super::profile::Profiler;
use super::result::AuditReport;
use crate::board::notation::{AnswerLine, Puzzles};
use crate::datasets::position::PackedPosition;
use crate::datasets::{ClassFinder, FINGERPRINT_MEMORY, SameBy};
use crate::error::{Error, Result};
use crate::format::{Reason, digits};
use crate::pipeline::RunSettings;
use crate::pipeline::ordered::{Reuse, Sink};
use crate::pipeline::threads::WorkerPool;
use crate::solver::{Isa, Outcome};

/// An audit of rows that the caller reads and solves: the same as an [`AuditJob`](super::AuditJob) of a file with these rows.
///
/// Several threads may add rows in any order, each through its own [worker](Self::worker).
///
/// ```
/// use bulkdoku::Solver;
/// use bulkdoku::audit::{FindingKind, RowAudit};
/// use bulkdoku::datasets::SameBy;
/// use bulkdoku::pipeline::RunSettings;
/// use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task};
///
/// let text = [[b'.'; 81], [b'.'; 81]].concat();
/// let puzzles = Puzzles::new(&text, &[0, 81], Notation::Clues);
/// let (mut solutions, mut outcomes) = ([[0; 82]; 2], [Outcome::default(); 2]);
/// Solver::new().run_rows(Task::new(Goal::Unique), puzzles, Answers::Lines(&mut solutions), &mut outcomes);
///
/// let audit = RowAudit::new(vec![SameBy::Clues], 1000, false).cleaning();
/// let mut worker = audit.worker();
/// worker.add(puzzles, &outcomes, &solutions, |index| 10 * index, |_| None);
/// worker.add_without_cells(5);
/// let (report, clean) = audit.conclude(&RunSettings::default().threads(1))?;
/// let found: Vec<_> = report.findings.iter().map(|finding| (finding.line - 1, finding.kind.name())).collect();
/// assert_eq!(found, [(0, "multiple"), (5, "malformed"), (10, "multiple"), (10, "duplicate")]);
/// assert_eq!(report.findings[3].what, "the same puzzle as in row 0");
/// assert_eq!(clean.iter().filter(|&&is_clean| is_clean).count(), 0);
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct RowAudit {
    keys: Vec<SameBy>,
    /// The number of findings to list.
    findings: usize,
    profiles: bool,
    state: Mutex<State>,
}

struct State {
    auditor: Auditor,
    /// The first failure of a temporary file.
    failed: Option<Error>,
}

/// Adds rows to a [`RowAudit`] on one thread, in memory that is reused for the next rows.
pub struct RowAuditWorker<'a> {
    audit: &'a RowAudit,
    finders: Vec<ClassFinder>,
    profiler: Option<Profiler>,
    notes: ChunkNotes,
}

impl RowAudit {
    /// Creates an audit that finds duplicates by these keys, and lists the first `findings` findings. Rows also have answers if
    /// `has_answers`.
    pub fn new(keys: Vec<SameBy>, findings: usize, has_answers: bool) -> Self {
        let naming = Naming::Row;
        let report = AuditReport {
            input: "puzzles".to_owned(),
            words: Words { keys: keys.clone(), naming, naming_elsewhere: naming, ..Words::default() },
            answers: has_answers.then(|| "answers".to_owned()),
            ..AuditReport::after(0)
        };
        let rows = FindingRows::new(findings, false, 0);
        let auditor = Auditor::new(report, findings, rows, memory_for_classes(&keys));
        Self { keys, findings, profiles: false, state: Mutex::new(State { auditor, failed: None }) }
    }

    /// Also finds the rows without findings, of those that are the same only the first one, as [`AuditJob::clean`] copies them.
    ///
    /// [`AuditJob::clean`]: super::AuditJob::clean
    pub fn cleaning(self) -> Self {
        let cleaning = Cleaning::new(self.keys.len(), memory_for_classes(&self.keys));
        self.state().auditor.cleaning = Some(cleaning);
        self
    }

    /// Also makes the profile for an [`HtmlReport`](super::HtmlReport). Puzzles above level 4 take most of the time.
    pub fn profiling(mut self) -> Self {
        self.profiles = true;
        let findings = FindingRows::new(self.findings, true, FINGERPRINT_MEMORY);
        let mut state = self.state();
        (state.auditor.findings, state.auditor.report.profile) = (findings, Some(Box::default()));
        drop(state);
        self
    }

    /// Returns a worker, which adds rows. Allocates a few megabytes for canonical forms.
    pub fn worker(&self) -> RowAuditWorker<'_> {
        let finders = self.keys.iter().map(|&key| ClassFinder::new(key)).collect();
        let profiler = self.profiles.then(|| Profiler::new(Isa::best()));
        RowAuditWorker { audit: self, finders, profiler, notes: ChunkNotes::default() }
    }

    /// Finds the duplicates. The lines of the report are the rows, counted from 1. Also returns which rows are clean, none of them
    /// unless [`cleaning`](Self::cleaning).
    ///
    /// # Errors
    /// Returns the first failure to start a thread or to use a temporary file, or [`Error::Stopped`] for settings that stop the run.
    pub fn conclude(self, settings: &RunSettings) -> Result<(AuditReport, Vec<bool>)> {
        let State { auditor, failed } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed {
            return Err(error);
        }
        let pool = WorkerPool::of_run(settings)?;
        let (mut report, found) = auditor.conclude(&pool)?;
        (report.run.threads, report.run.elapsed) = (pool.len(), pool.elapsed());
        let clean = found
            .fates
            .map_or_else(Vec::new, |fates| (1..fates.lines()).map(|line| fates.of(line).is_some()).collect());
        Ok((report, clean))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Keeps the first failure. The rows that follow it do not matter.
    fn keep(&mut self, result: Result<()>) {
        self.failed = self.failed.take().or(result.err());
    }
}

impl RowAuditWorker<'_> {
    /// Adds solved rows. `number` returns the number of a row, from 0, by the index of its puzzle; `answer` its answer or
    /// its flaw. Malformed puzzles have no class, and no answer is compared with a puzzle without a solution.
    pub fn add<'r>(
        &mut self,
        puzzles: Puzzles<'_>,
        outcomes: &[Outcome],
        solutions: &[AnswerLine],
        number: impl Fn(usize) -> usize,
        answer: impl Fn(usize) -> Option<std::result::Result<&'r [u8], Flaw>>,
    ) {
        self.notes.clear();
        self.notes.members.resize_with(self.finders.len(), Vec::new);
        for (finder, members) in self.finders.iter_mut().zip(&mut self.notes.members) {
            finder.find(puzzles, outcomes, solutions);
            finder.swap_members(members);
        }
        if let Some(profiler) = &mut self.profiler {
            let counts = self.notes.profile.get_or_insert_default();
            profiler.rate(puzzles, outcomes);
            for (index, outcome) in outcomes[..puzzles.len()].iter().enumerate() {
                profiler.count((number(index) as u64 + 1, puzzles.get(index), *outcome), counts);
            }
        }
        for (index, outcome) in outcomes[..puzzles.len()].iter().enumerate() {
            let puzzle = puzzles.get(index);
            self.notes.push_row(&SolvedRow {
                position: position(number(index)),
                puzzle,
                outcome: *outcome,
                solution: digits(&solutions[index]),
                answer: answer(index),
                reason: puzzle.try_into().ok().and_then(Reason::of_cells),
            });
        }
        self.flush();
    }

    /// Adds row `number`, which does not have the cells of a puzzle.
    pub fn add_without_cells(&mut self, number: usize) {
        self.notes.clear();
        self.notes.push_row(&SolvedRow {
            position: position(number),
            puzzle: b"",
            outcome: Outcome::default(),
            solution: &[b'.'; 81],
            answer: None,
            reason: Some(Reason::NoText),
        });
        self.flush();
    }

    /// Adds solved rows of another data set, which should share no row with the audited one. `number` returns the number of a row, from 0.
    pub fn add_elsewhere(
        &mut self,
        puzzles: Puzzles<'_>,
        outcomes: &[Outcome],
        solutions: &[AnswerLine],
        number: impl Fn(usize) -> usize,
    ) {
        self.finders.iter_mut().for_each(|finder| finder.find(puzzles, outcomes, solutions));
        let mut state = self.audit.state();
        state.auditor.report.words.against = Some("against".to_owned());
        let added = (0..puzzles.len()).try_for_each(|index| {
            let members: [_; SameBy::ALL.len()] =
                array_of(|key| self.finders.get(key).and_then(|finder| finder.member(index)));
            state.auditor.add_elsewhere(position(number(index)), &members[..self.finders.len()])
        });
        state.keep(added);
    }

    fn flush(&mut self) {
        let mut state = self.audit.state();
        let accepted = state.auditor.accept(&self.notes);
        state.keep(accepted);
    }
}

/// Returns the number of bytes to keep in memory of the classes by each key.
fn memory_for_classes(keys: &[SameBy]) -> usize {
    FINGERPRINT_MEMORY / keys.len().max(1)
}

/// Returns the position of a row: rows are counted from 0, and lines from 1.
fn position(row: usize) -> PackedPosition {
    PackedPosition::new(row as u64 + 1, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::Notation;
    use std::sync::Arc;

    #[test]
    fn the_search_for_duplicates_ends_when_the_run_is_stopped() {
        let puzzles = Puzzles::new(&[b'.'; 81], &[0], Notation::Clues);
        let audit = RowAudit::new(vec![SameBy::Text], 10, false);
        audit.worker().add(puzzles, &[Outcome::default()], &[[b'.'; 82]], |index| index, |_| None);
        let stopped = RunSettings::default().threads(1).stopping_when(Arc::new(true.into()));
        assert!(matches!(audit.conclude(&stopped), Err(Error::Stopped)));
    }
}
