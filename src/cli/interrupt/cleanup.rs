//! Cleans up and ends the program.

use std::time::Duration;
use std::{process, thread};

use crate::cli::context::Context;
use crate::cli::{Exit, say};

/// The time for the last message. If stderr is not read, the program ends without it.
const LONGEST_MESSAGE: Duration = Duration::from_secs(1);

/// Why the program ends early, and the remedy.
pub(super) type Reason = (&'static str, &'static str);

pub(super) const INTERRUPTED: Reason = ("interrupted", "");

/// Cleans up and ends the program. Does nothing if another signal has already started the cleanup.
pub(super) fn end(context: &Context, (reason, remedy): Reason, exit: Exit) {
    if !context.begin_ending() {
        return;
    }
    // This value lives until the process ends. Until then, no unfinished output can be put in place.
    let abandoned = context.files.abandon();
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
