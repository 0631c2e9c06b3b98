//! Buffers for solving puzzle lines.

use crate::board::grid::CELLS;
use crate::solver::Outcome;
use crate::solver::batch::{AnswerLine, Notation, Puzzles, Solve, Task};

/// The text of a puzzle: 81 clues and blanks (`.`), and a line end.
#[doc(hidden)] // for the tests and benches
pub type PuzzleLine = [u8; CELLS + 1];

/// Answers and outcomes of puzzle lines, one for each line.
#[derive(Clone, Debug)]
pub struct Batch {
    starts: Vec<u32>,
    /// The answers.
    pub answers: Vec<AnswerLine>,
    /// The outcomes.
    pub outcomes: Vec<Outcome>,
}

impl Batch {
    /// Allocates buffers for at most `size` lines.
    pub fn new(size: usize) -> Self {
        Self {
            starts: (0..size).map(|index| (index * size_of::<PuzzleLine>()) as u32).collect(),
            answers: vec![[0; CELLS + 1]; size],
            outcomes: vec![Outcome::default(); size],
        }
    }

    /// Returns the puzzles of the lines.
    pub(super) fn puzzles<'a>(&'a self, lines: &'a [PuzzleLine]) -> Puzzles<'a> {
        Puzzles::new(lines.as_flattened(), &self.starts[..lines.len()], Notation::Clues)
    }

    /// Solves the lines into the first answers and outcomes. Allocates nothing.
    ///
    /// # Panics
    /// Panics if there are more lines than the buffers were made for.
    pub fn solve(&mut self, solver: &mut dyn Solve, task: Task, lines: &[PuzzleLine]) {
        let Self { starts, answers, outcomes } = self;
        let puzzles = Puzzles::new(lines.as_flattened(), &starts[..lines.len()], Notation::Clues);
        solver.solve(task, puzzles, &mut answers[..lines.len()], &mut outcomes[..lines.len()]);
    }

    /// Solves the puzzles into the first answers and outcomes. Allocates nothing.
    ///
    /// # Panics
    /// Panics if there are more puzzles than the buffers were made for.
    pub fn solve_puzzles(&mut self, solver: &mut dyn Solve, task: Task, puzzles: Puzzles<'_>) {
        let count = puzzles.len();
        solver.solve(task, puzzles, &mut self.answers[..count], &mut self.outcomes[..count]);
    }
}
