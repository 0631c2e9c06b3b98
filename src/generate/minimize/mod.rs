//! Removes clues from puzzles until every one is needed.

pub(crate) mod job;

use std::convert::Infallible;

use crate::board::puzzle::Puzzle;
use crate::generate::dig::{Dig, Digger};
use crate::generate::plan::Plan;
use crate::rng::LineRng;
use crate::solver::Engine;
use crate::solver::batch::Solve;

/// The purpose of this module's random numbers.
const PURPOSE: [u8; 8] = *b"minimize";

/// Removes redundant clues from many puzzles at a time. Each worker has its own.
///
/// ```
/// use bulkdoku::generate::Minimizer;
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
/// let mut minimizer = Minimizer::new(7);
///
/// let mut puzzles = [(1, puzzle), (2, solution.into())];
/// minimizer.minimize_all(&mut puzzles);
/// let [(_, minimal), _] = puzzles;
/// assert!(solution.solves(&minimal) && minimal.clue_count() < puzzle.clue_count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Minimizer {
    seed: u64,
    digger: Digger,
}

impl Minimizer {
    /// Creates a minimizer that removes clues in the order given by a seed. Allocates all the memory that it will use.
    pub fn new(seed: u64) -> Self {
        Self::with_solver(seed, Engine::default().build())
    }

    /// Does the same with a `solver` for uniqueness checks. The results do not depend on it.
    pub(crate) fn with_solver(seed: u64, solver: Box<dyn Solve>) -> Self {
        Self { seed, digger: Digger::new(Plan::default(), solver) }
    }

    /// Removes clues from these puzzles, each with its number, until every clue is needed. The order depends on the seed, the number
    /// and the clues. Does not check that every puzzle has exactly one solution: for another puzzle, the result is unspecified.
    pub fn minimize_all(&mut self, puzzles: &mut [(u64, Puzzle)]) {
        let Self { seed, digger } = self;
        let begin = |plan: &Plan, _: usize, (number, puzzle): &(u64, Puzzle)| {
            Dig::of_puzzle(plan, puzzle.as_bytes(), LineRng::of_purpose(*seed, PURPOSE, *number))
        };
        let Ok(()) = digger.run(puzzles, begin, |(_, puzzle), dig, _| {
            *puzzle = Puzzle::try_from(*dig.puzzle()).expect("clues and blanks");
            Ok::<(), Infallible>(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::board::grid::CELLS;
    use crate::generate::uniform_grid;
    use crate::solver::Engine;

    fn minimized(seed: u64, engine: Engine) -> Vec<(u64, Puzzle)> {
        let mut puzzles: Vec<_> = (0..100).map(|number| (number, uniform_grid(1, number).into())).collect();
        Minimizer::with_solver(seed, engine.build()).minimize_all(&mut puzzles);
        puzzles
    }

    #[test]
    fn every_remaining_clue_is_needed() {
        let mut solver = Solver::new();
        for (_, puzzle) in minimized(1, Engine::Lanes).into_iter().take(30) {
            assert_eq!(solver.count(&puzzle, 2), 1);
            for cell in (0..CELLS).filter(|&cell| puzzle.as_bytes()[cell].is_ascii_digit()) {
                let mut without = *puzzle.as_bytes();
                without[cell] = b'.';
                assert_eq!(solver.count(&Puzzle::try_from(without).unwrap(), 2), 2);
            }
        }
    }

    #[test]
    fn the_result_depends_on_the_seed_but_not_on_the_engine() {
        let puzzles = minimized(1, Engine::Lanes);
        assert_eq!(minimized(1, Engine::Single), puzzles);
        assert_ne!(minimized(2, Engine::Lanes), puzzles);
    }

    #[test]
    fn a_minimal_puzzle_is_unchanged() {
        let mut puzzles = minimized(1, Engine::Lanes);
        let before = puzzles.clone();
        Minimizer::new(5).minimize_all(&mut puzzles);
        assert_eq!(puzzles, before);
    }
}
