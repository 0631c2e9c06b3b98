//! The session that the subcommands over the records of a file share: open, solve, show how it goes, report.

use std::path::Path;
use std::sync::Arc;

use bulkdoku::audit::{self, AuditReport, AuditSettings};
use bulkdoku::error::Result;
use bulkdoku::format::WriteAnswers;
use bulkdoku::format::detect::Detected;
use bulkdoku::io::input::Input;
use bulkdoku::io::output::{Output, TempFiles};
use bulkdoku::pipeline::SolveRun;
use bulkdoku::pipeline::report::Report;
use bulkdoku::solver::batch::Task;

use super::args::{InputArgs, OutputArgs, SolverArgs, ViewArgs};
use super::files::keep_apart;
use super::progress::Progress;
use super::summary::RunSummary;
use super::{interrupt, say};

/// What the command line says of any such run.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    /// Where the records come from.
    pub input: &'a InputArgs,
    /// Where the results go.
    pub output: &'a OutputArgs,
    /// Who solves.
    pub solver: &'a SolverArgs,
    /// What is shown meanwhile.
    pub view: &'a ViewArgs,
    /// The file for the summary as JSON.
    pub summary: Option<&'a Path>,
}

/// A run whose input is open and understood.
pub struct OpenSession<'a> {
    session: Session<'a>,
    temp_files: TempFiles,
    /// The records.
    pub input: Input,
    /// Their format.
    pub found: Detected,
}

impl<'a> Session<'a> {
    /// Opens the input and finds its format; from now on an interruption leaves nothing behind.
    ///
    /// # Errors
    /// When the input cannot be read or understood, the engine cannot solve it, or the summary
    /// cannot be written.
    pub fn open(self) -> Result<OpenSession<'a>> {
        let temp_files = TempFiles::default();
        interrupt::watch(&temp_files);
        if let Some(path) = self.summary {
            keep_apart("--summary", path, "of the puzzles", &self.input.path)?;
            keep_apart("--summary", path, "of the results", &self.output.output)?;
            drop(Output::create(path, &TempFiles::default())?); // a refusal is better heard now than after a long run
        }
        let (input, found) = self.input.open()?;
        self.solver.check(found.reader.form())?;
        Ok(OpenSession { session: self, temp_files, input, found })
    }

    /// Tells what the run found, on stderr and in the file for the summary.
    ///
    /// # Errors
    /// When that file cannot be written.
    pub fn tell(&self, input: &str, report: &Report) -> Result<()> {
        let summary = RunSummary { report, input, solver: self.solver };
        if !self.view.quiet {
            summary.name_bad_records();
            say(summary.line());
        }
        self.summary.map_or(Ok(()), |path| summary.write_json(path))
    }
}

impl OpenSession<'_> {
    /// Creates the output that the command line names.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn output(&self) -> Result<Output> {
        self.output_to(self.session.output)
    }

    /// Creates another output, with which an interruption deals in the same way.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn output_to(&self, output: &OutputArgs) -> Result<Output> {
        output.create(&self.temp_files)
    }

    /// Solves every record, and writes the answers to `output` with `writer` and all solutions to `list`.
    ///
    /// # Errors
    /// With the first failure to read or write.
    pub fn solve(
        self,
        output: Output,
        list: Option<Output>,
        writer: Arc<dyn WriteAnswers>,
        task: Task,
    ) -> Result<Report> {
        self.run(task, |run| match list {
            Some(list) => run.write_and_list(output, writer, list),
            None => run.write(output, writer),
        })
    }

    /// Audits the records.
    ///
    /// # Errors
    /// With the first failure to read the records or the answers.
    pub fn audit(self, settings: AuditSettings, task: Task) -> Result<AuditReport> {
        self.run(task, |run| audit::run(run, settings))
    }

    /// Calls `work` with the records, and shows the progress meanwhile.
    fn run<T>(self, task: Task, work: impl FnOnce(SolveRun) -> Result<T>) -> Result<T> {
        let Session { view, solver, input, output, .. } = self.session;
        let progress = Progress::new(view, self.input.length(), output.is_terminal());
        let shown = progress.clone();
        let done = work(SolveRun {
            input: self.input,
            reader: self.found.reader,
            task,
            engine: solver.engine(),
            threads: solver.threads,
            chunk_size: input.chunk_size,
            on_chunk: Box::new(move |chunk| shown.add(chunk)),
        });
        progress.clear();
        done
    }
}
