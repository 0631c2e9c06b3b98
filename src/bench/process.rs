//! Runs another program under limits, so it can neither run forever nor fill the disk.
//!
//! ```text
//! run ─▶ start a process group ─▶ a thread waits for its end ─▶ kill what is left of the group
//!                  └─ meanwhile: time or output exceeded? ─▶ kill the group
//! ```

use std::fs;
use std::io;
use std::mem;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::process_group::{self, ProcessGroup};
use crate::error::{Error, Refusal, Result};

/// The time between two checks of the output size.
const INTERVAL: Duration = Duration::from_millis(20);

/// The limits of a program.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest time that it may run.
    pub time: Duration,
    /// The file that it writes.
    pub output: PathBuf,
    /// The largest number of bytes that it may write to that file.
    pub bytes: u64,
}

/// Runs programs one after another. Clones share the running program, so another thread can stop it.
#[derive(Clone, Debug, Default)]
pub struct ProcessRunner(Arc<Mutex<State>>);

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// The program and the processes that it started.
    Running(ProcessGroup),
    /// No other program will be started.
    Stopped,
}

/// A program that has ended but is not reaped, the result of waiting for it, and its running time.
type Ended = (Child, io::Result<()>, Duration);

impl ProcessRunner {
    /// Runs `command`, called `name` in errors, to its end. Returns its exit status and its running time.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started, or exceeds `limits`.
    pub fn run(&self, name: &str, command: Command, limits: &Limits) -> Result<(ExitStatus, Duration)> {
        let started = Instant::now();
        let end = self.start(name, command, started)?;
        let mut exceeded = None;
        let (mut child, waited, elapsed) = loop {
            if let Ok(ended) = end.recv_timeout(INTERVAL) {
                break ended;
            }
            if exceeded.is_none() {
                exceeded = limits.exceeded(name, started);
                if let (Some(_), State::Running(group)) = (&exceeded, &*self.lock()) {
                    group.kill();
                }
            }
        };
        let is_stopped = self.finish();
        let status = child.wait();
        match exceeded {
            _ if is_stopped => Err(Error::Stopped),
            Some(reason) => Err(reason.into()),
            None => {
                let status = waited.and(status).map_err(|source| Error::starting(name, source))?;
                Ok((status, elapsed))
            }
        }
    }

    /// Kills the running program and all processes that it started, and prevents further programs from starting.
    pub fn stop(&self) {
        if let State::Running(group) = mem::replace(&mut *self.lock(), State::Stopped) {
            group.kill();
        }
    }

    /// Starts the program, and a thread that waits for its end.
    fn start(&self, name: &str, mut command: Command, started: Instant) -> Result<Receiver<Ended>> {
        process_group::begin(&mut command);
        let mut state = self.lock();
        if matches!(*state, State::Stopped) {
            return Err(Error::Stopped);
        }
        let mut child = command.spawn().map_err(|source| Error::starting(name, source))?;
        *state = State::Running(ProcessGroup::of(&child));
        drop(state);
        let (sender, end) = mpsc::channel();
        let wait = move || {
            let waited = process_group::wait(&mut child);
            let _ = sender.send((child, waited, started.elapsed())); // the receiver waits for it
        };
        let waiting = thread::Builder::new().spawn(wait);
        waiting.map(|_| end).map_err(|reason| {
            self.stop();
            Error::Threads(reason.to_string())
        })
    }

    /// Kills the remaining processes of a program that has ended. Returns whether the runner was stopped.
    fn finish(&self) -> bool {
        let mut state = self.lock();
        let is_stopped = matches!(*state, State::Stopped);
        if let State::Running(group) = &*state {
            group.kill();
            *state = State::Idle;
        }
        is_stopped
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Limits {
    fn exceeded(&self, name: &str, started: Instant) -> Option<Refusal> {
        if started.elapsed() > self.time {
            return Some(Refusal::TooSlow(name.to_owned(), self.time));
        }
        let bytes = fs::metadata(&self.output).map_or(0, |file| file.len());
        (bytes > self.bytes).then(|| {
            let limit = self.bytes;
            Refusal::Other(format!("'{name}' wrote more than {limit} bytes and was killed"))
        })
    }
}

#[cfg(all(test, unix))]
mod tests;
