//! The audit of rows that the caller reads and solves, such as those of an array.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::answer_check::Flaw;
use super::auditor::Auditor;
use super::finding_rows::{FindingRows, Naming, Words};
use super::note::{ChunkNotes, SolvedRow};
use super::result::AuditReport;
use crate::board::notation::{AnswerLine, Puzzles};
use crate::datasets::class::{Order, row_with_map};
use crate::datasets::position::PackedPosition;
use crate::datasets::rows::Rows;
use crate::datasets::{ClassFinder, FINGERPRINT_MEMORY, SameBy};
use crate::error::{Error, Result};
use crate::format::{Reason, digits};
use crate::pipeline::ordered::{Reuse, Sink};
use crate::pipeline::threads::WorkerPool;
use crate::solver::Outcome;

/// An audit of rows that the caller reads and solves: the same as an [`AuditJob`](super::AuditJob) of a file with these rows.
///
/// Several threads may add rows in any order, each through its own [worker](Self::worker).
///
/// ```
/// use bulkdoku::Solver;
/// use bulkdoku::audit::{FindingKind, RowAudit, SolvedRows};
/// use bulkdoku::datasets::SameBy;
/// use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task};
///
/// let text = [[b'.'; 81], [b'.'; 81]].concat();
/// let puzzles = Puzzles::new(&text, &[0, 81], Notation::Clues);
/// let (mut solutions, mut outcomes) = ([[0; 82]; 2], [Outcome::default(); 2]);
/// Solver::new().run_rows(Task::new(Goal::Unique), puzzles, Answers::Lines(&mut solutions), &mut outcomes);
///
/// let audit = RowAudit::new(vec![SameBy::Clues], 1000, false);
/// let rows = SolvedRows { puzzles, outcomes: &outcomes, solutions: &solutions };
/// let mut worker = audit.worker();
/// worker.add(rows, |index| 10 * index, |_| None);
/// worker.add_without_cells(5);
/// let report = audit.conclude(1)?;
/// let found: Vec<_> = report.findings.iter().map(|finding| (finding.line - 1, finding.kind.name())).collect();
/// assert_eq!(found, [(0, "multiple"), (5, "malformed"), (10, "multiple"), (10, "duplicate")]);
/// assert_eq!(report.findings[3].what, "the same puzzle as in row 0");
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct RowAudit {
    keys: Vec<SameBy>,
    state: Mutex<State>,
}

struct State {
    auditor: Auditor,
    /// The first failure of a temporary file.
    failed: Option<Error>,
}

/// Puzzles, and what a search for a second solution of each found.
#[derive(Clone, Copy)]
pub struct SolvedRows<'a> {
    /// The puzzles.
    pub puzzles: Puzzles<'a>,
    /// The outcome of each puzzle.
    pub outcomes: &'a [Outcome],
    /// The first solution of each puzzle that has one.
    pub solutions: &'a [AnswerLine],
}

/// Adds rows to a [`RowAudit`] on one thread, in memory that is reused for the next rows.
pub struct RowAuditWorker<'a> {
    audit: &'a RowAudit,
    finders: Vec<ClassFinder>,
    notes: ChunkNotes,
}

impl RowAudit {
    /// Creates an audit that finds duplicates by these keys, and lists the first `findings` findings. Rows also have answers if
    /// `has_answers`.
    pub fn new(keys: Vec<SameBy>, findings: usize, has_answers: bool) -> Self {
        let words = Words {
            keys: keys.clone(),
            against: "against".to_owned(),
            naming: Naming::Row,
            naming_elsewhere: Naming::Row,
            unanswered: String::new(),
        };
        let report = AuditReport {
            keys: keys.clone(),
            answers: has_answers.then(|| "answers".to_owned()),
            ..AuditReport::after(0)
        };
        let classes = keys.iter().map(|_| Rows::new(FINGERPRINT_MEMORY / keys.len().max(1))).collect();
        let rows = FindingRows::new(findings, false, 0);
        let auditor = Auditor::new(report, findings, classes, rows, words);
        Self { keys, state: Mutex::new(State { auditor, failed: None }) }
    }

    /// Returns a worker, which adds rows. Allocates a few megabytes for canonical forms.
    pub fn worker(&self) -> RowAuditWorker<'_> {
        let finders = self.keys.iter().map(|&key| ClassFinder::new(key)).collect();
        RowAuditWorker { audit: self, finders, notes: ChunkNotes::default() }
    }

    /// Finds the duplicates on this many threads, or one per core for 0. The lines of the report are the rows, counted from 1.
    ///
    /// # Errors
    /// Returns the first failure to start a thread or to use a temporary file.
    pub fn conclude(self, threads: usize) -> Result<AuditReport> {
        let State { auditor, failed } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed {
            return Err(error);
        }
        let pool = WorkerPool::start(threads)?;
        let (mut report, _) = auditor.conclude(&pool)?;
        (report.run.threads, report.run.elapsed) = (pool.len(), pool.elapsed());
        Ok(report)
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
        rows: SolvedRows<'r>,
        number: impl Fn(usize) -> usize,
        answer: impl Fn(usize) -> Option<std::result::Result<&'r [u8], Flaw>>,
    ) {
        let SolvedRows { puzzles, outcomes, solutions } = rows;
        self.notes.clear();
        self.notes.members.resize_with(self.finders.len(), Vec::new);
        for (finder, members) in self.finders.iter_mut().zip(&mut self.notes.members) {
            finder.find(puzzles, outcomes, solutions);
            finder.swap_members(members);
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
    pub fn add_elsewhere(&mut self, rows: SolvedRows<'_>, number: impl Fn(usize) -> usize) {
        let SolvedRows { puzzles, outcomes, solutions } = rows;
        self.finders.iter_mut().for_each(|finder| finder.find(puzzles, outcomes, solutions));
        let mut state = self.audit.state();
        for (key, finder) in self.finders.iter().enumerate() {
            let members = (0..puzzles.len()).filter_map(|index| Some((index, finder.member(index)?)));
            let added = members
                .map(|(index, member)| row_with_map(member, Order::elsewhere(position(number(index)))))
                .try_for_each(|row| state.auditor.classes[key].push(row));
            state.keep(added);
        }
    }

    fn flush(&mut self) {
        let mut state = self.audit.state();
        let accepted = state.auditor.accept(&self.notes);
        state.keep(accepted);
    }
}

/// Returns the position of a row: rows are counted from 0, and lines from 1.
fn position(row: usize) -> PackedPosition {
    PackedPosition::new(row as u64 + 1, 1)
}
