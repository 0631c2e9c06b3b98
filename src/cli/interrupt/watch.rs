//! Waits for whatever ends the program early.

use std::io::{PipeWriter, Read, Write};
use std::sync::OnceLock;
use std::time::Duration;
use std::{process, thread};

#[cfg(unix)]
use super::cleanup::Reason;
use super::cleanup::{OUT_OF_MEMORY, announce, end};
use super::signals;
use crate::cli::Exit;
use crate::cli::context::Context;
use crate::io::TempFiles;

/// The byte that is sent through the pipe when the system refuses memory.
const NO_MEMORY: u8 = b'm';

/// What remains to be done when the system refuses memory: the pipe to the thread that waits for failures, if it could be started,
/// and the temporary files of the run. It is static because the allocator has no arguments.
static WITHOUT_MEMORY: OnceLock<(Option<PipeWriter>, TempFiles)> = OnceLock::new();

/// Makes signals remove unfinished outputs and end the program, whatever the other threads are doing. Call this before creating
/// the first output.
///
/// If the thread that waits for a signal cannot be started, the signal keeps its default effect: it ends the program without
/// removing temporary files.
pub fn watch(context: &Context) {
    signals::watch(context.clone());
    let _ = WITHOUT_MEMORY.set((watch_failures(context.clone()), context.temp_files.clone()));
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

#[cfg(unix)]
const SHORTENED: Reason = (
    "an input file was shortened during the run, or its disk failed",
    "; use --no-mmap for an input that may be shortened",
);

/// Starts the thread that waits for failures. Returns the pipe to it, or `None` if it cannot be started.
fn watch_failures(context: Context) -> Option<PipeWriter> {
    let (mut reader, writer) = std::io::pipe().ok()?;
    #[cfg(unix)]
    let for_bus_errors = writer.try_clone().ok()?;
    let wait = move || {
        let mut failure = [0];
        if reader.read_exact(&mut failure).is_ok() {
            #[cfg(unix)]
            if failure == [signals::BUS_ERROR] {
                end(&context, SHORTENED, Exit::Failed);
            }
            end(&context, OUT_OF_MEMORY, Exit::Failed);
        }
    };
    thread::Builder::new().name("failures".to_owned()).spawn(wait).ok()?;
    #[cfg(unix)]
    signals::forward_bus_errors(for_bus_errors);
    Some(writer)
}
