//! Puzzles that need very many guesses.
//!
//! A search settles one band or stack after another. On a board with few clues it may settle two bands in a way that leaves no
//! solution for the third, without any rule noticing. It then tries every other way to fill the second band before it changes the
//! first: millions of guesses where a search that takes the tightest cell of the whole board needs 35. Every order of guesses has
//! such boards, but a board is rarely bad for two different orders, and most searches of it are short if they are started in many
//! orders (Gomes, Selman and Kautz, "Boosting combinatorial search through randomization", 1998). So a search is interrupted
//! after every 256 guesses in which it found no solution. The puzzle is then searched from the start, the tightest cell first,
//! each time with equally tight cells in a different order and with a few guesses:
//!
//! ```text
//! guesses / 256                      1     2     3     4     5     6     7     8   …
//! guesses of the search in between  32    64    32   128    32    64    32   256   …   32 times the number's lowest bit
//! ```
//!
//! Half of these searches have the shortest length, and each length gets the same share of the guesses, because the length that
//! suits a board is unknown (Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993). If one of them
//! completes the task, its result is the puzzle's outcome. Otherwise the interrupted search continues. If a puzzle has many
//! solutions, nearly every 256 guesses find some, so counting is not delayed. The search also checks after every 256 guesses
//! whether the run was stopped.

use super::board::{BoardOps, CellMasks};
use super::cell_order::CellOrder;
use super::engine::SingleEngine;
use super::search::{Bounds, Split, Stop};
use crate::board::grid::CELLS;
use crate::board::notation::given_masks;
use crate::solver::Outcome;
use crate::solver::batch::{Answer, Puzzles, Task};

/// The number of guesses after which a puzzle is hard.
pub const HARD: u64 = 256;

/// The number of guesses of the shortest searches in between.
const SHORTEST: u64 = 32;

/// The largest number of solutions whose text a caller asks for.
const MOST_ANSWERS: usize = 2;

impl<S: BoardOps> SingleEngine<S> {
    /// Continues the search of a puzzle that took [`HARD`] guesses.
    #[cold]
    pub(super) fn solve_hard(
        &mut self,
        task: Task,
        puzzles: &Puzzles<'_>,
        index: usize,
        answers: &mut [Answer<'_>],
    ) -> Outcome {
        let candidates = given_masks(puzzles.get(index), puzzles.notation()).expect("it was read before");
        self.solve_hard_candidates(task, &candidates, answers)
    }

    /// Continues the search of a puzzle with these candidates that took [`HARD`] guesses.
    pub(super) fn solve_hard_candidates(
        &mut self,
        task: Task,
        candidates: &CellMasks,
        answers: &mut [Answer<'_>],
    ) -> Outcome {
        let limit = task.goal.limit();
        let mut found_before = 0;
        // The number of guesses of the searches in between.
        let mut others = 0;
        for number in 1u64.. {
            if self.search.solutions == found_before {
                let left = task.budget - self.search.guesses - others;
                let guesses = left.min(SHORTEST * (number & number.wrapping_neg()));
                let is_complete =
                    self.start_again(candidates, number, Bounds { solutions: limit, guesses }, answers);
                others += self.restarts.guesses;
                if is_complete {
                    let solutions = self.restarts.solutions;
                    let guesses = self.search.guesses + others;
                    return Outcome { verdict: task.goal.verdict(solutions), solutions, guesses };
                }
            }
            found_before = self.search.solutions;
            let guesses = (self.search.guesses + HARD).min(task.budget - others);
            let stop = self.search.go_on(Bounds { solutions: limit, guesses }, answers);
            let guesses = self.search.guesses + others;
            if stop != Stop::Budget || guesses == task.budget || self.is_stopped() {
                let outcome = self.outcome(task.goal, stop, None);
                return Outcome { guesses, ..outcome };
            }
        }
        unreachable!("every search ends")
    }

    /// Searches a puzzle from the start, in the order with this number. Returns whether that completes the task. If so, the
    /// answers are the first solutions that it found.
    fn start_again(
        &mut self,
        candidates: &CellMasks,
        number: u64,
        bounds: Bounds,
        answers: &mut [Answer<'_>],
    ) -> bool {
        self.restarts.begin(candidates, Split::Cells(CellOrder::tightest(number)));
        let mut found = [[0; CELLS]; MOST_ANSWERS];
        let [first, second] = &mut found;
        let stop = self.restarts.go_on(bounds, &mut [Answer::Digits(first), Answer::Digits(second)]);
        if stop == Stop::Budget {
            return false;
        }
        let count = MOST_ANSWERS.min(self.restarts.solutions as usize);
        for (answer, digits) in answers.iter_mut().zip(&found[..count]) {
            answer.write(digits);
        }
        true
    }
}
