//! The audit of a data set: what is wrong with its puzzles and with the answers that it claims.
//!
//! ```text
//! workers   records ─▶ solve ─▶ notes ─┐        a note a record: fingerprint, place, clues, findings
//! order                                ▼
//! one auditor             count · first findings · fingerprints ─▶ temporary file, when they are many
//! at the end              look for equal fingerprints ─▶ findings in record order
//! ```
//!
//! What costs time is done by the workers. The notes take the way of answers through the ordered
//! writer, so the auditor sees them in record order, and what it finds depends on no thread.

mod answer_check;
mod answer_file;
mod auditor;
mod duplicates;
mod finding;
mod fingerprint;
mod note;
mod spill;

pub use finding::{Finding, FindingKind, FindingSource};

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Result};
use crate::format::WriteAnswers;
use crate::format::read::answer_field::AnswerField;
use crate::grid::CELLS;
use crate::io::input::Input;
use crate::io::output::Output;
use auditor::Auditor;
use note::Notes;

/// Bytes of fingerprints that are held in memory unless told otherwise.
pub const HELD: usize = 64 << 20;

/// What an audit looks at.
pub struct AuditSettings {
    /// Where the records hold their answers.
    pub claims: Option<AnswerField>,
    /// A file of answers, one a line, in the order of the records.
    pub answers: Option<Input>,
    /// Findings that are told; the others are only counted.
    pub findings: usize,
    /// Bytes of fingerprints that are held in memory.
    pub held: usize,
}

/// An audit that goes on while a [`pipeline`](crate::pipeline) solves.
///
/// Make it, run the pipeline with its [`writer`](Audit::writer) and [`output`](Audit::output) and the goal
/// [`Unique`](crate::solver::batch::Goal::Unique), then [`finish`](Audit::finish).
pub struct Audit {
    claims: Option<AnswerField>,
    answers_apart: bool,
    auditor: Arc<Mutex<Auditor>>,
}

/// What an audit found.
#[derive(Clone, Debug)]
pub struct AuditReport {
    /// The first findings, in record order.
    pub findings: Vec<Finding>,
    /// Puzzles with so many clues; of pencilmarks, cells with one candidate.
    pub clues: [u64; CELLS + 1],
    /// Answers that are right.
    pub right: u64,
    /// Bytes of fingerprints that went to a temporary file.
    pub spilled: u64,
    counts: [u64; FindingKind::ALL.len()],
}

impl Audit {
    /// An audit that has seen nothing yet.
    pub fn new(settings: AuditSettings) -> Self {
        let answers_apart = settings.answers.is_some();
        let auditor = Auditor::new(settings.answers, settings.findings, settings.held);
        Self { claims: settings.claims, answers_apart, auditor: Arc::new(Mutex::new(auditor)) }
    }

    /// Writes what the workers note of each record.
    pub fn writer(&self) -> Arc<dyn WriteAnswers> {
        Arc::new(Notes { claims: self.claims.clone(), answers_apart: self.answers_apart })
    }

    /// Where the notes go.
    pub fn output(&self) -> Output {
        Output::writer("the audit", AuditSink(Arc::clone(&self.auditor)))
    }

    /// Why the pipeline ended early, if it was the audit's doing.
    pub fn failure(&self) -> Option<Error> {
        lock(&self.auditor).failure.take()
    }

    /// Looks for duplicates on so many threads, when the pipeline has ended well.
    ///
    /// Takes, beside the fingerprints held, one part in 256 of all for each thread at a time.
    ///
    /// # Errors
    /// When the temporary file or the rest of the answers cannot be read.
    pub fn finish(self, threads: usize) -> Result<AuditReport> {
        lock(&self.auditor).finish(threads)
    }
}

impl AuditReport {
    /// Findings of this kind.
    pub fn of(&self, kind: FindingKind) -> u64 {
        self.counts[kind as usize]
    }

    /// All findings.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// The place where the notes arrive, a chunk's at a time.
struct AuditSink(Arc<Mutex<Auditor>>);

impl Write for AuditSink {
    fn write(&mut self, notes: &[u8]) -> io::Result<usize> {
        let mut auditor = lock(&self.0);
        auditor.take_in(notes).map(|()| notes.len()).map_err(|error| {
            auditor.failure = Some(error);
            io::ErrorKind::Other.into() // the pipeline's end; `Audit::failure` tells the reason
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whoever panics here ends the run: nobody looks at what is left.
fn lock(auditor: &Mutex<Auditor>) -> MutexGuard<'_, Auditor> {
    auditor.lock().unwrap_or_else(PoisonError::into_inner)
}
