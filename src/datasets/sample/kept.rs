//! The records of a sample so far, in the order of the input.
//!
//! ```text
//! text     │ record        │ record  │ record          │      one after another
//! records  │ key, end      │ key, end│ key, end        │      16 bytes each
//! ```
//!
//! Records in excess are not removed one by one. When the excess reaches a quarter of the sample, all of it is removed and the
//! gaps are closed. So the text is at most one and a quarter times the sample.

use super::picks::{Limits, STRATA};
use super::size::{self, SampleSize};
use super::{NO_STRATUM, SampleStratum};

/// The records of each stratum with the smallest keys, and some more.
pub(super) struct KeptRecords {
    size: SampleSize,
    /// The largest number of records to keep of each stratum.
    most_of_each: usize,
    /// The number of records beyond which an added one is in excess, if all strata share the sample.
    most: usize,
    text: Vec<u8>,
    records: Vec<KeptRecord>,
    /// The number of records of each stratum.
    numbers: Vec<usize>,
    /// The number of records that are not in the sample.
    excess: usize,
    /// The line of the last record, or `None` if it is not kept.
    last_line: Option<u64>,
}

/// A record. Its text begins where the text of the record before it ends.
#[derive(Clone, Copy)]
struct KeptRecord {
    key: u64,
    /// The stratum in the highest byte, and the end of the text.
    stratum_and_end: u64,
}

impl KeptRecord {
    fn new(key: u64, stratum: SampleStratum, end: usize) -> Self {
        Self { key, stratum_and_end: u64::from(stratum) << 56 | end as u64 }
    }

    fn stratum(self) -> usize {
        (self.stratum_and_end >> 56) as usize
    }

    fn end(self) -> usize {
        (self.stratum_and_end & ((1 << 56) - 1)) as usize
    }
}

impl KeptRecords {
    /// Creates an empty collection.
    pub(super) fn new(size: SampleSize) -> Self {
        let most = size.number();
        Self {
            size,
            most_of_each: most,
            most,
            text: Vec::new(),
            records: Vec::new(),
            numbers: vec![0; STRATA],
            excess: 0,
            last_line: None,
        }
    }

    /// Adds the next record. Lowers `limits` when it removes records.
    pub(super) fn add(
        &mut self,
        key: u64,
        stratum: SampleStratum,
        line: u64,
        text: [&[u8]; 2],
        limits: &Limits,
    ) {
        let length = text.iter().map(|part| part.len()).sum();
        grow(&mut self.text, length);
        grow(&mut self.records, 1);
        text.iter().for_each(|part| self.text.extend_from_slice(part));
        self.records.push(KeptRecord::new(key, stratum, self.text.len()));
        self.last_line = Some(line);
        let number = &mut self.numbers[usize::from(stratum)];
        *number += 1;
        let is_in_excess = match self.size {
            SampleSize::Each(count) => *number > count,
            SampleSize::InAll(_) => self.records.len() > self.most,
        };
        if is_in_excess {
            self.excess += 1;
            if self.excess > self.records.len() / 5 {
                self.trim(limits);
            }
        }
    }

    /// Removes records that are not in the sample, and lowers the `limits` of their strata. If all strata share the sample, one
    /// more of each may stay until [`finish`](Self::finish).
    fn trim(&mut self, limits: &Limits) {
        if let SampleSize::InAll(total) = self.size {
            // More records can only lower it: the shares of the strata shrink when others grow.
            self.most_of_each =
                self.most_of_each.min(size::even_share(&self.numbers[..NONE], total).saturating_add(1));
        }
        let quotas = vec![self.most_of_each; STRATA];
        self.keep(&quotas, limits);
        self.most = self.most.max(self.records.len());
    }

    /// Removes all records that are not in the sample. `order` is the order in which strata get the remainder after equal shares.
    pub(super) fn finish(&mut self, order: &[SampleStratum], limits: &Limits) {
        let quotas = match self.size {
            SampleSize::Each(count) => vec![count; STRATA],
            SampleSize::InAll(total) => {
                let ordered: Vec<usize> = order.iter().map(|&it| self.numbers[usize::from(it)]).collect();
                let mut quotas = vec![0; STRATA];
                let shares = size::quotas(&ordered, total);
                order.iter().zip(shares).for_each(|(&stratum, quota)| quotas[usize::from(stratum)] = quota);
                quotas
            }
        };
        self.keep(&quotas, limits);
    }

    /// Removes all records beyond the quota of each stratum, and lowers the `limits` of their strata.
    fn keep(&mut self, quotas: &[usize], limits: &Limits) {
        if self.numbers.iter().zip(quotas).all(|(number, quota)| number <= quota) {
            self.excess = 0;
            return;
        }
        let bounds = self.bounds(quotas);
        for (stratum, bound) in bounds.iter().enumerate().filter(|(_, bound)| bound.least < u64::MAX) {
            limits.lower(stratum as SampleStratum, bound.least);
        }
        self.keep_within(bounds, quotas);
    }

    /// Returns the bound of the records within the quota of each stratum.
    fn bounds(&self, quotas: &[usize]) -> Vec<Bound> {
        let mut starts: Vec<usize> =
            self.numbers.iter().scan(0, |sum, number| Some(std::mem::replace(sum, *sum + number))).collect();
        let mut keys = vec![0; self.records.len()];
        for record in &self.records {
            let start = &mut starts[record.stratum()];
            keys[*start] = record.key;
            *start += 1;
        }
        let mut keys = &mut keys[..];
        let bound = |(&number, &quota): (&usize, &usize)| {
            let (of_stratum, rest) = std::mem::take(&mut keys).split_at_mut(number);
            keys = rest;
            Bound::of(of_stratum, quota)
        };
        self.numbers.iter().zip(quotas).map(bound).collect()
    }

    /// Removes the records that are not within the `bounds` of their strata, and closes the gaps.
    fn keep_within(&mut self, mut bounds: Vec<Bound>, quotas: &[usize]) {
        let (mut kept, mut kept_end, mut start, mut keeps_last) = (0, 0, 0, false);
        for index in 0..self.records.len() {
            let record = self.records[index];
            let (from, end) = (std::mem::replace(&mut start, record.end()), record.end());
            keeps_last = bounds[record.stratum()].admits(record.key);
            if keeps_last {
                self.text.copy_within(from..end, kept_end);
                kept_end += end - from;
                self.records[kept] = KeptRecord::new(record.key, record.stratum() as SampleStratum, kept_end);
                kept += 1;
            }
        }
        self.text.truncate(kept_end);
        self.records.truncate(kept);
        self.numbers.iter_mut().zip(quotas).for_each(|(number, &quota)| *number = (*number).min(quota));
        self.excess = 0;
        self.last_line = self.last_line.filter(|_| keeps_last);
    }

    /// Returns the text of all records.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the number of records of each stratum.
    pub(super) fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// Returns the line of the last record that was added, if it is still there.
    pub(super) fn last_line(&self) -> Option<u64> {
        self.last_line
    }
}

/// The number of strata.
const NONE: usize = NO_STRATUM as usize;

/// Which records of a stratum are in the sample.
struct Bound {
    /// The largest key in the sample.
    least: u64,
    /// The number of records with exactly this key in the sample: the first ones.
    with_it: usize,
}

impl Bound {
    /// Returns the bound of the first `count` records with these keys.
    fn of(keys: &mut [u64], count: usize) -> Self {
        if keys.len() <= count {
            return Self { least: u64::MAX, with_it: usize::MAX };
        }
        if count == 0 {
            return Self { least: 0, with_it: 0 };
        }
        let (below, &mut least, _) = keys.select_nth_unstable(count - 1);
        let with_it = 1 + below.iter().filter(|&&key| key == least).count();
        Self { least, with_it }
    }

    fn admits(&mut self, key: u64) -> bool {
        if key != self.least {
            return key < self.least;
        }
        let admits = self.with_it > 0;
        self.with_it = self.with_it.saturating_sub(1);
        admits
    }
}

/// Makes room for `more` items by growing a quarter. A vector doubles, which costs twice the memory on systems that count
/// reserved memory.
fn grow<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        items.reserve_exact(more.max(items.len() / 4).max(64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts of the kept records among those with these keys and strata, on the lines from 1 on.
    fn kept(records: &[(u64, u8)], size: SampleSize) -> (String, Option<u64>) {
        let (mut kept, limits) = (KeptRecords::new(size), Limits::new(size.number()));
        for (&(key, stratum), line) in records.iter().zip(1_u64..) {
            let text = format!("{line} ");
            let (before, text) = text.split_at(1);
            if limits.admits(stratum, key) {
                kept.add(key, stratum, line, [before.as_bytes(), text.as_bytes()], &limits);
            }
            assert!(kept.excess <= kept.records.len() / 5, "{} in excess", kept.excess);
        }
        let last_line = kept.last_line().filter(|&line| line == records.len() as u64);
        kept.finish(&[0, 1, 2, 3], &limits);
        let last_line = kept.last_line().and(last_line);
        (String::from_utf8(kept.text().to_vec()).unwrap(), last_line)
    }

    /// Returns the same texts by sorting.
    fn expected(records: &[(u64, u8)], size: SampleSize) -> String {
        let number = |stratum| records.iter().filter(|record| record.1 == stratum).count();
        let counts = match size {
            SampleSize::Each(count) => vec![count; 4],
            SampleSize::InAll(total) => size::quotas(&[0, 1, 2, 3].map(number), total),
        };
        let mut lines = Vec::new();
        for stratum in 0..=3 {
            let of_stratum = records.iter().zip(1_u64..).filter(|(record, _)| record.1 == stratum);
            let mut sorted: Vec<(u64, u64)> = of_stratum.map(|(record, line)| (record.0, line)).collect();
            sorted.sort();
            lines.extend(sorted.iter().take(counts[usize::from(stratum)]).map(|&(_, line)| line));
        }
        lines.sort();
        lines.iter().map(|line| format!("{line} ")).collect()
    }

    #[test]
    fn the_records_with_the_smallest_keys_of_each_stratum_are_kept_in_order() {
        assert_eq!(kept(&[(5, 0), (3, 0), (9, 0), (1, 0), (7, 0)], SampleSize::Each(3)).0, "1 2 4 ");
        for seed in 1..50_u64 {
            let record = |line: u64| {
                let random = crate::rng::mix(seed << 32 | line);
                (if seed % 2 == 0 { random % 50 } else { random }, (random >> 60) as u8 % 4)
            };
            let records: Vec<(u64, u8)> = (0..1000).map(record).collect();
            for count in [0, 1, 7, 100, 300, 2000] {
                for size in [SampleSize::Each(count), SampleSize::InAll(count)] {
                    let (text, last_line) = kept(&records, size);
                    assert_eq!(text, expected(&records, size), "{size:?} of seed {seed}");
                    assert_eq!(last_line, text.ends_with("1000 ").then_some(1000));
                }
            }
        }
    }
}
