//! Throughput measurements: puzzle sets, interleaved trials, and verification.
//!
//! ```text
//! set ─▶ trial ─ warm-up: verifies every answer, fits the number of puzzles to the time of a run
//!          └──── round 1, round 2, ...: every trial once, in random order ─▶ statistics: median, min, max
//! ```
//!
//! Every round runs every trial once, so a machine that becomes slower during the measurement slows all trials alike. A trial
//! times nothing but [`Solve::solve`](crate::solver::batch::Solve::solve), from text in memory to text in memory.
//!
//! The Cargo feature `bench` enables this module.

mod numbers;
pub mod sets;
pub mod statistics;
mod threads;
pub mod trial;

pub use crate::report::numbers::grouped;
pub use crate::report::text_table;
pub use crate::solver::batch::{Answer, BatchSolver, Solve};
pub use numbers::{scaled, short};
pub use sets::Set;
pub use statistics::Statistics;
pub use trial::{Contender, Subject, Trial, WarmUp};

use crate::rng::{GOLDEN, mix};

/// A random generator for orders. The same seed gives the same orders.
///
/// It is splitmix64 (Steele, Lea, Flood 2014), which is short and sufficient for shuffling. No generated puzzle depends on it.
#[derive(Clone, Debug)]
pub struct Shuffler(u64);

impl Shuffler {
    /// Creates a generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Shuffles `items` (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, (self.draw() % (last as u64 + 1)) as usize);
        }
    }

    /// Returns a permutation of `0..count` with every prefix spread evenly over the range: multiples of the golden ratio, from a
    /// random start. Allocates the permutation.
    pub fn spread(&mut self, count: usize) -> Vec<usize> {
        let start = (self.draw() % count.max(1) as u64) as usize;
        let golden = (count as f64 * 0.618_033_988_749_895) as usize;
        // Only a step that is coprime to the count visits every index.
        let step = (golden.max(1)..).find(|&step| is_coprime(step, count)).unwrap_or(1);
        (0..count).map(|index| (start + index * step) % count).collect()
    }

    fn draw(&mut self) -> u64 {
        let drawn = mix(self.0);
        self.0 = self.0.wrapping_add(GOLDEN);
        drawn
    }
}

fn is_coprime(one: usize, other: usize) -> bool {
    let (mut one, mut other) = (one, other);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prefix_is_spread_over_the_range() {
        for count in [0, 1, 2, 3, 4, 10, 81, 2000, 49_151] {
            let mut order = Shuffler::new(5).spread(count);
            let in_first_half = order.iter().take(8).filter(|&&index| index < count / 2).count();
            assert!(count < 10 || (3..=5).contains(&in_first_half), "{in_first_half} of {count}");
            order.sort_unstable();
            assert!(order.into_iter().eq(0..count), "{count}");
        }
        assert_ne!(Shuffler::new(1).spread(100), Shuffler::new(2).spread(100));
    }

    #[test]
    fn a_shuffle_keeps_every_item_and_is_the_same_for_its_seed() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..100).collect();
            Shuffler::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort();
        assert!(sorted.into_iter().eq(0..100));
    }
}
