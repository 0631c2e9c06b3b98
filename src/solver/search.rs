//! A batch solved one puzzle at a time: what the scalar engine and the baselines have in common.

use super::batch::{AnswerLine, Puzzles, Solve, Task};
use super::{Outcome, Verdict};
use crate::grid::{self, CELLS};

/// A backtracker that holds one puzzle and gives one solution after another.
pub(crate) trait Search: Default + Send {
    /// Takes puzzle `index` of a batch, or says what is wrong with it.
    fn begin(&mut self, puzzles: &Puzzles<'_>, index: usize) -> Result<(), Verdict>;

    /// Goes on to the next solution.
    fn next_solution(&mut self, guesses: &mut Guesses) -> Step;

    /// The solution just found, a digit 1 to 9 a cell.
    fn digits(&self) -> &[u8; CELLS];
}

/// How far [`Search::next_solution`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To one more solution.
    Solution,
    /// To the end: there are no more.
    Exhausted,
    /// To a guess that the budget does not allow.
    Budget,
}

/// The guesses that a puzzle has cost, and may cost.
///
/// A guess is one time that the search goes one of several ways that are open to it.
/// The last way left is not chosen, so it costs none.
pub(crate) struct Guesses {
    made: u64,
    budget: u64,
}

impl Guesses {
    /// As many as it takes.
    pub(crate) fn unlimited() -> Self {
        Self { made: 0, budget: u64::MAX }
    }

    /// Makes one more guess; false when the budget does not allow it.
    pub(crate) fn make(&mut self) -> bool {
        let allowed = self.made < self.budget;
        self.made += u64::from(allowed);
        allowed
    }
}

/// The engine around a [`Search`].
#[derive(Default)]
pub(crate) struct SearchEngine<S>(S);

impl<S: Search> Solve for SearchEngine<S> {
    fn solve(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        answers: &mut [AnswerLine],
        outcomes: &mut [Outcome],
    ) {
        assert_eq!(puzzles.len(), answers.len(), "a line for each answer");
        assert_eq!(puzzles.len(), outcomes.len(), "a place for each outcome");
        for (index, (answer, outcome)) in answers.iter_mut().zip(outcomes).enumerate() {
            *outcome = match self.0.begin(&puzzles, index) {
                Ok(()) => self.search(task, answer),
                Err(verdict) => Outcome { verdict, ..Outcome::default() },
            };
        }
    }
}

impl<S: Search> SearchEngine<S> {
    fn search(&mut self, task: Task, answer: &mut AnswerLine) -> Outcome {
        let mut guesses = Guesses { made: 0, budget: task.budget };
        let mut solutions = 0;
        while solutions < task.goal.limit() {
            match self.0.next_solution(&mut guesses) {
                Step::Solution if solutions == 0 => write_line(self.0.digits(), answer),
                Step::Solution => {}
                Step::Exhausted => break,
                Step::Budget => {
                    return Outcome { verdict: Verdict::BudgetExhausted, solutions, guesses: guesses.made };
                }
            }
            solutions += 1;
        }
        Outcome { verdict: task.goal.verdict(solutions), solutions, guesses: guesses.made }
    }
}

/// The clues of puzzle `index`, once it is sure that they are clues and that no two of them clash.
pub(crate) fn read_clues<'a>(puzzles: &Puzzles<'a>, index: usize) -> Result<&'a [u8; CELLS], Verdict> {
    let clues = puzzles.clues(index).ok_or(Verdict::Malformed)?;
    if grid::first_bad_byte(clues).is_some() {
        return Err(Verdict::Malformed);
    }
    match grid::conflict(clues) {
        Some(_) => Err(Verdict::Conflict),
        None => Ok(clues),
    }
}

fn write_line(digits: &[u8; CELLS], line: &mut AnswerLine) {
    let (cells, end) = line.split_at_mut(CELLS);
    for (byte, digit) in cells.iter_mut().zip(digits) {
        *byte = b'0' + digit;
    }
    end[0] = b'\n';
}
