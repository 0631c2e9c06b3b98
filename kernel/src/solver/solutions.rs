//! All solutions of a puzzle, one after another.

use std::fmt;

use super::batch::Answer;
use super::single::Single;
use crate::board::grid::CELLS;
use crate::board::notation::{self, AnswerLine};
use crate::board::puzzle::Solution;

/// The solutions of a puzzle, in the order of their text: see [`Solver::solutions`](super::Solver::solutions).
///
/// # Examples
///
/// ```
/// use bulkdoku::solver::Solutions;
/// use bulkdoku::{Puzzle, Solution, Solver};
///
/// /// Returns a page of solutions, and whether there are more.
/// fn page(solutions: &mut Solutions<'_>) -> (Vec<Solution>, bool) {
///     (solutions.take(10).collect(), solutions.next().is_some())
/// }
///
/// let mut solver = Solver::new();
/// let (solutions, has_more) = page(&mut solver.solutions(&Puzzle::EMPTY));
/// assert!(solutions.is_sorted() && solutions.len() == 10 && has_more);
/// ```
pub struct Solutions<'a> {
    pub(super) single: &'a mut dyn Single,
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let mut line = [0; CELLS + 1];
        let found = self.single.next_in_text_order(Answer::Line(&mut line));
        found.then(|| solution_of(&line))
    }
}

impl fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").finish_non_exhaustive()
    }
}

/// Returns the solution that an engine wrote to a line.
pub(super) fn solution_of(line: &AnswerLine) -> Solution {
    Solution::from_engine(*notation::digits(line))
}
