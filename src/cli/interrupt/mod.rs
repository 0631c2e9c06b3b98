//! Signals, and events of a Windows console: the program removes what it has begun, keeps the old output, says why it
//! ends, and ends.
//!
//! | signal | event on Windows | effect |
//! |---|---|---|
//! | SIGINT | Ctrl-C, Ctrl-Break | cleanup, exit code 130 |
//! | SIGTERM | end of the session, shutdown | cleanup, exit code 143 |
//! | SIGHUP | closed window | cleanup, exit code 129 |
//! | SIGBUS | | cleanup, exit code 2: a mapped input was shortened |
//! | SIGXFSZ | | none: the write that exceeded the limit fails with an error |
//!
//! The same is done when the system refuses memory.

#[cfg(windows)]
#[path = "console.rs"]
mod signals;
#[cfg(unix)]
mod signals;

use std::io::{PipeWriter, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use std::{process, thread};

use super::{Exit, progress, say, this_run};
use crate::io::TempFiles;

/// What the program does before an early end, until it was done.
type Cleanup = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

/// The byte that goes through the pipe when the system has refused memory.
const NO_MEMORY: u8 = b'm';

/// The pipe to the thread that waits for failures.
static FAILURES: OnceLock<PipeWriter> = OnceLock::new();

/// Whether the program is about to end because of a signal.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// The temporary files of all outputs of the program, which replace their targets together at the end of a run. A signal
/// that ends the program removes them.
pub fn temp_files() -> &'static TempFiles {
    TEMP_FILES.get_or_init(TempFiles::together)
}

static TEMP_FILES: OnceLock<TempFiles> = OnceLock::new();

/// From now on, a signal ends the program after a call of `cleanup`, whatever the other threads are doing. Call this
/// before the first output is created.
///
/// If a thread that waits cannot be started, what it waits for has its default effect: it ends the program, but leaves
/// temporary files.
pub fn watch(cleanup: impl FnOnce() + Send + 'static) {
    let cleanup: Cleanup = Arc::new(Mutex::new(Some(Box::new(cleanup))));
    signals::watch(Arc::clone(&cleanup));
    watch_failures(cleanup);
}

/// Waits for the end of the process if a signal has arrived. The main thread calls this before it ends the program, as
/// the cleanup makes its own work fail.
pub fn wait_if_ending() {
    while IS_ENDING.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_secs(1));
    }
}

/// Ends the program because the system has refused memory. Allocates nothing.
///
/// The thread that waits for failures cleans up. It cannot if this thread holds a lock that it needs, or if it needs
/// memory itself: then the program ends without, and files without a name and the old output are as they should be.
pub fn end_without_memory() -> ! {
    if FAILURES.get().is_some_and(|mut pipe| pipe.write_all(&[NO_MEMORY]).is_ok()) {
        thread::sleep(LONGEST_CLEANUP);
    }
    // The refused memory can be that of the temporary files themselves: then there are none yet.
    announce(OUT_OF_MEMORY, TEMP_FILES.get().map_or(Some(false), TempFiles::has_replaced));
    process::exit(Exit::Failed as i32)
}

/// The time after which a cleanup without memory counts as stuck.
const LONGEST_CLEANUP: Duration = Duration::from_secs(2);

/// The time for the last message. If nobody reads stderr, the program ends without it.
const LONGEST_MESSAGE: Duration = Duration::from_secs(1);

/// Why the program ends early, and what helps.
type Reason = (&'static str, &'static str);

const INTERRUPTED: Reason = ("interrupted", "");

const OUT_OF_MEMORY: Reason = ("the system refused memory", "; fewer threads (-j) need less");

#[cfg(unix)]
const SHORTENED: Reason = (
    "an input file was shortened during the run, or its disk failed",
    "; --no-mmap reads an input that may get shorter",
);

/// Says why the program ends and what that means for the output files, as far as it is known. Allocates nothing.
///
/// Several threads may be refused memory at once. The first one speaks, and the others leave it the time for that.
fn announce((reason, remedy): Reason, has_replaced: Option<bool>) {
    static IS_SAID: AtomicBool = AtomicBool::new(false);
    if IS_SAID.swap(true, Ordering::SeqCst) {
        return thread::sleep(LONGEST_MESSAGE);
    }
    let files = match has_replaced {
        Some(false) => "; an output file is as it was before",
        Some(true) => "; the output files were replaced before",
        None => "",
    };
    say(format_args!("bulkdoku: {reason}{files}{remedy}"));
}

fn watch_failures(cleanup: Cleanup) {
    let Ok((mut reader, writer)) = std::io::pipe() else { return };
    #[cfg(unix)]
    let Ok(for_bus_errors) = writer.try_clone() else { return };
    let wait = move || {
        let mut failure = [0];
        if reader.read_exact(&mut failure).is_ok() {
            #[cfg(unix)]
            if failure == [signals::BUS_ERROR] {
                end(&cleanup, SHORTENED, Exit::Failed);
            }
            end(&cleanup, OUT_OF_MEMORY, Exit::Failed);
        }
    };
    if thread::Builder::new().name("failures".to_owned()).spawn(wait).is_ok() {
        #[cfg(unix)]
        signals::forward_bus_errors(for_bus_errors);
        let _ = FAILURES.set(writer);
    }
}

/// Cleans up and ends the program. If two signals arrive, the second one waits for the end.
fn end(cleanup: &Cleanup, reason: Reason, exit: Exit) {
    let Some(cleanup) = cleanup.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    IS_ENDING.store(true, Ordering::SeqCst);
    // This value lives until the process ends, so that no unfinished output is renamed meanwhile.
    let abandoned = temp_files().abandon();
    cleanup();
    // A bar that waits for the reader of stderr holds its lock.
    let give_up = move || {
        thread::sleep(LONGEST_MESSAGE);
        process::exit(exit as i32);
    };
    if reason != OUT_OF_MEMORY {
        let _ = thread::Builder::new().name("end".to_owned()).spawn(give_up);
    }
    progress::silence();
    announce(reason, Some(abandoned.has_replaced()));
    if !abandoned.has_replaced() {
        this_run::write_failure(exit, reason.0); // else the summary is in its place with the other files
    }
    process::exit(exit as i32);
}
