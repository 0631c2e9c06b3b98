//! Collects the notes about the records, in their order, and draws the conclusions at the end.

use super::AuditReport;
use super::answer_check::Flaw;
use super::answer_file::AnswerFile;
use super::duplicates::{Duplicate, Duplicates};
use super::finding::{Finding, FindingKind, FindingSource};
use super::note::{ChunkNotes, Note, NotedFinding};
use super::position::PackedPosition;
use crate::error::Result;
use crate::grid::CELLS;
use crate::io::input::Input;
use crate::pipeline::ordered::Sink;
use crate::pipeline::report::Report;
use crate::pipeline::threads::WorkerPool;

/// The sink of an audit.
pub(super) struct Auditor {
    run: Report,
    /// The number of findings to list.
    most: usize,
    counts: [u64; FindingKind::ALL.len()],
    clues: [u64; CELLS + 1],
    right: u64,
    records: u64,
    first: Vec<Finding>,
    duplicates: Duplicates,
    answers: Option<AnswerFile>,
    /// The first record after the last answer.
    unanswered: Option<PackedPosition>,
}

impl Auditor {
    /// Audits the records after the `skipped` lines of a header, with a file of `answers` if there is one. Lists the
    /// first `most` findings, and holds `fingerprint_memory` bytes of fingerprints in memory.
    pub(super) fn new(skipped: u64, answers: Option<Input>, most: usize, fingerprint_memory: usize) -> Self {
        Self {
            run: Report::after(skipped),
            most,
            counts: Default::default(),
            clues: [0; CELLS + 1],
            right: 0,
            records: 0,
            first: Vec::new(),
            duplicates: Duplicates::new(fingerprint_memory),
            answers: answers.map(AnswerFile::new),
            unanswered: None,
        }
    }

    /// Looks for duplicates on all threads, and puts all findings in the order of the records.
    ///
    /// # Errors
    /// When the rest of the answers or the temporary file cannot be read.
    pub(super) fn conclude(mut self, pool: &WorkerPool) -> Result<AuditReport> {
        self.compare_counts()?;
        let duplicates = self.duplicates.find(pool, self.most)?;
        let Self { run, mut counts, clues, right, first: mut findings, .. } = self;
        counts[FindingKind::Duplicate as usize] = duplicates.count;
        findings.extend(duplicates.first.iter().map(duplicate));
        findings.sort_by_key(|finding| finding.record); // stable: the duplicate is a record's last finding
        findings.truncate(self.most);
        Ok(AuditReport { run, findings, clues, right, counts, spilled: self.duplicates.spilled() })
    }

    /// Compares the next answer of the file of answers, if there is one, with the solution of the record.
    fn compare_answer(&mut self, note: &Note, solved: Option<(&[u8; CELLS], &[u8])>) -> Result<()> {
        let Some(answers) = &mut self.answers else { return Ok(()) };
        let Some(answer) = answers.next()? else {
            self.unanswered.get_or_insert(note.position);
            return Ok(());
        };
        let Some((solution, puzzle)) = solved else { return Ok(()) };
        let flaw = if answer == solution { None } else { Flaw::of(answer, puzzle) };
        let Some(flaw) = flaw else {
            self.right += 1;
            return Ok(());
        };
        let (line, column) = answers.position();
        let column = u64::from(column) + flaw.at() as u64;
        let record = note.position.line();
        let what = || format!("{flaw} (the puzzle of line {record})");
        self.add(flaw.kind(), record, (FindingSource::Answers, line, column), what);
        Ok(())
    }

    /// Checks that there are as many answers as records.
    fn compare_counts(&mut self) -> Result<()> {
        let Some(answers) = &mut self.answers else { return Ok(()) };
        let surplus = answers.next()?.is_some().then(|| answers.position());
        while answers.next()?.is_some() {}
        let counted =
            format!("{} has {} answers for {} records", answers.name(), answers.count, self.records);
        if let Some(position) = self.unanswered {
            let place = (FindingSource::Puzzles, position.line(), position.column());
            let what = || format!("{counted}: none for this one and those after it");
            self.add(FindingKind::AnswerCount, position.line(), place, what);
        }
        if let Some((line, column)) = surplus {
            let what = || format!("{counted}: no record for this one and those after it");
            self.add(FindingKind::AnswerCount, u64::MAX, (FindingSource::Answers, line, column.into()), what);
        }
        Ok(())
    }

    fn add_noted(&mut self, note: &Note, finding: &NotedFinding) {
        let NotedFinding { problem, line, column } = *finding;
        let place = (FindingSource::Puzzles, line, u64::from(column));
        self.add(problem.kind(), note.position.line(), place, || problem.to_string());
    }

    /// Counts a finding, and lists it if it is one of the first. `record` is the line of its record.
    fn add(
        &mut self,
        kind: FindingKind,
        record: u64,
        place: (FindingSource, u64, u64),
        what: impl FnOnce() -> String,
    ) {
        self.counts[kind as usize] += 1;
        // A difference in the counts is found at the end, but may belong before other findings.
        if self.first.len() < self.most || kind == FindingKind::AnswerCount {
            let (source, line, column) = place;
            self.first.push(Finding { kind, source, line, column, what: what(), record });
        }
    }
}

impl Sink<ChunkNotes> for Auditor {
    type Finished = Self;

    fn accept(&mut self, chunk: &ChunkNotes) -> Result<()> {
        let mut findings = chunk.findings.iter();
        let mut solved = chunk.solved_puzzles();
        for note in &chunk.notes {
            self.records += 1;
            self.right += u64::from(note.has_right_answer);
            if let Some(fingerprint) = note.fingerprint {
                self.clues[usize::from(note.clues)] += 1;
                self.duplicates.push(fingerprint, note.position)?;
            }
            for finding in findings.by_ref().take(usize::from(note.findings)) {
                self.add_noted(note, finding);
            }
            let solved = if note.is_answerable { solved.next() } else { None };
            self.compare_answer(note, solved)?;
        }
        self.run.add(&chunk.report);
        Ok(())
    }

    /// Returns the auditor itself, for [`Auditor::conclude`].
    fn finish(self) -> Result<Self> {
        Ok(self)
    }
}

/// The finding for a duplicate.
fn duplicate(duplicate: &Duplicate) -> Finding {
    let Duplicate { position, first } = *duplicate;
    Finding {
        kind: FindingKind::Duplicate,
        source: FindingSource::Puzzles,
        line: position.line(),
        column: position.column(),
        what: format!("the same puzzle as in line {}", first.line()),
        record: position.line(),
    }
}
