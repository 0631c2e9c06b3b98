//! Backtrackers as people write them first: the bottom of the scale that the other engines are measured on.
//!
//! Each file follows a way that programmers publish when they meet Sudoku as an exercise (two of the five posts
//! that this crate was made from work the way of `blank-scan`), with its cost left as it is: the same order of cells and digits, the same tests at each try. Three things differ. The recursion is a
//! loop, so memory is fixed; the search goes on after a solution when asked for more; and a budget can end it.
//!
//! ```text
//! a recursive call   take a blank          take_blank      one level down
//! its loop           put the next digit    put_next_digit
//! its return         leave the cell blank  put_back        one level up
//! ```
//!
//! **Guesses.** A digit put into a cell is a guess when the cell has other digits still to try. The four that know
//! no more of a cell than the digits they have tried count each digit put but 9; `min-candidates` knows the cell's
//! candidates, and counts each but the last. So a budget bounds the time, whatever the puzzle.
//!
//! They read clues only; [`Engine::reads`](crate::solver::Engine::reads) says so beforehand, and pencilmarks that
//! are handed in all the same are malformed.

pub(crate) mod blank_scan;
pub(crate) mod blank_stack;
pub(crate) mod min_candidates;
pub(crate) mod row_col_box;

use crate::grid::{self, CELLS};
use crate::solver::Verdict;
use crate::solver::batch::Puzzles;
use crate::solver::search::{Guesses, Search, Step, read_clues};

/// What differs between the backtrackers: a grid, and which blank is worked on.
pub(crate) trait Method: Default + Send {
    /// Reads a puzzle, 0 in a blank cell. No two clues clash.
    fn begin(&mut self, clues: &[u8; CELLS]);

    /// Takes the next blank; false when none is left, so that the grid is a solution.
    fn take_blank(&mut self) -> bool;

    /// Puts the next digit that fits into the blank last taken, in place of the one before.
    /// `None` when there is none: then the cell is blank.
    fn put_next_digit(&mut self) -> Option<Put>;

    /// Puts the blank last taken back among the blanks; the one taken before it is worked on again.
    fn put_back(&mut self);

    /// The grid, 0 in a blank cell.
    fn digits(&self) -> &[u8; CELLS];
}

/// A digit was put into a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// And others are still to try.
    OneOfSeveral,
    /// And no other is left to try.
    Last,
}

impl Put {
    /// For a method that tries 1 to 9 without knowing which will fit.
    fn in_order(digit: u8) -> Self {
        if digit < 9 { Put::OneOfSeveral } else { Put::Last }
    }
}

/// The search that all methods share.
#[derive(Default)]
pub(crate) struct Backtracker<M> {
    method: M,
    /// Blanks taken.
    depth: usize,
    /// The last digit put was right so far; go down.
    down: bool,
}

impl<M: Method> Search for Backtracker<M> {
    fn begin(&mut self, puzzles: &Puzzles<'_>, index: usize) -> Result<(), Verdict> {
        let clues = read_clues(puzzles, index)?;
        self.method.begin(&clues.map(|byte| grid::digit(byte).unwrap_or(0)));
        self.depth = 0;
        self.down = true;
        Ok(())
    }

    fn next_solution(&mut self, guesses: &mut Guesses) -> Step {
        loop {
            if std::mem::take(&mut self.down) {
                if !self.method.take_blank() {
                    return Step::Solution;
                }
                self.depth += 1;
            }
            if self.depth == 0 {
                return Step::Exhausted;
            }
            match self.method.put_next_digit() {
                Some(Put::OneOfSeveral) if !guesses.make() => return Step::Budget,
                Some(_) => self.down = true,
                None => self.up(),
            }
        }
    }

    fn digits(&self) -> &[u8; CELLS] {
        self.method.digits()
    }
}

impl<M: Method> Backtracker<M> {
    fn up(&mut self) {
        self.method.put_back();
        self.depth -= 1;
    }
}

/// The blank cells of a grid, in order, with their number.
fn blanks_of(digits: &[u8; CELLS]) -> ([u8; CELLS], usize) {
    let mut blanks = [0; CELLS];
    let mut count = 0;
    for (cell, _) in digits.iter().enumerate().filter(|&(_, &digit)| digit == 0) {
        blanks[count] = cell as u8;
        count += 1;
    }
    (blanks, count)
}

#[cfg(test)]
mod tests {
    use crate::grid::is_solution_of;
    use crate::solver::batch::{AnswerLine, Form, Goal, Puzzles, Task};
    use crate::solver::{Engine, Outcome, Verdict};

    const BASELINES: [Engine; 4] =
        [Engine::RowColBox, Engine::BlankScan, Engine::MinCandidates, Engine::BlankStack];

    /// A puzzle of 28 clues with one solution.
    const PUZZLE: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn solve(engine: Engine, task: Task, text: &[u8], form: Form) -> (Outcome, AnswerLine) {
        let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
        engine.build().solve(task, Puzzles::new(text, &[0], form), &mut answers, &mut outcomes);
        (outcomes[0], answers[0])
    }

    #[test]
    fn each_finds_the_only_solution() {
        for engine in BASELINES {
            let (outcome, answer) = solve(engine, Task::new(Goal::Unique), PUZZLE, Form::Clues);
            assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Unique, 1), "{engine}");
            assert!(is_solution_of(answer.first_chunk().unwrap(), PUZZLE), "{engine}");
        }
    }

    #[test]
    fn each_goes_on_to_as_many_solutions_as_are_asked_for() {
        for engine in BASELINES {
            let count = Task::new(Goal::Count { limit: 1000 });
            let (outcome, _) = solve(engine, count, &[b'.'; 81], Form::Clues);
            assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Multiple, 1000), "{engine}");
        }
    }

    #[test]
    fn each_stops_at_the_guess_that_exceeds_the_budget() {
        for engine in BASELINES {
            let free = solve(engine, Task::new(Goal::First), PUZZLE, Form::Clues).0;
            let task = |budget| Task { goal: Goal::First, budget };
            assert_eq!(solve(engine, task(free.guesses), PUZZLE, Form::Clues).0, free, "{engine}");
            let Some(short) = free.guesses.checked_sub(1) else { continue };
            let stopped = Outcome { verdict: Verdict::BudgetExhausted, solutions: 0, guesses: short };
            assert_eq!(solve(engine, task(short), PUZZLE, Form::Clues).0, stopped, "{engine}");
        }
    }

    #[test]
    fn pencilmarks_are_malformed_to_each() {
        for engine in BASELINES {
            let outcome = solve(engine, Task::new(Goal::First), &[b'.'; 729], Form::Pencilmarks).0;
            assert_eq!(outcome.verdict, Verdict::Malformed, "{engine}");
        }
    }
}
