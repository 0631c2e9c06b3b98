//! A program and all processes that it starts, which end together: process groups. A process can leave the group, but not by
//! accident.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// The ID of a process group. It is the ID of its first process, which is not yet reaped, so no other group has it.
#[derive(Debug)]
pub struct ProcessGroup(Pid);

/// Makes the program start a group, which its child processes belong to.
pub fn begin(command: &mut Command) {
    command.process_group(0);
}

/// Waits for the end of the program without reaping it, so its group keeps its ID.
pub fn wait(child: &mut Child) -> io::Result<()> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    loop {
        match waitid(WaitId::Pid(Pid::from_child(child)), options) {
            Err(rustix::io::Errno::INTR) => {}
            waited => return Ok(waited.map(drop)?),
        }
    }
}

impl ProcessGroup {
    /// Returns the group that this program started.
    pub fn of(program: &Child) -> Self {
        Self(Pid::from_child(program))
    }

    /// Kills all processes of the group, if any are left.
    pub fn kill(&self) {
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}
