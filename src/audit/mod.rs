//! The audit of a data set: what is wrong with its puzzles, and with the answers that it gives for them.
//!
//! ```text
//! workers     records ─▶ solve ─▶ notes ──┐      one note per record: fingerprint, position, clues, findings
//!                                         ▼
//! auditor     counts · the first findings · fingerprints ─▶ temporary file, if there are many
//!
//! at the end  equal fingerprints ─▶ duplicates ─▶ all findings in the order of the records
//! ```
//!
//! The workers do what takes time. The auditor gets their notes in the order of the records, so that the findings do not
//! depend on the number of threads.

mod answer_check;
mod answer_file;
mod auditor;
mod duplicates;
mod finding;
mod fingerprint;
mod note;
mod position;
mod spill;

pub use finding::{Finding, FindingKind, FindingSource};

use std::time::Instant;

use crate::error::Result;
use crate::format::read::answer_field::AnswerField;
use crate::grid::CELLS;
use crate::io::input::Input;
use crate::pipeline::SolveRun;
use crate::pipeline::report::Report;
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::worker::ChunkSolver;
use crate::solver::batch::Goal;
use auditor::Auditor;
use note::NoteStage;

/// The bytes of fingerprints that are held in memory by default.
pub const FINGERPRINT_MEMORY: usize = 64 << 20;

/// What an audit compares, and how much of it is reported.
pub struct AuditSettings {
    /// Where the records hold their answers.
    pub answer_field: Option<AnswerField>,
    /// A file of answers, one per line, in the order of the records.
    pub answers: Option<Input>,
    /// The number of findings that are listed. The others are only counted.
    pub findings: usize,
    /// The bytes of fingerprints that are held in memory. Those beyond go to a temporary file.
    pub fingerprint_memory: usize,
}

impl Default for AuditSettings {
    /// Puzzles without answers, 1,000 findings, [`FINGERPRINT_MEMORY`].
    fn default() -> Self {
        Self { answer_field: None, answers: None, findings: 1000, fingerprint_memory: FINGERPRINT_MEMORY }
    }
}

/// What an audit found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AuditReport {
    /// The report of the solver. Its time includes the search for duplicates.
    pub run: Report,
    /// The first findings, in the order of the records.
    pub findings: Vec<Finding>,
    /// `clues[n]` is the number of puzzles with n clues. In pencilmarks, a cell with one candidate counts as a clue.
    pub clues: [u64; CELLS + 1],
    /// The number of answers that are right.
    pub right: u64,
    /// The bytes of fingerprints that went to a temporary file.
    pub spilled: u64,
    counts: [u64; FindingKind::ALL.len()],
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
}

/// Solves `records` with the goal [`Unique`](Goal::Unique), and audits them and their answers.
///
/// Besides the memory of the run and the fingerprints in memory, the search for duplicates takes one in 256 of all
/// fingerprints per thread at a time.
///
/// ```
/// use std::sync::Arc;
/// use bulkdoku::audit::{self, AuditSettings, FindingKind};
/// use bulkdoku::format::read::line::Lines;
/// use bulkdoku::io::Input;
/// use bulkdoku::pipeline::SolveRun;
/// use bulkdoku::solver::Engine;
/// use bulkdoku::solver::batch::{Goal, Task};
///
/// # fn main() -> bulkdoku::error::Result<()> {
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let records = SolveRun {
///     input: Input::reader("memory", std::io::Cursor::new(puzzle.repeat(2)))?,
///     reader: Arc::new(Lines),
///     task: Task::new(Goal::Unique),
///     engine: Box::new(|| Engine::Lanes.build()),
///     threads: 0,
///     chunk_size: None,
///     on_chunk: Box::new(|_| ()),
/// };
/// let report = audit::run(records, AuditSettings::default())?;
/// assert_eq!(report.findings[0].kind, FindingKind::Duplicate);
/// assert_eq!(report.findings[0].line, 2);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// With the first failure to read the records or the answers, or to use the temporary file.
pub fn run(mut records: SolveRun, settings: AuditSettings) -> Result<AuditReport> {
    let AuditSettings { answer_field, answers, findings, fingerprint_memory } = settings;
    records.task.goal = Goal::Unique;
    let pool = WorkerPool::start(records.threads)?;
    let started = Instant::now();
    let keeps_solutions = answers.is_some();
    let stage = move |solver: ChunkSolver| {
        NoteStage::new(solver.reading_answers(answer_field.clone()), keeps_solutions)
    };
    let auditor = Auditor::new(records.input.skipped, answers, findings, fingerprint_memory);
    let mut report = records.run_on(&pool, true, stage, auditor)?.conclude(&pool)?;
    report.run.threads = pool.len();
    report.run.elapsed = started.elapsed();
    Ok(report)
}
