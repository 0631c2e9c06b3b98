//! What the parts of a run share. Every command receives it as an argument.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;

use super::this_run::ThisRun;
use crate::io::RunFiles;

/// The run, its files and its progress bar. Clones are about the same run.
#[derive(Clone)]
pub struct Context {
    /// The facts from the command line.
    pub run: ThisRun,
    /// What the run reads and writes. A signal that ends the program removes its unfinished outputs.
    pub files: RunFiles,
    /// Whether the results are a NumPy array.
    pub writes_array: bool,
    /// The progress bar, which is hidden until the progress is shown.
    pub bar: ProgressBar,
    /// Whether the program is about to end because of a signal.
    is_ending: Arc<AtomicBool>,
}

impl Context {
    /// Returns the context of a run before its first output.
    pub fn new(run: ThisRun, writes_array: bool) -> Self {
        let (files, bar, is_ending) = (RunFiles::default(), ProgressBar::hidden(), Arc::default());
        Self { run, files, writes_array, bar, is_ending }
    }

    /// Makes the main thread wait for the end of the process. Returns whether no other thread has done so.
    pub fn begin_ending(&self) -> bool {
        !self.is_ending.swap(true, Ordering::SeqCst)
    }

    /// Waits for the end of the process if a signal has arrived. The main thread calls this before it ends the program, because
    /// the cleanup may have made its work fail.
    pub fn wait_if_ending(&self) {
        while self.is_ending.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_secs(1));
        }
    }
}
