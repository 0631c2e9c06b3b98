//! Backtrackers as programmers first write them. They are the low end of the scale on which engines are measured.
//!
//! They follow methods that programmers publish when they solve Sudoku as an exercise. (Two of the five posts that
//! prompted this crate work like `blank-scan`.) Their cost is preserved: the same order of cells and digits, the same
//! tests at each try. Three things differ. The recursion is a loop, so the memory is fixed; the search continues after a
//! solution if more are wanted; and a budget can end it.
//!
//! ```text
//! a recursive call   take a blank          next_blank            one level down
//! its loop           put the next digit    put_next_digit: Some
//! its return         leave the cell blank  put_next_digit: None  one level up
//! ```
//!
//! **Guesses.** A digit put into a cell is a guess if the cell has other digits still to be tried. The methods that store
//! only the digit tried last count every digit but 9; `min-candidates` stores the candidates of the cell and counts all
//! but the last. So a budget bounds the time for every puzzle.
//!
//! The baselines read clues only, as [`Engine::reads`](crate::solver::Engine::reads) reports. Their verdict on
//! pencilmarks is malformed.

mod blanks;
mod min_candidates;
mod row_col_box;
mod search;

pub use blanks::{BlankScan, BlankStack};
pub use min_candidates::MinCandidates;
pub use row_col_box::RowColBox;

use crate::board::grid::{self, CELLS, Cell};
use crate::solver::Verdict;
use crate::solver::batch::{Puzzles, Solve};
use search::{Guesses, Search, SearchEngine, SearchStep, read_clues};
use std::array;

/// Builds the engine of a method.
pub fn build<M: Method + 'static>() -> Box<dyn Solve> {
    Box::new(SearchEngine::<Backtracker<M>>::default())
}

/// What differs between the backtrackers: how they store the path of the search, and test digits. The grid has 0 in a blank
/// cell.
pub trait Method: Send {
    /// Starts a puzzle. No two clues conflict.
    fn new(clues: &[u8; CELLS]) -> Self;

    /// Returns the blank cell to fill next, or `None` if no blank cell is left, in which case the grid is a solution.
    fn next_blank(&mut self, digits: &[u8; CELLS], taken: &[Cell]) -> Option<Cell>;

    /// Replaces the digit of the cell taken last with the next one that fits. Returns `None`, and leaves the cell blank, if no
    /// further digit fits.
    fn put_next_digit(&mut self, digits: &mut [u8; CELLS], cell: Cell) -> Option<Put>;
}

/// The result of putting a digit into a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// Other digits are still to be tried.
    OneOfSeveral,
    /// No other digit is left to be tried.
    Last,
}

impl Put {
    /// Returns the result for a method that tries the digits 1 to 9 in order.
    fn in_order(digit: u8) -> Self {
        if digit < 9 { Put::OneOfSeveral } else { Put::Last }
    }
}

/// The search, with the method that it uses.
pub struct Backtracker<M> {
    digits: [u8; CELLS],
    method: M,
    /// The first `depth` of these are the cells taken.
    taken: [Cell; CELLS],
    depth: usize,
    /// The next step is to take a blank cell, because a digit was put into the one before.
    down: bool,
}

impl<M: Method> Backtracker<M> {
    fn new(digits: [u8; CELLS]) -> Self {
        Self { method: M::new(&digits), digits, taken: [Cell::numbered(0); CELLS], depth: 0, down: true }
    }
}

impl<M: Method> Default for Backtracker<M> {
    fn default() -> Self {
        Self::new([0; CELLS])
    }
}

impl<M: Method> Search for Backtracker<M> {
    fn begin(&mut self, puzzles: &Puzzles<'_>, index: usize) -> Result<(), Verdict> {
        let clues = read_clues(puzzles, index)?;
        *self = Self::new(array::from_fn(|cell| grid::digit(clues[cell]).unwrap_or(0)));
        Ok(())
    }

    fn next_solution(&mut self, guesses: &mut Guesses) -> SearchStep {
        loop {
            if std::mem::take(&mut self.down) {
                let Some(cell) = self.method.next_blank(&self.digits, &self.taken[..self.depth]) else {
                    return SearchStep::Solution;
                };
                self.taken[self.depth] = cell;
                self.depth += 1;
            }
            let Some(&cell) = self.taken[..self.depth].last() else { return SearchStep::Exhausted };
            match self.method.put_next_digit(&mut self.digits, cell) {
                Some(Put::OneOfSeveral) if !guesses.make() => return SearchStep::Budget,
                Some(_) => self.down = true,
                None => self.depth -= 1,
            }
        }
    }

    fn digits(&self) -> &[u8; CELLS] {
        &self.digits
    }
}

#[cfg(test)]
mod tests {
    use crate::board::grid::is_solution_of;
    use crate::solver::batch::{AnswerLine, Goal, Notation, Puzzles, Task};
    use crate::solver::{Engine, Outcome, Verdict};

    const BASELINES: [Engine; 4] =
        [Engine::RowColBox, Engine::BlankScan, Engine::MinCandidates, Engine::BlankStack];

    /// A puzzle of 28 clues with one solution.
    const PUZZLE: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn solve(engine: Engine, task: Task, text: &[u8], notation: Notation) -> (Outcome, AnswerLine) {
        let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
        engine.build().solve(task, Puzzles::new(text, &[0], notation), &mut answers, &mut outcomes);
        (outcomes[0], answers[0])
    }

    #[test]
    fn each_finds_the_only_solution() {
        for engine in BASELINES {
            let (outcome, answer) = solve(engine, Task::new(Goal::Unique), PUZZLE, Notation::Clues);
            assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Unique, 1), "{engine}");
            assert!(is_solution_of(answer.first_chunk().unwrap(), PUZZLE), "{engine}");
        }
    }

    #[test]
    fn each_continues_until_it_has_the_solutions_asked_for() {
        for engine in BASELINES {
            let count = Task::new(Goal::Count { limit: 1000 });
            let (outcome, _) = solve(engine, count, &[b'.'; 81], Notation::Clues);
            assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Multiple, 1000), "{engine}");
        }
    }

    #[test]
    fn each_stops_at_the_guess_that_exceeds_the_budget() {
        for engine in BASELINES {
            let free = solve(engine, Task::new(Goal::First), PUZZLE, Notation::Clues).0;
            let task = |budget| Task { goal: Goal::First, budget };
            assert_eq!(solve(engine, task(free.guesses), PUZZLE, Notation::Clues).0, free, "{engine}");
            let Some(short) = free.guesses.checked_sub(1) else { continue };
            let stopped = Outcome { verdict: Verdict::BudgetExhausted, solutions: 0, guesses: short };
            assert_eq!(solve(engine, task(short), PUZZLE, Notation::Clues).0, stopped, "{engine}");
        }
    }

    #[test]
    fn each_reports_pencilmarks_as_malformed() {
        for engine in BASELINES {
            let outcome = solve(engine, Task::new(Goal::First), &[b'.'; 729], Notation::Pencilmarks).0;
            assert_eq!(outcome.verdict, Verdict::Malformed, "{engine}");
        }
    }
}
