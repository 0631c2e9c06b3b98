//! Handles SIGINT, SIGTERM and SIGHUP, which end the program; SIGXFSZ, which does not; and SIGBUS, which the system sends to a
//! thread that reads beyond the end of a mapped file after the file was shortened.
//!
//! ```text
//! worker reads the mapping ─▶ SIGBUS ─▶ handler writes a byte to a pipe, and stops the worker
//!                                                          └─▶ a waiting thread cleans up and ends the program
//! ```
//!
//! The handler must not return: the worker would read the same byte again.

use std::io::PipeWriter;
use std::os::fd::IntoRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use super::cleanup::{INTERRUPTED, end};
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
            let exit = match signal {
                SIGTERM => Exit::Terminated,
                SIGHUP => Exit::HungUp,
                _ => Exit::Interrupted,
            };
            end(&context, INTERRUPTED, exit);
        }
    };
    if thread::Builder::new().name("signals".to_owned()).spawn(wait).is_err() {
        handle.close();
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

/// The byte that the handler of SIGBUS writes.
pub(super) const BUS_ERROR: u8 = b'!';

/// The pipe that the handler writes to. It is static because a signal handler has no arguments.
static PIPE: AtomicI32 = AtomicI32::new(-1);

/// Makes bus errors write one byte to `pipe` instead of ending the process. The pipe stays open.
#[allow(unsafe_code)]
pub(super) fn forward_bus_errors(pipe: PipeWriter) {
    PIPE.store(pipe.into_raw_fd(), Ordering::SeqCst);
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
    static BYTE: u8 = BUS_ERROR;
    let pipe = PIPE.load(Ordering::SeqCst);
    // SAFETY: `write` reads one byte of a static, and `pause` touches no memory. Both are async-signal-safe. `errno`
    // may change, but the interrupted code never continues.
    unsafe {
        libc::write(pipe, (&raw const BYTE).cast(), 1);
        loop {
            libc::pause();
        }
    }
}
