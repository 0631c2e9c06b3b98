//! What the parts of a run share. Every command receives it as an argument.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::progress::Screen;
use super::this_run::ThisRun;
use crate::io::TempFiles;

/// The run, its outputs and its screen. Clones are about the same run.
#[derive(Clone)]
pub struct Context {
    /// The facts from the command line.
    pub run: ThisRun,
    /// The temporary files of all outputs, which replace their targets together at the end. A signal that ends the program removes
    /// them.
    pub temp_files: TempFiles,
    /// Whether the run has more than one output. If so, the others are completed when the reader of one closes its pipe.
    pub has_several_outputs: bool,
    /// Where progress is drawn.
    pub screen: Screen,
    /// Whether the program is about to end because of a signal.
    is_ending: Arc<AtomicBool>,
}

impl Context {
    /// Returns the context of a run before its first output.
    pub fn new(run: ThisRun, has_several_outputs: bool) -> Self {
        Self {
            run,
            temp_files: TempFiles::together(),
            has_several_outputs,
            screen: Screen::default(),
            is_ending: Arc::default(),
        }
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
