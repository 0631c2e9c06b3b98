//! Ctrl-C, Ctrl-Break, a closed console window and the end of the session on Windows.
//!
//! The system calls the handler on a thread of its own, so that it may wait and lock, unlike a signal handler of Unix.
//! After the window was closed or the session has ended, the system ends the process about five seconds later, whatever the
//! handler does (Microsoft Learn, "HandlerRoutine callback function").

use std::sync::OnceLock;
use std::thread;

use windows_sys::Win32::System::Console::{
    CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT, SetConsoleCtrlHandler,
};
use windows_sys::core::BOOL;

use super::{Cleanup, INTERRUPTED, end};
use crate::cli::Exit;

/// What the handler does before the end.
static CLEANUP: OnceLock<Cleanup> = OnceLock::new();

/// Installs the handler.
#[allow(unsafe_code)]
pub(super) fn watch(cleanup: Cleanup) {
    if CLEANUP.set(cleanup).is_ok() {
        // SAFETY: the handler has the signature that the system calls, lives as long as the process, and uses only statics
        // that any thread may use.
        unsafe { SetConsoleCtrlHandler(Some(on_event), 1) };
    }
}

#[allow(unsafe_code)]
unsafe extern "system" fn on_event(event: u32) -> BOOL {
    if let Some(cleanup) = CLEANUP.get() {
        end(cleanup, INTERRUPTED, exit(event));
    }
    // Another thread is about to end the program. The default handler, which is next, would end it at once.
    loop {
        thread::park();
    }
}

/// How the program ends after this event.
fn exit(event: u32) -> Exit {
    match event {
        CTRL_CLOSE_EVENT => Exit::HungUp,
        CTRL_LOGOFF_EVENT | CTRL_SHUTDOWN_EVENT => Exit::Terminated,
        _ => Exit::Interrupted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, CTRL_C_EVENT};

    #[test]
    fn every_event_ends_the_program_with_the_code_of_its_signal() {
        let events =
            [CTRL_C_EVENT, CTRL_BREAK_EVENT, CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT];
        assert_eq!(events.map(|event| exit(event) as i32), [130, 130, 129, 143, 143]);
    }
}
