//! Which minimal puzzles to draw, and their weights.

use std::ops::RangeInclusive;

use crate::board::grid::CELLS;
use crate::error::{Error, Result};
use crate::generate::recipe::numbers;
use crate::macros::setters::setters;
use crate::rng::LineRng;

/// The number of random orders of the cells to draw for each grid.
pub(super) const ORDERS: u32 = 3072;

/// The distance between the starts of two tries in an order of the cells.
pub(super) const STEP: usize = 3;

/// The number of tries per order.
pub(super) const STARTS: usize = CELLS / STEP;

/// The largest number of clues to search for.
pub(super) const MOST_CLUES: usize = 32;

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

impl UnbiasedRecipe {
    /// The common numbers of clues. A range must contain at least one of them: minimal puzzles with other numbers are found less
    /// than once in several minutes.
    pub(crate) const CLUES: RangeInclusive<usize> = 22..=29;

    /// The number of tries on each grid.
    pub(crate) const TRIES: u32 = ORDERS * STARTS as u32;

    setters! {
        /// Sets the seed.
        seed: u64,

        /// Sets the range of numbers of clues.
        clues: RangeInclusive<usize>,

        /// Sets whether all puzzles have weight 1.
        equal_weights: bool,
    }

    /// Checks that this recipe yields puzzles.
    pub(crate) fn check(&self) -> Result<()> {
        let (least, most) = (*self.clues.start(), *self.clues.end());
        let in_reach = least <= most && least <= *Self::CLUES.end() && most >= *Self::CLUES.start();
        if in_reach {
            return Ok(());
        }
        let (clues, some) = (numbers(&self.clues), numbers(&Self::CLUES));
        Err(Error::refused(format!(
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
    #[inline]
    pub(super) fn most(&self, order: u32) -> usize {
        let most = (*self.clues.end()).min(MOST_CLUES);
        if self.equal_weights || order.is_multiple_of(THINNED) { most } else { most.min(USUAL_CLUES) }
    }

    /// Returns the least number of clues that a try accepts. With equal weights, this is random: at most n with probability C(81,
    /// n) / C(81, most).
    #[inline]
    pub(super) fn least(&self, most: usize, draws: &mut LineRng) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
