//! The one way over rows: threads take batches of rows, process them and write their results.
//!
//! ```text
//! calling thread   every 50 ms: signals, progress ───────────▶ joins the workers
//! worker           takes the next rows and the memory for their results ─▶ copies the rows ─▶ works ─▶ writes
//!
//! rows      │ batch │ batch │ batch │ …        taken in this order, sized by the time they take
//! results   │ batch │ batch │ batch │ …        memory of the caller, split at the same positions
//! ```
//!
//! With one thread or a few rows, the calling thread is the worker, unless a row may take long: it checks for signals only
//! between two batches. The threads end with the call, so a process may fork between two calls.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use numpy::ndarray::Dim;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::arrays::{filled, new_array, split_off, split_rows};
use super::rows::{Batch, Rows};
use crate::CELLS;

/// The time between two checks for signals.
pub(super) const POLL: Duration = Duration::from_millis(50);

/// The longest time that a batch should take, so that an interrupted call ends soon.
const BATCH_TIME: Duration = Duration::from_millis(40);

/// The number of rows in a worker's first batch, if a row takes microseconds. Batches grow while they take little time.
const FIRST_BATCH: usize = 64;

/// The largest batch. Its text and solutions are a third of a megabyte, which fits in the second-level cache of most cores.
const LARGEST_BATCH: usize = 2048;

/// A run over rows: its threads, and what they share with the calling thread.
pub(super) struct Run<'py> {
    py: Python<'py>,
    /// The number of threads, or 0 for one per core.
    threads: usize,
    /// A function to call with the number of finished rows.
    progress: Option<Py<PyAny>>,
    /// The number of rows in the first batch of a thread.
    first_batch: usize,
    /// Whether one row may take so long that the calling thread must stay free to check for signals.
    rows_may_take_long: bool,
    /// Whether the workers should stop.
    is_cancelled: Arc<AtomicBool>,
}

impl<'py> Run<'py> {
    pub(super) fn new(py: Python<'py>, threads: usize, progress: Option<Py<PyAny>>) -> Self {
        let is_cancelled = Arc::default();
        Self { py, threads, progress, first_batch: FIRST_BATCH, rows_may_take_long: false, is_cancelled }
    }

    /// Begins with smaller batches, because work on a row takes this many times as long as solving it.
    pub(super) fn of_slow_rows(self, times: usize) -> Self {
        Self { first_batch: (FIRST_BATCH / times.max(1)).max(1), ..self }
    }

    /// Leaves the calling thread free to check for signals, because one row may delay Ctrl-C for too long.
    pub(super) fn of_endless_rows(self) -> Self {
        Self { rows_may_take_long: true, ..self }
    }

    /// Returns a flag that becomes true when the call is interrupted, for work that takes long on one row.
    pub(super) fn is_cancelled(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_cancelled)
    }

    /// Processes rows: each thread makes a state with `make`, and passes it to `work` with each batch and the memory for its
    /// results, which `take` splits off for a number of rows. Returns the final states.
    ///
    /// # Errors
    /// Returns the same errors as [`on_threads`](Self::on_threads).
    pub(super) fn for_each_batch<R: Send, S: Send>(
        &self,
        rows: &dyn Rows,
        take: impl FnMut(usize) -> R + Send,
        make: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Batch, R) + Sync,
    ) -> PyResult<Vec<S>> {
        let make = || (Batch::new(rows), make());
        let states =
            self.for_each_range(rows.len(), take, make, |(batch, state), range, next, results| {
                batch.fill(range, next);
                work(state, batch, results);
            })?;
        Ok(states.into_iter().map(|(_, state)| state).collect())
    }

    /// Processes rows into a new list with one item per row, which is `item` until `work` changes it.
    ///
    /// # Errors
    /// Returns the same errors as [`on_threads`](Self::on_threads), and a `MemoryError` if the system gives no memory.
    pub(super) fn items<T: Clone + Send, S: Send>(
        &self,
        rows: &dyn Rows,
        item: T,
        make: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Batch, &mut [T]) + Sync,
    ) -> PyResult<Vec<T>> {
        let mut items = filled(item, rows.len())?;
        let mut rest = &mut items[..];
        self.for_each_batch(rows, |count| split_off(&mut rest, count), make, work)?;
        Ok(items)
    }

    /// Processes rows into a new array of 81 cells per row, which are unspecified until `work` writes all of them.
    ///
    /// # Errors
    /// Returns the same errors as [`items`](Self::items).
    pub(super) fn cells<S: Send>(
        &self,
        rows: &dyn Rows,
        make: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Batch, &mut [[u8; CELLS]]) + Sync,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let array = new_array(self.py, Dim([rows.len(), CELLS]))?;
        {
            let mut cells = array.readwrite();
            let mut rest = cells.as_slice_mut()?;
            self.for_each_batch(rows, |count| split_rows(&mut rest, count), make, work)?;
        }
        Ok(array)
    }

    /// Does the same as [`for_each_batch`](Self::for_each_batch) with ranges of the numbers up to `count` instead of batches of
    /// rows, and the likely next range of the thread.
    ///
    /// # Errors
    /// Returns the same errors as [`on_threads`](Self::on_threads).
    pub(super) fn for_each_range<R: Send, S: Send>(
        &self,
        count: usize,
        take: impl FnMut(usize) -> R + Send,
        make: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<usize>, Range<usize>, R) + Sync,
    ) -> PyResult<Vec<S>> {
        let (rest, states) = (Mutex::new((0, take)), Mutex::new(Vec::new()));
        let first_batch = self.first_batch;
        self.on_threads(count, |worker| {
            let (mut state, mut size, mut done) = (make(), BatchSize::new(first_batch), 0);
            while worker.goes_on(done) {
                let (range, results) = {
                    let (next, take) = &mut *lock(&rest);
                    let range = *next..count.min(*next + size.next());
                    *next = range.end;
                    let results = take(range.len());
                    (range, results)
                };
                if range.is_empty() {
                    break;
                }
                done = range.len();
                let next = range.end + (worker.workers - 1) * done; // the threads take turns
                work(&mut state, range, next..next + done, results);
            }
            lock(&states).push(state);
        })?;
        Ok(states.into_inner().unwrap_or_default())
    }

    /// Calls `work` on another thread, while this one checks for signals.
    ///
    /// # Errors
    /// Returns the exception of a signal handler.
    pub(super) fn in_background(&self, work: impl Fn() + Sync) -> PyResult<()> {
        let run = Self {
            py: self.py,
            threads: 1,
            progress: None,
            first_batch: 1,
            rows_may_take_long: true,
            is_cancelled: self.is_cancelled(),
        };
        run.on_threads(1, |_| work())
    }

    /// Calls `work` on every thread, and returns when all calls have returned. The calling thread shows the progress.
    ///
    /// # Errors
    /// Returns the exception of a signal handler, such as `KeyboardInterrupt`, or of the progress function, and a `RuntimeError`
    /// if a worker has panicked or cannot be started.
    pub(super) fn on_threads(&self, rows: usize, work: impl Fn(&Worker<'_>) + Sync) -> PyResult<()> {
        let most = rows.div_ceil(FIRST_BATCH).max(1);
        let threads = match self.threads {
            0 if most == 1 => 1, // asking for the number of cores takes longer than solving a puzzle
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let threads = threads.min(most);
        let worker = Worker {
            is_cancelled: &self.is_cancelled,
            workers: threads,
            done: AtomicUsize::new(0),
            progress: self.progress.as_ref(),
            is_on_caller: threads == 1 && !self.rows_may_take_long,
            last_check: Mutex::new(Instant::now()),
            error: Mutex::new(None),
        };
        self.py.detach(|| match worker.is_on_caller {
            true => work(&worker),
            false => supervise(threads, &worker, &work),
        });
        match (worker.error.into_inner().unwrap_or_default(), &self.progress) {
            (Some(error), _) => Err(error),
            (None, Some(progress)) => progress.call1(self.py, (rows,)).map(drop),
            (None, None) => Ok(()),
        }
    }
}

/// A worker's view of the run.
pub(super) struct Worker<'a> {
    is_cancelled: &'a AtomicBool,
    workers: usize,
    done: AtomicUsize,
    progress: Option<&'a Py<PyAny>>,
    /// Whether the calling thread is the worker, which then checks for signals between two batches.
    is_on_caller: bool,
    last_check: Mutex<Instant>,
    error: Mutex<Option<PyErr>>,
}

impl Worker<'_> {
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
struct BatchSize {
    rows: usize,
    begun: Instant,
}

impl BatchSize {
    /// Begins with this number of rows, rounded up to an even number.
    fn new(first: usize) -> Self {
        Self { rows: first.div_ceil(2), begun: Instant::now() }
    }

    /// Returns the size of the next batch: twice the last one, or half of it if that took long.
    fn next(&mut self) -> usize {
        let (rows, took) = (self.rows, self.begun.elapsed());
        self.begun = Instant::now();
        self.rows = if took > BATCH_TIME { (rows / 2).max(1) } else { (2 * rows).min(LARGEST_BATCH) };
        self.rows
    }
}

/// Runs the workers on their own threads, and meanwhile checks for signals.
fn supervise<'a>(threads: usize, worker: &Worker<'a>, work: &(impl Fn(&Worker<'a>) + Sync)) {
    let (running, ended) = mpsc::channel::<()>(); // closed when the last worker returns or panics
    thread::scope(|scope| {
        let mut workers = Vec::with_capacity(threads);
        for _ in 0..threads {
            let running = running.clone();
            let body = move || {
                let _running = running;
                work(worker);
            };
            match thread::Builder::new().name("bulkdoku".to_owned()).spawn_scoped(scope, body) {
                Ok(started) => workers.push(started),
                Err(error) => {
                    worker.fail(PyRuntimeError::new_err(format!("cannot start a thread: {error}")));
                    return; // the scope waits for the workers that were started
                }
            }
        }
        drop(running);
        while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
            worker.check();
        }
        for started in workers {
            if started.join().is_err() {
                let text = "a worker panicked: this is a bug in bulkdoku, please report it";
                worker.fail(PyRuntimeError::new_err(text));
            }
        }
    });
}

/// Locks data that a panic cannot leave half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
