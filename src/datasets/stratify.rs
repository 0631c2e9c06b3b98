//! Assigns classes to parts so that every part gets its share of each stratum.
//!
//! ```text
//! first pass     records ─▶ classes ─▶ rows; for each line the stratum of its record
//! assignment     classes of a stratum in the order of their first records: 0, 1, 2 …
//!                the number of a class ─▶ its position in 0 .. 2^64 ─▶ its part
//! second pass    records ─▶ parts, by their lines
//! ```
//!
//! The positions of the classes of a stratum are a random sequence of low discrepancy. The classes with the numbers from `k ·
//! 2^n` to `(k + 1) · 2^n - 1` are in 2^n equal intervals, one in each, in random order. So after any number of classes, the
//! share of a part is exact to a few classes, and which classes it gets depends only on the seed. Records added at the end of a
//! file do not change the parts of earlier records.
//!
//! The memory needed is that of the rows and two bytes for each line.

use std::sync::Arc;

use super::class::{Class, Order, leave_out_repeated, row};
use super::fates::{Fates, MAX_PART, Part};
use super::fingerprint::Fingerprint;
use super::rows::Rows;
use super::share::share_at;
use crate::error::Result;
use crate::pipeline::threads::WorkerPool;
use crate::rng::mix;

/// The number that the positions of records without a stratum are drawn with, so that a seed gives the parts that it always gave:
/// one more than the most clues. A column may have a stratum with that number; the classes of both are counted apart.
const DRAWN_WITHOUT_STRATUM: u64 = 82;

/// The strata of the records of an input, by line, and the classes of the records.
pub(super) struct LineStrata {
    /// The numbers of the strata, in place of parts.
    strata: Fates,
    fates: Fates,
    rows: Rows<3>,
}

impl LineStrata {
    /// Creates an empty collection that keeps about `held` bytes of classes in memory.
    pub(super) fn new(held: usize) -> Self {
        Self { strata: Fates::new(), fates: Fates::new(), rows: Rows::new(held) }
    }

    /// Adds the next record.
    pub(super) fn add(&mut self, line: u64, class: Fingerprint, stratum: Option<u8>) -> Result<()> {
        self.strata.add(line, stratum);
        self.fates.add(line, Some(0));
        self.rows.push(row(class, Order::ranked(0, line)))
    }

    /// Sends every class to a part, by a seed and the ends of the parts on the scale of 64-bit numbers. Also returns the strata.
    pub(super) fn assign(self, pool: &WorkerPool, seed: u64, ends: &[u128]) -> Result<(Fates, Fates)> {
        let Self { strata, fates, rows } = self;
        let rows = Arc::new(rows);
        leave_out_repeated(&rows, &fates, pool, |_| Ok(()))?;
        let mut numbers = [0; MAX_PART as usize + 1];
        for line in (1..fates.lines()).filter(|&line| fates.of(line).is_some()) {
            let stratum = strata.of(line);
            let number = &mut numbers[usize::from(stratum.unwrap_or(MAX_PART))];
            fates.send(line, share_at(position(seed, drawn_as(stratum), *number), ends) as Part);
            *number += 1;
        }
        Rows::groups(&rows, pool, 2, |group| {
            let class = Class::of(group)?;
            class.for_each_repeated(|member| {
                let part = fates.of(class.kept.order.line());
                part.into_iter().for_each(|part| fates.send(member.order.line(), part));
                Ok(())
            })
        })?;
        Ok((fates, strata))
    }
}

/// Returns the number that the positions of the classes of a stratum are drawn with.
fn drawn_as(stratum: Option<Part>) -> u64 {
    stratum.map_or(DRAWN_WITHOUT_STRATUM, u64::from)
}

/// The number of low-discrepancy bits of a position: enough for 2^32 classes of a stratum.
const EVEN_BITS: u32 = 32;

/// Returns the position of the class with this number in its stratum.
///
/// Determines bit by bit from the highest. Two classes whose numbers differ only in the lowest bit get different first bits, in
/// random order. The classes with the same first bit, one of each pair, divide the second bit in the same way, and so on.
fn position(seed: u64, stratum: u64, number: u64) -> u64 {
    let key = mix(mix(seed) ^ stratum);
    let mut position = 0;
    for bit in 0..EVEN_BITS {
        let pair = mix(mix(key ^ u64::from(bit)) ^ mix(position) ^ (number >> bit >> 1));
        position = position << 1 | ((number >> bit ^ pair) & 1);
    }
    position << EVEN_BITS | mix(key ^ mix(number)) >> EVEN_BITS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::Share;

    #[test]
    fn every_interval_has_one_class_of_each_block() {
        for (seed, bits, block) in [(1, 1, 0), (1, 4, 3), (7, 6, 100), (9, 10, 2)] {
            let numbers = block << bits..(block + 1) << bits;
            let mut intervals: Vec<u64> =
                numbers.map(|number| position(seed, 30, number) >> (64 - bits)).collect();
            intervals.sort_unstable();
            assert!(intervals.into_iter().eq(0..1 << bits), "seed {seed}, 2^{bits} classes");
        }
    }

    #[test]
    fn the_shares_hold_after_any_number_of_classes() {
        let ends = Share::ends(["10%", "15%", "75%"].map(|share| share.parse().unwrap()).into_iter());
        for seed in 0..20 {
            let mut counts = [0_i64; 3];
            for number in 0..3000 {
                counts[share_at(position(seed, 17, number), &ends)] += 1;
                for (count, percent) in counts.iter().zip([10, 15, 75]) {
                    let off = (100 * count - percent * (number as i64 + 1)).abs();
                    assert!(off < 100 * 8, "seed {seed}: {counts:?} of {number}");
                }
            }
        }
    }

    #[test]
    fn the_parts_of_records_without_a_stratum_are_pinned() {
        let pool = WorkerPool::start(1).unwrap();
        let mut strata = LineStrata::new(usize::MAX);
        for line in 1..=24_u64 {
            strata.add(line, Fingerprint::of_text(&line.to_le_bytes()), None).unwrap();
        }
        let halves = Share::ends(["50%", "50%"].map(|share| share.parse().unwrap()).into_iter());
        let (fates, _) = strata.assign(&pool, 5, &halves).unwrap();
        let parts: Vec<_> = (1..=24).filter_map(|line| fates.of(line)).collect();
        assert_eq!(parts, [1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0]);
    }

    #[test]
    fn neither_pairs_nor_strata_nor_seeds_repeat() {
        let halves =
            |seed, stratum| -> Vec<u64> { (0..64).map(|n| position(seed, stratum, 2 * n) >> 63).collect() };
        let ones: u64 = halves(1, 17).iter().sum();
        assert!((16..=48).contains(&ones), "{ones} of 64 first classes of a pair are in the upper half");
        assert_ne!(halves(1, 17), halves(1, 18));
        assert_ne!(halves(1, 17), halves(2, 17));
    }
}
