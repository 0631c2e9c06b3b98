//! What all subcommands over the records of a file share: open the input, solve, show progress, report.

use std::path::Path;
use std::sync::Arc;

use super::args::{InputArgs, OutputArgs, RunArgs, SolverArgs, ViewArgs};
use super::files::{check_stdout, create_output, keep_apart};
use super::progress::Progress;
use super::summary::RunSummary;
use super::{interrupt, say};
use crate::audit::{self, AuditReport, AuditSettings};
use crate::error::Result;
use crate::format::WriteAnswers;
use crate::format::detect::Detected;
use crate::io::input::Input;
use crate::io::output::Output;
use crate::pipeline::report::Report;
use crate::pipeline::{Shard, SolveRun};
use crate::solver::batch::Task;

/// The settings of a run, as the command line gives them.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    /// Where the records come from.
    pub input: &'a InputArgs,
    /// Where the results go.
    pub output: &'a OutputArgs,
    /// The engine and its threads.
    pub solver: &'a SolverArgs,
    /// What is shown on stderr.
    pub view: &'a ViewArgs,
    /// The part of the work to do.
    pub shard: Option<Shard>,
    /// The file for the JSON summary.
    pub summary: Option<&'a Path>,
}

/// A run whose input is open and whose record format is known.
pub struct OpenSession<'a> {
    session: Session<'a>,
    threads: usize,
    /// The open input.
    pub input: Input,
    /// The format of its records.
    pub detected: Detected,
}

impl<'a> Session<'a> {
    /// Collects the settings of one subcommand.
    pub fn new(input: &'a InputArgs, output: &'a OutputArgs, run: &'a RunArgs, shard: Option<Shard>) -> Self {
        Session {
            input,
            output,
            solver: &run.solver,
            view: &run.view,
            shard,
            summary: run.summary.as_deref(),
        }
    }

    /// Opens the input and detects its format. From now on, an interruption leaves no temporary file behind.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, its format is unknown or not supported by the engine, or the
    /// summary cannot be written.
    pub fn open(self) -> Result<OpenSession<'a>> {
        interrupt::watch(|| ());
        let threads = self.solver.thread_count()?;
        if let Some(path) = self.summary {
            keep_apart("--summary", path, "of the puzzles", &self.input.path)?;
            keep_apart("--summary", path, "of the results", &self.output.output)?;
            check_stdout("--summary", path, &self.output.output)?;
            drop(create_output(path)?); // report a path that cannot be written before the run, not after
        }
        let (mut input, detected) = self.input.open()?;
        self.solver.check(detected.reader.notation())?;
        if let Some(shard) = self.shard {
            shard.narrow(&mut input, detected.reader.as_ref())?;
        }
        Ok(OpenSession { session: self, threads, input, detected })
    }

    /// Prints the summary on stderr and writes the JSON summary, if one is requested.
    ///
    /// # Errors
    /// Returns an error if the JSON summary cannot be written.
    pub fn report(&self, input: &str, report: &Report) -> Result<()> {
        let summary = RunSummary { report, input, shard: self.shard, solver: self.solver };
        if !self.view.quiet {
            summary.print_bad_records();
            say(summary.line());
        }
        self.summary.map_or(Ok(()), |path| summary.write_json(path))
    }
}

impl OpenSession<'_> {
    /// Creates the output that the command line names.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn output(&self) -> Result<Output> {
        self.output_to(self.session.output)
    }

    /// Creates a further output. An interruption removes its temporary file, too.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn output_to(&self, output: &OutputArgs) -> Result<Output> {
        output.create()
    }

    /// Solves every record, writes the answers to `output` in the format of `writer`, and all solutions to `listing`.
    ///
    /// # Errors
    /// Returns the first failure to read or write.
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
    ///
    /// # Errors
    /// With the error of `work`.
    pub fn run<T>(self, task: Task, work: impl FnOnce(SolveRun) -> Result<T>) -> Result<T> {
        let Session { view, solver, input, output, .. } = self.session;
        let progress = Progress::new(view, self.input.length(), output.is_terminal());
        let shown = progress.clone();
        let done = work(SolveRun {
            input: self.input,
            reader: self.detected.reader,
            task,
            engine: solver.engine(),
            threads: self.threads,
            chunk_size: input.chunk_size,
            on_chunk: Box::new(move |chunk| shown.add(chunk)),
        });
        progress.clear();
        done
    }
}
