//! Runs the subcommand: measures, and writes the results.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::compare::Comparison;
use super::earlier::{self, OldMeasurement};
use super::host::Host;
use super::measurement::{Measurement, SEED};
use super::plan::{self, Step};
use super::report::BenchReport;
use super::sets::make_sets;
use super::{json, page, programs};
use crate::bench::process::ProcessRunner;
use crate::bench::{Set, Shuffler, Statistics};
use crate::cli::args::BenchArgs;
use crate::cli::context::Context;
use crate::cli::files::{claim, create_output};
use crate::cli::progress::StepProgress;
use crate::cli::streams::is_stdout;
use crate::cli::{Exit, ThisRun, interrupt, say, streams};
use crate::error::{Error, Result};
use crate::io::output::Output;
use crate::io::run_files::Role;

/// The number of attempts to remove the temporary folder after an interruption.
const ATTEMPTS: usize = 1000;

/// Runs the subcommand.
pub fn run(args: BenchArgs, context: &Context) -> Result<Exit> {
    args.compare.iter().try_for_each(|path| claim(path, Role::Reference, context))?;
    let old = args.compare.as_deref().map(earlier::read).transpose()?;
    let progress = StepProgress::start(&args.view, &context.bar);
    let runner = ProcessRunner::default();
    let folder = temp_folder(&runner, context)?;
    let result = run_in(folder.path(), &args, old, runner, &progress, context);
    progress.clear();
    let path = folder.path().to_owned();
    if let Err(source) = folder.close() {
        context.wait_if_ending(); // an interruption also removes the folder
        say(format_args!("bulkdoku: cannot remove the temporary folder {}: {source}", path.display()));
    }
    result
}

/// Measures with temporary files in `folder`, and writes the report.
fn run_in(
    folder: &Path,
    args: &BenchArgs,
    old: Option<Vec<OldMeasurement>>,
    runner: ProcessRunner,
    progress: &StepProgress,
    context: &Context,
) -> Result<Exit> {
    let create = |path: &Option<PathBuf>| {
        path.as_deref().map(|path| create_output(path, Role::Report, context)).transpose()
    };
    // Created first, because an error after minutes of measurement would be too late.
    let files = [create(&args.view.summary)?, create(&args.html)?, create(&args.failures)?];
    let (sets, skipped) = make_sets(args, progress, context)?;
    let steps = plan::prepare(args, &sets, folder, runner, progress)?;
    let rows = measure(steps, args, progress)?;
    let comparison = old.map(|old| Comparison::of(&rows, &old));
    progress.clear();
    let report = BenchReport { host: Host::here(), rows, comparison };
    let faults = report.faults(args);
    let exit = if faults.is_empty() && skipped == 0 { Exit::Done } else { Exit::Unanswered };
    // Files come before the table, so a closed pipe does not lose them. An error of a file does not lose the table either.
    let written = write_files(files, args, &report, &sets, exit, &context.run);
    let text = report.text(args);
    match [&args.view.summary, &args.html, &args.failures].into_iter().flatten().any(|path| is_stdout(path)) {
        true => say(text),
        false => streams::print(text.as_bytes())?,
    }
    written?;
    faults.iter().for_each(|fault| say(format_args!("bulkdoku: {fault}")));
    Ok(exit)
}

/// Creates a folder for the files of the measurement, which is removed at the end. From now on, an interruption also removes it,
/// and kills the external program that is running.
fn temp_folder(runner: &ProcessRunner, context: &Context) -> Result<TempDir> {
    let path: Arc<Mutex<Option<PathBuf>>> = Arc::default();
    let (runner, watched) = (runner.clone(), Arc::clone(&path));
    // An interruption waits for this lock, so it always finds the folder, however early it arrives.
    let mut path = path.lock().unwrap_or_else(PoisonError::into_inner);
    interrupt::watch(context, move || {
        runner.stop();
        if let Some(path) = &*watched.lock().unwrap_or_else(PoisonError::into_inner) {
            remove_folder(path);
        }
    });
    let folder = tempfile::Builder::new().prefix("bulkdoku-bench-").tempdir();
    let folder = folder.map_err(|source| Error::writing(&env::temp_dir().display().to_string(), source))?;
    *path = Some(folder.path().to_owned());
    Ok(folder)
}

/// Removes a folder in which an external program may still create files.
fn remove_folder(path: &Path) {
    for _ in 0..ATTEMPTS {
        match fs::remove_dir_all(path) {
            Err(_) if path.exists() => thread::sleep(Duration::from_millis(1)),
            _ => return,
        }
    }
}

/// Writes the JSON, the page and the failures.
fn write_files(
    outputs: [Option<Output>; 3],
    args: &BenchArgs,
    report: &BenchReport,
    sets: &[Arc<Set>],
    exit: Exit,
    run: &ThisRun,
) -> Result<()> {
    let [mut json, mut page, mut failures] = outputs;
    if let Some(json) = &mut json {
        json.write(json::of(args, report, exit, run).as_bytes())?;
    }
    if let Some(page) = &mut page {
        page.write(page::of(args, report).as_bytes())?;
    }
    if let Some(failures) = &mut failures {
        let set_of = |row: &Measurement| sets.iter().find(|set| set.name == row.set).map(|set| &**set);
        programs::write_failures(failures, &report.rows, set_of)?;
    }
    Output::finish_all([json, page, failures].into_iter().flatten().collect())
}

/// Runs every measurement once per round, in a new random order in every round.
fn measure(mut steps: Vec<Step>, args: &BenchArgs, progress: &StepProgress) -> Result<Vec<Measurement>> {
    let mut rates = vec![Vec::new(); steps.len()];
    let mut order: Vec<usize> = (0..steps.len()).collect();
    let mut shuffler = Shuffler::new(SEED);
    progress.begin(steps.len() * args.runs);
    for round in 1..=args.runs {
        progress.set_message(&format!("round {round} of {}", args.runs));
        shuffler.shuffle(&mut order);
        for &index in &order {
            let Step { row, run } = &mut steps[index];
            rates[index].extend(run(row)?);
            progress.step();
        }
    }
    let rows = steps.into_iter().map(|step| step.row).zip(rates);
    Ok(rows.map(|(row, rates)| Measurement { rate: rate_of(&row, rates), ..row }).collect())
}

/// Returns the rate of a row, or zero for a process that failed.
fn rate_of(row: &Measurement, rates: Vec<f64>) -> Statistics {
    Statistics::of(rates).filter(|_| row.failure.is_none()).unwrap_or_default()
}
