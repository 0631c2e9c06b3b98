//! Solves a file into a file, in this process.
//!
//! ```text
//! calling thread   every 50 ms: signals, progress ─▶ an exception stops the job, without waiting for it
//! another thread                                   runs the job; a stopped job leaves no file behind
//! ```

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use super::named;
use super::run::POLL;
use bulkdoku::format::{Column, OutputFormat};
use bulkdoku::io::{Output, RunFiles};
use bulkdoku::pipeline::{RecordSource, Report, RunSettings};
use bulkdoku::solver::Verdict;
use bulkdoku::{Error, Result, SolveJob};

create_exception!(
    bulkdoku,
    ProgramError,
    PyRuntimeError,
    "A run over a file could not do what was requested."
);
create_exception!(
    bulkdoku,
    FormatError,
    PyValueError,
    "The records of a file cannot be found: ``file`` and ``line`` say where."
);

/// A column of a table: its name, or its number from 1.
#[derive(FromPyObject)]
pub(super) enum FileColumn {
    Number(usize),
    Name(String),
}

impl From<FileColumn> for Column {
    fn from(column: FileColumn) -> Self {
        match column {
            FileColumn::Number(number) => Self::Number(number),
            FileColumn::Name(name) => Self::Name(name),
        }
    }
}

/// Solves the file `input` into the file `output`. Returns the summary.
#[pyfunction]
#[pyo3(signature = (input, output, *, column, threads, progress, unique, keep_columns, budget, format))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn solve_file<'py>(
    py: Python<'py>,
    input: PathBuf,
    output: PathBuf,
    column: Option<FileColumn>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    unique: bool,
    keep_columns: bool,
    budget: u64,
    format: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let name = input.display().to_string();
    let formats = [
        ("line", OutputFormat::Line),
        ("csv", OutputFormat::Csv),
        ("jsonl", OutputFormat::Jsonl),
        ("grid", OutputFormat::Grid),
        ("rows", OutputFormat::Rows),
    ];
    let format = match format {
        Some(format) => named("format", format, &formats)?,
        None => OutputFormat::of_name(&output),
    };
    let files = RunFiles::default();
    let report = run(py, files.clone(), progress.as_ref(), move |settings| {
        // Another program that shortens a mapped file would crash the whole process.
        let source = RecordSource::read_once(&input).unmapped();
        let source = column.into_iter().fold(source, |source, column| source.column(column.into()));
        let output = Output::create(&output, &files)?;
        let job = SolveJob::new(source, output).output_format(format).budget(budget);
        let job = if unique { job.unique() } else { job };
        let job = if keep_columns { job.keep_columns() } else { job };
        job.run_settings(settings.threads(threads)).run()
    })?;
    summary(py, &name, &report)
}

/// Runs a job on its own thread while checking for signals. Its output is one of `files`.
fn run(
    py: Python<'_>,
    files: RunFiles,
    progress: Option<&Py<PyAny>>,
    job: impl FnOnce(RunSettings) -> Result<Report> + Send + 'static,
) -> PyResult<Report> {
    let (is_stopped, bytes) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let read = Arc::clone(&bytes);
    let settings =
        RunSettings::default().stopping_when(Arc::clone(&is_stopped)).on_progress(move |progress| {
            read.store(progress.bytes, Relaxed);
            ControlFlow::Continue(())
        });
    let (sender, mut receiver) = mpsc::channel();
    let started = std::thread::Builder::new().name("bulkdoku".to_owned()).spawn(move || {
        let _ = sender.send(job(settings)); // the receiver of a stopped job is gone
    });
    started.map_err(|error| ProgramError::new_err(format!("cannot start a thread: {error}")))?;
    let show = || progress.map_or(Ok(()), |progress| progress.call1(py, (bytes.load(Relaxed),)).map(drop));
    loop {
        let waited = py.detach(move || (receiver.recv_timeout(POLL), receiver));
        receiver = waited.1;
        match waited.0 {
            Ok(report) => {
                show()?;
                return report.map_err(|error| exception(py, error));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(exception(py, Error::Panicked)),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interruption) = py.check_signals().and_then(|()| show()) {
                    is_stopped.store(true, Relaxed);
                    files.give_up();
                    return Err(interruption);
                }
            }
        }
    }
}

/// Returns the exception for an error: an `OSError` of its kind, a [`FormatError`] with the position, or a [`ProgramError`].
pub(super) fn exception(py: Python<'_>, error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Io { name, source, .. } => match source.raw_os_error() {
            Some(number) => PyOSError::new_err((number, text, name)),
            None => io::Error::new(source.kind(), text).into(),
        },
        Error::Format { name, line, .. } => {
            let exception = FormatError::new_err(text);
            let value = exception.value(py);
            match value.setattr("file", name).and_then(|()| value.setattr("line", line)) {
                Ok(()) => exception,
                Err(failure) => failure,
            }
        }
        _ => ProgramError::new_err(text),
    }
}

/// Returns the summary of a run, as in the program.
fn summary<'py>(py: Python<'py>, name: &str, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let Report { tally, bad, read_as, written, threads, elapsed, .. } = report;
    let summary = PyDict::new(py);
    let verdicts = Verdict::ALL.map(|verdict| (verdict.name(), tally.with(verdict))).into_py_dict(py)?;
    let bad_records = bad.iter().map(|bad| {
        let record = PyDict::new(py);
        record.set_item("line", bad.line)?;
        record.set_item("column", bad.column)?;
        record.set_item("wrong", bad.reason())?;
        Ok(record)
    });
    summary.set_item("input", name)?;
    summary.set_item("records", tally.records())?;
    summary.set_item("verdicts", verdicts)?;
    summary.set_item("bad_records", bad_records.collect::<PyResult<Vec<_>>>()?)?;
    summary.set_item("read_as", read_as)?;
    summary.set_item("unread", tally.unread)?;
    summary.set_item("lines", tally.lines)?;
    summary.set_item("guesses", tally.guesses)?;
    summary.set_item("bytes_read", tally.bytes)?;
    summary.set_item("bytes_written", written)?;
    summary.set_item("seconds", elapsed.as_secs_f64())?;
    summary.set_item("threads", threads)?;
    Ok(summary)
}
