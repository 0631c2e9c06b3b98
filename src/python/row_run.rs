//! What every function over rows does: threads take batches of rows, work on them and write their results.
//!
//! ```text
//! rows      │ batch │ batch │ batch │ …        taken in this order, each as large as its time allows
//! results   │ batch │ batch │ batch │ …        memory of the caller, split in the same places
//! ```

use std::ops::Range;
use std::sync::Mutex;

use numpy::ndarray::Dimension;
use numpy::{PyArray, PyArrayMethods};
use pyo3::prelude::*;

use super::array_memory::{self, Number};
use super::pool::PooledEngine;
use super::rows::{Batch, BatchPuzzles, Defect, Rows, explain};
use super::run::{BatchSize, Control, FIRST_BATCH, lock, on_threads};
use crate::format::inspection;
use crate::grid::CELLS;
use crate::notation::{AnswerLine, Puzzles};
use crate::outcome::{Outcome, Verdict};
use crate::pipeline::chunk_reader::JudgedPuzzles;
use crate::solver::batch::{Goal, Task};

/// A row that is malformed or in contradiction with itself, and why.
pub(super) type BadRow = (usize, Defect);

/// The results of consecutive rows, in memory of the caller. All of them are overwritten.
pub(super) trait Results: Send {
    /// Splits off the results of the first `rows` rows.
    fn take(&mut self, rows: usize) -> Self;
}

/// The same number of items for each row.
pub(super) struct Items<'a, T> {
    pub(super) items: &'a mut [T],
    pub(super) per_row: usize,
}

impl<'a, T> Items<'a, T> {
    /// `per_row` items for each row.
    pub(super) fn new(items: &'a mut [T], per_row: usize) -> Self {
        Self { items, per_row }
    }
}

impl<T: Send> Results for Items<'_, T> {
    fn take(&mut self, rows: usize) -> Self {
        Self { items: split(&mut self.items, rows * self.per_row), per_row: self.per_row }
    }
}

impl<A: Results, B: Results> Results for (A, B) {
    fn take(&mut self, rows: usize) -> Self {
        (self.0.take(rows), self.1.take(rows))
    }
}

/// No results: what is found is collected otherwise.
impl Results for () {
    fn take(&mut self, _: usize) -> Self {}
}

/// Splits off the first `count` items, or as many as there are.
pub(super) fn split<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, others) = std::mem::take(rest).split_at_mut_checked(count).unwrap_or_default();
    *rest = others;
    first
}

/// The work of one thread, in memory that it keeps.
pub(super) trait Work<R> {
    /// Works on the rows `range` and writes their results. The rows `next` most likely are the next ones of this thread.
    fn run(&mut self, range: Range<usize>, results: R, next: Range<usize>);

    /// Ends the work. Returns the bad rows, if anybody asks for them.
    fn finish(self) -> Vec<BadRow>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// Work whose memory is that of a closure, and that nobody asks for bad rows.
impl<R, F: FnMut(Range<usize>, R)> Work<R> for F {
    fn run(&mut self, range: Range<usize>, results: R, _: Range<usize>) {
        self(range, results);
    }
}

/// The rows that no thread has taken, and where their results go.
pub(super) struct Rest<R> {
    next: usize,
    end: usize,
    pub(super) results: R,
}

impl<R: Results> Rest<R> {
    /// Takes up to `count` rows.
    fn take(&mut self, count: usize) -> Option<(Range<usize>, R)> {
        let range = self.next..self.end.min(self.next + count);
        self.next = range.end;
        (!range.is_empty()).then(|| (range.clone(), self.results.take(range.len())))
    }
}

/// Who does a run, and who is told about it.
#[derive(Clone, Copy)]
pub(super) struct Runner<'a, 'py> {
    py: Python<'py>,
    threads: usize,
    /// Called with the number of rows done.
    progress: Option<&'a Py<PyAny>>,
    /// The rows of the first batch of a thread.
    first_batch: usize,
}

impl<'a, 'py> Runner<'a, 'py> {
    /// A run on this number of threads, or one per core for 0, that calls `progress` with the number of rows done.
    pub(super) fn new(py: Python<'py>, threads: usize, progress: Option<&'a Py<PyAny>>) -> Self {
        Self { py, threads, progress, first_batch: FIRST_BATCH }
    }

    /// Begins with smaller batches, where a row takes so many times as long as one that is solved.
    pub(super) fn of_slow_rows(self, times: usize) -> Self {
        Self { first_batch: (FIRST_BATCH / times.max(1)).max(1), ..self }
    }

    /// Works on `rows` rows, with work that each thread makes for itself. Returns the bad rows in their order.
    ///
    /// # Errors
    /// As [`on_threads`], with the results that were not reached.
    pub(super) fn run<R: Results, W: Work<R>>(
        self,
        rows: usize,
        results: R,
        make: impl Fn() -> W + Sync,
    ) -> Result<Vec<BadRow>, (PyErr, R)> {
        let rest = Mutex::new(Rest { next: 0, end: rows, results });
        let bad = Mutex::new(Vec::new());
        let ran = on_threads(self.py, (self.threads, rows), self.progress, |control| {
            let mut work = make();
            run_all(&mut work, &rest, BatchSize::new(self.first_batch), control);
            lock(&bad).append(&mut work.finish());
        });
        let Rest { results, .. } = rest.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        ran.map_err(|error| (error, results))?;
        let mut bad = bad.into_inner().unwrap_or_default();
        bad.sort_unstable_by_key(|&(row, _)| row);
        Ok(bad)
    }
}

impl<'py> Runner<'_, 'py> {
    /// Makes an array of this shape, `per_row` items for each of `rows` rows, as [`run`](Self::run) does.
    ///
    /// # Errors
    /// As [`run`](Self::run), and with a `MemoryError`.
    pub(super) fn array<T: Number + Send, D: Dimension, W>(
        self,
        shape: D,
        (rows, per_row): (usize, usize),
        make: impl Fn() -> W + Sync,
    ) -> PyResult<Bound<'py, PyArray<T, D>>>
    where
        W: for<'b> Work<Items<'b, T>>,
    {
        let array = array_memory::unwritten_array(self.py, shape)?;
        let mut items = array.readwrite();
        self.run(rows, Items::new(items.as_slice_mut()?, per_row), make).map_err(|(error, _)| error)?;
        drop(items);
        Ok(array)
    }
}

/// A closure that writes items for the rows of a batch, as it is. Only here the compiler sees that it takes any memory.
pub(super) fn batch_work<T, F: for<'b> FnMut(Range<usize>, &'b mut [T])>(
    mut work: F,
) -> impl for<'b> Work<Items<'b, T>> {
    move |range: Range<usize>, results: Items<'_, T>| work(range, results.items)
}

fn run_all<R: Results>(
    work: &mut impl Work<R>,
    rest: &Mutex<Rest<R>>,
    mut size: BatchSize,
    control: &Control<'_>,
) {
    let mut done = 0;
    while control.goes_on(done) {
        let Some((range, results)) = lock(rest).take(size.next()) else { return };
        done = range.len();
        // The threads take turns, so that this one's next rows most likely are these.
        let next = range.end + (control.workers() - 1) * done;
        work.run(range, results, next..next + done);
    }
}

/// Finds out what a function needs to know about the puzzles of one batch after another.
pub(super) trait Judge {
    /// Judges the puzzles of a batch.
    fn judge(&mut self, puzzles: Puzzles<'_>);

    /// The verdict on a puzzle of the batch.
    fn verdict(&self, index: usize) -> Verdict;
}

/// Reads batches of rows and has their puzzles judged.
pub(super) struct RowReader<'a, J> {
    rows: &'a dyn Rows,
    pub(super) judge: J,
    batch: Batch,
    scratch: Vec<u8>,
    pub(super) bad: Vec<BadRow>,
}

impl<'a, J: Judge> RowReader<'a, J> {
    /// Reads `rows` for `judge`.
    pub(super) fn new(rows: &'a dyn Rows, judge: J) -> Self {
        Self { rows, judge, batch: Batch::default(), scratch: Vec::new(), bad: Vec::new() }
    }

    /// Reads the rows `range`, and passes them on when they are judged. Keeps the bad ones.
    pub(super) fn read(&mut self, range: Range<usize>, visit: impl FnOnce(&mut J, &BatchPuzzles<'_>)) {
        let Self { rows, judge, batch, scratch, bad } = self;
        let first = range.start;
        let mut read = batch.read(*rows, range.clone(), scratch);
        judge.judge(read.puzzles);
        if read.have_digits((0..read.puzzles.len()).map(|index| judge.verdict(index))) {
            read = batch.read_each(*rows, range, scratch);
            judge.judge(read.puzzles);
        }
        push_bad_rows(*rows, first, &read, (0..read.puzzles.len()).map(|index| judge.verdict(index)), bad);
        visit(judge, &read);
    }
}

/// Judges puzzles by a look, or solves them.
pub(super) struct Inspector {
    solver: Option<PooledEngine>,
    outcomes: Vec<Outcome>,
    answers: Vec<AnswerLine>,
}

impl Inspector {
    /// Looks for equal clues in a house and bytes that are no cells.
    pub(super) fn by_look() -> Self {
        Self { solver: None, outcomes: Vec::new(), answers: Vec::new() }
    }

    /// Also finds out which puzzles have exactly one solution.
    pub(super) fn of_uniqueness() -> Self {
        Self { solver: Some(PooledEngine::take()), ..Self::by_look() }
    }

    /// What is found out about `puzzles`, which were judged last.
    pub(super) fn judged<'a>(&'a self, puzzles: Puzzles<'a>) -> JudgedPuzzles<'a> {
        JudgedPuzzles { puzzles, outcomes: &self.outcomes, answers: &self.answers }
    }
}

impl Judge for Inspector {
    fn judge(&mut self, puzzles: Puzzles<'_>) {
        let Some(engine) = &mut self.solver else {
            let outcome =
                |index| Outcome { verdict: inspection::verdict(puzzles.get(index)), ..Outcome::default() };
            self.outcomes.clear();
            self.outcomes.extend((0..puzzles.len()).map(outcome));
            return;
        };
        self.answers.resize(puzzles.len(), [0; CELLS + 1]);
        self.outcomes.resize(puzzles.len(), Outcome::default());
        engine.solve(Task::new(Goal::Unique), puzzles, &mut self.answers, &mut self.outcomes);
    }

    fn verdict(&self, index: usize) -> Verdict {
        self.outcomes[index].verdict
    }
}

/// Appends the rows of a batch that are no puzzles, and the puzzles that turned out malformed or in contradiction with
/// themselves. The batch begins at the row `first`.
pub(super) fn push_bad_rows(
    rows: &dyn Rows,
    first: usize,
    batch: &BatchPuzzles<'_>,
    verdicts: impl Iterator<Item = Verdict>,
    bad: &mut Vec<BadRow>,
) {
    bad.extend(batch.defects.iter().map(|&(row, defect)| (first + row as usize, defect)));
    let is_bad = |verdict| matches!(verdict, Verdict::Malformed | Verdict::Conflict);
    for (index, verdict) in verdicts.enumerate().filter(|&(_, verdict)| is_bad(verdict)) {
        let row = first + batch.rows[index] as usize;
        let number = (verdict == Verdict::Malformed).then(|| rows.bad_number(row)).flatten();
        let defect = number.or_else(|| explain(batch.puzzles.get(index), verdict));
        bad.extend(defect.map(|defect| (row, defect)));
    }
}
