//! The builder of an audit, for users of the library.

use super::copies::{CleanCopies, copy};
use super::picture;
use super::report::{Audit, AuditReport};
use super::run::audit_records;
use super::settings::AuditSettings;
use crate::datasets::{RecordSource, SameBy};
use crate::error::{Error, Result};
use crate::format::Column;
use crate::io::Output;
use crate::macros::setters::setters;
use crate::pipeline::RunSettings;
use crate::solver::SolverSettings;

/// A job that audits a data set: which records have exactly one solution, which are the same, and which answers are right.
///
/// ```
/// use bulkdoku::audit::AuditJob;
/// use bulkdoku::datasets::RecordSource;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let (report, page) = AuditJob::new(RecordSource::bytes("set.txt", puzzle.repeat(2).into())).run_with_picture()?;
/// assert_eq!((report.findings[0].kind.to_string().as_str(), report.findings[0].line), ("duplicate", 2));
/// assert!(page.contains("<h1>set.txt</h1>"));
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
    answers: Option<RecordSource>,
    answer_column: Option<Column>,
    against: Option<RecordSource>,
    keys: Vec<SameBy>,
    clean: Option<Output>,
    rejects: Option<Output>,
    budget: u64,
    run_settings: RunSettings,
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
            clean: None,
            rejects: None,
            budget: u64::MAX,
            run_settings: RunSettings::default(),
        }
    }

    setters! {
        /// Also checks the answers in this source, which are in the order of the records. Their format is detected.
        answers: RecordSource,

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
        clean: Output,

        /// Writes a table of the records that the clean copy leaves out, with an added column of their findings. The records are
        /// read twice.
        rejects: Output,

        /// Gives up on a puzzle after this number of guesses, which is then a finding. There is no limit by default.
        budget: u64,

        /// Sets the threads and the progress of the run.
        run_settings: RunSettings,
    }

    /// Audits the records, in the same bounded memory as the program.
    ///
    /// # Errors
    /// Returns the first failure to read one of the inputs, to use a temporary file or to write a copy, or
    /// [`Error::Refused`](crate::Error::Refused) if pencilmarks are to be compared as puzzles, or the data set changed before it
    /// was copied. Existing files are then unchanged.
    pub fn run(self) -> Result<AuditReport> {
        self.audit(false)
    }

    /// Audits the records, and returns a report of the data set as one HTML page. Puzzles above level 4 take most of the time.
    ///
    /// # Errors
    /// Returns the same errors as [`run`](Self::run).
    pub fn run_with_picture(self) -> Result<(AuditReport, String)> {
        let report = self.audit(true)?;
        let page = picture::page(&report).unwrap_or_default();
        Ok((report, page))
    }

    fn audit(self, profile: bool) -> Result<AuditReport> {
        let Self { source, answers, answer_column, against, keys, clean, rejects, budget, run_settings } =
            self;
        let copies = CleanCopies { clean, rejects };
        let state = source.state()?;
        let records = source.open()?;
        let answer_field = match &answers {
            Some(_) => None,
            None => {
                let field = records.format.field(answer_column.as_ref());
                field.map_err(|reason| Error::format(source.name(), 1, reason))?
            }
        };
        let settings = AuditSettings {
            answer_field,
            answers: answers.as_ref().map(RecordSource::open_input).transpose()?,
            lists_all: copies.rejects.is_some(),
            cleans: copies.clean.is_some() || copies.rejects.is_some(),
            keys: SameBy::or_usual(&keys, against.is_some()),
            against,
            profile,
            solver: SolverSettings { budget, ..SolverSettings::default() },
            ..AuditSettings::default()
        };
        let Audit { mut report, findings, left_out } = audit_records(records, &run_settings, settings)?;
        if let Some(left_out) = left_out {
            let records = report.run.tally.records();
            let copied = copy((&source, &state), &run_settings, records, left_out, findings, copies)?;
            (report.clean, report.rejected) = (copied.clean, copied.rejected);
            Output::finish_all(copied.outputs)?;
        }
        Ok(report)
    }
}
