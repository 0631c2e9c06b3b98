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

mod algorithms;

pub use algorithms::{BlankScan, BlankStack, MinCandidates, RowColBox};

use crate::board::grid::{self, CELLS, Cell};
use crate::solver::batch::{Answer, Answers, Puzzles, Solve, Task, one_by_one};
use crate::solver::{Outcome, Verdict};

/// Builds the engine of a method.
pub fn build<M: Method + 'static>() -> Box<dyn Solve> {
    Box::new(Backtracker::<M>::begin(&[0; CELLS]))
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

/// The engine of a method: one puzzle at a time.
pub struct Backtracker<M> {
    digits: [u8; CELLS],
    method: M,
    /// The first `depth` of these are the cells taken.
    taken: [Cell; CELLS],
    depth: usize,
    /// The next step is to take a blank cell, because a digit was put into the one before.
    down: bool,
}

/// How the search for the next solution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It found another solution.
    Solution,
    /// There are no more solutions.
    Exhausted,
    /// It reached a guess that the budget does not allow.
    Budget,
}

impl<M: Method> Solve for Backtracker<M> {
    fn solve_to(&mut self, task: Task, puzzles: Puzzles<'_>, answers: Answers<'_>, outcomes: &mut [Outcome]) {
        one_by_one(&puzzles, answers, outcomes, |index, answer| match read_clues(&puzzles, index) {
            Ok(clues) => {
                *self = Self::begin(&grid::digits(clues));
                self.search(task, answer)
            }
            Err(verdict) => Outcome { verdict, ..Outcome::default() },
        });
    }
}

impl<M: Method> Backtracker<M> {
    fn begin(digits: &[u8; CELLS]) -> Self {
        Self { digits: *digits, method: M::new(digits), taken: [Cell::FIRST; CELLS], depth: 0, down: true }
    }

    fn search(&mut self, task: Task, mut answer: Answer<'_>) -> Outcome {
        let (mut solutions, mut guesses) = (0, 0);
        while solutions < task.goal.limit() {
            match self.next_solution(&mut guesses, task.budget) {
                End::Solution if solutions == 0 => answer.write(&self.digits),
                End::Solution => {}
                End::Exhausted => break,
                End::Budget => return Outcome { verdict: Verdict::BudgetExhausted, solutions, guesses },
            }
            solutions += 1;
        }
        Outcome { verdict: task.goal.verdict(solutions), solutions, guesses }
    }

    fn next_solution(&mut self, guesses: &mut u64, budget: u64) -> End {
        loop {
            if std::mem::take(&mut self.down) {
                let Some(cell) = self.method.next_blank(&self.digits, &self.taken[..self.depth]) else {
                    return End::Solution;
                };
                self.taken[self.depth] = cell;
                self.depth += 1;
            }
            let Some(&cell) = self.taken[..self.depth].last() else { return End::Exhausted };
            match self.method.put_next_digit(&mut self.digits, cell) {
                Some(Put::OneOfSeveral) if *guesses == budget => return End::Budget,
                Some(put) => {
                    *guesses += u64::from(put == Put::OneOfSeveral);
                    self.down = true;
                }
                None => self.depth -= 1,
            }
        }
    }
}

/// Returns the clues of puzzle `index`, or the verdict if it is malformed or two clues conflict.
fn read_clues<'a>(puzzles: &Puzzles<'a>, index: usize) -> Result<&'a [u8; CELLS], Verdict> {
    let clues = puzzles.clues(index).ok_or(Verdict::Malformed)?;
    if !grid::is_puzzle(clues) {
        return Err(Verdict::Malformed);
    }
    match grid::conflict(clues) {
        Some(_) => Err(Verdict::Conflict),
        None => Ok(clues),
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
