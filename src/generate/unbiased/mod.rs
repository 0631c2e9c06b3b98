//! Minimal puzzles without bias: every minimal puzzle is equally likely, either by weight or directly.
//!
//! Removing clues in random order while the solution stays unique favours puzzles with few clues: their mean is 24.4 clues, while
//! the mean of all minimal puzzles is 26.6. Here the bias is known and corrected exactly.
//!
//! ```text
//! uniform grid ─▶ random order of the cells ─▶ clues in the first n cells, for the least n with one solution
//!                                               ├─ some clue is not needed: nothing found
//!                                               └─ a minimal puzzle, with the weight C(81, n)
//! ```
//!
//! **Why the weights are exact.** Let T be a minimal puzzle with n clues whose solution is the grid G. A try on G finds T exactly
//! when the first n cells of its order are the clues of T in some order: fewer of them leave several solutions, because T is
//! minimal. The first n cells of a random order are any n of the 81 cells with the same probability, so a try on G finds T with
//! probability 1 / C(81, n). Each grid is equally likely and is used for the same number of tries. So over any number of grids,
//! the expected number of times that T is found is proportional to 1 / C(81, n), and the expected sum of its weights is the same
//! for every minimal puzzle. This is Denis Berthier's controlled bias.
//!
//! **Equal weights.** If a puzzle of n clues is accepted with probability C(81, n) / C(81, N), where N is the largest number of
//! clues, its expected number does not depend on n. The acceptance is drawn before the try, as the least accepted number of
//! clues, so most tries end without a question.
//!
//! **What is left out.** Puzzles with more than [`MOST_CLUES`] clues are never found. Extrapolated from the shares
//! of 28 to 31 clues, they are fewer than one in a million. With weights, only every eighth try searches for more than 30 clues,
//! and the weight is then eight times as large. These are about 3 in 10,000 puzzles.
//!
//! **Dependence.** A grid is used for 82,944 tries, which find 0.31 puzzles on average, or 0.01 with equal weights. Puzzles of
//! the same grid follow one another. Their number has the right expectation, but they are not independent of each other.

mod file;
mod search;
mod unavoidable;

pub use file::{UnbiasedJob, UnbiasedReport};

use std::ops::RangeInclusive;

use super::recipe::{numbers, refused};
use crate::board::grid::CELLS;
use crate::board::puzzle::Puzzle;
use crate::error::Result;
use crate::macros::setters::setters;
use crate::rng::LineRng;
use crate::solver::Engine;
use crate::solver::batch::Solve;
use search::Search;

/// The largest number of clues to search for.
const MOST_CLUES: usize = 32;

/// The largest number of clues that most tries search for, with weights.
const USUAL_CLUES: usize = 30;

/// One in this many tries searches for more.
const THINNED: u32 = 8;

/// The number of clues whose weight is 1.
const UNIT_CLUES: usize = 26;

/// The minimal puzzles to draw, and their weights.
///
/// ```
/// use bulkdoku::generate::UnbiasedRecipe;
///
/// let recipe = UnbiasedRecipe::default().seed(7).clues(24..=28);
/// assert!(!recipe.equal_weights);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnbiasedRecipe {
    /// The seed. Another seed gives other puzzles.
    pub seed: u64,
    /// The range of numbers of clues. Only minimal puzzles in this range are drawn; `0..=81` excludes only those with more than
    /// 32.
    pub clues: RangeInclusive<usize>,
    /// Whether all puzzles have weight 1, which takes about forty times as long.
    pub equal_weights: bool,
}

/// A minimal puzzle and its weight.
///
/// ```
/// use bulkdoku::generate::{UnbiasedGenerator, UnbiasedPuzzle};
///
/// let mut generator = UnbiasedGenerator::new(1, 0..=81)?;
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
/// use bulkdoku::generate::UnbiasedGenerator;
///
/// let mut generator = UnbiasedGenerator::new(1, 0..=81)?;
/// let puzzles: Vec<_> = (0..2).flat_map(|grid| generator.puzzles_of(grid)).collect();
/// assert!(puzzles.iter().all(|drawn| (20..=32).contains(&drawn.puzzle.clue_count())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UnbiasedGenerator {
    recipe: UnbiasedRecipe,
    search: Search,
}

impl UnbiasedRecipe {
    /// The common numbers of clues, of which a range must contain one. Minimal puzzles with other numbers are found less
    /// than once in several minutes.
    pub(crate) const CLUES: RangeInclusive<usize> = 22..=29;

    /// The number of tries on each grid.
    pub const TRIES: u32 = search::TRIES;

    setters! {
        /// Sets the seed.
        seed: u64,

        /// Sets the range of numbers of clues.
        clues: RangeInclusive<usize>,

        /// Sets whether all puzzles have weight 1.
        equal_weights: bool,
    }

    /// Checks that this recipe yields puzzles.
    ///
    /// # Errors
    /// Returns an error if the range of clues is empty or contains only rare numbers.
    pub(crate) fn check(&self) -> Result<()> {
        let (least, most) = (*self.clues.start(), *self.clues.end());
        let in_reach = least <= most && least <= *Self::CLUES.end() && most >= *Self::CLUES.start();
        if in_reach {
            return Ok(());
        }
        let (clues, some) = (numbers(&self.clues), numbers(&Self::CLUES));
        Err(refused(format!(
            "unbiased puzzles of {clues} clues are too rare: use a range that overlaps {some}"
        )))
    }

    /// Returns the weight of a puzzle with this number of clues: C(81, clues) / C(81, 26), or eight times as much above 30 clues,
    /// unless all weights are equal.
    pub(crate) fn weight(&self, clues: usize) -> f64 {
        if self.equal_weights {
            return 1.0;
        }
        // C(81, n + 1) / C(81, n) = (81 - n) / (n + 1)
        let ratio = |n: usize| (CELLS - n) as f64 / (n + 1) as f64;
        let binomial = match clues {
            UNIT_CLUES.. => (UNIT_CLUES..clues).map(ratio).product::<f64>(),
            _ => 1.0 / (clues..UNIT_CLUES).map(ratio).product::<f64>(),
        };
        if clues > USUAL_CLUES { f64::from(THINNED) * binomial } else { binomial }
    }

    /// Returns the largest number of clues that the tries of the order with this number search for.
    fn most(&self, order: u32) -> usize {
        let most = (*self.clues.end()).min(MOST_CLUES);
        if self.equal_weights || order.is_multiple_of(THINNED) { most } else { most.min(USUAL_CLUES) }
    }

    /// Returns the least number of clues that a try accepts. With equal weights, this is random: at most n with probability C(81,
    /// n) / C(81, most).
    fn least(&self, most: usize, draws: &mut LineRng) -> usize {
        let mut least = *self.clues.start();
        if self.equal_weights {
            let lowest = std::mem::replace(&mut least, most);
            // C(81, n - 1) / C(81, n) = n / (82 - n)
            while least > lowest && draws.exactly_below((CELLS + 1 - least) as u32) < least as u32 {
                least -= 1;
            }
        }
        least
    }
}

impl Default for UnbiasedRecipe {
    /// Returns the recipe of weighted puzzles with any number of clues, and seed 1.
    fn default() -> Self {
        Self { seed: 1, clues: 0..=CELLS, equal_weights: false }
    }
}

impl UnbiasedGenerator {
    /// Creates a generator of minimal puzzles with these numbers of clues.
    ///
    /// # Errors
    /// Returns an error if the recipe is out of reach.
    pub fn new(seed: u64, clues: RangeInclusive<usize>) -> Result<Self> {
        let recipe = UnbiasedRecipe { seed, clues, equal_weights: false };
        Self::with_solver(recipe, Engine::default().build())
    }

    /// Draws all puzzles with weight 1, which takes about forty times as long.
    ///
    /// ```
    /// use bulkdoku::generate::UnbiasedGenerator;
    ///
    /// let mut generator = UnbiasedGenerator::new(1, 0..=81)?.with_equal_weights();
    /// let puzzles: Vec<_> = (0..2).flat_map(|grid| generator.puzzles_of(grid)).collect();
    /// assert!(puzzles.iter().all(|drawn| drawn.weight == 1.0));
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    pub fn with_equal_weights(mut self) -> Self {
        self.recipe.equal_weights = true;
        self.search.recipe.equal_weights = true;
        self
    }

    /// Does the same for a recipe, with a `solver` for uniqueness checks. The puzzles do not depend on it.
    pub(crate) fn with_solver(recipe: UnbiasedRecipe, solver: Box<dyn Solve>) -> Result<Self> {
        recipe.check()?;
        Ok(Self { search: Search::new(recipe.clone(), solver), recipe })
    }

    /// Returns the puzzles that the tries on one grid find, often none. The grid and the tries depend only on the seed and on
    /// `number`. Takes some milliseconds. With equal weights, most grids yield no puzzle.
    pub fn puzzles_of(&mut self, number: u64) -> Vec<UnbiasedPuzzle> {
        let found = self.search.run(number).iter();
        found
            .map(|found| UnbiasedPuzzle {
                puzzle: Puzzle::try_from(found.puzzle).expect("digits and blanks"),
                weight: self.recipe.weight(found.clues),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Engine;

    const WEIGHTED: UnbiasedRecipe = UnbiasedRecipe { seed: 1, clues: 0..=81, equal_weights: false };

    fn binomial(clues: u32) -> f64 {
        (0..clues).fold(1.0, |product, n| product * f64::from(81 - n) / f64::from(n + 1))
    }

    #[test]
    fn weights_are_binomial_coefficients() {
        for clues in 17..=32 {
            let thinned = if clues > 30 { 8.0 } else { 1.0 };
            let ratio = WEIGHTED.weight(clues) * binomial(26) / (binomial(clues as u32) * thinned);
            assert!((ratio - 1.0).abs() < 1e-12, "{clues} clues");
        }
        assert_eq!(WEIGHTED.weight(26), 1.0);
    }

    #[test]
    fn the_least_clues_are_drawn_with_the_ratios_of_binomial_coefficients() {
        let exact = UnbiasedRecipe { equal_weights: true, ..WEIGHTED };
        let mut draws = LineRng::of_purpose(1, *b"a test..", 0);
        let mut counts = [0_u32; 33];
        let total = 200_000;
        (0..total).for_each(|_| counts[exact.least(32, &mut draws)] += 1);
        for clues in 28..32 {
            let at_most = f64::from(counts[..=clues].iter().sum::<u32>());
            let share = binomial(clues as u32) / binomial(32);
            let expected = f64::from(total) * share;
            let error = (expected * (1.0 - share)).sqrt();
            assert!((at_most - expected).abs() < 4.0 * error, "{clues} clues: {at_most} for {expected}");
        }
    }

    #[test]
    fn ranges_of_rare_puzzles_are_refused() {
        let check = |clues: RangeInclusive<usize>| UnbiasedRecipe { clues, ..WEIGHTED }.check();
        assert!(check(0..=81).is_ok());
        assert!(check(29..=40).is_ok());
        let error = check(17..=20).unwrap_err();
        let message = "unbiased puzzles of 17 to 20 clues are too rare: use a range that overlaps 22 to 29";
        assert_eq!(error.to_string(), message);
        assert!(check(30..=30).is_err());
    }

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
