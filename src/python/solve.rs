//! Solves rows into arrays that the caller gave.

use std::ops::Range;
use std::sync::Mutex;

use pyo3::prelude::*;

use super::rows::{Batch, BatchPuzzles, Defect, Rows, explain};
use super::run::{BatchSize, Control, lock, on_threads};
use crate::grid::CELLS;
use crate::solver::batch::{Answers, Solve, Task};
use crate::solver::{Engine, Outcome, Verdict};

/// The results of consecutive rows. All of them are overwritten.
pub(super) struct Results<'a> {
    /// 81 digits per row, 0 where there is no answer; empty if solutions are not wanted.
    pub(super) solutions: &'a mut [u8],
    /// The index in [`Verdict::ALL`].
    pub(super) verdicts: &'a mut [u8],
    /// The number of solutions found.
    pub(super) counts: &'a mut [u64],
    /// The number of guesses; empty if it is not wanted.
    pub(super) guesses: &'a mut [u64],
    /// Do they hold earlier results, which nobody should take for these if the call is interrupted?
    pub(super) are_reused: bool,
}

impl<'a> Results<'a> {
    /// Splits off the results of the first `rows` rows.
    fn take(&mut self, rows: usize) -> Self {
        Self {
            solutions: split(&mut self.solutions, rows * CELLS),
            verdicts: split(&mut self.verdicts, rows),
            counts: split(&mut self.counts, rows),
            guesses: split(&mut self.guesses, rows),
            are_reused: self.are_reused,
        }
    }

    /// Overwrites the results of rows that a call did not reach, so that nobody takes earlier results for theirs.
    fn mark_unreached(&mut self) {
        self.solutions.fill(0);
        self.verdicts.fill(UNREACHED);
        self.counts.fill(0);
        self.guesses.fill(0);
    }
}

/// The names of the verdicts in the results, by their numbers there.
pub(super) fn verdict_name(number: usize) -> &'static str {
    Verdict::ALL.get(number).map_or("unreached", |verdict| verdict.name())
}

/// The number of the verdict on a row that an interrupted call did not reach: it follows those of [`Verdict::ALL`].
pub(super) const UNREACHED: u8 = Verdict::ALL.len() as u8;

/// Splits off the first `count` items, or as many as there are.
pub(super) fn split<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, others) = std::mem::take(rest).split_at_mut_checked(count).unwrap_or_default();
    *rest = others;
    first
}

/// A row that is malformed or in contradiction with itself, and why.
pub(super) type BadRow = (usize, Defect);

/// Solves every row, and returns the bad ones in their order.
///
/// # Errors
/// As [`on_threads`].
pub(super) fn solve(
    py: Python<'_>,
    rows: &dyn Rows,
    results: Results<'_>,
    task: Task,
    threads: usize,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Vec<BadRow>> {
    let rest = Mutex::new(Rest { next: 0, end: rows.len(), results });
    let bad = Mutex::new(Vec::new());
    let ran = on_threads(py, (threads, rows.len()), progress, |control| {
        let mut worker = Worker::new(rows, task);
        worker.run(&rest, control);
        lock(&bad).append(&mut worker.bad);
        keep(worker.engine);
    });
    if ran.is_err() && lock(&rest).results.are_reused {
        lock(&rest).results.mark_unreached();
    }
    ran?;
    let mut bad = bad.into_inner().unwrap_or_default();
    bad.sort_unstable_by_key(|&(row, _)| row);
    Ok(bad)
}

/// Engines that no call is using, so that a call with few rows does not have to build one, which takes 0.3 ms.
static IDLE: Mutex<Vec<Box<dyn Solve>>> = Mutex::new(Vec::new());

/// The most engines that are kept. Each takes some megabytes.
const MOST_IDLE: usize = 8;

/// An engine that no call is using, or a new one. It waits for no lock: a process may have been forked while another
/// thread held it, and then it is never free.
fn idle_engine() -> Box<dyn Solve> {
    let idle = IDLE.try_lock().ok().and_then(|mut idle| idle.pop());
    idle.unwrap_or_else(|| Engine::default().build())
}

fn keep(engine: Box<dyn Solve>) {
    if let Ok(mut idle) = IDLE.try_lock()
        && idle.len() < MOST_IDLE
    {
        idle.push(engine);
    }
}

/// The rows that no worker has taken, and where their results go.
struct Rest<'a> {
    next: usize,
    end: usize,
    results: Results<'a>,
}

impl<'a> Rest<'a> {
    /// Takes up to `count` rows.
    fn take(&mut self, count: usize) -> Option<(Range<usize>, Results<'a>)> {
        let range = self.next..self.end.min(self.next + count);
        self.next = range.end;
        (!range.is_empty()).then(|| (range.clone(), self.results.take(range.len())))
    }
}

/// An engine with the memory of a batch.
struct Worker<'a> {
    rows: &'a dyn Rows,
    task: Task,
    engine: Box<dyn Solve>,
    batch: Batch,
    scratch: Vec<u8>,
    outcomes: Vec<Outcome>,
    /// The answers of a batch where some rows are no puzzles, or no answers are wanted.
    solutions: Vec<[u8; CELLS]>,
    bad: Vec<BadRow>,
}

impl<'a> Worker<'a> {
    fn new(rows: &'a dyn Rows, task: Task) -> Self {
        Self {
            rows,
            task,
            engine: idle_engine(),
            batch: Batch::default(),
            scratch: Vec::new(),
            outcomes: Vec::new(),
            solutions: Vec::new(),
            bad: Vec::new(),
        }
    }

    fn run(&mut self, rest: &Mutex<Rest<'_>>, control: &Control<'_>) {
        let (mut size, mut done) = (BatchSize::new(), 0);
        while control.goes_on(done) {
            let Some((range, results)) = lock(rest).take(size.next()) else { return };
            done = range.len();
            // Workers take turns, so that this one's next rows most likely are these.
            let next = range.end + (control.workers() - 1) * done;
            self.solve(range, results, next..next + done);
        }
    }

    /// Solves the rows `range`. Meanwhile the rows `next` come from memory, if they are digits: the batch after this one begins
    /// with a copy of them. Characters are read in place, and the engine fetches those itself.
    fn solve(&mut self, range: Range<usize>, results: Results<'_>, next: Range<usize>) {
        let first = range.start;
        let next = if next.end <= self.rows.len() { self.rows.cells(next) } else { None };
        let next = next.filter(|cells| cells.begins_with_digit());
        let mut batch = self.batch.read(self.rows, range.clone(), &mut self.scratch);
        self.outcomes.resize(batch.puzzles.len(), Outcome::default());
        let direct = batch.puzzles.len() == range.len() && !results.solutions.is_empty();
        let answers = if direct {
            results.solutions.as_chunks_mut().0
        } else {
            self.solutions.resize(batch.puzzles.len(), [0; CELLS]);
            &mut self.solutions[..]
        };
        let puzzles = batch.puzzles.followed_by(next.map_or(b"", |cells| cells.bytes));
        self.engine.solve_to(self.task, puzzles, Answers::Digits(answers), &mut self.outcomes);
        if batch.have_digits(self.outcomes.iter().map(|outcome| outcome.verdict)) {
            batch = self.batch.read_each(self.rows, range, &mut self.scratch);
            self.engine.solve_to(self.task, batch.puzzles, Answers::Digits(answers), &mut self.outcomes);
        }
        let verdicts = self.outcomes.iter().map(|outcome| outcome.verdict);
        push_bad_rows(self.rows, first, &batch, verdicts, &mut self.bad);
        let defects = self.batch.defects.iter();
        self.bad.extend(defects.map(|&(row, defect)| (first + row as usize, defect)));
        self.write(results);
    }

    /// Writes the results of the batch over whatever stood there.
    fn write(&mut self, results: Results<'_>) {
        if self.batch.defects.is_empty() {
            self.write_all(results);
        } else {
            self.write_rows(results);
        }
    }

    /// Writes the results where every row has 81 cells. The engine has written the solutions; the rows without an answer
    /// are cleared.
    fn write_all(&mut self, results: Results<'_>) {
        let outcomes = &self.outcomes;
        let verdicts = results.verdicts.iter_mut().zip(outcomes);
        verdicts.for_each(|(verdict, outcome)| *verdict = code(outcome.verdict));
        let counts = results.counts.iter_mut().zip(outcomes);
        counts.for_each(|(count, outcome)| *count = outcome.solutions);
        let guesses = results.guesses.iter_mut().zip(outcomes);
        guesses.for_each(|(guesses, outcome)| *guesses = outcome.guesses);
        if results.solutions.is_empty() {
            return;
        }
        for (row, outcome) in results.solutions.as_chunks_mut::<CELLS>().0.iter_mut().zip(outcomes) {
            if !is_answered(outcome.verdict) {
                *row = [0; CELLS];
            }
        }
    }

    /// Writes the results row by row, where some rows are no puzzles.
    fn write_rows(&self, results: Results<'_>) {
        let (solutions, _) = results.solutions.as_chunks_mut::<CELLS>();
        for &(row, _) in &self.batch.defects {
            let row = row as usize;
            results.verdicts[row] = code(Verdict::Malformed);
            results.counts[row] = 0;
            if let Some(guesses) = results.guesses.get_mut(row) {
                *guesses = 0;
            }
            if let Some(solution) = solutions.get_mut(row) {
                *solution = [0; CELLS];
            }
        }
        let found = self.solutions.iter().zip(&self.outcomes);
        for (&row, (answer, outcome)) in self.batch.rows.iter().zip(found) {
            let row = row as usize;
            results.verdicts[row] = code(outcome.verdict);
            results.counts[row] = outcome.solutions;
            if let Some(guesses) = results.guesses.get_mut(row) {
                *guesses = outcome.guesses;
            }
            if let Some(solution_row) = solutions.get_mut(row) {
                *solution_row = if is_answered(outcome.verdict) { *answer } else { [0; CELLS] };
            }
        }
    }
}

/// Appends the puzzles of a batch that the engine has found malformed or in contradiction with themselves. The batch
/// begins at the row `first`.
pub(super) fn push_bad_rows(
    rows: &dyn Rows,
    first: usize,
    batch: &BatchPuzzles<'_>,
    verdicts: impl Iterator<Item = Verdict>,
    bad: &mut Vec<BadRow>,
) {
    let is_bad = |verdict| matches!(verdict, Verdict::Malformed | Verdict::Conflict);
    for (index, verdict) in verdicts.enumerate().filter(|&(_, verdict)| is_bad(verdict)) {
        let row = first + batch.rows[index] as usize;
        let number = (verdict == Verdict::Malformed).then(|| rows.bad_number(row)).flatten();
        let defect = number.or_else(|| explain(batch.puzzles.get(index), verdict));
        bad.extend(defect.map(|defect| (row, defect)));
    }
}

/// Is a solution with this verdict an answer? Of a puzzle with several, the program gives none either.
pub(super) fn is_answered(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Solved | Verdict::Unique)
}

/// The index of a verdict in [`Verdict::ALL`], which is in the order of the declaration.
pub(super) fn code(verdict: Verdict) -> u8 {
    verdict as u8
}
