//! Solves or scans the puzzles of batches, and keeps the rows that are bad.

use bulkdoku::Solution;
use bulkdoku::format;
use bulkdoku::solver::{AnswerLine, Answers, Goal, Outcome, Task, Verdict};

use super::defect::{self, Defect};
use super::pool::PooledSolver;
use super::rows::{Batch, Rows};
use crate::CELLS;

/// A row that is malformed or contradicts itself, and why.
pub(super) type BadRow = (usize, Defect);

/// Determines the verdicts of the puzzles of batches, in memory that is reused for each batch.
pub(super) struct Inspector<'a> {
    rows: &'a dyn Rows,
    solver: Option<PooledSolver>,
    /// The outcome of each puzzle of the last batch.
    pub(super) outcomes: Vec<Outcome>,
    /// The first solution of every puzzle that has one, if they were solved.
    pub(super) answers: Vec<AnswerLine>,
    /// The bad rows of all batches.
    pub(super) bad: Vec<BadRow>,
}

impl<'a> Inspector<'a> {
    /// Creates an inspector that finds equal clues in a house and bytes that are not cells.
    pub(super) fn scanning(rows: &'a dyn Rows) -> Self {
        Self { rows, solver: None, outcomes: Vec::new(), answers: Vec::new(), bad: Vec::new() }
    }

    /// Creates an inspector that, if `solves`, also finds the puzzles with exactly one solution.
    pub(super) fn new(rows: &'a dyn Rows, solves: bool) -> Self {
        Self { solver: solves.then(PooledSolver::take), ..Self::scanning(rows) }
    }

    /// Determines the verdicts of the puzzles of a batch, and keeps its bad rows.
    pub(super) fn inspect(&mut self, batch: &Batch) {
        let puzzles = batch.puzzles();
        self.outcomes.resize(puzzles.len(), Outcome::default());
        match &mut self.solver {
            Some(solver) => {
                self.answers.resize(puzzles.len(), [0; CELLS + 1]);
                let answers = Answers::Lines(&mut self.answers);
                solver.run_rows(Task::new(Goal::Unique), puzzles, answers, &mut self.outcomes);
            }
            None => {
                for (index, outcome) in self.outcomes.iter_mut().enumerate() {
                    *outcome = Outcome::new(format::scan(puzzles.get(index)), 0, 0);
                }
            }
        }
        note_bad(self.rows, batch, self.outcomes.iter().map(|outcome| outcome.verdict), &mut self.bad);
    }

    /// Returns the index, the row and the verdict of each puzzle of the last batch.
    pub(super) fn verdicts(&self, batch: &Batch) -> impl Iterator<Item = (usize, usize, Verdict)> {
        let found = batch.rows().zip(&self.outcomes).enumerate();
        found.map(|(index, (row, outcome))| (index, row, outcome.verdict))
    }

    /// Returns the solution of the puzzle at `index` of the last batch, if it was found to be the only one.
    pub(super) fn solution(&self, index: usize) -> Option<Solution> {
        if self.outcomes[index].verdict != Verdict::Unique {
            return None;
        }
        Solution::try_from(&self.answers.get(index)?[..CELLS]).ok()
    }
}

/// Keeps the rows of a batch that are not puzzles, and the puzzles with these verdicts that are malformed or contradict themselves.
pub(super) fn note_bad(
    rows: &dyn Rows,
    batch: &Batch,
    verdicts: impl Iterator<Item = Verdict>,
    bad: &mut Vec<BadRow>,
) {
    bad.extend(batch.defects.iter().map(|&(row, defect)| (batch.first + row as usize, defect)));
    for (index, verdict) in verdicts.enumerate() {
        if matches!(verdict, Verdict::Malformed | Verdict::Conflict) {
            let (row, puzzle) = (batch.first + batch.row(index), batch.puzzle(index));
            let is_malformed = verdict == Verdict::Malformed;
            let defect = if is_malformed { rows.defect(row, puzzle) } else { defect::of_cells(puzzle) };
            bad.extend(defect.map(|defect| (row, defect)));
        }
    }
}

/// Returns the bad rows of all threads, in order.
pub(super) fn in_order(bad: impl Iterator<Item = Vec<BadRow>>) -> Vec<BadRow> {
    let mut bad: Vec<BadRow> = bad.flatten().collect();
    bad.sort_unstable_by_key(|&(row, _)| row);
    bad
}
