//! SIGINT, SIGTERM and SIGHUP, which end the program, and SIGXFSZ, which does not.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use super::{Cleanup, INTERRUPTED, end};
use crate::cli::Exit;

/// Starts the thread that waits for signals.
pub(super) fn watch(cleanup: Cleanup) {
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
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
            end(&cleanup, INTERRUPTED, exit);
        }
    };
    if thread::Builder::new().name("signals".to_owned()).spawn(wait).is_err() {
        handle.close();
    }
}

/// Whether the program was started with this signal ignored. `sigaction` reports the present action where its new one is a
/// null pointer (POSIX, sigaction).
#[allow(unsafe_code)]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: all-zero bytes are a valid `sigaction`, which the call overwrites; it changes nothing, as the new action is
    // null.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
    }
}
