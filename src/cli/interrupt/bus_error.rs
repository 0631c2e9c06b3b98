//! SIGBUS, which the system sends to a thread that reads a mapped file beyond its end, after the file was shortened.
//!
//! ```text
//! worker reads the mapping ─▶ SIGBUS ─▶ handler writes a byte to a pipe, and keeps the worker from going on
//!                                                          └─▶ a waiting thread cleans up and ends the program
//! ```
//!
//! The handler cannot return: the worker would read the same byte again.

use std::io::PipeWriter;
use std::os::fd::IntoRawFd;
use std::sync::atomic::{AtomicI32, Ordering};

/// The byte that the handler writes.
pub const REPORT: u8 = b'!';

/// The pipe that the handler writes to.
static PIPE: AtomicI32 = AtomicI32::new(-1);

/// From now on, a bus error writes one byte to `pipe` instead of ending the process. The pipe stays open.
#[allow(unsafe_code)]
pub fn forward_to(pipe: PipeWriter) {
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
    static BYTE: u8 = REPORT;
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
