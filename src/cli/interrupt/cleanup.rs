//! Cleans up and ends the program.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{process, thread};

use crate::cli::context::Context;
use crate::cli::{Exit, say};

/// The cleanup before an early end.
#[derive(Clone)]
pub(super) struct Cleanup {
    pub(super) context: Context,
    /// What the command adds to the cleanup. `None` once it has run.
    pub(super) work: Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>,
}

/// The time for the last message. If stderr is not read, the program ends without it.
const LONGEST_MESSAGE: Duration = Duration::from_secs(1);

/// Why the program ends early, and the remedy.
pub(super) type Reason = (&'static str, &'static str);

pub(super) const INTERRUPTED: Reason = ("interrupted", "");

/// Cleans up and ends the program. Does nothing if another signal has already started the cleanup.
pub(super) fn end(cleanup: &Cleanup, (reason, remedy): Reason, exit: Exit) {
    let Cleanup { context, work } = cleanup;
    let Some(work) = work.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    context.begin_ending();
    // This value lives until the process ends. Until then, no unfinished output can be put in place.
    let abandoned = context.files.abandon();
    work();
    // The bar could block: if it is waiting for the reader of stderr, another thread holds its lock.
    let give_up = move || {
        thread::sleep(LONGEST_MESSAGE);
        process::exit(exit as i32);
    };
    let _ = thread::Builder::new().name("end".to_owned()).spawn(give_up);
    context.bar.finish_and_clear();
    let files = match abandoned.has_replaced() {
        false => "existing output files are unchanged",
        true => "the output files had already been replaced",
    };
    say(format_args!("bulkdoku: {reason}; {files}{remedy}"));
    context.run.write_failure(exit, reason);
    process::exit(exit as i32);
}
