//! A program and all processes that it starts, which end together: process groups.
//! A process of the group can leave it, which none does by accident.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// The number of a process group. It is that of its first process, which has not been reaped, so that no other group has it.
#[derive(Debug)]
pub struct ProcessGroup(Pid);

/// Lets the program begin a group, which its child processes belong to.
pub fn begin(command: &mut Command) {
    command.process_group(0);
}

/// Waits for the end of the program without reaping it, so that its group keeps its number.
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
    /// The group that this program began.
    pub fn of(program: &Child) -> Self {
        Self(Pid::from_child(program))
    }

    /// Kills all processes of the group. One that has no process left needs no killing.
    pub fn kill(&self) {
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}
