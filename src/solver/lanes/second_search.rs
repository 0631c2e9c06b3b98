//! A second search, in another order, for puzzles that cost the lanes very many guesses.
//!
//! The lanes settle one band or stack after the other. On a board with few clues they may settle two bands in a way that
//! leaves no solution for the third, which the sweeps do not notice, and then try every other way to fill the second band
//! before they change the first: a million guesses where a search that takes the tightest cell of the whole board needs
//! 35. There is no order of branches without such boards, but a board is rarely bad for two different orders (Gomes,
//! Selman and Kautz, "Boosting combinatorial search through randomization", 1998). So when the guesses of a puzzle reach
//! one of the steps below, the scalar engine searches it too, with a small part of those guesses:
//!
//! ```text
//! guesses of the lanes        16,384    131,072    1,048,576   …   8 times as many each time
//! guesses of the scalar engine    64        512        4,096   …   1/256 of them
//! ```
//!
//! If it completes the task, that is the puzzle's outcome; otherwise the lanes go on where they are. The steps depend on
//! the guesses of the puzzle alone, so that the outcome does too.

use crate::solver::Outcome;
use crate::solver::batch::{AnswerLine, Goal, Puzzles, Solve, Task};
use crate::solver::scalar::Scalar;
use crate::solver::search::SearchEngine;

/// The guesses of the lanes before the first second search.
pub(super) const FIRST_STEP: u64 = 1 << 14;

/// How many times as many guesses the next step has.
pub(super) const NEXT_STEP: u64 = 8;

/// The guesses of the lanes for one guess of the scalar engine.
const RATIO: u64 = 256;

/// The memory of the second search.
#[derive(Default)]
pub(super) struct SecondSearch(Box<SearchEngine<Scalar>>);

impl SecondSearch {
    /// Searches puzzle `index` with at most `budget` guesses, and no more than is due after `guesses` guesses of the
    /// lanes. Returns the outcome, whose verdict is `BudgetExhausted` if they were not enough, and the first
    /// solution if there is one. Does not allocate.
    pub(super) fn run(
        &mut self,
        puzzles: &Puzzles<'_>,
        index: usize,
        goal: Goal,
        guesses: u64,
        budget: u64,
    ) -> (Outcome, AnswerLine) {
        let task = Task { goal, budget: budget.min(guesses / RATIO) };
        let (mut answers, mut outcomes) = ([[0; _]], [Outcome::default()]);
        self.0.solve(task, puzzles.one(index), &mut answers, &mut outcomes);
        let ([outcome], [answer]) = (outcomes, answers);
        (outcome, answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::batch::Form;
    use crate::solver::{Engine, Verdict};

    /// A board that costs the lanes alone more than a million guesses.
    const SPARSE: &str = ".......1..................91...........1..............3..2.......................";

    #[test]
    fn a_sparse_board_that_suits_the_lanes_badly_costs_few_guesses() {
        let mut lanes = Engine::Lanes.build();
        let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
        let puzzles = Puzzles::new(SPARSE.as_bytes(), &[0], Form::Clues);
        lanes.solve(Task::new(Goal::Unique), puzzles, &mut answers, &mut outcomes);
        assert_eq!((outcomes[0].verdict, outcomes[0].solutions), (Verdict::Multiple, 2));
        assert!(outcomes[0].guesses < 2 * FIRST_STEP, "{outcomes:?}");
    }
}
