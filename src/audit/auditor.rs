//! Collects the notes about the records in order, and concludes the audit at the end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::answer_check::Flaw;
use super::answer_file::AnswerFile;
use super::cleaning::Cleaning;
use super::finding::{Finding, FindingKind, FindingSource};
use super::finding_rows::{
    FindingRow, FindingRows, SortedFindings, kind_of, record_of, row_of_problem, row_of_repeated,
    row_of_unanswered,
};
use super::note::{ChunkNotes, Note};
use super::problem::Problem;
use super::profile::ClassSizes;
use super::result::{AuditReport, RecordsWith};
use crate::board::grid::CELLS;
use crate::datasets::class::{Class, ClassMember, Order, Repeated, row_with_map};
use crate::datasets::fates::Fates;
use crate::datasets::position::{PackedPosition, check_lines};
use crate::datasets::rows::Rows;
use crate::error::Result;
use crate::io::Output;
use crate::pipeline::OpenRecords;
use crate::pipeline::ordered::Sink;
use crate::pipeline::shard_border::record_counts;
use crate::pipeline::threads::WorkerPool;
use crate::report::numbers;

/// The sink of an audit.
pub(super) struct Auditor {
    pub(super) report: AuditReport,
    /// The number of findings to list.
    pub(super) most: usize,
    /// The records of both data sets that have a class, for each key.
    pub(super) classes: Vec<Rows<4>>,
    pub(super) findings: FindingRows,
    pub(super) answers: Option<AnswerFile>,
    pub(super) cleaning: Option<Cleaning>,
    /// The number of records so far, and of records in earlier parts of the file.
    records: u64,
    before: u64,
    is_last_part: bool,
    /// The first record after the last answer.
    unanswered: Option<PackedPosition>,
}

/// What an audit found besides its report.
pub(super) struct Found {
    pub(super) findings: SortedFindings,
    /// The fates of the records in a clean copy, if one is requested.
    pub(super) fates: Option<Fates>,
    /// The finding that there are more answers than records.
    surplus: Option<Finding>,
}

/// The repeated records of a key.
#[derive(Default)]
struct Repetitions {
    all: Repeated,
    /// The number of classes of each size, if requested.
    sizes: BTreeMap<u64, u64>,
}

impl Auditor {
    /// Creates the sink of an audit that lists `most` findings, and keeps `held` bytes of the classes by each key in memory.
    pub(super) fn new(report: AuditReport, most: usize, findings: FindingRows, held: usize) -> Self {
        let classes = report.words.keys.iter().map(|_| Rows::new(held)).collect();
        Self {
            report,
            most,
            classes,
            findings,
            answers: None,
            cleaning: None,
            records: 0,
            before: 0,
            is_last_part: true,
            unanswered: None,
        }
    }

    /// Compares the `records` with a file of answers.
    pub(super) fn with_answers(mut self, records: &OpenRecords, mut answers: AnswerFile) -> Result<Self> {
        let OpenRecords { input, format, .. } = records;
        self.is_last_part = input.is_last_part();
        if let Some(earlier) = input.earlier() {
            self.before = record_counts(format.reader.as_ref(), earlier).sum();
            while answers.count < self.before && answers.next()?.is_some() {}
        }
        self.answers = Some(answers);
        Ok(self)
    }

    /// Adds a record of another data set, with its class by each key, which should be that of no audited record.
    pub(super) fn add_elsewhere(
        &mut self,
        position: PackedPosition,
        members: &[Option<ClassMember>],
    ) -> Result<()> {
        let order = Order::elsewhere(position);
        for (key, member) in members.iter().enumerate() {
            let Some(member) = *member else { continue };
            self.classes[key].push(row_with_map(member, order))?;
            if let Some(cleaning) = &mut self.cleaning {
                cleaning.add_elsewhere(key, member.fingerprint, order)?;
            }
        }
        Ok(())
    }

    /// Searches for duplicates and leaks on all threads, and lists the first findings.
    pub(super) fn conclude(mut self, pool: &WorkerPool) -> Result<(AuditReport, Found)> {
        let surplus = self.compare_counts()?;
        let classes: Vec<_> = std::mem::take(&mut self.classes).into_iter().map(Arc::new).collect();
        for (key, rows) in classes.iter().enumerate() {
            let found = self.find_repeated(key, rows, pool)?;
            self.report.spilled += rows.spilled();
            self.report.counts[FindingKind::Duplicate as usize] += found.all.duplicates;
            self.report.counts[FindingKind::Leak as usize] += found.all.leaks;
            if let Some(profile) = &mut self.report.profile {
                profile.classes.push(ClassSizes { key: self.report.words.keys[key], sizes: found.sizes });
            }
        }
        let Self { mut report, most, findings, cleaning, .. } = self;
        let fates = cleaning.map(|cleaning| cleaning.conclude(pool)).transpose()?;
        let found = Found { findings: findings.sorted(), fates, surplus };
        found.list_first(most, &mut report)?;
        Ok((report, found))
    }

    /// Finds the records of the same class by the key with this number, and adds the findings.
    fn find_repeated(&self, key: usize, rows: &Arc<Rows<4>>, pool: &WorkerPool) -> Result<Repetitions> {
        let (counts_sizes, findings) = (self.report.profile.is_some(), &self.findings);
        let found = Mutex::new(Repetitions::default());
        let least = if counts_sizes { 1 } else { 2 };
        Rows::groups(rows, pool, least, |group| {
            let class = Class::of(group)?;
            let Repeated { duplicates, leaks } = class.own_repeated();
            if counts_sizes && class.own > 0 {
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                *found.sizes.entry(class.own).or_default() += 1;
            }
            if duplicates + leaks == 0 {
                return Ok(());
            }
            let mut all = found.lock().unwrap_or_else(PoisonError::into_inner);
            all.all.duplicates += duplicates;
            all.all.leaks += leaks;
            drop(all);
            add_repeated(findings, &class, key)
        })?;
        Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
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
        let (problem, place) = (Problem::Answer(flaw), answers.position(flaw.at()));
        self.add(problem.kind(), row_of_problem(note.position, FindingSource::Answers, 0, problem, place))
    }

    /// Checks that there are as many answers as records. Adds the finding that a record has no answer, and returns the finding that
    /// an answer has no record.
    fn compare_counts(&mut self) -> Result<Option<Finding>> {
        let (Some(answers), Some(name)) = (&mut self.answers, &self.report.answers) else { return Ok(None) };
        let surplus = answers.next()?.is_some().then(|| answers.position(0));
        while answers.next()?.is_some() {}
        let counted = format!("{name} has {} answers", answers.count);
        let hint = match answers.skipped {
            0 => String::new(),
            lines => {
                let lines = numbers::counted(lines, "empty line");
                format!(
                    " ({lines} between answers were skipped: write \"none\" where a record has no answer)"
                )
            }
        };
        self.report.words.unanswered = format!("{counted}: none for this record or any after it{hint}");
        let records = self.before + self.records;
        // If the answers end before the first record of a part, an earlier part reports it.
        let unanswered = self.unanswered.filter(|_| answers.count >= self.before);
        if let Some(position) = unanswered {
            self.add(FindingKind::AnswerCount, row_of_unanswered(position))?;
        }
        let surplus = surplus.filter(|_| self.is_last_part).map(|(line, column)| Finding {
            kind: FindingKind::AnswerCount,
            source: FindingSource::Answers,
            line,
            column,
            what: format!("{counted} for {records} records: no record for this answer or any after it"),
        });
        self.report.counts[FindingKind::AnswerCount as usize] += u64::from(surplus.is_some());
        Ok(surplus)
    }

    /// Counts and adds a finding.
    fn add(&mut self, kind: FindingKind, row: FindingRow) -> Result<()> {
        self.report.counts[kind as usize] += 1;
        self.findings.push(row)
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
            for (number, &(problem, at)) in (0..).zip(findings.by_ref().take(usize::from(note.findings))) {
                let place = (note.position.line() + u64::from(at.line), at.column.into());
                let row = row_of_problem(note.position, FindingSource::Puzzles, number, problem, place);
                self.add(problem.kind(), row)?;
            }
            let solved = if note.is_answerable { solved.next() } else { None };
            self.compare_answer(note, solved)?;
        }
        for (rows, members) in self.classes.iter_mut().zip(&chunk.members) {
            chunk
                .placed(members)
                .try_for_each(|(position, member)| rows.push(row_with_map(member, Order::own(position))))?;
        }
        self.cleaning.as_mut().map_or(Ok(()), |cleaning| cleaning.add(chunk))?;
        if let (Some(profile), Some(counts)) = (&mut self.report.profile, &chunk.profile) {
            profile.add(counts);
        }
        self.report.run.add(&chunk.report);
        check_lines(self.report.run.tally.lines)
    }
}

impl Found {
    /// Adds the first `most` findings to the report and, if all are known, the numbers of records with findings.
    fn list_first(&self, most: usize, report: &mut AuditReport) -> Result<()> {
        let mut counter = RecordCounter::default();
        self.findings.for_each(|row| {
            if report.findings.len() < most {
                report.findings.push(report.words.finding(row));
            }
            counter.count(row);
            Ok(())
        })?;
        report.findings.extend(self.surplus.clone().filter(|_| report.findings.len() < most));
        report.records_with = self.findings.are_all().then_some(counter.counts);
        Ok(())
    }

    /// Writes the findings as lines, and completes the output: all of them if these are known and requested, otherwise those of the
    /// report.
    pub(super) fn write(
        &self,
        report: &mut AuditReport,
        output: &mut Output,
        prints_all: bool,
    ) -> Result<()> {
        let (mut written, mut listed) = (0, 0);
        let mut write = |report: &AuditReport, finding: &Finding| {
            let text = report.line_of(finding);
            (written, listed) = (written + text.len() as u64, listed + 1);
            output.write(text.as_bytes())
        };
        if prints_all && self.findings.are_all() {
            self.findings.for_each(|row| write(report, &report.words.finding(row)))?;
            self.surplus.iter().try_for_each(|finding| write(report, finding))?;
        } else {
            report.findings.iter().try_for_each(|finding| write(report, finding))?;
        }
        (report.run.written, report.listed) = (written, listed);
        Ok(())
    }
}

/// Adds the findings of a class: a leak for each record if another data set has it, and a duplicate for each but the first one.
fn add_repeated(findings: &FindingRows, class: &Class<'_, 4>, key: usize) -> Result<()> {
    class.for_each_own(|member| {
        if class.kept.order.is_elsewhere() {
            findings.push(row_of_repeated(member, class.kept, key))?;
        }
        match class.own_first {
            Some(first) if first != member => findings.push(row_of_repeated(member, first, key)),
            _ => Ok(()),
        }
    })
}

/// Counts the records of findings that arrive in order.
#[derive(Default)]
struct RecordCounter {
    counts: RecordsWith,
    /// The record of the last finding, and its kinds so far.
    record: Option<(u64, [bool; FindingKind::ALL.len()])>,
}

impl RecordCounter {
    fn count(&mut self, row: &FindingRow) {
        let record = record_of(row);
        if self.record.is_none_or(|(last, _)| last != record) {
            self.record = Some((record, [false; FindingKind::ALL.len()]));
            self.counts.any += 1;
        }
        let kind = kind_of(row) as usize;
        if let Some((_, kinds)) = &mut self.record
            && !std::mem::replace(&mut kinds[kind], true)
        {
            self.counts.kinds[kind] += 1;
        }
    }
}
