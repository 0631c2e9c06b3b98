//! A program and all processes that it starts, which end together: job objects.
//!
//! Processes started by a process of a job belong to the same job (Microsoft Learn, "Job Objects").

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::ptr::null;

use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, TerminateJobObject,
};
use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

/// A job, or `None` if the system did not create one. Nothing is killed then.
#[derive(Debug)]
pub struct ProcessGroup(Option<OwnedHandle>);

/// Shields the program from Ctrl-C, since it is killed instead.
pub fn begin(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

/// Waits for the end of the program.
pub fn wait(child: &mut Child) -> io::Result<()> {
    child.wait().map(drop)
}

impl ProcessGroup {
    /// Creates a job of the program and the processes that it starts from now on. A program that has ended needs no job.
    #[allow(unsafe_code)]
    pub fn of(program: &Child) -> Self {
        // SAFETY: null pointers request the default attributes and no name.
        let job = unsafe { CreateJobObjectW(null(), null()) };
        if job.is_null() {
            return Self(None);
        }
        // SAFETY: the handle is valid and new, so nothing else owns it.
        let job = unsafe { OwnedHandle::from_raw_handle(job) };
        // SAFETY: both handles are open during the call.
        unsafe { AssignProcessToJobObject(job.as_raw_handle(), program.as_raw_handle()) };
        Self(Some(job))
    }

    /// Kills all processes of the job, if any are left.
    #[allow(unsafe_code)]
    pub fn kill(&self) {
        if let Some(job) = &self.0 {
            // SAFETY: the handle is open during the call.
            unsafe { TerminateJobObject(job.as_raw_handle(), 1) };
        }
    }
}
