//! The common part of all functions over rows: threads take batches of rows, process them and write their results.
//!
//! ```text
//! rows      │ batch │ batch │ batch │ …        taken in this order, sized by the time they take
//! results   │ batch │ batch │ batch │ …        memory of the caller, split at the same positions
//! ```

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::ndarray::Dimension;
use numpy::{PyArray, PyArrayMethods};
use pyo3::prelude::*;

use super::array_memory::{self, Number};
use super::input::Input;
use super::run::{BatchSize, Control, FIRST_BATCH, lock};

/// The arguments of every function over rows: the puzzles, the column of a table, and the workers.
#[derive(FromPyObject)]
pub(super) struct Call<'py> {
    #[pyo3(item(0))]
    puzzles: Bound<'py, PyAny>,
    #[pyo3(item(1))]
    column: Option<String>,
    #[pyo3(item(2))]
    workers: Workers,
}

impl<'py> Call<'py> {
    /// Returns the puzzles.
    ///
    /// # Errors
    /// Returns the same errors as [`Input::take`].
    pub(super) fn input(&self) -> PyResult<Input<'py>> {
        Input::take(&self.puzzles, self.column.as_deref())
    }

    /// Returns the puzzles, and the answers in another column of the same table.
    ///
    /// # Errors
    /// Returns the same errors as [`Input::take_with_answers`].
    pub(super) fn input_with_answers(
        &self,
        answer_column: Option<&str>,
    ) -> PyResult<(Input<'py>, Option<Input<'py>>)> {
        Input::take_with_answers(&self.puzzles, self.column.as_deref(), answer_column)
    }

    /// Returns a runner for the call.
    pub(super) fn runner(&self, py: Python<'py>) -> Runner<'_, 'py> {
        self.workers.runner(py)
    }
}

/// The number of threads, or 0 for one per core, and a function to call with the number of finished rows.
#[derive(FromPyObject)]
pub(super) struct Workers {
    #[pyo3(item(0))]
    pub(super) threads: usize,
    #[pyo3(item(1))]
    pub(super) progress: Option<Py<PyAny>>,
}

impl Workers {
    /// Returns a runner on these threads.
    pub(super) fn runner<'py>(&self, py: Python<'py>) -> Runner<'_, 'py> {
        Runner { py, workers: self, first_batch: FIRST_BATCH, rows_may_take_long: false }
    }
}

/// The results of consecutive rows, in memory of the caller. All of them are overwritten.
pub(super) trait Results: Send + Sized {
    /// Splits off the results of the first `rows` rows.
    fn take(&mut self, rows: usize) -> Self;

    /// Handles the results of rows that an interrupted run did not reach.
    fn leave(self) {}
}

/// The same number of items for each row.
pub(super) struct Items<'a, T> {
    pub(super) items: &'a mut [T],
    pub(super) per_row: usize,
}

impl<T: Send> Results for Items<'_, T> {
    fn take(&mut self, rows: usize) -> Self {
        Self { items: split(&mut self.items, rows * self.per_row), per_row: self.per_row }
    }
}

/// One item for each row.
impl<T: Send> Results for &mut [T] {
    fn take(&mut self, rows: usize) -> Self {
        split(self, rows)
    }
}

impl<R: Results> Results for Vec<R> {
    fn take(&mut self, rows: usize) -> Self {
        self.iter_mut().map(|results| results.take(rows)).collect()
    }
}

impl<A: Results, B: Results> Results for (A, B) {
    fn take(&mut self, rows: usize) -> Self {
        (self.0.take(rows), self.1.take(rows))
    }
}

/// Splits off the first `count` items, or as many as there are.
pub(super) fn split<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, others) = std::mem::take(rest).split_at_mut_checked(count).unwrap_or_default();
    *rest = others;
    first
}

/// The rows that a thread processes at a time.
#[derive(Clone)]
pub(super) struct Turn<'a> {
    pub(super) rows: Range<usize>,
    /// The likely next rows of this thread.
    pub(super) next: Range<usize>,
    control: &'a Control<'a>,
}

impl Turn<'_> {
    /// Returns a flag that becomes true when the call is interrupted, for work that takes long on one row.
    pub(super) fn is_cancelled(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.control.is_cancelled)
    }
}

/// The rows that no thread has taken, and the memory for their results.
struct Rest<R> {
    next: usize,
    end: usize,
    results: R,
}

impl<R: Results> Rest<R> {
    /// Takes up to `count` rows.
    fn take(&mut self, count: usize) -> Option<(Range<usize>, R)> {
        let range = self.next..self.end.min(self.next + count);
        self.next = range.end;
        (!range.is_empty()).then(|| (range.clone(), self.results.take(range.len())))
    }
}

/// Runs work on threads, and reports progress.
#[derive(Clone, Copy)]
pub(super) struct Runner<'a, 'py> {
    pub(super) py: Python<'py>,
    pub(super) workers: &'a Workers,
    /// The number of rows in the first batch of a thread.
    first_batch: usize,
    /// Whether one row may take long, so the calling thread does no work itself.
    pub(super) rows_may_take_long: bool,
}

impl<'py> Runner<'_, 'py> {
    /// Begins with smaller batches, because work on a row takes this many times as long as solving it.
    pub(super) fn of_slow_rows(self, times: usize) -> Self {
        Self { first_batch: (FIRST_BATCH / times.max(1)).max(1), ..self }
    }

    /// Leaves the calling thread free to check for signals, because one row may delay Ctrl-C for too long.
    pub(super) fn of_endless_rows(self) -> Self {
        Self { rows_may_take_long: true, ..self }
    }

    /// Processes `rows` rows: each thread makes a state, and passes it to `work` with each batch. Returns the final states.
    ///
    /// # Errors
    /// Returns the same errors as [`on_threads`](Self::on_threads).
    pub(super) fn run<R: Results, S: Send>(
        self,
        rows: usize,
        results: R,
        make: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Turn<'_>, R) + Sync,
    ) -> PyResult<Vec<S>> {
        let rest = Mutex::new(Rest { next: 0, end: rows, results });
        let states = Mutex::new(Vec::new());
        let ran = self.on_threads(rows, |control| {
            let (mut state, mut size, mut done) = (make(), BatchSize::new(self.first_batch), 0);
            while control.goes_on(done) {
                let Some((rows, results)) = lock(&rest).take(size.next()) else { break };
                done = rows.len();
                // The threads take turns, so these are the likely next rows of this one.
                let next = rows.end + (control.workers - 1) * done;
                work(&mut state, Turn { rows, next: next..next + done, control }, results);
            }
            lock(&states).push(state);
        });
        if ran.is_err() {
            rest.into_inner().unwrap_or_else(PoisonError::into_inner).results.leave();
        }
        ran.map(|()| states.into_inner().unwrap_or_default())
    }

    /// Makes an array of this shape, with the number of rows as its first length, as [`run`](Self::run) does.
    ///
    /// # Errors
    /// Returns the same errors as [`run`](Self::run), and a `MemoryError`.
    pub(super) fn array<T: Number + Send, D: Dimension, S: Send>(
        self,
        shape: D,
        make: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Turn<'_>, &mut [T]) + Sync,
    ) -> PyResult<Bound<'py, PyArray<T, D>>> {
        let (rows, per_row) = (shape[0], shape.slice()[1..].iter().product());
        let array = array_memory::unwritten_array(self.py, shape)?;
        {
            let mut items = array.readwrite();
            let items = Items { items: items.as_slice_mut()?, per_row };
            self.run(rows, items, make, |state, turn, results| work(state, turn, results.items))?;
        }
        Ok(array)
    }
}
