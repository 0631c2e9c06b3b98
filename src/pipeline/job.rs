//! The way in for library users: a file of puzzles to a file of answers, as a builder.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};
use std::thread;

use crate::error::{Error, Refusal, Result};
use crate::format::WriteAnswers;
use crate::format::columns::Column;
use crate::format::detect::{self, Detected, FormatHint, RecordFormat};
use crate::format::write::OutputFormat;
use crate::format::write::append_columns::AppendColumns;
use crate::format::write::count::Counts;
use crate::format::write::rows::RowFormat;
use crate::io::{Access, Input, Output, TempFiles};
use crate::macros::setters::setters;
use crate::pipeline::Shard;
use crate::pipeline::record_run::{RecordRun, RunSettings};
use crate::pipeline::report::{Report, Tally};
use crate::pipeline::solve_run::SolveRun;
use crate::solver::Engine;
use crate::solver::batch::{Goal, Task};

/// Solves the file `input` and writes the answers to `output`, one line per puzzle, in the order of the input.
///
/// The format of the input is detected, and `.gz` and `.zst` files are read and written compressed. It takes all cores;
/// [`Job`] has settings for this and more.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let (input, output) = (folder.path().join("puzzles.txt"), folder.path().join("answers.txt"));
/// # std::fs::write(&input, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")?;
/// let report = bulkdoku::solve_file(&input, &output)?;
/// assert_eq!(report.tally.answered(), 1);
/// assert!(std::fs::read_to_string(&output)?.starts_with("534678912672195348"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`Job::run`].
pub fn solve_file(input: impl AsRef<Path>, output: impl AsRef<Path>) -> Result<Report> {
    Job::new(input, output).run()
}

/// A file of puzzles to solve, and how.
///
/// ```
/// use bulkdoku::Job;
///
/// # let folder = tempfile::tempdir()?;
/// # let (input, output) = (folder.path().join("puzzles.txt"), folder.path().join("answers.txt"));
/// # let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// # std::fs::write(&input, format!("{puzzle}\n{}\n", ".".repeat(81)))?;
/// let mut solved = 0;
/// let report = Job::new(&input, &output).unique().threads(2).on_progress(|chunk| solved += chunk.records()).run()?;
/// assert_eq!((report.tally.records(), solved), (2, 2));
/// assert_eq!(std::fs::read_to_string(&output)?.lines().nth(1), Some("multiple"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct Job<'a> {
    input: PathBuf,
    output: PathBuf,
    hint: FormatHint,
    task: Task,
    engine: Engine,
    settings: RunSettings,
    output_format: Option<OutputFormat>,
    keep_columns: bool,
    shard: Option<Shard>,
    access: Access,
    temp_files: TempFiles,
    progress: Option<OnProgress<'a>>,
}

/// Called with the counters of each chunk that is solved.
type OnProgress<'a> = Box<dyn FnMut(&Tally) + Send + 'a>;

impl<'a> Job<'a> {
    /// A job that finds one solution of every puzzle in the file `input` and writes it to the file `output`.
    pub fn new(input: impl AsRef<Path>, output: impl AsRef<Path>) -> Self {
        Self {
            input: input.as_ref().to_owned(),
            output: output.as_ref().to_owned(),
            hint: FormatHint::default(),
            task: Task::new(Goal::First),
            engine: Engine::default(),
            settings: RunSettings::default(),
            output_format: None,
            keep_columns: false,
            shard: None,
            access: Access::Map,
            temp_files: TempFiles::default(),
            progress: None,
        }
    }

    /// Proves for every puzzle that its solution is the only one.
    ///
    /// A puzzle with more than one solution gets the verdict [`Multiple`](crate::solver::Verdict::Multiple).
    pub fn unique(mut self) -> Self {
        self.task.goal = Goal::Unique;
        self
    }

    /// Counts the solutions of every puzzle, up to `limit`, of which zero is read as one. The answers are then numbers, unless
    /// [`output_format`](Job::output_format) says otherwise.
    ///
    /// ```
    /// # use bulkdoku::Job;
    /// # let folder = tempfile::tempdir()?;
    /// # let (input, output) = (folder.path().join("puzzles.txt"), folder.path().join("counts.txt"));
    /// # std::fs::write(&input, ".".repeat(81))?;
    /// Job::new(&input, &output).count(1000).run()?;
    /// assert_eq!(std::fs::read_to_string(&output)?, "1000\n"); // an empty grid has more
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(mut self, limit: u64) -> Self {
        self.task.goal = Goal::Count { limit };
        self
    }

    /// Gives up a puzzle that costs more than `guesses` guesses. There is no limit by default.
    pub fn budget(mut self, guesses: u64) -> Self {
        self.task.budget = guesses;
        self
    }

    /// Uses this number of worker threads. With 0, the default, it uses one per core, or the value of
    /// `RAYON_NUM_THREADS`.
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.threads = threads;
        self
    }

    setters! {
        /// Solves with this engine, [`Engine::Lanes`] by default.
        engine: Engine,

        /// Writes the answers in this format. The default is [`OutputFormat::Line`], or one number per line after
        /// [`count`](Job::count).
        output_format: OutputFormat,

        /// Solves only this shard of the input, which must be a file of text; one that is compressed is read twice.
        ///
        /// The concatenated outputs of all shards are the output of the whole job. Only the first one has a header.
        shard: Shard,
    }

    /// Reads the input in this format, instead of detecting it.
    pub fn input_format(mut self, format: RecordFormat) -> Self {
        self.hint.format = Some(format);
        self
    }

    /// Reads the puzzles from this column of a table, instead of looking for it.
    ///
    /// ```
    /// # use bulkdoku::Job;
    /// use bulkdoku::format::{Column, RecordFormat};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let (input, output) = (folder.path().join("table.csv"), folder.path().join("answers.csv"));
    /// # let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// # std::fs::write(&input, format!("id,given,note\n7,{puzzle},easy\n"))?;
    /// let column = Column::Name("given".to_owned());
    /// Job::new(&input, &output).input_format(RecordFormat::Csv).column(column).keep_columns().run()?;
    /// let table = std::fs::read_to_string(&output)?;
    /// assert!(table.starts_with("id,given,note,solution,verdict,solutions,guesses\n7,53..7"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn column(mut self, column: Column) -> Self {
        self.hint.column = Some(column);
        self
    }

    /// Copies the columns of the input, which must be a table, and appends the columns of the answers. This replaces
    /// the format of the answers.
    pub fn keep_columns(mut self) -> Self {
        self.keep_columns = true;
        self
    }

    /// Calls `report` with the counters of each chunk that is solved, on the thread that runs the job.
    pub fn on_progress(mut self, report: impl FnMut(&Tally) + Send + 'a) -> Self {
        self.progress = Some(Box::new(report));
        self
    }

    /// Reads the input instead of mapping it, so that other programs may shorten the file meanwhile.
    pub fn unmapped(mut self) -> Self {
        self.access = Access::Read;
        self
    }

    /// Makes the temporary file of the output one of `temp_files`, so that it can be abandoned while the job runs.
    #[cfg(feature = "python")]
    pub(crate) fn temp_files(mut self, temp_files: TempFiles) -> Self {
        self.temp_files = temp_files;
        self
    }

    /// Ends the job with [`Error::Stopped`] before its next chunk when `is_stopped` becomes true.
    pub fn stopping_when(mut self, is_stopped: Arc<AtomicBool>) -> Self {
        self.settings.is_stopped = Some(is_stopped);
        self
    }

    /// Solves the file and returns when the answers are in their place.
    ///
    /// A record that is not a puzzle is not an error: it gets a verdict, and the run goes on.
    ///
    /// # Errors
    /// When the input cannot be read or its format is unknown, when the output cannot be written, and with a
    /// [`Refusal`](crate::error::Refusal) when the settings do not fit the input. An output file that was there before is then
    /// unchanged.
    pub fn run(self) -> Result<Report> {
        let (mut input, found) = detect::open(Input::open(&self.input, self.access)?, &self.hint)?;
        if !self.engine.reads(found.reader.notation()) {
            return Err(Refusal::NoPencilmarks(self.engine.name()).into());
        }
        let (writer, read_as) = (self.writer(&input, &found)?, found.read_as.to_string());
        if let Some(shard) = self.shard {
            shard.narrow(&mut input, &found.reader)?;
        }
        let output = Output::create(&self.output, &self.temp_files)?;
        let engine = self.engine;
        let run = SolveRun {
            records: RecordRun { input, format: found, settings: self.settings },
            task: self.task,
            engine: Box::new(move || engine.build()),
        };
        let report = match self.progress {
            Some(progress) => write_and_report(run, output, writer, progress),
            None => run.write(output, writer),
        }?;
        Ok(Report { read_as, ..report })
    }

    fn writer(&self, input: &Input, found: &Detected) -> Result<Arc<dyn WriteAnswers>> {
        if self.keep_columns {
            return Ok(AppendColumns::of(RowFormat::Csv, found, input.head(), input.name())?);
        }
        Ok(match (self.output_format, self.task.goal) {
            (Some(format), _) => format.writer(),
            (None, Goal::Count { .. }) => Arc::new(Counts),
            (None, _) => OutputFormat::default().writer(),
        })
    }
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { input, output, task, engine, .. } = self;
        let mut job = f.debug_struct("Job");
        job.field("input", input).field("output", output).field("task", task).field("engine", engine);
        job.finish_non_exhaustive()
    }
}

/// Runs on another thread, and calls `progress` on this one, which may borrow: a worker that is left behind by a failure cannot
/// call it any more.
fn write_and_report(
    mut run: SolveRun,
    output: Output,
    writer: Arc<dyn WriteAnswers>,
    mut progress: OnProgress<'_>,
) -> Result<Report> {
    let (chunks, received) = mpsc::channel();
    let end = chunks.clone();
    run.records.settings.on_chunk = Arc::new(move |chunk: &Tally| {
        let _ = chunks.send(Some(*chunk)); // nobody listens after the end
    });
    thread::scope(|scope| {
        let running = scope.spawn(move || {
            let report = run.write(output, writer);
            let _ = end.send(None); // it is received: the other end waits for it
            report
        });
        received.iter().map_while(|chunk| chunk).for_each(|chunk| progress(&chunk));
        running.join().unwrap_or(Err(Error::Panicked))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Runs a job over a file with this text; gives what it wrote.
    fn run(text: &str, settings: impl Fn(Job<'_>) -> Job<'_>) -> Result<String> {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("input"), folder.path().join("output"));
        fs::write(&input, text).unwrap();
        settings(Job::new(&input, &output)).run()?;
        Ok(fs::read_to_string(&output).unwrap())
    }

    #[test]
    fn every_setting_reaches_the_run() {
        let solved = run(PUZZLE, |job| job).unwrap();
        assert!(solved.starts_with("534678912"));
        for engine in Engine::ALL {
            assert_eq!(run(PUZZLE, |job| job.engine(engine).threads(1)).unwrap(), solved);
        }
        assert_eq!(run(PUZZLE, |job| job.unique()).unwrap(), solved);
        assert_eq!(run(&".".repeat(81), |job| job.count(3)).unwrap(), "3\n");
        assert_eq!(run(&".".repeat(81), |job| job.unique().budget(0)).unwrap(), "budget\n");
        assert!(
            run(PUZZLE, |job| job.output_format(OutputFormat::Jsonl)).unwrap().starts_with("{\"line\":1,")
        );
        assert!(run(PUZZLE, |job| job.input_format(RecordFormat::Grid)).unwrap().contains("malformed"));
    }

    #[test]
    fn a_job_that_is_stopped_leaves_the_output_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("input"), folder.path().join("output"));
        fs::write(&input, PUZZLE).unwrap();
        fs::write(&output, "old").unwrap();
        let stopped = |job: Job<'_>| job.unmapped().stopping_when(Arc::new(AtomicBool::new(true))).run();
        let error = stopped(Job::new(&input, &output)).unwrap_err();
        assert_eq!(error.to_string(), "the run was stopped");
        assert_eq!(fs::read_to_string(&output).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "a temporary file is left");
    }

    #[test]
    fn progress_may_borrow_and_ends_with_a_run_that_fails() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("input");
        fs::write(&input, format!("{PUZZLE}\n").repeat(3000)).unwrap();
        let run = |output: &Path, access| {
            let mut seen = Vec::new();
            let mut job = Job::new(&input, output).threads(2);
            job.access = access;
            let done = job.on_progress(|chunk| seen.push(chunk.records())).run();
            (done.map(|report| report.tally.records()).ok(), seen.iter().sum::<u64>())
        };
        for access in [Access::Map, Access::Read] {
            assert_eq!(run(&folder.path().join("output"), access), (Some(3000), 3000));
        }
        assert_eq!(run(&folder.path().join("none/output"), Access::Map), (None, 0));
        if cfg!(target_os = "linux") {
            assert_eq!(run(Path::new("/dev/full"), Access::Map).0, None);
        }
    }

    #[test]
    fn settings_that_do_not_fit_the_input_are_refused_before_a_file_is_made() {
        let error = run(&"1........".repeat(81), |job| job.engine(Engine::BlankScan)).unwrap_err();
        assert!(matches!(error, Error::Refused(Refusal::NoPencilmarks("blank-scan"))));
        let error = run(PUZZLE, |job| job.keep_columns()).unwrap_err();
        assert!(error.to_string().ends_with("was read as line"), "{error}");
    }
}
