//! The calling thread in place of worker threads, without the feature `files`.

use std::time::Duration;

use crate::error::Result;
use crate::pipeline::chunks::check_stopped;
use crate::pipeline::run_settings::{RunSettings, StopFlags};
use crate::pipeline::stopwatch::Stopwatch;
pub(crate) use crate::solver::batch::in_turn as share;

/// The only worker of a run: the calling thread.
pub(crate) struct WorkerPool {
    started: Stopwatch,
    stop_flags: StopFlags,
}

/// Work that was done on the calling thread.
pub(crate) struct Running;

impl WorkerPool {
    /// Creates the one worker, whatever the requested number.
    ///
    /// # Errors
    /// None: the signature is that of the worker threads.
    pub(crate) fn start(_threads: usize) -> Result<Self> {
        Ok(Self { started: Stopwatch::start(), stop_flags: StopFlags::new() })
    }

    /// Creates the worker of a run, whose [`for_each`](Self::for_each) ends when the run is stopped.
    ///
    /// # Errors
    /// None, like [`start`](Self::start).
    pub(crate) fn of_run(settings: &RunSettings) -> Result<Self> {
        Ok(Self { stop_flags: settings.stop_flags(), ..Self::start(settings.threads)? })
    }

    /// Returns the number of workers.
    pub(crate) fn len(&self) -> usize {
        1
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Runs `work`, which does not panic, and returns when it is done.
    pub(crate) fn start_on_all(&self, work: Box<dyn Fn() + Send + Sync>) -> Running {
        work();
        Running
    }

    /// Calls `work` with every number below `count`.
    ///
    /// # Errors
    /// The first error of `work`, or [`Error::Stopped`](crate::Error::Stopped).
    pub(crate) fn for_each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<()> + Send + Sync),
    ) -> Result<()> {
        (0..count).try_for_each(|number| check_stopped(&self.stop_flags).and_then(|()| work(number)))
    }
}

impl Running {
    /// Returns at once: the work has ended.
    pub(crate) fn wait(self) {}
}
