//! Runs another program under limits, so that it can neither run for ever nor fill the disk.
//!
//! ```text
//! run ─▶ start a process group ─▶ wait for the end ──────────▶ kill what is left of the group
//!                  └─ watchdog: time or output exceeded? ─▶ kill the group
//! ```

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::process_group::{self, ProcessGroup};
use crate::error::{Error, Refusal, Result};

/// Time between two looks at the size of the output.
const INTERVAL: Duration = Duration::from_millis(20);

/// What a program may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time that it may take.
    pub time: Duration,
    /// The file that it writes.
    pub output: PathBuf,
    /// The bytes that it may write to that file.
    pub bytes: u64,
}

/// Runs programs one after another. Clones share the program that is running, so that another thread can stop it.
#[derive(Clone, Debug, Default)]
pub struct ProcessRunner(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Notified when the program has ended.
    ended: Condvar,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// The program and what it has started.
    Running(ProcessGroup),
    /// Killed by the watchdog, for this reason.
    Killed(Refusal),
    /// No further program is started.
    Stopped,
}

impl ProcessRunner {
    /// Runs `command`, called `name` in errors, to its end. Returns its exit status and the time that it took.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started, or exceeds `limits`.
    pub fn run(&self, name: &str, mut command: Command, limits: &Limits) -> Result<(ExitStatus, Duration)> {
        process_group::begin(&mut command);
        let started = Instant::now();
        let mut child = self.start(name, command)?;
        let watchdog = self.watch(name, limits)?;
        let waited = process_group::wait(&mut child);
        let elapsed = started.elapsed();
        let state = self.0.finish();
        let status = child.wait();
        drop(watchdog.join());
        match state {
            State::Killed(reason) => Err(reason.into()),
            State::Stopped => Err(Refusal::Stopped.into()),
            _ => {
                let status = waited.and(status).map_err(|source| Error::starting(name, source))?;
                Ok((status, elapsed))
            }
        }
    }

    /// Kills the running program and all processes that it has started, and keeps further programs from being started.
    pub fn stop(&self) {
        let mut state = self.0.lock();
        if let State::Running(group) = &*state {
            group.kill();
        }
        *state = State::Stopped;
        self.0.ended.notify_all();
    }

    fn start(&self, name: &str, mut command: Command) -> Result<Child> {
        let mut state = self.0.lock();
        if matches!(*state, State::Stopped) {
            return Err(Refusal::Stopped.into());
        }
        let child = command.spawn().map_err(|source| Error::starting(name, source))?;
        *state = State::Running(ProcessGroup::of(&child));
        Ok(child)
    }

    /// Starts the thread that enforces the limits.
    fn watch(&self, name: &str, limits: &Limits) -> Result<thread::JoinHandle<()>> {
        let (shared, name, limits) = (Arc::clone(&self.0), name.to_owned(), limits.clone());
        let watchdog = thread::Builder::new().spawn(move || shared.enforce(&name, &limits));
        watchdog.map_err(|reason| {
            self.stop();
            Error::Threads(reason.to_string())
        })
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills what is left of the group of a program that has ended. Returns the state of the run.
    fn finish(&self) -> State {
        let mut state = self.lock();
        if let State::Running(group) = &*state {
            group.kill();
        }
        self.ended.notify_all();
        match &*state {
            State::Stopped => State::Stopped,
            _ => std::mem::take(&mut *state),
        }
    }

    /// Kills the program when it exceeds a limit. Returns when the program has ended.
    fn enforce(&self, name: &str, limits: &Limits) {
        let started = Instant::now();
        let mut state = self.lock();
        while let State::Running(group) = &*state {
            if let Some(reason) = limits.exceeded(name, started) {
                group.kill();
                *state = State::Killed(reason);
                return;
            }
            let waited = self.ended.wait_timeout(state, INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
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
            Refusal::Other(format!(
                "'{name}' wrote more than {limit} bytes and was killed; no rate is reported"
            ))
        })
    }
}

#[cfg(all(test, unix))]
mod tests;
