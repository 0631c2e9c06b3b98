//! The solving job: from the records of any source to results in any output.

mod run;
#[cfg(test)]
mod tests;

#[cfg(feature = "files")]
use std::ops::ControlFlow;
use std::sync::Arc;

#[cfg(feature = "files")]
use super::report::Report;
use super::run_settings::RunSettings;
use super::shard::Shard;
#[cfg(feature = "files")]
use super::solved_records::{SolvedRecord, for_each_solved};
use super::source::RecordSource;
use crate::error::Result;
use crate::format::WriteAnswers;
use crate::format::detect::Detected;
use crate::format::write::OutputFormat;
use crate::format::write::answer_rows::AnswerRows;
use crate::format::write::count::Counts;
use crate::format::write::rows::RowFormat;
use crate::io::{Input, Output};
use crate::macros::setters::setters;
use crate::solver::batch::{Goal, Task};
use crate::solver::{Engine, SolverSettings};
#[cfg(feature = "files")]
pub use run::solve_file;

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
    /// The output for all solutions, if they are listed.
    #[cfg(feature = "files")]
    list: Option<Output>,
    task: Task,
    solver: SolverSettings,
    results: Results,
    shard: Option<Shard>,
    run_settings: RunSettings,
}

/// What to write for each record.
enum Results {
    /// A line: a number if solutions are counted, otherwise the solution.
    Usual,
    Format(OutputFormat),
    /// A row, with the columns of the input if these can be kept.
    Rows(RowFormat),
    /// A row with the columns of the input, which must have some.
    Columns,
    /// What this writer writes.
    Written(Arc<dyn WriteAnswers>),
}

impl Results {
    /// Returns the writer of the results of `input`.
    ///
    /// # Errors
    /// When the columns of the input cannot be kept.
    fn writer(self, goal: Goal, input: &Input, found: &Detected) -> Result<Arc<dyn WriteAnswers>> {
        Ok(match self {
            Self::Written(writer) => writer,
            Self::Format(format) => format.writer(),
            Self::Columns => AnswerRows::of_columns(RowFormat::Csv, found, input.name())?,
            Self::Rows(format) => Arc::new(AnswerRows::beside_columns(format, found)),
            Self::Usual if matches!(goal, Goal::Count { .. }) => Arc::new(Counts),
            Self::Usual => OutputFormat::Line.writer(),
        })
    }
}

impl SolveJob {
    /// Creates a job that finds one solution of every puzzle of `source` and writes it to `output`.
    pub fn new(source: RecordSource, output: Output) -> Self {
        Self {
            source,
            output,
            #[cfg(feature = "files")]
            list: None,
            task: Task::new(Goal::First),
            solver: SolverSettings::default(),
            results: Results::Usual,
            shard: None,
            run_settings: RunSettings::default(),
        }
    }

    /// Solves with this engine on this instruction set. The budget is that of the task.
    pub(crate) fn solver(mut self, solver: SolverSettings) -> Self {
        self.solver = solver;
        self
    }

    /// Writes the results with this writer.
    pub(crate) fn writer(mut self, writer: Arc<dyn WriteAnswers>) -> Self {
        self.results = Results::Written(writer);
        self
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
    pub fn engine(self, engine: Engine) -> Self {
        self.solver(SolverSettings { engine, ..SolverSettings::default() })
    }

    /// Writes the results in this format. The default is [`OutputFormat::Line`], or one number per line after
    /// [`count`](Self::count).
    pub fn output_format(mut self, format: OutputFormat) -> Self {
        self.results = Results::Format(format);
        self
    }

    /// Also lists the solutions of every puzzle in `list`, up to the limit of [`count`](Self::count): after the header
    /// `line,solution`, the line of the record, a comma and a solution, in the order of the records and of the digits.
    ///
    /// Lists none for a record whose budget was exhausted. A second search finds the solutions in order. Memory does not grow
    /// with their number, but a worker with many of them waits for the chunks before its own.
    ///
    /// ```
    /// use bulkdoku::SolveJob;
    /// use bulkdoku::io::OutputBuffer;
    /// use bulkdoku::pipeline::RecordSource;
    ///
    /// let two = "53467891267219534819834256785.76.42.42685379171392485696153728428741963534528617.";
    /// let (counts, list) = (OutputBuffer::default(), OutputBuffer::default());
    /// let job = SolveJob::new(RecordSource::bytes("memory", two.into()), counts.output("counts"));
    /// job.count(100).list_solutions(list.output("list")).run()?;
    /// let (count, list) = (String::from_utf8(counts.take())?, String::from_utf8(list.take())?);
    /// assert_eq!(count.trim().parse::<usize>()?, list.lines().count() - 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "files")]
    pub fn list_solutions(mut self, list: Output) -> Self {
        self.list = Some(list);
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
        self.results = Results::Columns;
        self
    }

    /// Writes the results as rows of this format. They follow the columns of the input if these can be kept, and otherwise the
    /// line and the puzzle. This replaces the output format, by the default one for [`RowFormat::Line`].
    ///
    /// Columns cannot be kept if they are separated by white space, if they have no names for JSON objects, or if they are members
    /// of objects and the rows are a table.
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
        self.results = if format == RowFormat::Line { Results::Usual } else { Results::Rows(format) };
        self
    }

    setters! {
        /// Sets what to find out about every puzzle, and the budget of guesses: [`unique`](Self::unique), [`count`](Self::count) and
        /// [`budget`](Self::budget) in one.
        ///
        /// ```
        /// use bulkdoku::SolveJob;
        /// use bulkdoku::io::OutputBuffer;
        /// use bulkdoku::pipeline::RecordSource;
        /// use bulkdoku::solver::{Goal, Task};
        ///
        /// let (source, results) = (RecordSource::bytes("memory", vec![b'.'; 81]), OutputBuffer::default());
        /// let task = Task::new(Goal::Unique).with_budget(0);
        /// SolveJob::new(source, results.output("results")).task(task).run()?;
        /// assert_eq!(results.take(), b"budget\n");
        /// # Ok::<(), bulkdoku::Error>(())
        /// ```
        task: Task,
        /// Solves only this shard of the input, which must be a text file. A compressed file is read twice.
        ///
        /// The outputs of all shards, concatenated, are the output of the whole job. Only the first one has a header.
        shard: Shard,
        /// Sets the threads and the progress of the run.
        run_settings: RunSettings,
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
        for_each_solved(source.into_open()?, (task, SolverSettings::default()), &settings, visit)
    }
}
