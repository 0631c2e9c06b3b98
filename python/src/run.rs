//! A run over rows in memory: on its own threads, without the interpreter's lock, and interruptible by Ctrl-C.
//!
//! ```text
//! calling thread   every 50 ms: signals, progress ───────────▶ joins the workers
//! worker           takes the next rows and their part of the results ─▶ solves ─▶ writes
//! ```
//!
//! With one thread or a few rows, the calling thread is the worker, unless a row may take long: it checks for signals only
//! between two batches. The threads end with the call, so a process may fork between two calls.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::row_run::{Runner, Workers};

/// The time between two checks for signals.
pub(super) const POLL: Duration = Duration::from_millis(50);

/// The longest time that a batch should take, so that an interrupted call ends soon.
const BATCH_TIME: Duration = Duration::from_millis(40);

/// The number of rows in a worker's first batch, if a row takes microseconds. Batches grow while they take little time.
pub(super) const FIRST_BATCH: usize = 64;

/// The largest batch. Its text and solutions, and the text of the next batch, are half a megabyte, which fits in the second-level
/// cache of most cores.
pub(super) const LARGEST_BATCH: usize = 2048;

/// The state that the workers of a run share with the calling thread.
pub(super) struct Control<'a> {
    /// Whether the workers should stop.
    pub(super) is_cancelled: Arc<AtomicBool>,
    done: AtomicUsize,
    progress: Option<&'a Py<PyAny>>,
    pub(super) workers: usize,
    /// Whether the calling thread is the worker, which then checks for signals between two batches.
    is_on_caller: bool,
    last_check: Mutex<Instant>,
    error: Mutex<Option<PyErr>>,
}

impl Control<'_> {
    /// Counts finished rows. Returns false if the worker should stop.
    pub(super) fn goes_on(&self, done: usize) -> bool {
        self.done.fetch_add(done, Ordering::Relaxed);
        if self.is_on_caller {
            let mut last_check = lock(&self.last_check);
            if last_check.elapsed() >= POLL {
                self.check();
                *last_check = Instant::now();
            }
        }
        !self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Passes signals and the progress to the interpreter. An exception cancels the run.
    fn check(&self) {
        let checked = Python::attach(|py| {
            py.check_signals()?;
            let done = self.done.load(Ordering::Relaxed);
            self.progress.map_or(Ok(()), |progress| progress.call1(py, (done,)).map(drop))
        });
        if let Err(error) = checked {
            self.fail(error);
        }
    }

    fn fail(&self, error: PyErr) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        lock(&self.error).get_or_insert(error);
    }
}

/// The number of rows that a worker takes at a time.
pub(super) struct BatchSize {
    rows: usize,
    begun: Instant,
}

impl BatchSize {
    /// Begins with this number of rows, rounded up to an even number.
    pub(super) fn new(first: usize) -> Self {
        Self { rows: first.div_ceil(2), begun: Instant::now() }
    }

    /// Returns the size of the next batch: twice the last one, or half of it if that took long.
    pub(super) fn next(&mut self) -> usize {
        let (rows, took) = (self.rows, self.begun.elapsed());
        self.begun = Instant::now();
        self.rows = if took > BATCH_TIME { (rows / 2).max(1) } else { (2 * rows).min(LARGEST_BATCH) };
        self.rows
    }
}

impl Runner<'_, '_> {
    /// Calls `work` on every thread, and returns when all calls have returned. The calling thread shows the progress.
    ///
    /// # Errors
    /// Returns the exception of a signal handler, such as `KeyboardInterrupt`, or of the progress function, and a `RuntimeError`
    /// if a worker has panicked or cannot be started.
    pub(super) fn on_threads(self, rows: usize, work: impl Fn(&Control<'_>) + Sync) -> PyResult<()> {
        let Workers { threads, progress } = self.workers;
        let most = rows.div_ceil(FIRST_BATCH).max(1);
        let threads = match threads {
            0 if most == 1 => 1, // asking for the number of cores takes longer than solving a puzzle
            0 => thread::available_parallelism().map_or(1, usize::from),
            &threads => threads,
        };
        let threads = threads.min(most);
        let is_on_caller = threads == 1 && !self.rows_may_take_long;
        let control = Control {
            is_cancelled: Arc::default(),
            done: AtomicUsize::new(0),
            progress: progress.as_ref(),
            workers: threads,
            is_on_caller,
            last_check: Mutex::new(Instant::now()),
            error: Mutex::new(None),
        };
        self.py.detach(|| match is_on_caller {
            true => work(&control),
            false => supervise(threads, &control, &work),
        });
        match (control.error.into_inner().unwrap_or_default(), progress) {
            (Some(error), _) => Err(error),
            (None, Some(progress)) => progress.call1(self.py, (rows,)).map(drop),
            (None, None) => Ok(()),
        }
    }
}

/// Runs the workers on their own threads, and meanwhile checks for signals.
fn supervise<'a>(threads: usize, control: &Control<'a>, work: &(impl Fn(&Control<'a>) + Sync)) {
    let (running, ended) = mpsc::channel::<()>(); // closed when the last worker returns or panics
    thread::scope(|scope| {
        let mut workers = Vec::with_capacity(threads);
        for _ in 0..threads {
            let running = running.clone();
            let body = move || {
                let _running = running;
                work(control);
            };
            match thread::Builder::new().name("bulkdoku".to_owned()).spawn_scoped(scope, body) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    control.fail(PyRuntimeError::new_err(format!("cannot start a thread: {error}")));
                    return; // the scope waits for the workers that were started
                }
            }
        }
        drop(running);
        while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
            control.check();
        }
        for worker in workers {
            if worker.join().is_err() {
                let text = "a worker panicked: this is a bug in bulkdoku, please report it";
                control.fail(PyRuntimeError::new_err(text));
            }
        }
    });
}

/// Locks data that a panic cannot leave half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
