//! Ctrl-C, Ctrl-Break, a closed console window and the end of the session on Windows.
//!
//! The system calls the handler on a separate thread. Unlike a Unix signal handler, it may therefore wait and lock. About five
//! seconds after the window is closed or the session ends, the system ends the process, whatever the handler does (Microsoft
//! Learn, "HandlerRoutine callback function").

use std::sync::OnceLock;
use std::thread;

use windows_sys::Win32::System::Console::{
    CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT, SetConsoleCtrlHandler,
};
use windows_sys::core::BOOL;

use super::cleanup::{INTERRUPTED, end};
use crate::cli::Exit;
use crate::cli::context::Context;

/// The run to end. It is static because the handler has no other arguments than the event.
static RUN: OnceLock<Context> = OnceLock::new();

/// Installs the handler.
#[allow(unsafe_code)]
pub(super) fn watch(context: Context) {
    if RUN.set(context).is_ok() {
        // SAFETY: the handler has the signature that the system calls, lives as long as the process, and uses only statics
        // that any thread may use.
        unsafe { SetConsoleCtrlHandler(Some(on_event), 1) };
    }
}

#[allow(unsafe_code)]
unsafe extern "system" fn on_event(event: u32) -> BOOL {
    if let Some(context) = RUN.get() {
        end(context, INTERRUPTED, exit(event));
    }
    // Another thread is about to end the program. Returning would call the default handler, which ends it at once.
    loop {
        thread::park();
    }
}

/// Returns the exit code for an event.
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
