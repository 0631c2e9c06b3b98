//! Draws minimal puzzles as values.

use super::recipe::UnbiasedRecipe;
use super::search::{Found, TrySearch};
use crate::board::puzzle::Puzzle;
use crate::error::Result;
use crate::solver::Engine;
use crate::solver::batch::Solve;

/// A minimal puzzle and its weight.
///
/// ```
/// use bulkdoku::generate::{UnbiasedGenerator, UnbiasedPuzzle, UnbiasedRecipe};
///
/// let mut generator = UnbiasedGenerator::new(UnbiasedRecipe::default())?;
/// let UnbiasedPuzzle { puzzle, weight, .. } =
///     (0..).find_map(|grid| generator.puzzles_of(grid).pop()).ok_or("no puzzle")?;
/// // The more clues a puzzle has, the more rarely it is found, and the more puzzles it represents.
/// assert_eq!(weight > 1.0, puzzle.clue_count() > 26);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct UnbiasedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number of puzzles that it represents, in a unit that makes the mean about 1.
    pub weight: f64,
}

/// Draws minimal puzzles without bias. Each worker has its own.
///
/// ```
/// use bulkdoku::generate::{UnbiasedGenerator, UnbiasedRecipe};
///
/// let mut generator = UnbiasedGenerator::new(UnbiasedRecipe::default().seed(1))?;
/// let puzzles: Vec<_> = (0..2).flat_map(|grid| generator.puzzles_of(grid)).collect();
/// assert!(puzzles.iter().all(|drawn| (20..=32).contains(&drawn.puzzle.clue_count())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UnbiasedGenerator {
    pub(super) search: TrySearch,
}

impl UnbiasedGenerator {
    /// Creates a generator of the puzzles of a recipe.
    ///
    /// # Errors
    /// Returns an error if the recipe is out of reach.
    pub fn new(recipe: UnbiasedRecipe) -> Result<Self> {
        Self::with_solver(recipe, Engine::default().build())
    }

    /// Does the same with a `solver` for uniqueness checks. The puzzles do not depend on it.
    pub(crate) fn with_solver(recipe: UnbiasedRecipe, solver: Box<dyn Solve>) -> Result<Self> {
        recipe.check()?;
        Ok(Self { search: TrySearch::new(recipe, solver) })
    }

    /// Returns the puzzles that the tries on one grid find, often none. The grid and the tries depend only on the seed and on
    /// `number`. Takes some milliseconds. With equal weights, most grids yield no puzzle.
    pub fn puzzles_of(&mut self, number: u64) -> Vec<UnbiasedPuzzle> {
        let recipe = self.search.recipe.clone();
        let puzzle = |found: &Found| UnbiasedPuzzle {
            puzzle: Puzzle::try_from(found.puzzle).expect("digits and blanks"),
            weight: recipe.weight(found.clues),
        };
        self.search.run(number).iter().map(puzzle).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::CELLS;

    const WEIGHTED: UnbiasedRecipe = UnbiasedRecipe { seed: 1, clues: 0..=81, equal_weights: false };

    #[test]
    fn engines_find_the_same_puzzles_and_all_are_minimal() {
        let generator = |engine: Engine| UnbiasedGenerator::with_solver(WEIGHTED, engine.build()).unwrap();
        let mut lanes = generator(Engine::Lanes);
        let (grid, found) =
            (0..).map(|grid| (grid, lanes.puzzles_of(grid))).find(|(_, found)| !found.is_empty()).unwrap();
        assert_eq!(generator(Engine::Single).puzzles_of(grid), found);
        let mut solver = crate::Solver::new();
        for drawn in found {
            let text = *drawn.puzzle.as_bytes();
            assert_eq!(solver.count(&drawn.puzzle, 2), 1);
            for cell in (0..CELLS).filter(|&cell| text[cell] != b'.') {
                let mut without = text;
                without[cell] = b'.';
                assert_eq!(solver.count(&Puzzle::try_from(without).unwrap(), 2), 2);
            }
        }
    }
}
