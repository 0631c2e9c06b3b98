//! Restarts, in other orders, for puzzles that cost the lanes very many guesses.
//!
//! The lanes settle one band or stack after the other. On a board with few clues they may settle two bands in a way that
//! leaves no solution for the third, which the sweeps do not notice, and then try every other way to fill the second band
//! before they change the first: a million guesses where a search that takes the tightest cell of the whole board needs
//! 35. There is no order of branches without such boards, but a board is rarely bad for two different orders, and most
//! searches of it are short if they are started in many random orders (Gomes, Selman and Kautz, "Boosting combinatorial
//! search through randomization", 1998). So for every [`STEP`](super::long_search::STEP) guesses of a puzzle the scalar
//! engine searches it too, after the generation in which they were made, each time with its cells in another order and
//! with a small part of those guesses:
//!
//! ```text
//! guesses of the lanes / 16,384     1     2     3     4     5     6     7     8   …
//! guesses of the scalar engine     32    64    32   128    32    64    32   256   …   32 times the number's lowest bit
//! ```
//!
//! Half of the searches are the shortest, and each length has the same share of the guesses, because the length that suits
//! a board is not known (Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993). If one of them
//! completes the task, that is the puzzle's outcome; otherwise the lanes go on.

use crate::grid::CELLS;
use crate::rng::LineRng;
use crate::solver::Outcome;
use crate::solver::batch::{Answers, Puzzles, Solve, Task};
use crate::solver::scalar::Scalar;
use crate::solver::search::SearchEngine;

/// The guesses of the shortest restarts.
const SHORTEST: u64 = 32;

/// Distinguishes the random orders of restarts from other random numbers.
const PURPOSE: [u8; 8] = *b"searches";

/// The memory of the restarts.
#[derive(Default)]
pub(super) struct Restarts(Box<SearchEngine<Scalar>>);

impl Restarts {
    /// Searches one puzzle in the order with the given number. Returns the outcome, whose verdict is `BudgetExhausted` if
    /// the task's budget was not enough, and the first solution if there is one. Does not allocate.
    pub(super) fn run(&mut self, puzzle: &Puzzles<'_>, task: Task, order: u64) -> (Outcome, [u8; CELLS]) {
        let SearchEngine(search) = &mut *self.0;
        search.set_order(LineRng::of_purpose(0, PURPOSE, order).shuffled_cells());
        let (mut answers, mut outcomes) = ([[0; CELLS]], [Outcome::default()]);
        self.0.solve_to(task, *puzzle, Answers::Digits(&mut answers), &mut outcomes);
        let ([outcome], [answer]) = (outcomes, answers);
        (outcome, answer)
    }
}

/// Returns the guesses of the restart with the given number, which counts from 1.
pub(super) const fn guesses_due(number: u64) -> u64 {
    SHORTEST * lowest_bit(number)
}

const fn lowest_bit(number: u64) -> u64 {
    number & number.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::batch::{Goal, Notation};
    use crate::solver::lanes::long_search::STEP;
    use crate::solver::{Engine, Verdict};

    /// A board that costs the lanes alone more than a million guesses.
    const SPARSE: &str = ".......1..................91...........1..............3..2.......................";

    #[test]
    fn a_sparse_board_that_suits_the_lanes_badly_costs_few_guesses() {
        let mut lanes = Engine::Lanes.build();
        let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
        let puzzles = Puzzles::new(SPARSE.as_bytes(), &[0], Notation::Clues);
        lanes.solve(Task::new(Goal::Unique), puzzles, &mut answers, &mut outcomes);
        assert_eq!((outcomes[0].verdict, outcomes[0].solutions), (Verdict::Multiple, 2));
        assert!(outcomes[0].guesses < 4 * STEP, "{outcomes:?}");
    }
}
