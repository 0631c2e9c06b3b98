//! Solving a batch one puzzle at a time.

use crate::board::grid::{self, CELLS};
use crate::solver::batch::{Answer, Answers, Puzzles, Solve, Task};
use crate::solver::{Outcome, Verdict};

/// A backtracker that holds one puzzle and finds its solutions one after another.
pub trait Search: Default + Send {
    /// Starts puzzle `index` of a batch, or returns the verdict on one that is malformed or has a conflict.
    fn begin(&mut self, puzzles: &Puzzles<'_>, index: usize) -> Result<(), Verdict>;

    /// Searches for the next solution.
    fn next_solution(&mut self, guesses: &mut Guesses) -> SearchStep;

    /// Returns the last solution found, one digit 1 to 9 per cell.
    fn digits(&self) -> &[u8; CELLS];
}

/// How [`Search::next_solution`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStep {
    /// It found another solution.
    Solution,
    /// There are no more solutions.
    Exhausted,
    /// It reached a guess that the budget does not allow.
    Budget,
}

/// The guesses that a puzzle has taken and may take.
///
/// A guess is a step of the search that takes one of several alternatives. Taking the last remaining one is not a
/// guess.
pub struct Guesses {
    made: u64,
    budget: u64,
}

impl Guesses {
    /// Allows this number of guesses.
    pub fn up_to(budget: u64) -> Self {
        Self { made: 0, budget }
    }

    /// Counts one more guess. Returns false, and counts nothing, if the budget does not allow it.
    pub fn make(&mut self) -> bool {
        let allowed = self.made < self.budget;
        self.made += u64::from(allowed);
        allowed
    }
}

/// The engine that runs a [`Search`]. Its settings apply from the next puzzle on.
#[derive(Default)]
pub struct SearchEngine<S>(pub S);

impl<S: Search> Solve for SearchEngine<S> {
    fn solve_to(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        mut answers: Answers<'_>,
        outcomes: &mut [Outcome],
    ) {
        assert_eq!(puzzles.len(), answers.len(), "one answer per puzzle");
        assert_eq!(puzzles.len(), outcomes.len(), "one outcome per puzzle");
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            *outcome = match self.0.begin(&puzzles, index) {
                Ok(()) => self.search(task, answers.answer(index)),
                Err(verdict) => Outcome { verdict, ..Outcome::default() },
            };
        }
    }
}

impl<S: Search> SearchEngine<S> {
    fn search(&mut self, task: Task, answer: Answer<'_>) -> Outcome {
        let mut answer = Some(answer);
        let mut guesses = Guesses::up_to(task.budget);
        let mut solutions = 0;
        while solutions < task.goal.limit() {
            match self.0.next_solution(&mut guesses) {
                SearchStep::Solution => {
                    if let Some(mut answer) = answer.take() {
                        answer.write(self.0.digits());
                    }
                }
                SearchStep::Exhausted => break,
                SearchStep::Budget => {
                    return Outcome { verdict: Verdict::BudgetExhausted, solutions, guesses: guesses.made };
                }
            }
            solutions += 1;
        }
        Outcome { verdict: task.goal.verdict(solutions), solutions, guesses: guesses.made }
    }
}

/// Returns the clues of puzzle `index`, or the verdict if it is malformed or two clues conflict.
pub fn read_clues<'a>(puzzles: &Puzzles<'a>, index: usize) -> Result<&'a [u8; CELLS], Verdict> {
    let clues = puzzles.clues(index).ok_or(Verdict::Malformed)?;
    if !grid::is_puzzle(clues) {
        return Err(Verdict::Malformed);
    }
    match grid::conflict(clues) {
        Some(_) => Err(Verdict::Conflict),
        None => Ok(clues),
    }
}
