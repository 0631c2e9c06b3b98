//! All solutions of a puzzle, in the order of their text.

use super::batch::{Answer, Puzzles};
use super::isa::Isa;
use super::single::Single;
use crate::board::grid::{self, CELLS};
use crate::board::notation::{digits, given_masks};

/// Enumerates the solutions of a puzzle in the order of their text.
///
/// The search is that of the engine `single`, with one difference: it always splits a board by its first open cell and tries
/// the lowest digit first. So it reaches the solutions in order and need not store or sort them. Enumerating allocates nothing.
pub struct Enumerator {
    single: Box<dyn Single>,
    is_ended: bool,
}

/// An enumeration without a puzzle, which has no solutions.
impl Default for Enumerator {
    fn default() -> Self {
        Self { single: Isa::best().build_single(), is_ended: true }
    }
}

impl Enumerator {
    /// Starts puzzle `index` of a batch. A malformed puzzle, or one with a conflict, has no solutions.
    ///
    /// # Panics
    /// Panics if the batch has no such puzzle.
    pub fn begin(&mut self, puzzles: &Puzzles<'_>, index: usize) {
        let is_malformed = puzzles.clues(index).is_some_and(|clues| !grid::is_puzzle(clues));
        let candidates = given_masks(puzzles.get(index), puzzles.notation()).filter(|_| !is_malformed);
        if let Some(candidates) = &candidates {
            self.single.begin_in_text_order(candidates);
        }
        self.is_ended = candidates.is_none();
    }

    /// Returns the 81 digits of the next solution, or `None` if there are no more. Does not allocate.
    pub fn next_solution(&mut self) -> Option<[u8; CELLS]> {
        let mut line = [0; CELLS + 1];
        self.is_ended = self.is_ended || !self.single.next_in_text_order(Answer::Line(&mut line));
        (!self.is_ended).then(|| *digits(&line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::is_solution_of;
    use crate::solver::batch::Notation;

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn all(puzzle: &[u8; CELLS], most: usize) -> Vec<[u8; CELLS]> {
        let mut solutions = Enumerator::default();
        solutions.begin(&Puzzles::new(puzzle, &[0], Notation::Clues), 0);
        std::iter::from_fn(|| solutions.next_solution()).take(most).collect()
    }

    #[test]
    fn a_puzzle_with_one_solution_yields_it_and_then_none() {
        let solutions = all(PUZZLE, 10);
        assert_eq!(solutions.len(), 1);
        assert!(is_solution_of(&solutions[0], PUZZLE));
    }

    #[test]
    fn malformed_and_conflicting_puzzles_have_no_solutions() {
        assert!(all(&PUZZLE.map(|byte| if byte == b'.' { b'a' } else { byte }), 1).is_empty());
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
