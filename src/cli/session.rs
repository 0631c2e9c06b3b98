//! The state that all subcommands over records share: threads, the open input, the progress, the report.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::args::{InputArgs, OutputArgs, RunArgs, ThreadArgs, ViewArgs};
use super::context::Context;
use super::files::create_output;
use super::input_identity::identity_of;
use super::interrupt;
use super::progress::Progress;
use super::summary::{self, RunSummary, extended};
use super::{BadRecords, Exit, say};
use crate::datasets::RecordSource;
use crate::error::{Refusal, Result};
use crate::io::compression::HAS_IGNORED_BYTES;
use crate::io::output::Output;
use crate::io::run_files::Role;
use crate::pipeline::OnWait;
use crate::pipeline::report::{OnChunk, Report, Tally};
use crate::pipeline::{OpenRecords, RunSettings, Shard};
use crate::solver::SolverSettings;

/// A run of a subcommand.
pub struct Session<'a> {
    /// How puzzles are solved.
    solver: SolverSettings,
    /// How to read the records.
    settings: RunSettings,
    /// The part of the work to do.
    shard: Option<Shard>,
    context: &'a Context,
    view: &'a ViewArgs,
    /// Where the results go, if there is one output.
    output: Option<&'a OutputArgs>,
    /// The file for the JSON summary.
    summary: Option<Output>,
    /// The identity of the input file, once it is open.
    identity: Value,
    /// Whether the user names the answers. Detected answers are then not announced.
    has_own_answers: bool,
    /// How the input is read, in words, once it is open.
    read_as: Option<String>,
    /// Whether the input is scanned for puzzles.
    is_scan: bool,
    /// The counters of all chunks that were read.
    tally: Arc<Mutex<Tally>>,
    /// Whether the input begins with more than blank lines.
    has_text: bool,
}

/// Runs a subcommand with the usual options and the usual report. `work` receives the records and the output; `bad` returns the
/// number of bad records.
///
/// # Errors
/// Returns the error of `work`, or an error if a file cannot be opened or the summary cannot be written.
pub fn run_records(
    args: &RunArgs,
    context: &Context,
    solver: SolverSettings,
    shard: Option<Shard>,
    bad: fn(&Tally) -> u64,
    work: Box<dyn FnOnce(OpenRecords, RunSettings, Output) -> Result<Report> + '_>,
) -> Result<Exit> {
    let mut session = Session::of(args, context, solver)?.with_shard(shard);
    let records = session.open(&args.input)?;
    let (name, output) = (records.input.name().to_owned(), args.output.create(context)?);
    let report = session.show(records.input.length(), |run| work(records, run, output))?;
    let summary = session.summary(&report, &name);
    let print = || {
        summary.print_bad_records();
        say(summary.line());
    };
    let (bad, records) = (bad(&report.tally), report.tally.records());
    session.finish(BadRecords { bad, records, most: args.input.max_bad }, &print, &|| summary.json())
}

impl<'a> Session<'a> {
    /// Starts a subcommand. From now on, an interruption removes all unfinished files.
    ///
    /// # Errors
    /// Returns an error if the summary cannot be created. This happens now because an error after the run would be too late.
    pub fn start(
        context: &'a Context,
        solver: SolverSettings,
        threads: &ThreadArgs,
        chunk_size: Option<usize>,
        view: &'a ViewArgs,
        output: Option<&'a OutputArgs>,
    ) -> Result<Self> {
        interrupt::watch(context);
        let settings = RunSettings { chunk_size, ..RunSettings::default().threads(threads.count()?) };
        let create = |path| create_output(path, Role::Report, context);
        let summary = view.summary.as_deref().map(create).transpose()?;
        Ok(Self {
            solver,
            settings,
            shard: None,
            context,
            view,
            output,
            summary,
            identity: identity_of(None),
            has_own_answers: false,
            read_as: None,
            is_scan: false,
            tally: Arc::default(),
            has_text: false,
        })
    }

    /// Starts a subcommand with the usual options.
    ///
    /// # Errors
    /// Returns the errors of [`Session::start`].
    pub fn of(run: &'a RunArgs, context: &'a Context, solver: SolverSettings) -> Result<Self> {
        Self::start(context, solver, &run.threads, run.input.chunk_size, &run.view, Some(&run.output))
    }

    /// Restricts the run to this part of the work.
    pub fn with_shard(self, shard: Option<Shard>) -> Self {
        Self { shard, ..self }
    }

    /// Suppresses the announcement of detected answers if `has_own`, because the user names the answers.
    pub fn with_own_answers(self, has_own: bool) -> Self {
        Self { has_own_answers: has_own, ..self }
    }

    /// Opens the input and detects its format.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, or its format is unknown or not supported by the engine.
    pub fn open(&mut self, args: &InputArgs) -> Result<OpenRecords> {
        let mut records = args.open(self.context)?;
        self.identify(&records, &args.path)?;
        if let Some(shard) = self.shard {
            shard.narrow(&mut records.input, &records.format.reader)?;
        }
        Ok(records)
    }

    /// Returns the input for a job that reads it several times, and its length in bytes, if it is known.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, or its format is unknown.
    pub fn source(&mut self, args: &InputArgs) -> Result<(RecordSource, Option<u64>)> {
        let source = args.source(self.context)?;
        let records = source.open()?;
        self.identify(&records, &args.path)?;
        Ok((source, records.input.length()))
    }

    /// Prints how the input is read, checks that the engine supports its records, and remembers the identity of the file for the
    /// summary.
    fn identify(&mut self, records: &OpenRecords, path: &Path) -> Result<()> {
        let read_as = match self.has_own_answers {
            true => records.format.without_answers().to_string(),
            false => records.format.to_string(),
        };
        if !self.view.quiet {
            say(format_args!("read as {read_as}"));
        }
        self.read_as = Some(read_as);
        self.is_scan = records.format.is_scan();
        self.has_text = records.input.head().iter().any(|byte| byte.is_ascii_graphic());
        self.check_notation(records)?;
        if self.summary.is_some() {
            self.identity = identity_of(Some(path));
        }
        Ok(())
    }

    /// Prints how a further input is read. Returns its length, if it is known.
    ///
    /// # Errors
    /// Returns the errors of [`Session::open`].
    pub fn identify_other(&self, source: &RecordSource) -> Result<Option<u64>> {
        let records = source.open()?;
        if !self.view.quiet {
            say(format_args!("{} read as {}", source.name(), records.format));
        }
        self.check_notation(&records)?;
        Ok(records.input.length())
    }

    /// Refuses records that the engine does not support.
    fn check_notation(&self, records: &OpenRecords) -> Result<()> {
        match self.solver.engine.reads(records.format.reader.notation()) {
            true => Ok(()),
            false => Err(Refusal::NoPencilmarks(self.solver.engine.name()).into()),
        }
    }

    /// Calls `work` with the settings of its run while showing the progress over `length` bytes.
    ///
    /// # Errors
    /// Returns the error of `work`.
    pub fn show<T>(&self, length: Option<u64>, work: impl FnOnce(RunSettings) -> Result<T>) -> Result<T> {
        let (settings, progress) = self.watched(length);
        let done = work(settings);
        progress.clear();
        done
    }

    /// Starts to show the progress of a run, and returns the settings that report it.
    fn watched(&self, length: Option<u64>) -> (RunSettings, Progress) {
        let appear_at_once = self.output.is_some_and(OutputArgs::appears_at_once);
        let progress = Progress::start(self.view, &self.context.bar, length, appear_at_once);
        let (shown, tally) = (progress.clone(), Arc::clone(&self.tally));
        let on_chunk: OnChunk = Arc::new(move |chunk| {
            shown.add(chunk);
            *tally.lock().unwrap_or_else(PoisonError::into_inner) += chunk;
        });
        let shown = progress.clone();
        let on_wait: OnWait = Arc::new(move |why| shown.wait(why));
        (RunSettings { on_chunk, on_wait: Some(on_wait), ..self.settings.clone() }, progress)
    }

    /// Returns the summary of the usual report.
    pub fn summary<'b>(&self, report: &'b Report, input: &'b str) -> RunSummary<'b> {
        RunSummary { report, input, shard: self.shard, solver: self.solver }
    }

    /// Returns the number of texts that could hold a puzzle and were not read.
    pub fn unread(&self) -> u64 {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).unread
    }

    /// Returns whether the input has text but no records.
    fn found_nothing(&self) -> bool {
        let tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.records() == 0 && tally.bytes > 0 && self.has_text
    }

    /// Ends a subcommand whose outputs are in place: calls `print` unless the run is quiet, and writes the JSON summary if
    /// requested.
    ///
    /// # Errors
    /// Returns an error if the JSON summary cannot be written.
    pub fn finish(self, bad: BadRecords, print: &dyn Fn(), json: &dyn Fn() -> Value) -> Result<Exit> {
        let exit = bad.exit();
        let exit = if exit == Exit::Done && self.found_nothing() { Exit::Unanswered } else { exit };
        let unread = self.unread();
        let read_as =
            self.read_as.map(|read_as| json!({ "read_as": read_as, "unread": unread })).unwrap_or_default();
        let identity = || extended(self.context.run.json(exit, None), self.identity.clone());
        let json = || extended(extended(json(), bad.json()), extended(identity(), read_as));
        let written = self.summary.map_or(Ok(()), |output| summary::write(output, &json()));
        if written.is_ok() {
            self.context.run.set_summarized();
        }
        if !self.view.quiet {
            print();
            summary::say_unread(unread, self.is_scan);
        }
        if HAS_IGNORED_BYTES.load(Ordering::Relaxed) {
            say("bulkdoku: the bytes after the compressed data were ignored, as gzip -dc does");
        }
        bad.say_if_too_many();
        written.map(|()| exit)
    }
}
