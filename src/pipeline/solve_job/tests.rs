//! Tests of the settings, the progress and the end of a job.

use super::*;
#[cfg(feature = "files")]
use crate::error::{Error, Refusal};
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
    assert!(run(PUZZLE, |job| job.output_format(OutputFormat::Jsonl)).unwrap().starts_with("{\"line\":1,"));
    let source = RecordSource::bytes("memory", PUZZLE.into()).format(RecordFormat::Grid);
    assert!(run_source(source, |job| job).unwrap().contains("malformed"));
}

#[cfg(feature = "files")] // the plain engines
#[test]
fn settings_that_do_not_fit_the_input_are_refused() {
    let error = run(&"1........".repeat(81), |job| job.engine(Engine::BlankScan)).unwrap_err();
    assert!(matches!(error, Error::Refused(Refusal::NoPencilmarks("blank-scan"))));
    let error = run(PUZZLE, |job| job.keep_columns()).unwrap_err();
    assert!(error.to_string().contains("which was read as line: this needs a table"), "{error}");
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

#[test]
fn a_reader_can_be_read_once() {
    let text = format!("{PUZZLE}\n").repeat(2000);
    let results = OutputBuffer::default();
    let source = RecordSource::reader("body", std::io::Cursor::new(text.clone()));
    let report = SolveJob::new(source, results.output("results")).run().unwrap();
    assert_eq!(report.tally.records(), 2000);
    let used = RecordSource::reader("body", std::io::Cursor::new(text));
    drop(used.open().unwrap());
    let error = SolveJob::new(used, results.output("results")).run().unwrap_err();
    assert_eq!(error.to_string(), "body can be read only once");
}

#[test]
fn a_callback_that_breaks_leaves_the_flag_of_the_caller_alone() {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicBool, Ordering};

    let flag = Arc::new(AtomicBool::new(false));
    let mut settings = RunSettings::default().stopping_when(Arc::clone(&flag)).threads(1);
    settings = settings.on_progress(|_| ControlFlow::Break(()));
    settings.chunk_size = Some(1000);
    let text = format!("{PUZZLE}\n").repeat(3000);
    let error = run(&text, |job| job.run_settings(settings.clone())).unwrap_err();
    assert!(matches!(error, crate::error::Error::Stopped));
    assert!(!flag.load(Ordering::Relaxed));
}
