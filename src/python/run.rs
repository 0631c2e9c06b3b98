//! A run over rows in memory: on threads of its own, without the interpreter's lock, and ended by Ctrl-C.
//!
//! ```text
//! calling thread   every 50 ms: signals, progress ───────────▶ joins the workers
//! worker           takes the next rows and their part of the results ─▶ solves ─▶ writes
//! ```
//!
//! The threads end with the call, so that a process may fork between two calls.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The time between two looks for signals.
const POLL: Duration = Duration::from_millis(50);

/// The time that one batch of a worker should take at most, so that an interrupted call ends soon.
const BATCH_TIME: Duration = Duration::from_millis(40);

/// The rows of a worker's first batch. Batches grow while they take little time.
const FIRST_BATCH: usize = 64;

/// The largest batch: its text and answers fit the second-level cache of a core.
const LARGEST_BATCH: usize = 2048;

/// A call with fewer rows than this runs on the calling thread: it is over before a thread has started.
const FEW: usize = 64;

/// What the workers of a run share with the calling thread.
#[derive(Default)]
pub(super) struct Control {
    is_cancelled: AtomicBool,
    done: AtomicUsize,
}

impl Control {
    /// Should the workers stop?
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Counts rows as done.
    pub(super) fn add_done(&self, rows: usize) {
        self.done.fetch_add(rows, Ordering::Relaxed);
    }

    fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}

/// How many rows a worker takes at a time.
pub(super) struct BatchSize {
    rows: usize,
    begun: Instant,
}

impl BatchSize {
    pub(super) fn new() -> Self {
        Self { rows: FIRST_BATCH, begun: Instant::now() }
    }

    /// The size of the next batch: twice the last one, or half of it if that took long.
    pub(super) fn next(&mut self) -> usize {
        let (rows, took) = (self.rows, self.begun.elapsed());
        self.begun = Instant::now();
        self.rows = if took > BATCH_TIME { (rows / 2).max(1) } else { (2 * rows).min(LARGEST_BATCH) };
        self.rows
    }
}

/// Calls `work` on `threads` threads, or one per core for 0, and returns when all calls have returned.
///
/// `progress` is called with the number of rows done, on the calling thread.
///
/// # Errors
/// With the exception of a signal handler, such as `KeyboardInterrupt`, or of `progress`; and with a `RuntimeError` when
/// a worker has panicked or cannot be started.
pub(super) fn on_threads(
    py: Python<'_>,
    (threads, rows): (usize, usize),
    progress: Option<&Py<PyAny>>,
    work: impl Fn(&Control) + Sync,
) -> PyResult<()> {
    let control = Control::default();
    if rows < FEW {
        py.detach(|| work(&control));
        return Ok(());
    }
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let result = py.detach(|| supervise(threads.min(rows.div_ceil(FIRST_BATCH)), &control, progress, &work));
    match progress {
        Some(progress) if result.is_ok() => progress.call1(py, (rows,)).map(drop),
        _ => result,
    }
}

fn supervise(
    threads: usize,
    control: &Control,
    progress: Option<&Py<PyAny>>,
    work: &(impl Fn(&Control) + Sync),
) -> PyResult<()> {
    let (running, finished) = (Mutex::new(threads), Condvar::new());
    thread::scope(|scope| {
        let mut workers = Vec::with_capacity(threads);
        for _ in 0..threads {
            let body = || {
                let _end = CountDown(&running, &finished);
                work(control);
            };
            match thread::Builder::new().name("bulkdoku".to_owned()).spawn_scoped(scope, body) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    control.cancel();
                    return Err(PyRuntimeError::new_err(format!("cannot start a thread: {error}")));
                }
            }
        }
        let result = watch(&running, &finished, control, progress);
        let panicked = workers.into_iter().map(|worker| worker.join().is_err()).fold(false, |a, b| a | b);
        if panicked {
            return Err(PyRuntimeError::new_err(
                "a worker panicked: this is a bug in bulkdoku, please report it",
            ));
        }
        result
    })
}

/// Waits for the workers. Passes signals and the progress on to the interpreter meanwhile.
fn watch(
    running: &Mutex<usize>,
    finished: &Condvar,
    control: &Control,
    progress: Option<&Py<PyAny>>,
) -> PyResult<()> {
    loop {
        let waited = finished.wait_timeout_while(lock(running), POLL, |running| *running > 0);
        let (guard, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if *guard == 0 {
            return Ok(());
        }
        drop(guard); // the workers must be able to end while this thread waits for the interpreter
        let looked = Python::attach(|py| {
            py.check_signals()?;
            let done = control.done.load(Ordering::Relaxed);
            progress.map_or(Ok(()), |progress| progress.call1(py, (done,)).map(drop))
        });
        if looked.is_err() {
            control.cancel();
            return looked;
        }
    }
}

/// Counts a worker as finished when it returns or panics.
struct CountDown<'a>(&'a Mutex<usize>, &'a Condvar);

impl Drop for CountDown<'_> {
    fn drop(&mut self) {
        *lock(self.0) -= 1;
        self.1.notify_one();
    }
}

/// Locks data that no panic leaves half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
