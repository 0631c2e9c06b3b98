//! All solutions of a puzzle, one after another, and whether there is only one.

use std::fmt;

use super::batch::Answer;
use super::single::Single;
use crate::board::grid::CELLS;
use crate::board::notation::{self, AnswerLine};
use crate::board::puzzle::Solution;

/// The solutions of a puzzle, in the order of their text: see [`Solver::solutions`](super::Solver::solutions).
///
/// The search always splits a board by its first open cell and tries the lowest digit first. So it reaches the solutions in order
/// and need not store or sort them. Allocates nothing.
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

/// How many solutions a puzzle has, as far as a data set needs to know.
///
/// # Examples
///
/// ```
/// use bulkdoku::{Cell, Puzzle, Solver, Uniqueness};
///
/// fn advice(puzzle: &Puzzle) -> String {
///     match Solver::new().uniqueness(puzzle) {
///         Uniqueness::Unique(solution) => format!("the solution is {solution}"),
///         Uniqueness::Multiple(one, other) => {
///             let cell = (0..81).filter_map(Cell::new).find(|&cell| one.digit(cell) != other.digit(cell));
///             cell.map_or(String::new(), |cell| format!("add a clue in {cell}"))
///         }
///         Uniqueness::NoSolution => "change a clue".to_owned(),
///         Uniqueness::Conflict => "equal clues share a house".to_owned(),
///     }
/// }
///
/// assert!(advice(&Puzzle::EMPTY).starts_with("add a clue in r"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// Two equal clues share a house: [`Puzzle::conflict`](crate::Puzzle::conflict) returns them.
    Conflict,
    /// There is no solution.
    NoSolution,
    /// There is exactly this solution.
    Unique(Solution),
    /// There are at least these two solutions.
    Multiple(Solution, Solution),
}

/// Returns the solution that an engine wrote to a line.
pub(super) fn solution_of(line: &AnswerLine) -> Solution {
    Solution::from_engine(*notation::digits(line))
}

#[cfg(test)]
mod tests {
    use crate::board::grid::{CELLS, is_solution_of};
    use crate::{Puzzle, Solver};

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn all(puzzle: &[u8; CELLS], most: usize) -> Vec<[u8; CELLS]> {
        let puzzle = Puzzle::try_from(*puzzle).expect("clues and blanks");
        Solver::new().solutions(&puzzle).take(most).map(|solution| *solution.as_bytes()).collect()
    }

    #[test]
    fn a_puzzle_with_one_solution_yields_it_and_then_none() {
        let solutions = all(PUZZLE, 10);
        assert_eq!(solutions.len(), 1);
        assert!(is_solution_of(&solutions[0], PUZZLE));
    }

    #[test]
    fn conflicting_puzzles_have_no_solutions() {
        assert!(all(&[b'1'; CELLS], 1).is_empty());
    }

    #[test]
    fn each_solution_comes_once_in_the_order_of_the_text() {
        let mut puzzle = *PUZZLE;
        puzzle[..27].fill(b'.');
        for (puzzle, most) in [(puzzle, usize::MAX), ([b'.'; CELLS], 2000)] {
            let solutions = all(&puzzle, most);
            assert!(solutions.len() > 100);
            assert!(solutions.is_sorted_by(|one, next| one < next));
            assert!(solutions.iter().all(|solution| is_solution_of(solution, &puzzle)));
        }
        assert!(all(&[b'.'; CELLS], 1)[0].starts_with(b"123456789456789123789123456"));
    }
}
