//! Handles SIGINT, SIGTERM and SIGHUP, which end the program; SIGXFSZ, which does not; and SIGBUS, which the system sends to a
//! thread that reads beyond the end of a mapped file after the file was shortened.
//!
//! ```text
//! worker reads the mapping ─▶ SIGBUS ─▶ handler sends SIGTERM, and stops the worker
//!                                                     └─▶ the waiting thread cleans up and ends the program
//! ```
//!
//! The handler must not return: the worker would read the same byte again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use super::cleanup::{INTERRUPTED, Reason, end};
use crate::cli::Exit;
use crate::cli::context::Context;

/// Starts the thread that waits for signals.
pub(super) fn watch(context: Context) {
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    // nohup starts a program with SIGHUP ignored, so the program survives the end of its terminal.
    let is_watched = |signal: &i32| *signal != SIGHUP || !is_ignored(SIGHUP);
    let watched = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_watched);
    let Ok(mut signals) = Signals::new(watched) else { return };
    let handle = signals.handle();
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            match signal {
                _ if IS_SHORTENED.load(Ordering::SeqCst) => end(&context, SHORTENED, Exit::Failed),
                SIGTERM => end(&context, INTERRUPTED, Exit::Terminated),
                SIGHUP => end(&context, INTERRUPTED, Exit::HungUp),
                _ => end(&context, INTERRUPTED, Exit::Interrupted),
            }
        }
    };
    match thread::Builder::new().name("signals".to_owned()).spawn(wait) {
        Ok(_) => forward_bus_errors(),
        Err(_) => handle.close(),
    }
}

/// Whether the program was started with this signal ignored. With a null pointer as the new action, `sigaction` only reports the
/// current one (POSIX, sigaction).
#[allow(unsafe_code)]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: all-zero bytes are a valid `sigaction`, which the call overwrites; it changes nothing, because the new
    // action is null.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
    }
}

/// Whether a mapped input was shortened. It is static because a signal handler has no arguments.
static IS_SHORTENED: AtomicBool = AtomicBool::new(false);

const SHORTENED: Reason = (
    "an input file was shortened during the run, or its disk failed",
    "; use --no-mmap for an input that may be shortened",
);

/// Makes bus errors send SIGTERM to the process, which the waiting thread then handles, instead of ending it.
#[allow(unsafe_code)]
fn forward_bus_errors() {
    // SAFETY: all-zero bytes are a valid `sigaction`: no flags, an empty mask, the default handler. The handler that is
    // set before the call has the signature that a handler without SA_SIGINFO must have, and calls only functions that
    // POSIX allows in signal handlers. The old action is not requested. The call can only fail for an invalid signal
    // number, and the default effect then remains.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_bus_error as extern "C" fn(libc::c_int) as libc::sighandler_t;
        libc::sigaction(libc::SIGBUS, &action, std::ptr::null_mut());
    }
}

#[allow(unsafe_code)]
extern "C" fn on_bus_error(_: libc::c_int) {
    IS_SHORTENED.store(true, Ordering::SeqCst);
    // SAFETY: the functions touch no memory of the process and are async-signal-safe. `errno` may change, but the
    // interrupted code never continues.
    unsafe {
        libc::kill(libc::getpid(), SIGTERM);
        loop {
            libc::pause();
        }
    }
}
