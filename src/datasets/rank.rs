//! The ranks of records: which record of a class, or which records of a stratum, are kept.
//!
//! ```text
//! record ─▶ rank, a number ─▶ the records with the least ranks are kept, the first ones of several
//! ```
//!
//! **Why a drawn sample is uniform.** Its ranks are random numbers that do not depend on the records, so each set of n records is
//! as likely as any other to have the least ranks.
//!
//! **With weights**, the rank is an exponentially distributed number, made from the uniform one, divided by the weight: the time
//! at which a record is drawn if its weight is its rate. The earliest records form a sample as if drawn one after another, each
//! time with probabilities proportional to the weights of the remaining records (Pavlos Efraimidis and Paul Spirakis, Weighted
//! random sampling with a reservoir, 2006).

use super::class::ClassMember;
use super::keep::Keep;
use super::number_column::NumberColumn;
use super::same_by::SameBy;
use crate::board::notation::Puzzles;
use crate::error::Result;
use crate::format::digits;
use crate::pipeline::chunk::{Chunk, PlacedRecord};
use crate::rng::mix;

/// The ranking of the records of an input.
#[derive(Clone, Debug, Default)]
pub(crate) enum Ranking {
    /// By position.
    #[default]
    First,
    /// Among the records of a class by this key.
    InClass(Keep, SameBy),
    /// By random numbers, from this seed.
    Drawn { seed: u64, weights: Option<NumberColumn> },
}

impl Ranking {
    /// Returns the ranking of the records of a class by this key: the record with the least rank is kept.
    pub(super) fn in_class(keep: Keep, key: SameBy) -> Self {
        match keep {
            Keep::First => Self::First,
            Keep::Fewest | Keep::Canonical => Self::InClass(keep, key),
        }
    }

    /// Returns the rank of a record of `chunk`, which has these puzzles, or `None` if it is never kept. The rank of a record that
    /// needs a class and has none is 0.
    #[inline]
    pub(super) fn rank(
        &self,
        (chunk, puzzles): (&Chunk, Puzzles<'_>),
        record: PlacedRecord,
        member: Option<&ClassMember>,
    ) -> Result<Option<u64>> {
        match self {
            Self::First => Ok(Some(0)),
            Self::Drawn { seed, weights: None } => Ok(Some(drawn(*seed, record.line))),
            Self::Drawn { seed, weights: Some(weights) } => {
                let weight = weights.weight(chunk, record)?.filter(|&weight| weight > 0.0);
                Ok(weight.map(|weight| weighted(drawn(*seed, record.line), weight)))
            }
            Self::InClass(keep, key) => Ok(Some(member.zip(record.puzzle).map_or(0, |(member, index)| {
                let solution = chunk.answers().get(index).map_or(&[][..], |answer| digits(answer));
                keep.rank(*key, puzzles.get(index), solution, member).into()
            }))),
        }
    }
}

/// Returns the random number of the record on this line.
pub(super) fn drawn(seed: u64, line: u64) -> u64 {
    mix(mix(seed ^ u64::from_le_bytes(*b"sample\0\0")) ^ line)
}

/// Returns the rank of a record with this random number and this weight.
fn weighted(key: u64, weight: f64) -> u64 {
    (exponential(key) / weight).to_bits() // the bits of positive numbers are in numerical order
}

/// Returns an exponentially distributed number with mean 1: `-ln(key / 2^64)`, by operations that are the same on every machine,
/// unlike `ln`.
fn exponential(key: u64) -> f64 {
    let halvings = (key | 1).leading_zeros();
    let mantissa = ((key | 1) << halvings) as f64 / (1_u64 << 63) as f64; // from 1 to 2
    let ratio = (mantissa - 1.0) / (mantissa + 1.0); // its artanh is half the logarithm
    let series = (0..20).rev().fold(0.0, |sum, term| sum * ratio * ratio + 1.0 / f64::from(2 * term + 1));
    let number = f64::from(halvings + 1) * std::f64::consts::LN_2 - 2.0 * ratio * series;
    number.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_of_lines_are_even() {
        assert_eq!(drawn(1, 2), drawn(1, 2));
        let below_half = (0..10_000).filter(|&line| drawn(7, line) >> 63 == 0).count();
        assert!((4_750..5_250).contains(&below_half), "{below_half}");
    }

    #[test]
    fn exponential_numbers_are_logarithms_and_a_weight_is_a_share() {
        for key in [1, 2, 3, 1 << 31, 1 << 63, 0xC000_0000_0000_0000, u64::MAX / 3, u64::MAX - 12_345_678] {
            let expected = -((key | 1) as f64 / 2.0_f64.powi(64)).ln();
            assert!((exponential(key) - expected).abs() < 1e-15 * expected.max(1.0), "{key}");
        }
        assert!(exponential(u64::MAX) > 0.0 && exponential(0) < 45.0);
        // Of two records with weights 3 and 1, the first one has the smaller key in three of four cases.
        let first = (0..40_000).filter(|&line| {
            let [one, other] = [drawn(7, 2 * line), drawn(7, 2 * line + 1)];
            weighted(one, 3.0) < weighted(other, 1.0)
        });
        let deviations = (first.count() as f64 - 30_000.0) / (40_000.0_f64 * 0.75 * 0.25).sqrt();
        assert!(deviations.abs() < 4.0, "{deviations}");
    }
}
