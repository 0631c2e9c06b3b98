//! Handles signals and events of a Windows console: removes unfinished output, keeps the old output, prints the reason, and ends
//! the program.
//!
//! | signal | event on Windows | effect |
//! |---|---|---|
//! | SIGINT | Ctrl-C, Ctrl-Break | cleanup, exit code 130 |
//! | SIGTERM | end of the session, shutdown | cleanup, exit code 143 |
//! | SIGHUP | closed window | cleanup, exit code 129 |
//! | SIGBUS | | cleanup, exit code 2: a mapped input was shortened |
//! | SIGXFSZ | | ignored: the write that exceeds the limit fails with an error |
//!
//! When the system refuses memory, the program also cleans up, and exits with 2.

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

/// The cleanup before an early end. `None` once it has run.
type Cleanup = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

/// The byte that is sent through the pipe when the system refuses memory.
const NO_MEMORY: u8 = b'm';

/// The pipe to the thread that waits for failures.
static FAILURES: OnceLock<PipeWriter> = OnceLock::new();

/// Whether the program is about to end because of a signal.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Returns the temporary files of all outputs, which replace their targets together at the end of a run. A signal that ends the
/// program removes them.
pub fn temp_files() -> &'static TempFiles {
    TEMP_FILES.get_or_init(TempFiles::together)
}

static TEMP_FILES: OnceLock<TempFiles> = OnceLock::new();

/// Makes signals call `cleanup` and then end the program, whatever the other threads are doing. Call this before creating the
/// first output.
///
/// If the thread that waits for a signal cannot be started, the signal keeps its default effect: it ends the program without
/// removing temporary files.
pub fn watch(cleanup: impl FnOnce() + Send + 'static) {
    let cleanup: Cleanup = Arc::new(Mutex::new(Some(Box::new(cleanup))));
    signals::watch(Arc::clone(&cleanup));
    watch_failures(cleanup);
}

/// Waits for the end of the process if a signal has arrived. The main thread calls this before it ends the program, because the
/// cleanup may have made its work fail.
pub fn wait_if_ending() {
    while IS_ENDING.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_secs(1));
    }
}

/// Ends the program because the system has refused memory. Allocates nothing.
///
/// The thread that waits for failures cleans up, unless it needs memory itself or a lock that this thread holds. Then the program
/// ends without a cleanup; the old output is still intact, and unnamed temporary files disappear.
pub fn end_without_memory() -> ! {
    if FAILURES.get().is_some_and(|mut pipe| pipe.write_all(&[NO_MEMORY]).is_ok()) {
        thread::sleep(LONGEST_CLEANUP);
    }
    // If the memory for the list of temporary files was refused, there are none yet.
    announce(OUT_OF_MEMORY, TEMP_FILES.get().map_or(Some(false), TempFiles::has_replaced));
    process::exit(Exit::Failed as i32)
}

/// The time after which a cleanup without memory counts as stuck.
const LONGEST_CLEANUP: Duration = Duration::from_secs(2);

/// The time for the last message. If stderr is not read, the program ends without it.
const LONGEST_MESSAGE: Duration = Duration::from_secs(1);

/// Why the program ends early, and the remedy.
type Reason = (&'static str, &'static str);

const INTERRUPTED: Reason = ("interrupted", "");

const OUT_OF_MEMORY: Reason = ("the system refused memory", "; use fewer threads (-j)");

#[cfg(unix)]
const SHORTENED: Reason = (
    "an input file was shortened during the run, or its disk failed",
    "; use --no-mmap for an input that may be shortened",
);

/// Prints why the program ends and, if it is known, what this means for the output files. Allocates nothing.
///
/// Several threads may be refused memory at once. The first one prints; the others wait for it.
fn announce((reason, remedy): Reason, has_replaced: Option<bool>) {
    static IS_SAID: AtomicBool = AtomicBool::new(false);
    if IS_SAID.swap(true, Ordering::SeqCst) {
        return thread::sleep(LONGEST_MESSAGE);
    }
    let files = match has_replaced {
        Some(false) => "; existing output files are unchanged",
        Some(true) => "; the output files had already been replaced",
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

/// Cleans up and ends the program. Does nothing if another signal has already started the cleanup.
fn end(cleanup: &Cleanup, reason: Reason, exit: Exit) {
    let Some(cleanup) = cleanup.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    IS_ENDING.store(true, Ordering::SeqCst);
    // This value lives until the process ends. Until then, no unfinished output can be renamed.
    let abandoned = temp_files().abandon();
    cleanup();
    // `progress::silence` could block: a bar that is waiting for the reader of stderr holds its lock.
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
        this_run::write_failure(exit, reason.0); // otherwise the summary is already in place with the other files
    }
    process::exit(exit as i32);
}
