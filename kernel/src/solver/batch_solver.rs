//! An engine with the memory of its batches.

use super::batch::{Solve, Task};
use super::solutions::solution_of;
use crate::board::grid::CELLS;
use crate::board::notation::{AnswerLine, Notation, Puzzles};
use crate::board::outcome::{Outcome, Verdict};
use crate::board::puzzle::Solution;

/// The text of a puzzle: 81 clues and blanks, and a line end.
pub type PuzzleLine = [u8; CELLS + 1];

/// An engine, and the puzzles, answers and outcomes of its last batch, in memory that it reuses.
pub struct BatchSolver<E = Box<dyn Solve>> {
    /// The engine.
    pub engine: E,
    lines: Vec<PuzzleLine>,
    /// Where puzzle lines start, for as many as a batch ever had.
    starts: Vec<u32>,
    /// The answers, one for each puzzle.
    pub answers: Vec<AnswerLine>,
    /// The outcomes, one for each puzzle.
    pub outcomes: Vec<Outcome>,
}

impl<E: Solve> BatchSolver<E> {
    /// Allocates memory for batches of up to `most` puzzles. Larger batches allocate more when they come.
    pub fn new(engine: E, most: usize) -> Self {
        Self {
            engine,
            lines: Vec::with_capacity(most),
            starts: starts(0..most).collect(),
            answers: Vec::with_capacity(most),
            outcomes: Vec::with_capacity(most),
        }
    }

    /// Solves a batch of puzzles in place.
    pub fn solve(&mut self, task: Task, puzzles: Puzzles<'_>) {
        self.answers.resize(puzzles.len(), [0; CELLS + 1]);
        self.outcomes.resize(puzzles.len(), Outcome::default());
        self.engine.solve(task, puzzles, &mut self.answers, &mut self.outcomes);
    }

    /// Solves a batch of puzzle lines in place.
    pub fn solve_lines(&mut self, task: Task, lines: &[PuzzleLine]) {
        let starts = self.take_starts(lines.len());
        self.solve(task, puzzles_of(lines, &starts));
        self.starts = starts;
    }

    /// Copies puzzles, and solves them as a batch. Returns how many there are.
    pub fn solve_all(&mut self, task: Task, puzzles: impl IntoIterator<Item = [u8; CELLS]>) -> usize {
        let mut lines = std::mem::take(&mut self.lines);
        lines.clear();
        lines.extend(puzzles.into_iter().map(|puzzle| {
            let mut line = [b'\n'; CELLS + 1];
            line[..CELLS].copy_from_slice(&puzzle);
            line
        }));
        self.solve_lines(task, &lines);
        self.lines = lines;
        self.lines.len()
    }

    /// Returns puzzle lines as a batch. There must be as many as in the last batch.
    pub fn puzzles<'a>(&'a self, lines: &'a [PuzzleLine]) -> Puzzles<'a> {
        puzzles_of(lines, &self.starts)
    }

    /// Returns whether the puzzle at this index of the last batch has exactly one solution.
    pub fn is_unique(&self, index: usize) -> bool {
        self.outcomes[index].verdict == Verdict::Unique
    }

    /// Returns the solution found for the puzzle at this index of the last batch.
    pub fn solution(&self, index: usize) -> Option<Solution> {
        let found = self.outcomes[index].solutions > 0;
        found.then(|| solution_of(&self.answers[index]))
    }

    /// Takes the starts of at least `count` lines.
    fn take_starts(&mut self, count: usize) -> Vec<u32> {
        let mut all = std::mem::take(&mut self.starts);
        all.extend(starts(all.len()..count));
        all
    }
}

/// Returns the starts of lines with these numbers.
fn starts(numbers: std::ops::Range<usize>) -> impl Iterator<Item = u32> {
    numbers.map(|number| (number * size_of::<PuzzleLine>()) as u32)
}

fn puzzles_of<'a>(lines: &'a [PuzzleLine], starts: &'a [u32]) -> Puzzles<'a> {
    Puzzles::new(lines.as_flattened(), &starts[..lines.len()], Notation::Clues)
}
