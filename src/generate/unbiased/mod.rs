//! Minimal puzzles without bias: every minimal puzzle is as likely as any other, by its weight or at once.
//!
//! To remove clues in a random order for as long as the solution stays unique favours puzzles of few clues: their mean is
//! 24.4 clues, while the mean of all minimal puzzles is 26.6. Here the bias is known, and is corrected exactly.
//!
//! ```text
//! uniform grid ─▶ random order of the cells ─▶ clues in the first n cells, for the least n with one solution
//!                                               ├─ some clue is not needed: nothing is found
//!                                               └─ a minimal puzzle, with the weight C(81, n)
//! ```
//!
//! **Why the weights are exact.** Let T be a minimal puzzle with n clues whose solution is the grid G. A try on G finds T
//! exactly when the first n cells of its order are those of T in some order: with fewer of them there are several
//! solutions, because T is minimal. The first n cells of a random order are any n of the 81 cells with the same
//! probability, so a try on G finds T with probability 1 / C(81, n). Each grid is as likely as any other and serves the
//! same number of tries. So T is found, over any number of grids, with an expected number that is proportional to
//! 1 / C(81, n), and the expected sum of its weights is the same for every minimal puzzle. This is Denis Berthier's
//! controlled bias.
//!
//! **Equal weights.** If a puzzle of n clues is accepted with probability C(81, n) / C(81, N), where N is the largest
//! number of clues, its expected number does not depend on n. The chance is drawn before the try, as the least number of
//! clues that is accepted, so that most tries end before they cost a question.
//!
//! **What is left out.** Puzzles with more than [`UnbiasedRecipe::MOST_CLUES`] clues do not come up. Extrapolated from the
//! shares of 28 to 31 clues, they are fewer than one in a million. With weights, only every eighth try looks for more
//! than 30 clues, and their weight is eight times as large; they are about 3 of 10,000.
//!
//! **Dependence.** A grid serves 82,944 tries, and finds 0.31 puzzles on average, 0.01 with equal weights. Puzzles of one
//! grid stand one after another. Their number has the right expectation, but they are not independent of each other.

mod file;
mod search;
mod unavoidable;

pub use file::{UnbiasedJob, UnbiasedReport};

use std::ops::RangeInclusive;

use super::recipe::{numbers, refused};
use crate::board::grid::CELLS;
use crate::board::puzzle::Puzzle;
use crate::error::Result;
use crate::rng::LineRng;
use crate::solver::Engine;
use crate::solver::batch::Solve;
use search::Search;

/// The most clues of a puzzle that is looked for.
const MOST_CLUES: usize = 32;

/// With weights, most tries look for no more clues than this.
const USUAL_CLUES: usize = 30;

/// One in so many tries looks for more.
const THINNED: u32 = 8;

/// The number of clues whose weight is 1.
const UNIT_CLUES: usize = 26;

/// What minimal puzzles to draw, and with which weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnbiasedRecipe {
    /// The seed. Another seed gives other puzzles.
    pub seed: u64,
    /// The numbers of clues. The puzzles are those of all minimal puzzles whose number is in this range; `0..=81` takes
    /// all but those of more than 32.
    pub clues: RangeInclusive<usize>,
    /// Let all puzzles have the weight 1, which takes some forty times as long.
    pub equal_weights: bool,
}

/// A minimal puzzle and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct UnbiasedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How many puzzles it stands for, in a unit that makes the mean about 1.
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
    /// The range of clues must contain one of these numbers. Minimal puzzles of other numbers come up less than once in
    /// several minutes.
    pub(crate) const CLUES: RangeInclusive<usize> = 22..=29;

    /// The number of tries that each grid serves.
    pub(crate) const TRIES: u32 = search::TRIES;

    /// Checks that puzzles of this recipe come up.
    ///
    /// # Errors
    /// When the range of clues is empty or holds rare numbers alone.
    pub(crate) fn check(&self) -> Result<()> {
        let (least, most) = (*self.clues.start(), *self.clues.end());
        let in_reach = least <= most && least <= *Self::CLUES.end() && most >= *Self::CLUES.start();
        if in_reach {
            return Ok(());
        }
        let (clues, some) = (numbers(&self.clues), numbers(&Self::CLUES));
        Err(refused(format!(
            "unbiased puzzles of {clues} clues are too rare to be drawn: ask for a range with some of {some}"
        )))
    }

    /// The weight of a puzzle with this number of clues: C(81, clues) / C(81, 26), unless all weights are equal; eight
    /// times as much above 30 clues.
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

    /// The most clues that the tries of the order with this number look for.
    fn most(&self, order: u32) -> usize {
        let most = (*self.clues.end()).min(MOST_CLUES);
        if self.equal_weights || order.is_multiple_of(THINNED) { most } else { most.min(USUAL_CLUES) }
    }

    /// The least clues that a try accepts. With equal weights, this is random: at most n with the probability
    /// C(81, n) / C(81, most).
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

impl UnbiasedGenerator {
    /// A generator whose questions about uniqueness are decided by `solver`. The puzzles do not depend on it.
    ///
    /// # Errors
    /// When the recipe is out of reach.
    pub fn new(seed: u64, clues: RangeInclusive<usize>) -> Result<Self> {
        let recipe = UnbiasedRecipe { seed, clues, equal_weights: false };
        Self::with_solver(recipe, Engine::default().build())
    }

    /// The same, with uniqueness decided by `solver`.
    pub(crate) fn with_solver(recipe: UnbiasedRecipe, solver: Box<dyn Solve>) -> Result<Self> {
        recipe.check()?;
        Ok(Self { search: Search::new(recipe.clone(), solver), recipe })
    }

    /// The puzzles that the tries on one grid find: none, or a few. The grid and the tries depend on the seed and on
    /// `number` alone. Takes some milliseconds; with equal weights, most grids give nothing.
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
        let message = "unbiased puzzles of 17 to 20 clues are too rare to be drawn: ask for a range with some of 22 to 29";
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
