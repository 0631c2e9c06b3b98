//! The solving job: from the records of any source to results in any output.

use std::fmt;
#[cfg(feature = "files")]
use std::ops::ControlFlow;
#[cfg(feature = "files")]
use std::path::Path;
use std::sync::Arc;

use super::record_run::{RecordRun, RunSettings};
use super::report::Report;
use super::shard::Shard;
use super::solve_run::{BuildEngine, SolveRun};
#[cfg(feature = "files")]
use super::solved_records::{SolvedRecord, for_each_solved};
use super::source::RecordSource;
use crate::error::{Refusal, Result};
use crate::format::WriteAnswers;
use crate::format::detect::Detected;
use crate::format::write::OutputFormat;
use crate::format::write::append_columns::AppendColumns;
use crate::format::write::count::Counts;
use crate::format::write::csv_jsonl::{Csv, JsonLines};
use crate::format::write::lines::AnswerLines;
use crate::format::write::rows::RowFormat;
use crate::io::{Input, Output};
use crate::solver::Engine;
use crate::solver::batch::{Goal, Task};

/// Solves the file `input` and writes a line per puzzle to `output`, in the order of the input.
///
/// Detects the format of the input, and reads and writes `.gz` and `.zst` files compressed. Uses all cores; [`SolveJob`] has
/// settings for this and more.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let (input, output) = (folder.path().join("puzzles.txt"), folder.path().join("solutions.txt"));
/// # std::fs::write(&input, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")?;
/// let report = bulkdoku::solve_file(&input, &output)?;
/// assert_eq!(report.tally.answered(), 1);
/// assert!(std::fs::read_to_string(&output)?.starts_with("534678912672195348"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`SolveJob::run`].
#[cfg(feature = "files")]
pub fn solve_file(input: impl AsRef<Path>, output: impl AsRef<Path>) -> Result<Report> {
    SolveJob::new(RecordSource::read_once(input.as_ref()), Output::file(output)?).run()
}

/// A job that solves the records of a source and writes a result for each.
///
/// ```
/// use bulkdoku::SolveJob;
/// use bulkdoku::datasets::RecordSource;
/// use bulkdoku::io::OutputBuffer;
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n".to_owned();
/// let source = RecordSource::bytes("memory", (text + &".".repeat(81)).into_bytes());
/// let results = OutputBuffer::default();
/// let report = SolveJob::new(source, results.output("results")).unique().run()?;
/// assert_eq!(report.tally.records(), 2);
/// assert_eq!(String::from_utf8(results.take()).unwrap().lines().nth(1), Some("multiple"));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct SolveJob {
    source: RecordSource,
    output: Output,
    task: Task,
    engine: Engine,
    build: BuildEngine,
    writer: Option<MakeWriter>,
    narrow: Option<Narrow>,
    settings: RunSettings,
}

// What a setting adds to a run is a function, so the WebAssembly module of the page contains only what its settings need.

/// A function that makes the writer of the results of an input.
type MakeWriter = Box<dyn FnOnce(&Input, &Detected) -> Result<Arc<dyn WriteAnswers>> + Send>;

/// A function that narrows an input to some of its records.
type Narrow = Box<dyn FnOnce(&mut RecordRun) -> Result<()> + Send>;

impl SolveJob {
    /// Creates a job that finds one solution of every puzzle of `source` and writes it to `output`.
    pub fn new(source: RecordSource, output: Output) -> Self {
        Self {
            source,
            output,
            task: Task::new(Goal::First),
            engine: Engine::Lanes,
            build: Box::new(|| Engine::Lanes.build()),
            writer: None,
            narrow: None,
            settings: RunSettings::default(),
        }
    }

    /// Also checks that the solution of every puzzle is unique.
    ///
    /// A puzzle with more than one solution gets the verdict [`Multiple`](crate::solver::Verdict::Multiple).
    pub fn unique(mut self) -> Self {
        self.task.goal = Goal::Unique;
        self
    }

    /// Counts the solutions of every puzzle, up to `limit`; zero is treated as one. The results are numbers, unless
    /// [`output_format`](Self::output_format) says otherwise.
    ///
    /// ```
    /// use bulkdoku::SolveJob;
    /// use bulkdoku::datasets::RecordSource;
    /// use bulkdoku::io::OutputBuffer;
    ///
    /// let (source, counts) = (RecordSource::bytes("memory", vec![b'.'; 81]), OutputBuffer::default());
    /// SolveJob::new(source, counts.output("counts")).count(1000).run()?;
    /// assert_eq!(counts.take(), b"1000\n"); // an empty grid has more
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    pub fn count(mut self, limit: u64) -> Self {
        self.task.goal = Goal::Count { limit };
        self
    }

    /// Gives up on a puzzle after this number of guesses. There is no limit by default.
    pub fn budget(mut self, guesses: u64) -> Self {
        self.task.budget = guesses;
        self
    }

    /// Solves with this engine, [`Engine::Lanes`] by default.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self.build = Box::new(move || engine.build());
        self
    }

    /// Writes the results in this format. The default is [`OutputFormat::Line`], or one number per line after
    /// [`count`](Self::count).
    pub fn output_format(mut self, format: OutputFormat) -> Self {
        self.writer = Some(Box::new(move |_, _| Ok(format.writer())));
        self
    }

    /// Solves only this shard of the input, which must be a text file. A compressed file is read twice.
    ///
    /// The outputs of all shards, concatenated, are the output of the whole job. Only the first one has a header.
    pub fn shard(mut self, shard: Shard) -> Self {
        self.narrow =
            Some(Box::new(move |records| shard.narrow(&mut records.input, &records.format.reader).map(drop)));
        self
    }

    /// Copies the columns of the input, which must be a table, and appends the columns of the results. This replaces the output
    /// format.
    ///
    /// ```
    /// use bulkdoku::SolveJob;
    /// use bulkdoku::datasets::RecordSource;
    /// use bulkdoku::format::Column;
    /// use bulkdoku::io::OutputBuffer;
    ///
    /// let table = "id,given\n7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    /// let source = RecordSource::bytes("memory", table.into()).column(Column::Name("given".to_owned()));
    /// let results = OutputBuffer::default();
    /// SolveJob::new(source, results.output("results")).keep_columns().run()?;
    /// assert!(results.take().starts_with(b"id,given,solution,verdict,solutions,guesses\n7,53..7"));
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    pub fn keep_columns(mut self) -> Self {
        self.writer = Some(Box::new(|input, found| {
            Ok(AppendColumns::of(RowFormat::Csv, found, input.head(), input.name())?)
        }));
        self
    }

    /// Writes the results as rows of this format. They follow the columns of the input if these can be kept, and otherwise the
    /// line and the puzzle. This replaces the output format, by the default one for [`RowFormat::Line`].
    ///
    /// Columns separated by white space cannot be kept, columns without names not in objects, and objects not in a table.
    ///
    /// ```
    /// use bulkdoku::SolveJob;
    /// use bulkdoku::format::RowFormat;
    /// use bulkdoku::io::OutputBuffer;
    /// use bulkdoku::pipeline::RecordSource;
    ///
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// for (text, row) in [(format!("id,given\n7,{puzzle}\n"), r#"{"id":"7","given":"#), (puzzle.to_owned(), r#"{"line":1,"puzzle":"#)] {
    ///     let (source, results) = (RecordSource::bytes("memory", text.into()), OutputBuffer::default());
    ///     SolveJob::new(source, results.output("results")).rows(RowFormat::Jsonl).run()?;
    ///     assert!(String::from_utf8(results.take())?.starts_with(row));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rows(mut self, format: RowFormat) -> Self {
        self.writer = match format {
            RowFormat::Line => None,
            RowFormat::Csv | RowFormat::Jsonl => Some(Box::new(move |input, found| {
                let columns = found.columns.as_ref();
                Ok(match columns.and_then(|columns| AppendColumns::new(format, columns, input.head())) {
                    Some(columns) => Arc::new(columns),
                    None if format == RowFormat::Csv => Arc::new(Csv),
                    None => Arc::new(JsonLines),
                })
            })),
        };
        self
    }

    /// Sets the threads and the progress callback of the run.
    pub fn run_settings(mut self, settings: RunSettings) -> Self {
        self.settings = settings;
        self
    }

    /// Solves the records and returns when the output is complete.
    ///
    /// A record that is not a puzzle is not an error: it gets a verdict, and the run continues. Besides a mapped input, the run
    /// needs memory for at most 48 MiB of results that wait for earlier ones, and for each worker's engine and a few chunks.
    ///
    /// # Errors
    /// When the input cannot be read or its format is unknown, when the output cannot be written, when the settings do not fit
    /// the input, and when the run is [stopped](crate::Error::Stopped). An existing output file is then unchanged.
    pub fn run(self) -> Result<Report> {
        let Self { source, output, task, engine, build, writer, narrow, settings } = self;
        let mut records = source.open(&settings)?;
        let found = &records.format;
        if !engine.reads(found.reader.notation()) {
            return Err(Refusal::NoPencilmarks(engine.name()).into());
        }
        let writer: Arc<dyn WriteAnswers> = match (writer, task.goal) {
            (Some(make), _) => make(&records.input, found)?,
            (None, Goal::Count { .. }) => Arc::new(Counts),
            (None, _) => Arc::new(AnswerLines),
        };
        let read_as = found.read_as.to_string();
        if let Some(narrow) = narrow {
            narrow(&mut records)?;
        }
        let run = SolveRun { records, task, engine: build };
        Ok(Report { read_as, ..run.write(output, writer)? })
    }

    /// Solves the records of `source` and passes each to `visit`, on the calling thread and in the order of the input, instead of
    /// writing them. `visit` ends the run with [`ControlFlow::Break`].
    ///
    /// Uses the threads of `settings`. Memory does not grow with the input, however long `visit` takes.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use bulkdoku::SolveJob;
    /// use bulkdoku::pipeline::{RecordSource, RunSettings};
    /// use bulkdoku::solver::{Goal, Task, Verdict};
    ///
    /// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n12\n";
    /// let source = RecordSource::stream("upload", text.as_bytes())?;
    /// let mut unique = Vec::new();
    /// let report = SolveJob::for_each(source, Task::new(Goal::Unique), RunSettings::default(), |record| {
    ///     match record.outcome.verdict {
    ///         Verdict::Unique => unique.extend(record.solution),
    ///         verdict => println!("line {}: {verdict}", record.line),
    ///     }
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((unique.len(), report.bad.len()), (1, 1));
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the input cannot be read or its format is unknown, and [`Error::Stopped`](crate::Error::Stopped) if `visit` or
    /// `settings` end the run.
    #[cfg(feature = "files")]
    pub fn for_each(
        source: RecordSource,
        task: Task,
        settings: RunSettings,
        visit: impl FnMut(&SolvedRecord<'_>) -> ControlFlow<()>,
    ) -> Result<Report> {
        for_each_solved(&source, task, &settings, visit)
    }
}

impl fmt::Debug for SolveJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, output, task, engine, .. } = self;
        let mut job = f.debug_struct("SolveJob");
        job.field("source", &source.name()).field("output", &output.name());
        job.field("task", task).field("engine", engine).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::format::RecordFormat;
    use crate::io::OutputBuffer;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Runs a job over this text and returns its output.
    fn run(text: &str, settings: impl Fn(SolveJob) -> SolveJob) -> Result<String> {
        run_source(RecordSource::bytes("memory", text.into()), settings)
    }

    fn run_source(source: RecordSource, settings: impl Fn(SolveJob) -> SolveJob) -> Result<String> {
        let results = OutputBuffer::default();
        settings(SolveJob::new(source, results.output("results"))).run()?;
        Ok(String::from_utf8(results.take()).unwrap())
    }

    #[test]
    fn every_setting_reaches_the_run() {
        let solved = run(PUZZLE, |job| job).unwrap();
        assert!(solved.starts_with("534678912"));
        for engine in Engine::ALL {
            let one_thread = RunSettings::default().threads(1);
            let same = run(PUZZLE, |job| job.engine(engine).run_settings(one_thread.clone())).unwrap();
            assert_eq!(same, solved);
        }
        assert_eq!(run(PUZZLE, |job| job.unique()).unwrap(), solved);
        assert_eq!(run(&".".repeat(81), |job| job.count(3)).unwrap(), "3\n");
        assert_eq!(run(&".".repeat(81), |job| job.unique().budget(0)).unwrap(), "budget\n");
        assert!(
            run(PUZZLE, |job| job.output_format(OutputFormat::Jsonl)).unwrap().starts_with("{\"line\":1,")
        );
        let source = RecordSource::bytes("memory", PUZZLE.into()).format(RecordFormat::Grid);
        assert!(run_source(source, |job| job).unwrap().contains("malformed"));
    }

    #[cfg(feature = "files")] // the plain engines
    #[test]
    fn settings_that_do_not_fit_the_input_are_refused() {
        let error = run(&"1........".repeat(81), |job| job.engine(Engine::BlankScan)).unwrap_err();
        assert!(matches!(error, Error::Refused(Refusal::NoPencilmarks("blank-scan"))));
        let error = run(PUZZLE, |job| job.keep_columns()).unwrap_err();
        assert!(error.to_string().ends_with("was read as line"), "{error}");
    }

    #[test]
    fn progress_goes_up_to_the_whole_input() {
        use std::ops::ControlFlow;
        use std::sync::Mutex;

        let text = format!("{PUZZLE}\n").repeat(3000);
        let (seen, length) = (Arc::new(Mutex::new(Vec::new())), text.len() as u64);
        let to = Arc::clone(&seen);
        let mut settings = RunSettings::default().threads(2).on_progress(move |progress| {
            to.lock().unwrap().push(*progress);
            ControlFlow::Continue(())
        });
        settings.chunk_size = Some(10_000);
        run(&text, |job| job.run_settings(settings.clone())).unwrap();
        let seen = seen.lock().unwrap();
        assert!(seen.len() > 20 && seen.is_sorted_by_key(|progress| progress.bytes));
        assert!(seen.iter().all(|progress| progress.total == Some(length)));
        let last = seen.last().unwrap();
        assert_eq!((last.bytes, last.tally.records()), (length, 3000));
    }

    #[cfg(feature = "files")]
    #[test]
    fn a_stopped_job_leaves_the_output_unchanged() {
        use std::fs;
        use std::ops::ControlFlow;

        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("input"), folder.path().join("output"));
        fs::write(&input, format!("{PUZZLE}\n").repeat(3000)).unwrap();
        fs::write(&output, "old").unwrap();
        let mut breaking = RunSettings::default().threads(1).on_progress(|_| ControlFlow::Break(()));
        breaking.chunk_size = Some(1000);
        for settings in [RunSettings::default().stopping_when(Arc::new(true.into())), breaking] {
            let source = RecordSource::file(&input).unwrap().unmapped();
            let job = SolveJob::new(source, Output::file(&output).unwrap()).run_settings(settings);
            assert!(matches!(job.run(), Err(Error::Stopped)));
            assert_eq!(fs::read_to_string(&output).unwrap(), "old");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "a temporary file is left");
        }
    }

    #[cfg(feature = "files")]
    #[test]
    fn an_output_that_cannot_be_written_ends_the_job() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("input");
        std::fs::write(&input, PUZZLE).unwrap();
        assert!(matches!(solve_file(&input, folder.path().join("none/output")), Err(Error::Io { .. })));
        if cfg!(target_os = "linux") {
            assert!(matches!(solve_file(&input, "/dev/full"), Err(Error::Io { .. })));
        }
    }
}
