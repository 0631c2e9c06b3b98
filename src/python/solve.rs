//! Solves rows into arrays that the caller gave.

use std::ops::Range;

use pyo3::prelude::*;

use super::pool::PooledEngine;
use super::row_run::{self, BadRow, Runner, Work, push_bad_rows, split};
use super::rows::{Batch, BatchPuzzles, Rows};
use crate::grid::CELLS;
use crate::solver::batch::{Answers, Task};
use crate::solver::{Outcome, Verdict};

/// The results of consecutive rows. All of them are overwritten.
pub(super) struct Solutions<'a> {
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

impl row_run::Results for Solutions<'_> {
    fn take(&mut self, rows: usize) -> Self {
        Self {
            solutions: split(&mut self.solutions, rows * CELLS),
            verdicts: split(&mut self.verdicts, rows),
            counts: split(&mut self.counts, rows),
            guesses: split(&mut self.guesses, rows),
            are_reused: self.are_reused,
        }
    }
}

impl Solutions<'_> {
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

/// Solves every row, and returns the bad ones in their order.
///
/// # Errors
/// As [`Runner::run`].
pub(super) fn solve(
    runner: Runner<'_, '_>,
    rows: &dyn Rows,
    results: Solutions<'_>,
    task: Task,
) -> PyResult<Vec<BadRow>> {
    runner.run(rows.len(), results, || Worker::new(rows, task)).map_err(|(error, mut unreached)| {
        if unreached.are_reused {
            unreached.mark_unreached();
        }
        error
    })
}

/// An engine with the memory of a batch.
struct Worker<'a> {
    rows: &'a dyn Rows,
    task: Task,
    engine: PooledEngine,
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
            engine: PooledEngine::take(),
            batch: Batch::default(),
            scratch: Vec::new(),
            outcomes: Vec::new(),
            solutions: Vec::new(),
            bad: Vec::new(),
        }
    }
}

impl<'b> Work<Solutions<'b>> for Worker<'_> {
    /// Solves the rows `range`. Meanwhile the rows `next` come from memory, if they are digits: the batch after this one begins
    /// with a copy of them. Characters are read in place, and the engine fetches those itself.
    fn run(&mut self, range: Range<usize>, results: Solutions<'b>, next: Range<usize>) {
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
        let found = Found { outcomes: &self.outcomes, solutions: &self.solutions };
        if batch.defects.is_empty() {
            found.write_all(results);
        } else {
            found.write_rows(&batch, results);
        }
    }

    fn finish(self) -> Vec<BadRow> {
        self.bad
    }
}

/// What the engine has found out about a batch.
struct Found<'a> {
    outcomes: &'a [Outcome],
    solutions: &'a [[u8; CELLS]],
}

impl Found<'_> {
    /// Writes the results where every row has 81 cells. The engine has written the solutions; the rows without an answer
    /// are cleared.
    fn write_all(&self, results: Solutions<'_>) {
        let outcomes = self.outcomes;
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
    fn write_rows(&self, batch: &BatchPuzzles<'_>, results: Solutions<'_>) {
        let (solutions, _) = results.solutions.as_chunks_mut::<CELLS>();
        for &(row, _) in batch.defects {
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
        let found = self.solutions.iter().zip(self.outcomes);
        for (&row, (answer, outcome)) in batch.rows.iter().zip(found) {
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

/// Is a solution with this verdict an answer? Of a puzzle with several, the program gives none either.
pub(super) fn is_answered(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Solved | Verdict::Unique)
}

/// The index of a verdict in [`Verdict::ALL`], which is in the order of the declaration.
pub(super) fn code(verdict: Verdict) -> u8 {
    verdict as u8
}
