//! The one who takes in the notes, in record order, and knows the whole at the end.

use super::AuditReport;
use super::answer_check::Flaw;
use super::answer_file::AnswerFile;
use super::duplicates::{Duplicate, Duplicates};
use super::finding::{Finding, FindingKind, FindingSource};
use super::note::{Note, Noted, PackedPosition};
use crate::error::{Error, Result};
use crate::grid::CELLS;
use crate::io::input::Input;

/// The auditor.
pub(super) struct Auditor {
    /// Findings that are told.
    most: usize,
    counts: [u64; FindingKind::ALL.len()],
    clues: [u64; CELLS + 1],
    right: u64,
    records: u64,
    first: Vec<Finding>,
    duplicates: Duplicates,
    answers: Option<AnswerFile>,
    /// The first record that the answers did not suffice for.
    unanswered: Option<PackedPosition>,
    /// Why it could not go on.
    pub(super) failure: Option<Error>,
}

impl Auditor {
    pub(super) fn new(answers: Option<Input>, most: usize, held: usize) -> Self {
        Self {
            most,
            counts: Default::default(),
            clues: [0; CELLS + 1],
            right: 0,
            records: 0,
            first: Vec::new(),
            duplicates: Duplicates::new(held),
            answers: answers.map(AnswerFile::new),
            unanswered: None,
            failure: None,
        }
    }

    /// Takes in the notes of a chunk.
    ///
    /// # Errors
    /// When the answers cannot be read, or the temporary file cannot be written.
    pub(super) fn take_in(&mut self, mut notes: &[u8]) -> Result<()> {
        while let Some(note) = Note::next(&mut notes) {
            self.records += 1;
            self.right += u64::from(note.is_right);
            if let Some(fingerprint) = note.fingerprint {
                self.clues[usize::from(note.clues)] += 1;
                self.duplicates.push(fingerprint, note.spot)?;
            }
            note.findings().for_each(|noted| self.add_noted(note.spot, &noted));
            self.take_answer(&note)?;
        }
        Ok(())
    }

    /// Looks for duplicates, and puts all findings in order.
    ///
    /// # Errors
    /// When the rest of the answers or the temporary file cannot be read.
    pub(super) fn finish(&mut self, threads: usize) -> Result<AuditReport> {
        self.compare_counts()?;
        let duplicates = self.duplicates.find(threads, self.most)?;
        self.counts[FindingKind::Duplicate as usize] = duplicates.count;
        let mut findings = std::mem::take(&mut self.first);
        findings.extend(duplicates.first.iter().map(told));
        findings.sort_by_key(|finding| finding.record); // stable: of one record, the duplicate comes last
        findings.truncate(self.most);
        let Self { counts, clues, right, .. } = *self;
        Ok(AuditReport { findings, clues, right, counts, spilled: self.duplicates.spilled() })
    }

    /// Compares the record with its line in the file of answers, if there is such a file.
    fn take_answer(&mut self, note: &Note<'_>) -> Result<()> {
        let Some(answers) = &mut self.answers else { return Ok(()) };
        let Some(answer) = answers.next()? else {
            self.unanswered.get_or_insert(note.spot);
            return Ok(());
        };
        if !note.has_solution {
            return Ok(());
        }
        let Some((solution, puzzle)) = note.whole else { return Ok(()) };
        let flaw = if answer == solution { None } else { Flaw::of(answer, puzzle) };
        let Some(flaw) = flaw else {
            self.right += 1;
            return Ok(());
        };
        let (line, column) = answers.place();
        let column = u64::from(column) + flaw.at() as u64;
        let what = || format!("{flaw} (the puzzle of line {})", note.spot.line());
        self.add(flaw.kind(), note.spot.line(), (FindingSource::Answers, line, column), what);
        Ok(())
    }

    /// Are there as many answers as records?
    fn compare_counts(&mut self) -> Result<()> {
        let Some(answers) = &mut self.answers else { return Ok(()) };
        let surplus = answers.next()?.is_some().then(|| answers.place());
        while answers.next()?.is_some() {}
        let counted =
            format!("{} has {} answers for {} records", answers.name(), answers.count, self.records);
        if let Some(spot) = self.unanswered {
            let place = (FindingSource::Puzzles, spot.line(), spot.column());
            let what = || format!("{counted}: none for this one and those after it");
            self.add(FindingKind::AnswerCount, spot.line(), place, what);
        }
        if let Some((line, column)) = surplus {
            let what = || format!("{counted}: no record for this one and those after it");
            self.add(FindingKind::AnswerCount, u64::MAX, (FindingSource::Answers, line, column.into()), what);
        }
        Ok(())
    }

    fn add_noted(&mut self, spot: PackedPosition, noted: &Noted<'_>) {
        let place = (FindingSource::Puzzles, noted.line, u64::from(noted.column));
        self.add(noted.kind, spot.line(), place, || noted.what.to_owned());
    }

    /// Counts a finding, and keeps it if it is one of the first.
    fn add(
        &mut self,
        kind: FindingKind,
        record: u64,
        place: (FindingSource, u64, u64),
        what: impl FnOnce() -> String,
    ) {
        self.counts[kind as usize] += 1;
        // The counts of answers are compared at the end, and may have found something early.
        if self.first.len() < self.most || kind == FindingKind::AnswerCount {
            let (source, line, column) = place;
            self.first.push(Finding { kind, source, line, column, what: what(), record });
        }
    }
}

fn told(duplicate: &Duplicate) -> Finding {
    let Duplicate { spot, first } = *duplicate;
    Finding {
        kind: FindingKind::Duplicate,
        source: FindingSource::Puzzles,
        line: spot.line(),
        column: spot.column(),
        what: format!("the same puzzle as in line {}", first.line()),
        record: spot.line(),
    }
}
