//! Solves a file in an application of your own, with a percentage, a stop button and your own messages.
//!
//! ```text
//! cargo run --release --example with_progress --no-default-features --features files
//! ```

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bulkdoku::io::Output;
use bulkdoku::pipeline::{Progress, RecordSource, Report, RunSettings};
use bulkdoku::{Error, SolveJob};

/// Solves a file until the button is pressed.
fn solve(input: &Path, output: &Path, button: &Arc<AtomicBool>) -> bulkdoku::Result<Report> {
    let settings = RunSettings::default().stopping_when(Arc::clone(button)).on_progress(|progress| {
        println!("{}", status(progress));
        ControlFlow::Continue(()) // `Break` would also stop the run
    });
    let source = RecordSource::file(input)?.unmapped(); // another program may shorten it meanwhile
    SolveJob::new(source, Output::file(output)?).run_settings(settings).run()
}

/// Returns what the application shows during a run.
fn status(progress: &Progress) -> String {
    let percent = progress.total.map(|total| format!("{:3} % · ", 100 * progress.bytes / total.max(1)));
    format!("{}{} puzzles", percent.unwrap_or_default(), progress.tally.records())
}

/// Returns what the application shows after a run.
fn message(result: &bulkdoku::Result<Report>) -> String {
    match result {
        Ok(report) => format!("{} of {} solved", report.tally.answered(), report.tally.records()),
        Err(Error::Stopped) => "stopped: the old file is unchanged".to_owned(),
        Err(Error::Io { name, source, .. }) => format!("{name}: {source}"),
        Err(error) => error.to_string(),
    }
}

fn main() -> std::io::Result<()> {
    let folder = std::env::temp_dir().join(format!("bulkdoku-example-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let (input, output) = (folder.join("puzzles.txt"), folder.join("solutions.txt"));
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    fs::write(&input, puzzle.repeat(100_000))?;

    let button = Arc::new(AtomicBool::new(false));
    let whole = message(&solve(&input, &output, &button));
    button.store(true, Relaxed);
    let stopped = message(&solve(&input, &output, &button));
    let missing = message(&solve(&folder.join("missing.txt"), &output, &button));
    println!("{whole}\n{stopped}\n{missing}");
    fs::remove_dir_all(&folder)?;
    assert_eq!(whole, "100000 of 100000 solved");
    assert!(stopped.starts_with("stopped") && missing.contains("missing.txt"));
    Ok(())
}
