//! What a search learns from its dead ends, so that it spends more on each guess of a puzzle that needs many.
//!
//! A *dead end* is a board without a solution that a guess led to. Their number says how badly a search goes: a puzzle with many
//! solutions needs as many guesses to count them, but meets few dead ends. It decides four things:
//!
//! ```text
//! dead ends    4 …            the pair rule is applied
//!            256              the search starts again from the root, once
//!            256 …            boxes in which guesses failed at once are preferred for the next guess
//!            256, 512, 1024 … the search looks ahead from one level more of its tree, first from the root alone
//! ```
//!
//! *Starting again.* Without looking ahead, the first guesses on a board with few clues may settle two bands in a way that leaves
//! no solution for the third, without any rule noticing. The search then tries every other way to fill the second band before it
//! changes the first: hundreds of thousands of guesses, where a look ahead from the root needs none.
//!
//! *Weights.* A guess that leads to a dead end at once shows that its box is nearly contradictory, whatever else is on the board.
//! Splitting such boxes first fails early. (Boussemart and others, "Boosting systematic search by weighting constraints", 2004.)
//! Old failures count less and less.
//!
//! *Looking ahead* costs as much as some hundred guesses (see `look_ahead.rs`), and halves a subtree or better. So it pays for
//! itself near the root alone, and ever deeper in a larger tree.

use super::board::{BoardOps, BoxKeys, LANES};

/// The number of dead ends from which the pair rule is applied. Most puzzles meet fewer, and the rule costs as much as half
/// a sweep.
const PAIRS_FROM: u64 = 4;

/// The number of dead ends from which a puzzle is hard.
pub const HARD: u64 = 256;

/// The number of dead ends after which earlier failures count half.
const HALF_LIFE: u64 = 256;

/// The number of levels from whose boards a search can look ahead, for any number of dead ends.
pub const MOST_LEVELS: usize = (u64::BITS - HARD.ilog2()) as usize;

/// The weight of a box whose failures have doubled once.
const OCTAVE: u16 = 8;

/// The greatest weight. Fewer than 512 failures count, since those of 256 dead ends are halved time and again.
pub const MOST_WEIGHT: u16 = OCTAVE * 9;

/// The difference between the keys of two rules, as a weight: eight octaves.
pub const RULE: u16 = 8 * OCTAVE;

/// The dead ends of one search.
#[derive(Clone, Copy)]
pub struct DeadEnds {
    count: u64,
    /// The number of upper levels of the tree from whose boards the search looks ahead.
    levels: u32,
    /// The failures in the box that begins at each lane.
    failures: [u16; LANES],
    keys: BoxKeys,
}

impl DeadEnds {
    /// Returns the dead ends of a search that has met none.
    pub const fn none<S: BoardOps>(_: S) -> Self {
        Self { count: 0, levels: 0, failures: [0; LANES], keys: S::KEYS }
    }

    /// Forgets all dead ends.
    #[inline(always)]
    pub fn clear<S: BoardOps>(&mut self, s: S) {
        if self.count >= HARD {
            *self = Self::none(s);
        }
        self.count = 0;
    }

    /// Returns their number.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Counts from this number.
    pub fn go_on_from(&mut self, count: u64) {
        self.count = count;
    }

    /// Returns whether the pair rule is applied.
    #[inline(always)]
    pub fn have_pairs(&self) -> bool {
        self.count >= PAIRS_FROM
    }

    /// Returns the number of levels of the tree from whose boards the search looks ahead.
    #[inline(always)]
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// Returns the keys of the boxes for the next guess.
    #[inline(always)]
    pub fn keys(&self) -> &BoxKeys {
        &self.keys
    }

    /// Counts a dead end. A guess in the box that begins at lane `failed`, if any, led to it at once. Returns whether the puzzle is
    /// hard from now on.
    #[inline(always)]
    pub fn add<S: BoardOps>(&mut self, s: S, failed: Option<usize>) -> bool {
        self.count += 1;
        if self.count >= HARD {
            self.learn(s, failed);
        }
        self.count == HARD
    }

    #[inline(never)]
    fn learn<S: BoardOps>(&mut self, s: S, failed: Option<usize>) {
        if let Some(lane) = failed {
            self.failures[lane] += 1;
            self.weigh(s, lane);
        }
        if self.count.is_multiple_of(HALF_LIFE) {
            self.levels = self.count.ilog2() - HARD.ilog2() + 1;
            for number in 0..9 {
                let lane = s.first_lane(number);
                self.failures[lane] /= 2;
                self.weigh(s, lane);
            }
        }
    }

    /// Sets the keys of the box that begins at `lane`: a box with more failures has a lower key.
    fn weigh<S: BoardOps>(&mut self, _: S, lane: usize) {
        let weight = OCTAVE * (1 + self.failures[lane]).ilog2() as u16;
        for lane in lane..lane + S::BOX_LANES {
            self.keys[lane] = S::KEYS[lane] - S::WEIGHT * weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::for_each_isa;

    #[test]
    fn boxes_in_which_guesses_failed_have_smaller_keys_until_that_is_long_ago() {
        for_each_isa!(|simd, name| {
            let simd = simd.boxes();
            let mut dead_ends = DeadEnds::none(simd);
            let lane = simd.first_lane(7);
            let keys = |dead_ends: &DeadEnds| [simd.first_lane(6), lane].map(|lane| dead_ends.keys()[lane]);
            let fresh = keys(&dead_ends);
            assert!((1..HARD).all(|_| !dead_ends.add(simd, Some(lane))), "{name}");
            assert_eq!(keys(&dead_ends), fresh, "{name}");
            assert!(dead_ends.add(simd, None), "{name}");
            (0..3).for_each(|_| assert!(!dead_ends.add(simd, Some(lane))));
            assert_eq!(keys(&dead_ends)[0], fresh[0], "{name}");
            assert!(keys(&dead_ends)[1] < fresh[1], "{name}");
            (0..3 * HALF_LIFE).for_each(|_| assert!(!dead_ends.add(simd, None)));
            assert_eq!(keys(&dead_ends), fresh, "{name}");
        });
    }

    #[test]
    fn the_greatest_weight_is_never_exceeded() {
        for_each_isa!(|simd, name| {
            let simd = simd.boxes();
            let mut dead_ends = DeadEnds::none(simd);
            for _ in 0..100 * HARD {
                dead_ends.add(simd, Some(0));
                assert!(OCTAVE * (1 + dead_ends.failures[0]).ilog2() as u16 <= MOST_WEIGHT, "{name}");
            }
        });
    }

    #[test]
    fn one_more_level_is_looked_ahead_from_when_the_dead_ends_have_doubled() {
        for_each_isa!(|simd, name| {
            let simd = simd.boxes();
            let mut dead_ends = DeadEnds::none(simd);
            let mut levels = Vec::new();
            for count in 1..=2048_u64 {
                dead_ends.add(simd, None);
                if count.is_power_of_two() && count >= HARD / 2 {
                    levels.push(dead_ends.levels());
                }
            }
            assert_eq!(levels, [0, 1, 2, 3, 4], "{name}");
            dead_ends.clear(simd);
            assert_eq!((dead_ends.levels(), dead_ends.have_pairs()), (0, false), "{name}");
        });
    }
}
