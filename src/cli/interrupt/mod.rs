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

use super::context::Context;
use super::{Exit, say};
use crate::io::TempFiles;

/// The cleanup before an early end.
#[derive(Clone)]
struct Cleanup {
    context: Context,
    /// What the command adds to the cleanup. `None` once it has run.
    work: Arc<Mutex<Option<Work>>>,
}

type Work = Box<dyn FnOnce() + Send>;

/// The byte that is sent through the pipe when the system refuses memory.
const NO_MEMORY: u8 = b'm';

/// What remains to be done when the system refuses memory: the pipe to the thread that waits for failures, if it could be started,
/// and the temporary files of the run. It is static because the allocator has no arguments.
static WITHOUT_MEMORY: OnceLock<(Option<PipeWriter>, TempFiles)> = OnceLock::new();

/// Makes signals call `cleanup` and then end the program, whatever the other threads are doing. Call this before creating the
/// first output.
///
/// If the thread that waits for a signal cannot be started, the signal keeps its default effect: it ends the program without
/// removing temporary files.
pub fn watch(context: &Context, cleanup: impl FnOnce() + Send + 'static) {
    let work: Work = Box::new(cleanup);
    let cleanup = Cleanup { context: context.clone(), work: Arc::new(Mutex::new(Some(work))) };
    signals::watch(cleanup.clone());
    let _ = WITHOUT_MEMORY.set((watch_failures(cleanup), context.temp_files.clone()));
}

/// Ends the program because the system has refused memory. Allocates nothing.
///
/// The thread that waits for failures cleans up, unless it needs memory itself or a lock that this thread holds. Then the program
/// ends without a cleanup; the old output is still intact, and unnamed temporary files disappear.
pub fn end_without_memory() -> ! {
    let known = WITHOUT_MEMORY.get();
    let pipe = known.and_then(|(pipe, _)| pipe.as_ref());
    if pipe.is_some_and(|mut pipe| pipe.write_all(&[NO_MEMORY]).is_ok()) {
        thread::sleep(LONGEST_CLEANUP);
    }
    // Before `watch`, there are no outputs.
    announce(OUT_OF_MEMORY, known.map_or(Some(false), |(_, temp_files)| temp_files.has_replaced()));
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
    // Static because the allocator has no arguments.
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

/// Starts the thread that waits for failures. Returns the pipe to it, or `None` if it cannot be started.
fn watch_failures(cleanup: Cleanup) -> Option<PipeWriter> {
    let (mut reader, writer) = std::io::pipe().ok()?;
    #[cfg(unix)]
    let for_bus_errors = writer.try_clone().ok()?;
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
    thread::Builder::new().name("failures".to_owned()).spawn(wait).ok()?;
    #[cfg(unix)]
    signals::forward_bus_errors(for_bus_errors);
    Some(writer)
}

/// Cleans up and ends the program. Does nothing if another signal has already started the cleanup.
fn end(cleanup: &Cleanup, reason: Reason, exit: Exit) {
    let Cleanup { context, work } = cleanup;
    let Some(work) = work.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    context.begin_ending();
    // This value lives until the process ends. Until then, no unfinished output can be renamed.
    let abandoned = context.temp_files.abandon();
    work();
    // `Screen::silence` could block: a bar that is waiting for the reader of stderr holds its lock.
    let give_up = move || {
        thread::sleep(LONGEST_MESSAGE);
        process::exit(exit as i32);
    };
    if reason != OUT_OF_MEMORY {
        let _ = thread::Builder::new().name("end".to_owned()).spawn(give_up);
    }
    context.screen.silence();
    announce(reason, Some(abandoned.has_replaced()));
    if !abandoned.has_replaced() {
        context.run.write_failure(exit, reason.0); // otherwise the summary is already in place with the other files
    }
    process::exit(exit as i32);
}
