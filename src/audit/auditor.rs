//! Collects the notes about the records, in their order, and draws the conclusions at the end.

use std::fmt::Display;

use super::answer_check::Flaw;
use super::answer_file::AnswerFile;
use super::finding::{Finding, FindingKind, FindingSource};
use super::note::{ChunkNotes, Note};
use super::profile::ClassSizes;
use super::{AuditReport, AuditSettings};
use crate::datasets::SameBy;
use crate::datasets::class_table::{ClassTable, Repetition, Repetitions, Search};
use crate::datasets::packed_map::PackedMap;
use crate::datasets::position::{PackedPosition, check_lines};
use crate::error::Result;
use crate::format::read::answer_field::AnswerField;
use crate::grid::CELLS;
use crate::io::input::{Earlier, Input};
use crate::pipeline::RecordRun;
use crate::pipeline::ordered::Sink;
use crate::pipeline::report::Report;
use crate::pipeline::shard::record_counts;
use crate::pipeline::threads::WorkerPool;

/// The sink of an audit.
pub(super) struct Auditor {
    /// What has been found so far, with the findings in the order in which they were found.
    pub(super) report: AuditReport,
    /// The number of findings to list.
    pub(super) most: usize,
    records: u64,
    /// A table of the classes by each key, of the records of the other data set as well.
    pub(super) tables: Vec<ClassTable>,
    /// Whether records may share a line, so that their columns tell them apart: those of this data set, and those of the other.
    shares_lines: bool,
    pub(super) others_share_lines: bool,
    answers: Option<AnswerFile>,
    /// The number of records of the earlier parts of the file.
    before: u64,
    is_last_part: bool,
    /// The first record after the last answer.
    unanswered: Option<PackedPosition>,
}

impl Auditor {
    /// No records yet of the data set `input`, after so many lines of a header.
    pub(super) fn new(input: &str, header_lines: u64, settings: &AuditSettings) -> Self {
        Self {
            tables: settings.tables(),
            report: AuditReport {
                input: input.to_owned(),
                shard: settings.shard,
                answer_column: settings.answer_field.as_ref().map(AnswerField::number),
                answers: settings.answers.as_ref().map(|answers| answers.name().to_owned()),
                keys: settings.keys.clone(),
                against: settings.against.as_ref().map(|against| against.name().to_owned()),
                engine: settings.solver.engine,
                run: Report::after(header_lines),
                findings: Vec::new(),
                clues: [0; CELLS + 1],
                right: 0,
                spilled: 0,
                profile: settings.profile.then(Box::default),
                counts: Default::default(),
            },
            most: settings.findings,
            records: 0,
            shares_lines: false,
            others_share_lines: false,
            answers: None,
            before: 0,
            is_last_part: true,
            unanswered: None,
        }
    }

    /// Compares the `records` with a file of `answers`, if there is one.
    ///
    /// # Errors
    /// When the answers to the records of earlier parts of the file, which are skipped, cannot be read.
    pub(super) fn with_answers(mut self, records: &RecordRun, answers: Option<Input>) -> Result<Self> {
        let RecordRun { input, format, .. } = records;
        self.is_last_part = input.is_last_part();
        self.shares_lines = input.places.is_some();
        self.answers = answers.map(AnswerFile::new).transpose()?;
        if let (Some(answers), Some(earlier)) = (&mut self.answers, input.earlier()) {
            self.before = match earlier {
                Earlier::Text(text) => record_counts(format.reader.as_ref(), text).sum(),
                Earlier::Counted { records, .. } => *records,
            };
            while answers.count < self.before && answers.next()?.is_some() {}
        }
        Ok(self)
    }

    /// Every number that adds up from part to part of a data set.
    pub(super) fn counters(&mut self) -> impl Iterator<Item = &mut u64> {
        let AuditReport { run, clues, right, counts, profile, .. } = &mut self.report;
        let profile = profile.iter_mut().flat_map(|profile| profile.counters());
        run.tally.counters().chain(clues).chain([right]).chain(counts).chain(profile)
    }

    /// Looks for duplicates and leaks on all threads, and puts all findings in the order of the records.
    ///
    /// # Errors
    /// When the rest of the answers or the temporary file cannot be read.
    pub(super) fn conclude(mut self, pool: &WorkerPool) -> Result<AuditReport> {
        self.compare_counts()?;
        let (mut repeated, counts) = (Vec::new(), &mut self.report.counts);
        let mut add = |kind, key, found: Repetitions, first: &dyn Fn(PackedPosition) -> String| {
            counts[kind as usize] += found.count;
            repeated.extend(found.first.iter().map(|repetition| finding(kind, key, first, repetition)));
        };
        let counts_sizes = self.report.profile.is_some();
        let search = |table: &ClassTable| table.search(pool, self.most, counts_sizes);
        let found: Vec<Search> = self.tables.iter().map(search).collect::<Result<_>>()?;
        let in_line = |position| format!("in {}", line_of(position, self.shares_lines));
        let (mut leaks, mut classes) = (Vec::new(), Vec::new());
        for (&key, found) in self.report.keys.iter().zip(found) {
            add(FindingKind::Duplicate, key, found.duplicates, &in_line);
            leaks.push((key, found.leaks));
            classes.push(ClassSizes { key, sizes: found.sizes });
        }
        let name = self.report.against.as_deref().unwrap_or_default();
        let in_file = |position: PackedPosition| match self.others_share_lines {
            true => format!("{name}:{}:{}", position.line(), position.column()),
            false => format!("{name}:{}", position.line()),
        };
        leaks.into_iter().for_each(|(key, found)| add(FindingKind::Leak, key, found, &in_file));
        if let Some(profile) = &mut self.report.profile {
            profile.classes = classes;
        }
        self.report.spilled = self.tables.iter().map(ClassTable::spilled).sum();
        let findings = &mut self.report.findings;
        findings.append(&mut repeated);
        findings.sort_by_key(|finding| finding.record); // stable: duplicates and leaks are a record's last findings
        findings.truncate(self.most);
        Ok(self.report)
    }

    /// Compares the next answer of the file of answers, if there is one, with the solution of the record.
    fn compare_answer(&mut self, note: &Note, solved: Option<(&[u8; CELLS], &[u8])>) -> Result<()> {
        let Some(answers) = &mut self.answers else { return Ok(()) };
        let Some(answer) = answers.next()? else {
            self.unanswered.get_or_insert(note.position);
            return Ok(());
        };
        let Some((solution, puzzle)) = solved else { return Ok(()) };
        let Some(flaw) = Flaw::of(answer, puzzle, Some(solution)) else {
            self.report.right += 1;
            return Ok(());
        };
        let (line, column) = answers.position(flaw.at());
        let shares_lines = self.shares_lines;
        let what = || format!("{flaw} (the puzzle of {})", line_of(note.position, shares_lines));
        self.add(flaw.kind(), note.position, (FindingSource::Answers, line, column), what);
        Ok(())
    }

    /// Checks that there are as many answers as records.
    fn compare_counts(&mut self) -> Result<()> {
        let (Some(answers), Some(name)) = (&mut self.answers, &self.report.answers) else { return Ok(()) };
        let surplus = answers.next()?.is_some().then(|| answers.position(0));
        while answers.next()?.is_some() {}
        let counted = format!("{name} has {} answers", answers.count);
        let records = self.before + self.records;
        // Where the answers end before the first record of a part, an earlier part reports it.
        if let Some(position) = self.unanswered.filter(|_| answers.count >= self.before) {
            let place = (FindingSource::Puzzles, position.line(), position.column());
            let what = || format!("{counted}: none for this one and those after it");
            self.add(FindingKind::AnswerCount, position, place, what);
        }
        if let Some((line, column)) = surplus.filter(|_| self.is_last_part) {
            let what =
                || format!("{counted} for {records} records: no record for this one and those after it");
            let place = (FindingSource::Answers, line, column);
            self.add(FindingKind::AnswerCount, PackedPosition(u64::MAX), place, what);
        }
        Ok(())
    }

    /// Counts a finding, and lists it if it is one of the first. `record` is the position of its record.
    fn add(
        &mut self,
        kind: FindingKind,
        record: PackedPosition,
        place: (FindingSource, u64, u64),
        what: impl FnOnce() -> String,
    ) {
        self.report.counts[kind as usize] += 1;
        // A difference in the counts is found at the end, but may belong before other findings.
        if self.report.findings.len() < self.most || kind == FindingKind::AnswerCount {
            let (source, line, column) = place;
            self.report.findings.push(Finding { kind, source, line, column, what: what(), record: record.0 });
        }
    }
}

impl Sink<ChunkNotes> for Auditor {
    fn accept(&mut self, chunk: &ChunkNotes) -> Result<()> {
        let mut findings = chunk.findings.iter();
        let mut solved = chunk.solved_puzzles();
        for note in &chunk.notes {
            self.records += 1;
            self.report.right += u64::from(note.has_right_answer);
            self.report.clues[usize::from(note.clues)] += u64::from(note.is_puzzle);
            for (problem, at) in findings.by_ref().take(usize::from(note.findings)) {
                let line = note.position.line() + u64::from(at.line);
                let place = (FindingSource::Puzzles, line, at.column.into());
                self.add(problem.kind(), note.position, place, || problem.to_string());
            }
            let solved = if note.is_answerable { solved.next() } else { None };
            self.compare_answer(note, solved)?;
        }
        for (table, members) in self.tables.iter_mut().zip(&chunk.members) {
            chunk.placed(members).try_for_each(|(position, member)| table.push(member, position, None))?;
        }
        if let (Some(profile), Some(counts)) = (&mut self.report.profile, &chunk.profile) {
            profile.add(counts);
        }
        self.report.run.add(&chunk.report);
        check_lines(self.report.run.tally.lines)
    }
}

/// Says that a record is the same as the `first` one of its class, and how it is made of that one: `maps` are the maps of both to
/// the form of the class.
pub(crate) fn same_as(key: SameBy, first: impl Display, maps: Option<[PackedMap; 2]>) -> String {
    let what = format!("the same {} as {first}", key.in_words());
    match maps.map(|maps| maps.map(PackedMap::unpack)) {
        Some([map, first]) => format!("{what}, {}", first.then(&map.inverse()).in_words()),
        None => what,
    }
}

/// The line of a record of the data set in words, with its column if records may share a line.
fn line_of(position: PackedPosition, shares_lines: bool) -> String {
    match shares_lines {
        true => format!("line {}, column {}", position.line(), position.column()),
        false => format!("line {}", position.line()),
    }
}

/// The finding for a record whose class has an earlier record, or one of another data set. `first` says where that one is.
fn finding(
    kind: FindingKind,
    key: SameBy,
    first: &dyn Fn(PackedPosition) -> String,
    repetition: &Repetition,
) -> Finding {
    let Repetition { position, first: other, maps } = *repetition;
    let what = same_as(key, first(other), maps);
    let (line, column) = (position.line(), position.column());
    Finding { kind, source: FindingSource::Puzzles, line, column, what, record: position.0 }
}
