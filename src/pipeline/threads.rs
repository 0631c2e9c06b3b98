//! Worker threads. This is the only file that uses rayon.

use std::convert::Infallible;
use std::sync::mpsc;
use std::time::Duration;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{Error, Result};
use crate::pipeline::chunks::check_stopped;
use crate::pipeline::run_settings::{RunSettings, StopFlags};
use crate::pipeline::stopwatch::Stopwatch;

/// The worker threads of a run. They end when the pool is dropped and their work is done.
pub(crate) struct WorkerPool {
    threads: ThreadPool,
    started: Stopwatch,
    stop_flags: StopFlags,
}

/// A handle to work that was started on every thread.
pub(crate) struct Running(mpsc::Receiver<Infallible>);

/// The work of the threads, and a sender that is dropped after it: fields are dropped in order.
struct SharedWork {
    work: Box<dyn Fn() + Send + Sync>,
    _in_use: mpsc::Sender<Infallible>,
}

impl WorkerPool {
    /// Starts `threads` threads. 0 means the value of `RAYON_NUM_THREADS`, or one per core.
    ///
    /// # Errors
    /// When the system refuses to start a thread.
    pub(crate) fn start(threads: usize) -> Result<Self> {
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("solver-{index}"))
            .build()
            .map(|threads| Self { threads, started: Stopwatch::start(), stop_flags: StopFlags::new() })
            .map_err(|error| Error::Threads(error.to_string()))
    }

    /// Starts the threads of a run, whose [`for_each`](Self::for_each) ends when the run is stopped.
    ///
    /// # Errors
    /// When the system refuses to start a thread.
    pub(crate) fn of_run(settings: &RunSettings) -> Result<Self> {
        Ok(Self { stop_flags: settings.stop_flags(), ..Self::start(settings.threads)? })
    }

    /// Returns the number of threads.
    pub(crate) fn len(&self) -> usize {
        self.threads.current_num_threads()
    }

    /// Returns the time since the threads were started.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Starts `work`, which does not panic, on every thread and returns at once. It is boxed so that rayon's code is compiled
    /// only once instead of for every command.
    pub(crate) fn start_on_all(&self, work: Box<dyn Fn() + Send + Sync>) -> Running {
        let (in_use, ended) = mpsc::channel();
        let shared = SharedWork { work, _in_use: in_use };
        self.threads.spawn_broadcast(move |_| shared.call());
        Running(ended)
    }

    /// Calls `work` with every number below `count`, on all threads, and waits for the calls to return.
    ///
    /// # Errors
    /// One of the errors of `work`, or [`Error::Stopped`].
    pub(crate) fn for_each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<()> + Send + Sync),
    ) -> Result<()> {
        let work = |number| check_stopped(&self.stop_flags).and_then(|()| work(number));
        self.threads.install(|| (0..count).into_par_iter().try_for_each(work))
    }
}

/// Calls `work` with every number below `count`, on this worker and on the others of its pool that have nothing else to do.
pub(crate) fn share(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().with_max_len(1).for_each(work);
}

impl Running {
    /// Waits until the work has ended on every thread and has been dropped.
    pub(crate) fn wait(self) {
        let _ = self.0.recv(); // returns when all senders are dropped: nothing is ever sent
    }
}

impl SharedWork {
    /// Calls the work. This is a method so that a closure that calls it captures both fields.
    fn call(&self) {
        (self.work)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    #[test]
    fn every_number_is_worked_on_once() {
        let sum = AtomicUsize::new(0);
        let pool = WorkerPool::start(3).unwrap();
        let add = |number| {
            sum.fetch_add(number, Ordering::Relaxed);
            Ok(())
        };
        pool.for_each(100, &add).unwrap();
        assert_eq!((pool.len(), sum.load(Ordering::Relaxed)), (3, 4950));

        let share_all = |_| Ok(share(100, &|number| _ = add(number)));
        pool.for_each(1, &share_all).unwrap();
        assert_eq!(sum.into_inner(), 9900);
    }

    #[test]
    fn a_run_that_is_stopped_works_on_no_more_numbers() {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let settings = RunSettings::default().threads(1).stopping_when(Arc::clone(&is_stopped));
        let (pool, calls) = (WorkerPool::of_run(&settings).unwrap(), AtomicUsize::new(0));
        let work = |_| {
            is_stopped.store(calls.fetch_add(1, Ordering::Relaxed) == 9, Ordering::Relaxed);
            Ok(())
        };
        assert!(matches!(pool.for_each(1000, &work), Err(Error::Stopped)));
        assert_eq!(calls.into_inner(), 10);
    }
}
