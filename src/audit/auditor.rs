//! Collects the notes about the records in order, and concludes the audit at the end.

use super::answer_check::Flaw;
use super::answer_file::AnswerFile;
use super::cleaning::Cleaning;
use super::finding::{Finding, FindingKind, FindingSource};
use super::finding_list::{FindingList, FindingSpool};
use super::note::{ChunkNotes, Note};
use super::profile::ClassSizes;
use super::report::{Audit, AuditReport, RecordsWith};
use super::settings::AuditSettings;
use crate::board::grid::CELLS;
use crate::datasets::SameBy;
use crate::datasets::class_table::{ClassTable, Repetition, Search};
use crate::datasets::position::{PackedPosition, check_lines};
use crate::datasets::repetition_list::RepetitionList;
use crate::error::Result;
use crate::format::read::answer_field::AnswerField;
use crate::io::input::Input;
use crate::pipeline::OpenRecords;
use crate::pipeline::ordered::Sink;
use crate::pipeline::report::Report;
use crate::pipeline::shard_border::record_counts;
use crate::pipeline::threads::WorkerPool;
use crate::report::numbers;

/// The sink of an audit.
pub(super) struct Auditor {
    /// The report so far, with the findings in the order in which they were found.
    pub(super) report: AuditReport,
    /// The number of findings to list.
    pub(super) most: usize,
    records: u64,
    /// A table of classes for each key, which includes the records of the other data set.
    pub(super) tables: Vec<ClassTable>,
    /// Whether records of this data set, and of the other one, may share a line. Their columns then distinguish them.
    shares_lines: bool,
    pub(super) others_share_lines: bool,
    answers: Option<AnswerFile>,
    /// The number of records in earlier parts of the file.
    before: u64,
    is_last_part: bool,
    /// The first record after the last answer.
    unanswered: Option<PackedPosition>,
    /// All findings in the records, if all are listed.
    spool: Option<FindingSpool>,
    /// Whether findings after the first ones have texts, because they are listed and not only counted.
    have_texts: bool,
    cleaning: Option<Cleaning>,
    /// The position of the last record so far.
    pub(super) last: PackedPosition,
    /// The number of bytes that a list of repetitions keeps in memory.
    list_memory: usize,
}

impl Auditor {
    /// Creates an auditor for the data set `input`, which begins with this many header lines.
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
                clean: 0,
                rejected: 0,
                clues: [0; CELLS + 1],
                right: 0,
                spilled: 0,
                profile: settings.profile.then(Box::default),
                counts: Default::default(),
                records_with: None,
            },
            most: settings.findings,
            records: 0,
            shares_lines: false,
            others_share_lines: false,
            answers: None,
            before: 0,
            is_last_part: true,
            unanswered: None,
            have_texts: settings.lists_all,
            spool: settings.lists_all().then(FindingSpool::default),
            cleaning: None,
            last: PackedPosition::new(0, 0),
            list_memory: settings.fingerprint_memory,
        }
    }

    /// Also finds the records to leave out of a clean copy, if `settings` request it. The tables must contain the records of the
    /// other data set.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be used.
    pub(super) fn with_cleaning(mut self, settings: &AuditSettings) -> Result<Self> {
        self.cleaning = settings.cleans.then(|| Cleaning::new(settings, &self.tables)).transpose()?;
        Ok(self)
    }

    /// Compares the `records` with a file of `answers`, if there is one.
    ///
    /// # Errors
    /// Returns an error if the skipped answers to the records of earlier parts of the file cannot be read.
    pub(super) fn with_answers(mut self, records: &OpenRecords, answers: Option<Input>) -> Result<Self> {
        let OpenRecords { input, format, .. } = records;
        self.is_last_part = input.is_last_part();
        self.shares_lines = input.places.is_some();
        self.answers = answers.map(AnswerFile::new).transpose()?;
        if let (Some(answers), Some(earlier)) = (&mut self.answers, input.earlier()) {
            self.before = record_counts(format.reader.as_ref(), earlier).sum();
            while answers.count < self.before && answers.next()?.is_some() {}
        }
        Ok(self)
    }

    /// Returns every number that adds up over the parts of a data set.
    pub(super) fn counters(&mut self) -> impl Iterator<Item = &mut u64> {
        let AuditReport { run, clues, right, counts, profile, .. } = &mut self.report;
        let profile = profile.iter_mut().flat_map(|profile| profile.counters());
        run.tally.counters().chain(clues).chain([right]).chain(counts).chain(profile)
    }

    /// Searches for duplicates and leaks on all threads, and puts all findings in record order.
    ///
    /// # Errors
    /// Returns an error if the rest of the answers or a temporary file cannot be read.
    pub(super) fn conclude(mut self, pool: &WorkerPool) -> Result<Audit> {
        let late = self.compare_counts()?;
        let counts_sizes = self.report.profile.is_some();
        let most = if self.spool.is_some() { 0 } else { self.most };
        let search = |table: &ClassTable| table.search(pool, most, counts_sizes);
        let mut found: Vec<Search> = self.tables.iter().map(search).collect::<Result<_>>()?;
        for Search { duplicates, leaks, .. } in &found {
            self.report.counts[FindingKind::Duplicate as usize] += duplicates.count;
            self.report.counts[FindingKind::Leak as usize] += leaks.count;
        }
        if let Some(profile) = &mut self.report.profile {
            let keys = self.report.keys.iter().zip(&mut found);
            let sizes = keys.map(|(&key, found)| ClassSizes { key, sizes: std::mem::take(&mut found.sizes) });
            profile.classes = sizes.collect();
        }
        self.report.spilled = self.tables.iter().map(ClassTable::spilled).sum();
        let findings = match self.spool.take() {
            Some(spool) => Some(self.list_all(spool, late, pool)?),
            None => {
                self.list_first(late, found);
                None
            }
        };
        let left_out = self.cleaning.map(|cleaning| cleaning.conclude(pool)).transpose()?;
        Ok(Audit { report: self.report, findings, left_out })
    }

    /// Adds the repetitions to the first findings.
    fn list_first(&mut self, late: Vec<Finding>, found: Vec<Search>) {
        let mut repeated = Vec::new();
        let (mut leaks, keys) = (Vec::new(), self.report.keys.iter());
        for (&key, Search { duplicates, leaks: of_key, .. }) in keys.zip(found) {
            let listed =
                duplicates.first.iter().map(|it| self.finding(FindingKind::Duplicate, key, it, true));
            repeated.extend(listed);
            leaks.extend(of_key.first.iter().map(|it| self.finding(FindingKind::Leak, key, it, true)));
        }
        let findings = &mut self.report.findings;
        findings.extend(late.into_iter().chain(repeated).chain(leaks));
        findings.sort_by_key(|finding| finding.record); // stable: duplicates and leaks are a record's last findings
        findings.truncate(self.most);
    }

    /// Puts all findings in order: findings in the records, the `late` findings in the file of answers, and repetitions. Adds the
    /// first ones to the report.
    fn list_all(
        &mut self,
        spool: FindingSpool,
        late: Vec<Finding>,
        pool: &WorkerPool,
    ) -> Result<FindingList> {
        let list = RepetitionList::new(self.last, self.list_memory);
        for (rank, table) in self.tables.iter().enumerate() {
            let rank = |is_leak| (rank + if is_leak { self.tables.len() } else { 0 }) as u64;
            table.for_each_repetition(pool, |repetitions| {
                list.add(repetitions.iter().map(|&(is_leak, repetition)| (rank(is_leak), repetition)))
            })?;
        }
        let mut merged = Merged::new(spool.read()?, late)?;
        list.for_each(|rank, repetition| {
            let (rank, keys) = (rank as usize, &self.report.keys);
            let kind = if rank < keys.len() { FindingKind::Duplicate } else { FindingKind::Leak };
            let has_text = self.have_texts || merged.count < self.most;
            merged.push(&self.finding(kind, keys[rank % keys.len()], &repetition, has_text))
        })?;
        let mut all = merged.finish()?;
        let report = &mut self.report;
        report.findings.clear();
        let mut counter = RecordCounter::default();
        all.for_each(|finding| {
            if report.findings.len() < self.most {
                report.findings.push(finding.clone());
            }
            counter.count(finding);
            Ok(())
        })?;
        report.records_with = Some(counter.counts);
        Ok(all)
    }

    /// Returns the finding for a record with the same class as an earlier record or a record of the other data set.
    fn finding(&self, kind: FindingKind, key: SameBy, repetition: &Repetition, has_text: bool) -> Finding {
        let Repetition { position, first, maps } = *repetition;
        let what = match kind {
            _ if !has_text => String::new(),
            FindingKind::Leak => key.relation_by_maps(self.position_elsewhere(first), maps),
            _ => key.relation_by_maps(format_args!("in {}", line_of(first, self.shares_lines)), maps),
        };
        let (line, column) = (position.line(), position.column());
        Finding { kind, source: FindingSource::Puzzles, line, column, what, record: position.0 }
    }

    /// Returns the position of a record of the other data set in words.
    fn position_elsewhere(&self, position: PackedPosition) -> String {
        let name = self.report.against.as_deref().unwrap_or_default();
        match self.others_share_lines {
            true => format!("{name}:{}:{}", position.line(), position.column()),
            false => format!("{name}:{}", position.line()),
        }
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
        self.add(flaw.kind(), note.position, (FindingSource::Answers, line, column), what)
    }

    /// Checks that there are as many answers as records. Returns findings that may belong before earlier ones.
    fn compare_counts(&mut self) -> Result<Vec<Finding>> {
        let (Some(answers), Some(name)) = (&mut self.answers, &self.report.answers) else {
            return Ok(Vec::new());
        };
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
        let records = self.before + self.records;
        // If the answers end before the first record of a part, an earlier part reports it.
        let unanswered = self.unanswered.filter(|_| answers.count >= self.before);
        let unanswered = unanswered.map(|position| Finding {
            kind: FindingKind::AnswerCount,
            source: FindingSource::Puzzles,
            line: position.line(),
            column: position.column(),
            what: format!("{counted}: none for this record or any after it{hint}"),
            record: position.0,
        });
        let surplus = surplus.filter(|_| self.is_last_part).map(|(line, column)| Finding {
            kind: FindingKind::AnswerCount,
            source: FindingSource::Answers,
            line,
            column,
            what: format!("{counted} for {records} records: no record for this answer or any after it"),
            record: u64::MAX,
        });
        let late: Vec<Finding> = unanswered.into_iter().chain(surplus).collect();
        self.report.counts[FindingKind::AnswerCount as usize] += late.len() as u64;
        Ok(late)
    }

    /// Counts a finding, and lists it if it is among the first or if all are listed. `record` is the position of its record.
    fn add(
        &mut self,
        kind: FindingKind,
        record: PackedPosition,
        place: (FindingSource, u64, u64),
        what: impl FnOnce() -> String,
    ) -> Result<()> {
        self.report.counts[kind as usize] += 1;
        let is_first = self.report.findings.len() < self.most;
        if !is_first && self.spool.is_none() {
            return Ok(());
        }
        let what = if is_first || self.have_texts { what() } else { String::new() };
        let (source, line, column) = place;
        self.list(Finding { kind, source, line, column, what, record: record.0 })
    }

    /// Lists a finding that was counted.
    pub(super) fn list(&mut self, finding: Finding) -> Result<()> {
        self.spool.as_mut().map_or(Ok(()), |spool| spool.push(&finding))?;
        if self.report.findings.len() < self.most {
            self.report.findings.push(finding);
        }
        Ok(())
    }

    /// Returns the findings listed so far.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be read.
    pub(super) fn listed(&mut self) -> Result<Vec<Finding>> {
        let mut findings = std::mem::take(&mut self.report.findings);
        if let Some(spool) = self.spool.take() {
            findings.clear();
            spool.read()?.for_each(|finding| {
                findings.push(finding.clone());
                Ok(())
            })?;
        }
        Ok(findings)
    }
}

impl Sink<ChunkNotes> for Auditor {
    fn accept(&mut self, chunk: &ChunkNotes) -> Result<()> {
        let mut findings = chunk.findings.iter();
        let mut solved = chunk.solved_puzzles();
        for note in &chunk.notes {
            self.records += 1;
            self.last = note.position;
            self.report.right += u64::from(note.has_right_answer);
            self.report.clues[usize::from(note.clues)] += u64::from(note.is_puzzle);
            for (problem, at) in findings.by_ref().take(usize::from(note.findings)) {
                let line = note.position.line() + u64::from(at.line);
                let place = (FindingSource::Puzzles, line, at.column.into());
                self.add(problem.kind(), note.position, place, || problem.to_string())?;
            }
            let solved = if note.is_answerable { solved.next() } else { None };
            self.compare_answer(note, solved)?;
        }
        for (table, members) in self.tables.iter_mut().zip(&chunk.members) {
            chunk.placed(members).try_for_each(|(position, member)| table.push(member, position, None))?;
        }
        self.cleaning.as_mut().map_or(Ok(()), |cleaning| cleaning.add(chunk))?;
        if let (Some(profile), Some(counts)) = (&mut self.report.profile, &chunk.profile) {
            profile.add(counts);
        }
        self.report.run.add(&chunk.report);
        check_lines(self.report.run.tally.lines)
    }
}

/// Returns the line of a record of the data set in words, with its column if records may share a line.
fn line_of(position: PackedPosition, shares_lines: bool) -> String {
    match shares_lines {
        true => format!("line {}, column {}", position.line(), position.column()),
        false => format!("line {}", position.line()),
    }
}

/// Merges a sorted list of findings with others that arrive in order.
struct Merged {
    in_records: FindingList,
    /// The next finding in the records.
    next: Option<Finding>,
    /// The findings about the number of answers.
    late: std::iter::Peekable<std::vec::IntoIter<Finding>>,
    all: FindingSpool,
    /// The number of findings so far.
    count: usize,
}

impl Merged {
    fn new(mut in_records: FindingList, late: Vec<Finding>) -> Result<Self> {
        let (next, late) = (in_records.next()?, late.into_iter().peekable());
        Ok(Self { in_records, next, late, all: FindingSpool::default(), count: 0 })
    }

    /// Adds the next of the other findings, after all findings in the same record.
    fn push(&mut self, other: &Finding) -> Result<()> {
        self.write_until(other.record)?;
        self.write(other)
    }

    fn write(&mut self, finding: &Finding) -> Result<()> {
        self.count += 1;
        self.all.push(finding)
    }

    /// Writes the findings of the records up to `last`.
    fn write_until(&mut self, last: u64) -> Result<()> {
        loop {
            let until = self.late.peek().map_or(last, |late| late.record.min(last));
            while let Some(finding) = self.next.take_if(|finding| finding.record <= until) {
                self.write(&finding)?;
                self.next = self.in_records.next()?;
            }
            match self.late.next_if(|late| late.record <= last) {
                Some(late) => self.write(&late)?,
                None => return Ok(()),
            }
        }
    }

    fn finish(mut self) -> Result<FindingList> {
        self.write_until(u64::MAX)?;
        self.all.read()
    }
}

/// Counts the records of findings that arrive in order.
#[derive(Default)]
struct RecordCounter {
    counts: RecordsWith,
    /// The record of the last finding, and its kinds so far.
    record: Option<(u64, [bool; FindingKind::ALL.len()])>,
}

impl RecordCounter {
    fn count(&mut self, finding: &Finding) {
        if finding.record == u64::MAX {
            return; // not about a record
        }
        let is_new = self.record.is_none_or(|(record, _)| record != finding.record);
        if is_new {
            self.record = Some((finding.record, [false; FindingKind::ALL.len()]));
            self.counts.any += 1;
        }
        let kind = finding.kind as usize;
        if let Some((_, kinds)) = &mut self.record
            && !std::mem::replace(&mut kinds[kind], true)
        {
            self.counts.kinds[kind] += 1;
        }
    }
}
