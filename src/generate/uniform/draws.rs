//! Draws with exactly equal probabilities.

use chacha20::ChaCha8Rng;
use rand_core::Rng;

use crate::grid::CELLS;
use crate::rng::stream;
use std::array;

/// A random stream whose draws are uniform, without the rounding of a plain multiplication.
#[derive(Debug)]
pub(in crate::generate) struct Draws(ChaCha8Rng);

impl Draws {
    /// The random numbers with this number under `seed`, for one `purpose`.
    pub(in crate::generate) fn new(seed: u64, purpose: [u8; 8], number: u64) -> Self {
        Self(stream(seed, purpose, number))
    }

    /// A number below `bound`, which is not 0, all with the same probability.
    ///
    /// By Daniel Lemire's method: of the 2^32 values of a draw, each number gets ⌊2^32 / bound⌋, and the values that are
    /// left over are drawn again.
    pub(in crate::generate) fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let rest = product as u32;
            if rest >= bound || rest >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts `items` in a random order, all orders with the same probability (Fisher and Yates).
    pub(in crate::generate) fn shuffle(&mut self, items: &mut [u8]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// The cells in a random order, all orders with the same probability.
    pub(in crate::generate) fn shuffled_cells(&mut self) -> [u8; CELLS] {
        let mut cells = array::from_fn(|cell| cell as u8);
        self.shuffle(&mut cells);
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_are_pinned() {
        let mut draws = Draws::new(1, *b"a test..", 2);
        assert_eq!([(); 8].map(|()| draws.below(81)), [39, 67, 10, 55, 52, 43, 74, 22]);
    }

    #[test]
    fn values_that_are_left_over_are_drawn_again() {
        let mut draws = Draws::new(1, *b"a test..", 0);
        // Of four values of a draw, a plain multiplication would give two to each number that three divides.
        let drawn: Vec<u32> = (0..3000).map(|_| draws.below(3 << 30)).collect();
        let multiples = drawn.iter().filter(|&number| number % 3 == 0).count();
        assert!((900..1100).contains(&multiples), "{multiples} of 3000 are multiples of three");
    }
}
