//! Signals: the program removes what it has begun, keeps the old output, says why it ends, and ends.
//!
//! | signal | effect |
//! |---|---|
//! | SIGINT, SIGTERM, SIGHUP | cleanup, exit code 130, 143 or 129 |
//! | SIGBUS | cleanup, exit code 2: a mapped input was shortened |
//! | SIGXFSZ | none: the write that exceeded the limit fails with an error |
//!
//! The same is done when the system refuses memory.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::{Exit, say};
use crate::io::output::TempFiles;

/// Whether the program is about to end because of a signal.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// The temporary files of all outputs of the program. A signal that ends the program removes them.
pub fn temp_files() -> &'static TempFiles {
    static TEMP_FILES: LazyLock<TempFiles> = LazyLock::new(TempFiles::default);
    &TEMP_FILES
}

/// From now on, a signal ends the program after a call of `cleanup`, whatever the other threads are doing. Call this
/// before the first output is created.
pub fn watch(cleanup: impl FnOnce() + Send + 'static) {
    #[cfg(unix)]
    unix::watch(Box::new(cleanup));
    #[cfg(not(unix))]
    drop(cleanup);
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
    #[cfg(unix)]
    if unix::report(unix::Failure::Memory) {
        thread::sleep(LONGEST_CLEANUP);
    }
    say(OUT_OF_MEMORY);
    std::process::exit(Exit::Failed as i32)
}

/// The time after which a cleanup without memory counts as stuck.
const LONGEST_CLEANUP: Duration = Duration::from_secs(2);

const OUT_OF_MEMORY: &str = "bulkdoku: the system refused memory; an output file is as it was before; fewer threads (-j) \
                             need less";

#[cfg(unix)]
mod unix {
    use std::io::{PipeWriter, Read, Write};
    use std::process;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, OnceLock, PoisonError};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    use super::{IS_ENDING, OUT_OF_MEMORY, temp_files};
    use crate::cli::{Exit, bus_error, progress, say};

    type Cleanup = Box<dyn FnOnce() + Send>;

    /// What ends the program from within. The value is the byte that goes through the pipe.
    #[derive(Clone, Copy)]
    #[repr(u8)]
    pub enum Failure {
        Bus = bus_error::REPORT,
        Memory = b'm',
    }

    /// The pipe to the thread that waits for failures.
    static FAILURES: OnceLock<PipeWriter> = OnceLock::new();

    /// Wakes the thread that waits for failures. Returns false if there is none. Allocates nothing.
    pub fn report(failure: Failure) -> bool {
        FAILURES.get().is_some_and(|mut pipe| pipe.write_all(&[failure as u8]).is_ok())
    }

    /// Starts the threads that wait for signals. If one cannot be started, its signals have their default effect: they
    /// end the program, but leave temporary files.
    pub fn watch(cleanup: Cleanup) {
        let cleanup = Arc::new(Mutex::new(Some(cleanup)));
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        watch_signals(Arc::clone(&cleanup));
        watch_failures(cleanup);
    }

    fn watch_signals(cleanup: Arc<Mutex<Option<Cleanup>>>) {
        // nohup starts a program with SIGHUP ignored, so that it survives the end of its terminal.
        let is_watched = |signal: &i32| *signal != SIGHUP || !is_ignored(SIGHUP);
        let watched = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_watched);
        let Ok(mut signals) = Signals::new(watched) else { return };
        let handle = signals.handle();
        let wait = move || {
            if let Some(signal) = signals.forever().next() {
                let exit = match signal {
                    SIGTERM => Exit::Terminated,
                    SIGHUP => Exit::HungUp,
                    _ => Exit::Interrupted,
                };
                end(&cleanup, "bulkdoku: interrupted; an output file is as it was before", exit);
            }
        };
        if thread::Builder::new().name("signals".to_owned()).spawn(wait).is_err() {
            handle.close();
        }
    }

    fn watch_failures(cleanup: Arc<Mutex<Option<Cleanup>>>) {
        let Ok((mut reader, writer)) = std::io::pipe() else { return };
        let Ok(for_bus_errors) = writer.try_clone() else { return };
        let wait = move || {
            let mut failure = [0];
            if reader.read_exact(&mut failure).is_ok() {
                let message = if failure == [Failure::Bus as u8] { SHORTENED } else { OUT_OF_MEMORY };
                end(&cleanup, message, Exit::Failed);
            }
        };
        if thread::Builder::new().name("failures".to_owned()).spawn(wait).is_ok() {
            bus_error::forward_to(for_bus_errors);
            let _ = FAILURES.set(writer);
        }
    }

    const SHORTENED: &str = "bulkdoku: an input file was shortened during the run, or its disk failed; an output file is \
                             as it was before; --no-mmap reads an input that may get shorter";

    /// Cleans up and ends the program. If two signals arrive, the second one waits for the end.
    fn end(cleanup: &Mutex<Option<Cleanup>>, message: &str, exit: Exit) {
        let Some(cleanup) = cleanup.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        IS_ENDING.store(true, Ordering::SeqCst);
        // The guard lives until the process ends, so that no unfinished output is renamed meanwhile.
        let _guard = temp_files().abandon();
        cleanup();
        progress::silence();
        say(message);
        process::exit(exit as i32);
    }

    /// Whether the program was started with this signal ignored. Assumes that it was not if the system does not say.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask & (1 << (signal - 1)) != 0
    }
}
