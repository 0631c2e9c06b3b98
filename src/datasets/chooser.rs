//! Chooses the records of a sample: those with the least ranks of each stratum.
//!
//! ```text
//! record ─▶ rank ─▶ at most the bound of its stratum? ─▶ chosen so far: 16 bytes
//!                       ▲                                   │ a quarter too many
//!                       └──────── the bound falls ──────────┘
//! ```

use super::least::Least;
use super::rank::drawn;
use super::sample_size::{SampleSize, even_share, quotas};

/// The number of strata that a chooser distinguishes.
const STRATA: usize = u8::MAX as usize + 1;

/// The least number of records to choose before some are dropped.
const LEAST_ROOM: usize = 1 << 10;

/// Chooses records.
pub(super) struct Chooser {
    size: SampleSize,
    strata: Vec<StratumSample>,
    /// The number of records that are chosen so far, and the number beyond which some are dropped.
    chosen: usize,
    room: usize,
}

/// What is chosen of a stratum.
#[derive(Clone, Default)]
struct StratumSample {
    /// The number of its records.
    records: u64,
    /// The ranks and the numbers of those that are chosen so far.
    chosen: Least<(u64, u64)>,
}

impl Chooser {
    pub(super) fn new(size: SampleSize) -> Self {
        let room = size.number().saturating_add(LEAST_ROOM);
        Self { size, strata: vec![StratumSample::default(); STRATA], chosen: 0, room }
    }

    /// Adds the record with this number, such as its line. Records must come in ascending order.
    #[inline]
    pub(super) fn add(&mut self, stratum: u8, rank: u64, number: u64) {
        let stratum = &mut self.strata[usize::from(stratum)];
        stratum.records += 1;
        self.chosen += usize::from(stratum.chosen.push((rank, number)));
        if self.chosen >= self.room {
            self.drop_some();
        }
    }

    /// Drops the records that cannot be in the sample. If all strata share it, one more of each may stay.
    #[cold]
    fn drop_some(&mut self) {
        let most = match self.size {
            SampleSize::Each(count) => count,
            // More records can only lower it: the shares of the strata shrink when others grow.
            SampleSize::InAll(total) => even_share(&self.records(), total).saturating_add(1),
        };
        self.strata.iter_mut().for_each(|stratum| stratum.chosen.keep(most));
        self.chosen = self.strata.iter().map(|stratum| stratum.chosen.len()).sum();
        self.room = self.chosen + self.chosen / 4 + LEAST_ROOM;
    }

    /// Returns the number of records of each stratum.
    pub(super) fn records(&self) -> Vec<usize> {
        self.strata.iter().map(|stratum| stratum.records as usize).collect()
    }

    /// Returns the numbers of the records in the sample, by stratum; `order` is the order in which strata get the remainder after
    /// equal shares.
    pub(super) fn finish(mut self, order: &[u8]) -> Vec<Vec<u64>> {
        let counts = match self.size {
            SampleSize::Each(count) => vec![count; order.len()],
            SampleSize::InAll(total) => {
                let records = self.records();
                let ordered: Vec<usize> =
                    order.iter().map(|&stratum| records[usize::from(stratum)]).collect();
                quotas(&ordered, total)
            }
        };
        for (&stratum, count) in order.iter().zip(counts) {
            self.strata[usize::from(stratum)].chosen.keep(count);
        }
        let numbers = |stratum: StratumSample| {
            stratum.chosen.into_items().into_iter().map(|(_, number)| number).collect()
        };
        self.strata.into_iter().map(numbers).collect()
    }
}

/// Which records are in a sample: the choice that a [`SampleJob`](super::SampleJob) makes.
///
/// ```
/// use bulkdoku::datasets::Sample;
///
/// let lines = 1..=1000;
/// let chosen = Sample::new(10, 7).choose(lines.clone().map(|line| (line, Some(0))));
/// assert_eq!(chosen.len(), 10);
/// assert!(chosen.is_sorted());
///
/// let of_each = Sample::new(10, 7).of_each();
/// let is_even = |line| Some(u8::from(line % 2 == 0)); // two strata
/// assert_eq!(of_each.choose(lines.map(|line| (line, is_even(line)))).len(), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    size: SampleSize,
    seed: u64,
}

impl Sample {
    /// Returns a sample of this many records, divided among the strata as evenly as possible. Another seed gives another sample.
    pub const fn new(count: usize, seed: u64) -> Self {
        Self { size: SampleSize::InAll(count), seed }
    }

    /// Returns a sample with the same number of records from each stratum instead of in total.
    pub fn of_each(self) -> Self {
        Self { size: SampleSize::Each(self.size.number()), ..self }
    }

    /// Returns the indices of the records in the sample, in ascending order. `records` are the line of each record, from 1, and
    /// its stratum, from 0; records without a stratum are left out. Allocates 20 bytes for each record of the sample.
    pub fn choose(&self, records: impl IntoIterator<Item = (u64, Option<u8>)>) -> Vec<usize> {
        let mut chooser = Chooser::new(self.size);
        for (number, (line, stratum)) in (0..).zip(records) {
            if let Some(stratum) = stratum {
                chooser.add(stratum, drawn(self.seed, line), number);
            }
        }
        let order: Vec<u8> = (0..=u8::MAX).collect();
        let chosen = chooser.finish(&order).into_iter().flatten();
        let mut chosen: Vec<usize> = chosen.map(|number| number as usize).collect();
        chosen.sort_unstable();
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::effort;

    /// Returns the numbers of the chosen records among those with these ranks and strata.
    fn chosen(records: &[(u64, u8)], size: SampleSize) -> Vec<u64> {
        let mut chooser = Chooser::new(size);
        chooser.room = size.number() + 1; // drops records early
        for (&(rank, stratum), number) in records.iter().zip(0..) {
            chooser.add(stratum, rank, number);
        }
        let mut chosen: Vec<u64> = chooser.finish(&[0, 1, 2, 3]).into_iter().flatten().collect();
        chosen.sort_unstable();
        chosen
    }

    /// Returns the same numbers by sorting.
    fn expected(records: &[(u64, u8)], size: SampleSize) -> Vec<u64> {
        let number = |stratum| records.iter().filter(|record| record.1 == stratum).count();
        let counts = match size {
            SampleSize::Each(count) => vec![count; 4],
            SampleSize::InAll(total) => quotas(&[0, 1, 2, 3].map(number), total),
        };
        let mut numbers = Vec::new();
        for stratum in 0..=3 {
            let of_stratum = records.iter().zip(0..).filter(|(record, _)| record.1 == stratum);
            let mut sorted: Vec<(u64, u64)> = of_stratum.map(|(record, number)| (record.0, number)).collect();
            sorted.sort();
            numbers.extend(sorted.iter().take(counts[usize::from(stratum)]).map(|&(_, number)| number));
        }
        numbers.sort();
        numbers
    }

    #[test]
    fn the_records_with_the_least_ranks_of_each_stratum_are_chosen() {
        assert_eq!(chosen(&[(5, 0), (3, 0), (9, 0), (1, 0), (7, 0)], SampleSize::Each(3)), [0, 1, 3]);
        for seed in 1..effort(12, 50_u64) {
            let record = |line: u64| {
                let random = crate::rng::mix(seed << 32 | line);
                (if seed % 2 == 0 { random % 50 } else { random }, (random >> 60) as u8 % 4)
            };
            let records: Vec<(u64, u8)> = (0..5000).map(record).collect();
            for count in [0, 1, 7, 100, 300, 1500, 9000] {
                for size in [SampleSize::Each(count), SampleSize::InAll(count)] {
                    assert_eq!(chosen(&records, size), expected(&records, size), "{size:?} of seed {seed}");
                }
            }
        }
    }
}
