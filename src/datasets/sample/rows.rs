//! A sample of records in memory.

use super::size::{SampleSize, quotas};
use super::{NO_STRATUM, SampleStratum, key_of};

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
    /// its stratum, from 0; records without a stratum are left out. Allocates 16 bytes per record.
    pub fn choose(&self, records: impl IntoIterator<Item = (u64, Option<SampleStratum>)>) -> Vec<usize> {
        let mut strata = vec![Vec::new(); usize::from(NO_STRATUM)];
        for (index, (line, stratum)) in records.into_iter().enumerate() {
            if let Some(keys) = stratum.and_then(|stratum| strata.get_mut(usize::from(stratum))) {
                keys.push((key_of(self.seed, line), index));
            }
        }
        let counts = match self.size {
            SampleSize::Each(count) => vec![count; strata.len()],
            SampleSize::InAll(total) => quotas(&strata.iter().map(Vec::len).collect::<Vec<_>>(), total),
        };
        for (keys, count) in strata.iter_mut().zip(counts) {
            if count < keys.len() {
                keys.select_nth_unstable(count);
                keys.truncate(count);
            }
        }
        let mut chosen: Vec<usize> = strata.into_iter().flatten().map(|(_, index)| index).collect();
        chosen.sort_unstable();
        chosen
    }
}
