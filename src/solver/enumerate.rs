//! All solutions of a puzzle, in the order of their text.

use super::batch::Puzzles;
use super::scalar::Scalar;
use super::search::{Guesses, Search, SearchStep};
use crate::grid::CELLS;
use std::array;

/// Enumerates the solutions of a puzzle in the order of their text.
///
/// The search is that of the engine `scalar`, with one difference: it always branches on the first blank cell and tries
/// its digits from 1 to 9. So it reaches the solutions in order, and none has to be stored or sorted. All memory is part
/// of the value; enumerating allocates nothing.
pub struct Enumerator {
    search: Box<Scalar>,
    guesses: Guesses,
    ended: bool,
}

impl Enumerator {
    /// Returns an enumeration without a puzzle, which has no solutions.
    pub fn new() -> Self {
        Self { search: Box::new(Scalar::in_text_order()), guesses: Guesses::up_to(u64::MAX), ended: true }
    }

    /// Starts puzzle `index` of a batch. A malformed puzzle, or one with a conflict, has no solutions.
    ///
    /// # Panics
    /// Panics if the batch has no such puzzle.
    pub fn begin(&mut self, puzzles: &Puzzles<'_>, index: usize) {
        self.ended = self.search.begin(puzzles, index).is_err();
        self.guesses = Guesses::up_to(u64::MAX);
    }

    /// Ends the enumeration after this number of guesses, as if there were no more solutions.
    pub(super) fn allow(&mut self, guesses: u64) {
        self.guesses = Guesses::up_to(guesses);
    }

    /// Returns the 81 digits of the next solution, or `None` if there are no more. Does not allocate.
    pub fn next_solution(&mut self) -> Option<[u8; CELLS]> {
        self.ended = self.ended || self.search.next_solution(&mut self.guesses) != SearchStep::Solution;
        let digits = self.search.digits();
        (!self.ended).then(|| array::from_fn(|cell| b'0' + digits[cell]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::is_solution_of;
    use crate::solver::batch::Notation;

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn all(puzzle: &[u8; CELLS], most: usize) -> Vec<[u8; CELLS]> {
        let mut solutions = Enumerator::new();
        solutions.begin(&Puzzles::new(puzzle, &[0], Notation::Clues), 0);
        std::iter::from_fn(|| solutions.next_solution()).take(most).collect()
    }

    #[test]
    fn a_puzzle_with_one_solution_has_one_and_then_none() {
        let solutions = all(PUZZLE, 10);
        assert_eq!(solutions.len(), 1);
        assert!(is_solution_of(&solutions[0], PUZZLE));
    }

    #[test]
    fn what_is_no_puzzle_has_none() {
        assert!(all(&PUZZLE.map(|byte| if byte == b'.' { b'a' } else { byte }), 1).is_empty());
        assert!(all(&[b'1'; CELLS], 1).is_empty());
    }

    #[test]
    fn solutions_come_in_the_order_of_their_text_each_once() {
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
