//! Bins for numbers of guesses, used by strata, histograms and plots.

use std::fmt;

/// A bin of numbers of guesses: 0, 1, 2 to 3, 4 to 7, and so on from one power of two to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GuessBin(u8);

impl GuessBin {
    /// The number of bins.
    pub(crate) const COUNT: usize = u64::BITS as usize + 1;

    /// Returns the bin of a number of guesses.
    pub(crate) const fn of(guesses: u64) -> Self {
        Self((u64::BITS - guesses.leading_zeros()) as u8)
    }

    /// Returns the bin of the integer part of a mean of guesses, or the bin of 1 for a mean between 0 and 1. So bin 0 has the
    /// puzzles that never need a guess.
    pub(crate) fn of_mean(mean: f64) -> Self {
        if mean > 0.0 { Self::of(mean.max(1.0) as u64) } else { Self::of(0) }
    }

    /// Returns the bin with this number, or `None` if there are fewer bins.
    pub(crate) fn nth(number: usize) -> Option<Self> {
        (number < Self::COUNT).then_some(Self(number as u8))
    }

    /// Returns the number of the bin, from 0.
    pub(crate) const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns the smallest number of guesses in the bin.
    pub(crate) fn least(self) -> u64 {
        if self.0 == 0 { 0 } else { 1 << (self.0 - 1) }
    }

    /// Returns the largest number of guesses in the bin.
    pub(crate) fn greatest(self) -> u64 {
        if self.0 == 0 { 0 } else { u64::MAX >> (u64::BITS - u32::from(self.0)) }
    }
}

/// Writes `0`, `1`, `2-3`, `4-7`, and so on.
impl fmt::Display for GuessBin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least(), self.greatest()) {
            (least, greatest) if least == greatest => f.pad(&least.to_string()),
            (least, greatest) => f.pad(&format!("{least}-{greatest}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_guesses_is_in_the_bin_that_its_label_names() {
        for (guesses, label) in [
            (0, "0"),
            (1, "1"),
            (2, "2-3"),
            (3, "2-3"),
            (4, "4-7"),
            (7, "4-7"),
            (8, "8-15"),
            (1000, "512-1023"),
        ] {
            assert_eq!(GuessBin::of(guesses).to_string(), label);
        }
        let numbers = [0, 1, 2, 3, 4, 7, 8, u64::MAX].map(|guesses| GuessBin::of(guesses).number());
        assert_eq!([5, 7].map(GuessBin::of), [GuessBin::of(4); 2]);
        assert_eq!(numbers, [0, 1, 2, 2, 3, 3, 4, GuessBin::COUNT - 1]);
        for bin in (0..GuessBin::COUNT).map(|number| GuessBin::nth(number).unwrap()) {
            assert_eq!([bin.least(), bin.greatest()].map(GuessBin::of), [bin, bin]);
        }
        assert_eq!(GuessBin::nth(GuessBin::COUNT), None);
    }

    #[test]
    fn a_mean_is_in_the_bin_of_its_integer_part_and_a_positive_one_is_not_in_bin_zero() {
        let label = |mean| GuessBin::of_mean(mean).to_string();
        assert_eq!(
            [0.0, 0.06, 1.0, 1.94, 2.0, 3.99, 4.0].map(label),
            ["0", "1", "1", "1", "2-3", "2-3", "4-7"]
        );
    }
}
