//! Cleans up and ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{process, thread};

use crate::cli::context::Context;
use crate::cli::{Exit, say};

/// The time for the last message. If stderr is not read, the program ends without it.
const LONGEST_MESSAGE: Duration = Duration::from_secs(1);

/// Why the program ends early, and the remedy.
pub(super) type Reason = (&'static str, &'static str);

pub(super) const INTERRUPTED: Reason = ("interrupted", "");

pub(super) const OUT_OF_MEMORY: Reason = ("the system refused memory", "; use fewer threads (-j)");

/// Prints why the program ends and, if it is known, what this means for the output files. Allocates nothing.
///
/// Several threads may be refused memory at once. The first one prints; the others wait for it.
pub(super) fn announce((reason, remedy): Reason, has_replaced: Option<bool>) {
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

/// Cleans up and ends the program. Does nothing if another signal has already started the cleanup.
pub(super) fn end(context: &Context, reason: Reason, exit: Exit) {
    if !context.begin_ending() {
        return;
    }
    // This value lives until the process ends. Until then, no unfinished output can be renamed.
    let abandoned = context.temp_files.abandon();
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
