//! The job of an audit.

use super::answer_file::AnswerFile;
use super::auditor::{Auditor, Found};
use super::cleaning::Cleaning;
use super::copies::Copies;
use super::finding_rows::{FindingRows, Naming, Words};
use super::note::NoteStage;
use super::profile::Profiler;
use super::report::HtmlReport;
use super::result::AuditReport;
use crate::datasets::class::ClassMember;
use crate::datasets::class_stage::{ClassSettings, Classified, classify};
use crate::datasets::{ClassFinder, FINGERPRINT_MEMORY, RecordSource, SameBy};
use crate::error::{Error, Result};
use crate::format::Column;
use crate::format::read::answer_field::AnswerField;
use crate::io::{Input, Output};
use crate::macros::setters::setters;
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::report::EarlierLines;
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{OpenRecords, RunSettings, Shard};
use crate::solver::SolverSettings;

/// A job that audits a data set: which records have exactly one solution, which are the same, and which answers are right.
///
/// ```
/// use bulkdoku::audit::AuditJob;
/// use bulkdoku::datasets::RecordSource;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let (report, html) = AuditJob::new(RecordSource::bytes("set.txt", puzzle.repeat(2).into())).run_with_html()?;
/// assert_eq!((report.findings[0].kind.to_string().as_str(), report.findings[0].line), ("duplicate", 2));
/// assert!(html.to_string().contains("<h1>set.txt</h1>"));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
///
/// A test set with its answers in another file, compared with the training set:
///
/// ```
/// use bulkdoku::audit::{AuditJob, FindingKind};
/// use bulkdoku::datasets::{RecordSource, SameBy};
/// use bulkdoku::pipeline::RunSettings;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let turned = puzzle.trim().chars().rev().collect::<String>();
/// let answers = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
/// let report = AuditJob::new(RecordSource::bytes("test.txt", puzzle.into()))
///     .answers(RecordSource::bytes("answers.txt", answers.into()))
///     .budget(1_000_000) // for untrusted puzzles
///     .against(RecordSource::bytes("train.txt", turned.into()))
///     .keys(vec![SameBy::Puzzle])
///     .run_settings(RunSettings::default().threads(1))
///     .run()?;
/// assert_eq!((report.of(FindingKind::Leak), report.right_answers()), (1, Some(1)));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct AuditJob {
    source: RecordSource,
    answers: Option<Answers>,
    pub(crate) answer_column: Option<Column>,
    pub(crate) against: Option<RecordSource>,
    pub(crate) keys: Vec<SameBy>,
    pub(crate) copies: Copies,
    /// Where to write the findings: all of them if `prints_all`, otherwise those of the report.
    pub(crate) output: Option<Output>,
    pub(crate) prints_all: bool,
    /// The number of findings that the report lists. The others are only counted.
    pub(crate) findings: usize,
    /// The shard that the records are, if they are not the whole data set.
    pub(crate) shard: Option<Shard>,
    pub(crate) solver: SolverSettings,
    /// The number of bytes of fingerprints to keep in memory. The others go to temporary files.
    pub(crate) fingerprint_memory: usize,
    /// Whether to also make the profile for the HTML report.
    pub(crate) profile: bool,
    run_settings: RunSettings,
}

/// A file of answers in any format, in the order of the records.
pub(crate) enum Answers {
    Source(RecordSource),
    Open(Input),
}

impl AuditJob {
    /// Creates an audit of these records that lists the first 1,000 findings and counts the others. It detects answers next to
    /// the puzzles. By default, duplicates are records with the same clues, or equivalent puzzles if there is another data set.
    pub fn new(source: RecordSource) -> Self {
        Self {
            source,
            answers: None,
            answer_column: None,
            against: None,
            keys: Vec::new(),
            copies: Copies::default(),
            output: None,
            prints_all: false,
            findings: 1000,
            shard: None,
            solver: SolverSettings::default(),
            fingerprint_memory: FINGERPRINT_MEMORY,
            profile: false,
            run_settings: RunSettings::default(),
        }
    }

    /// Also checks the answers in this source, which are in the order of the records. Their format is detected.
    pub fn answers(self, source: RecordSource) -> Self {
        Self { answers: Some(Answers::Source(source)), ..self }
    }

    pub(crate) fn open_answers(self, input: Option<Input>) -> Self {
        Self { answers: input.map(Answers::Open), ..self }
    }

    setters! {
        /// Sets the column of the answers beside the puzzles, which is detected by default.
        ///
        /// ```
        /// use bulkdoku::audit::AuditJob;
        /// use bulkdoku::format::Column;
        /// use bulkdoku::pipeline::RecordSource;
        ///
        /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        /// let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        /// let table = format!("id,task,mine,checked\n1,{puzzle},{answer},\n");
        /// let source = RecordSource::bytes("set.csv", table.into());
        /// let report = AuditJob::new(source).answer_column(Column::Name("mine".to_owned())).run()?;
        /// assert_eq!(report.right_answers(), Some(1));
        /// # Ok::<(), bulkdoku::Error>(())
        /// ```
        answer_column: Column,

        /// Compares with a data set that should share no record with this one, such as the training set of a test set. Records
        /// that are also in it, by one of the keys, are findings.
        against: RecordSource,

        /// Sets the keys to find duplicates by: what makes two records the same.
        keys: Vec<SameBy>,

        /// Sets the threads and the progress of the run.
        run_settings: RunSettings,
    }

    /// Copies the data set without the records that have findings. Keeps only the first record of each class.
    /// Reads the input twice.
    ///
    /// ```
    /// use bulkdoku::audit::{AuditJob, AuditReport};
    /// use bulkdoku::datasets::RecordSource;
    /// use bulkdoku::io::OutputBuffer;
    ///
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    /// let source = RecordSource::bytes("set.txt", puzzle.repeat(3).into());
    /// let (good, bad) = (OutputBuffer::default(), OutputBuffer::default());
    /// let job = AuditJob::new(source).clean(good.output("clean.txt")).rejects(bad.output("rejects.csv"));
    /// let AuditReport { clean, rejected, .. } = job.run()?;
    /// assert_eq!((clean, rejected), (1, 2));
    /// assert_eq!(good.take(), puzzle.as_bytes());
    /// assert!(bad.take().starts_with(b"line,puzzle,findings\n"));
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    pub fn clean(mut self, output: Output) -> Self {
        self.copies.clean = Some(output);
        self
    }

    /// Writes a table of the records that the clean copy leaves out, with an added column of their findings. The records are
    /// read twice.
    pub fn rejects(mut self, output: Output) -> Self {
        self.copies.rejects = Some(output);
        self
    }

    /// Gives up on a puzzle after this number of guesses, which is then a finding. There is no limit by default.
    pub fn budget(mut self, guesses: u64) -> Self {
        self.solver.budget = guesses;
        self
    }

    /// Audits the records, in the same bounded memory as the program.
    ///
    /// # Errors
    /// Returns the first failure to read one of the inputs, to use a temporary file or to write a copy, or
    /// [`Error::Refused`](crate::Error::Refused) if pencilmarks are to be compared as puzzles, or the data set changed before it
    /// was copied. Existing files are then unchanged.
    pub fn run(self) -> Result<AuditReport> {
        let (report, outputs) = self.complete()?;
        Output::finish_all(outputs)?;
        Ok(report)
    }

    /// Audits the records, and returns a report of the data set as one HTML page. Puzzles above level 4 take most of the time.
    ///
    /// # Errors
    /// Returns the same errors as [`run`](Self::run).
    pub fn run_with_html(self) -> Result<(AuditReport, HtmlReport)> {
        let report = Self { profile: true, ..self }.run()?;
        let html = HtmlReport::of(&report);
        Ok((report, html))
    }

    /// Audits the records, and completes all outputs, which the caller must finish.
    ///
    /// Besides the memory of the run and the fingerprints in memory, the search for duplicates needs a quarter of these per thread.
    pub(crate) fn complete(mut self) -> Result<(AuditReport, Vec<Output>)> {
        self.keys = SameBy::or_usual(&self.keys, self.against.is_some());
        let pool = WorkerPool::of_run(&self.run_settings)?;
        let (mut report, found) = self.audit(&pool)?;
        let Self { source, copies, mut output, prints_all, run_settings, .. } = self;
        output.as_mut().map_or(Ok(()), |output| found.write(&mut report, output, prints_all))?;
        let mut outputs: Vec<Output> = output.into_iter().collect();
        if !copies.are_none() {
            let (counts, copied) = copies.write(&pool, source, &run_settings, &report, found)?;
            [report.clean, report.rejected] = counts;
            outputs.extend(copied);
        }
        Ok((report, outputs))
    }

    /// Solves and compares the records.
    fn audit(&mut self, pool: &WorkerPool) -> Result<(AuditReport, Found)> {
        let records = self.source.open()?;
        let answer_field = match &self.answers {
            Some(_) => None,
            None => {
                let field = records.format.field(self.answer_column.as_ref());
                field.map_err(|reason| Error::format(records.input.name(), 1, reason))?
            }
        };
        let stage = self.stage_maker(&records)?;
        let auditor = self.auditor(&records, answer_field.as_ref(), pool)?;
        let earlier = EarlierLines::of(&records.input);
        let records = records.reading_answers(answer_field);
        let auditor = records.run_on(pool, &self.run_settings, true, stage, auditor)?;
        let (mut report, found) = auditor.conclude(pool)?;
        report.run = earlier.number(std::mem::take(&mut report.run));
        (report.run.threads, report.run.elapsed) = (pool.len(), pool.elapsed());
        Ok((report, found))
    }

    /// Returns a function that makes a stage of the audit of `records` for each worker.
    fn stage_maker(&self, records: &OpenRecords) -> Result<impl Fn() -> NoteStage + Send + Sync + use<>> {
        let (notation, name) = (records.format.reader.notation(), records.input.name());
        self.keys.iter().try_for_each(|key| key.check(notation, self.solver.engine, name))?;
        let (keys, solver, profile) = (self.keys.clone(), self.solver, self.profile);
        let keeps_solutions = self.answers.is_some();
        Ok(move || NoteStage {
            solver: ChunkSolver::of_uniqueness(solver),
            finders: keys.iter().map(|&key| ClassFinder::with_isa(key, solver.isa, None)).collect(),
            keeps_solutions,
            profiler: profile.then(|| Profiler::new(solver.isa)),
            most_notes: 0,
            most_findings: 0,
        })
    }

    /// Returns the sink of the audit, which knows the records of the other data set.
    fn auditor(
        &mut self,
        records: &OpenRecords,
        answer_field: Option<&AnswerField>,
        pool: &WorkerPool,
    ) -> Result<Auditor> {
        let answers = self.answers.take().map(Answers::open).transpose()?;
        let report = AuditReport {
            input: records.input.name().to_owned(),
            shard: self.shard,
            answer_column: answer_field.map(AnswerField::number),
            answers: answers.as_ref().map(|answers| answers.name().to_owned()),
            words: Words {
                keys: self.keys.clone(),
                against: self.against.as_ref().map(|against| against.name().to_owned()),
                naming: Naming::of(&records.input),
                ..Words::default()
            },
            engine: self.solver.engine,
            profile: self.profile.then(Box::default),
            ..AuditReport::after(records.input.header_lines())
        };
        // A profile counts all records with findings.
        let lists_all = self.prints_all || self.profile || self.copies.rejects.is_some();
        let findings = FindingRows::new(self.findings, lists_all, self.fingerprint_memory);
        let held = self.memory_for_classes();
        let mut auditor = Auditor::new(report, self.findings, findings, held);
        auditor.cleaning = (!self.copies.are_none()).then(|| Cleaning::new(self.keys.len(), held));
        let auditor = match &self.against {
            Some(source) => self.add_others(pool, source, auditor)?,
            None => auditor,
        };
        match answers {
            Some(answers) => auditor.with_answers(records, AnswerFile::new(answers)?),
            None => Ok(auditor),
        }
    }

    /// Adds the records of the other data set to the sink.
    fn add_others(&self, pool: &WorkerPool, source: &RecordSource, mut auditor: Auditor) -> Result<Auditor> {
        let records = source.open()?;
        auditor.report.words.naming_elsewhere = Naming::of(&records.input);
        let how = ClassSettings {
            keys: self.keys.clone(),
            solver: self.solver,
            has_positions_of_input: true,
            ..ClassSettings::default()
        };
        let notation = records.format.reader.notation();
        how.keys.iter().try_for_each(|key| key.check(notation, how.solver.engine, source.name()))?;
        let add = |auditor: &mut Auditor, record: &Classified, members: &[Option<ClassMember>]| {
            auditor.add_elsewhere(record.position, members)
        };
        Ok(classify(pool, &self.run_settings, records, how, auditor, add)?.0)
    }

    /// Returns the number of bytes of each collection of classes to keep in memory.
    fn memory_for_classes(&self) -> usize {
        let collections = self.keys.len() * if self.copies.are_none() { 1 } else { 2 };
        self.fingerprint_memory / collections.max(1)
    }
}

impl Answers {
    fn open(self) -> Result<Input> {
        match self {
            Self::Source(source) => source.open_input(),
            Self::Open(input) => Ok(input),
        }
    }
}
