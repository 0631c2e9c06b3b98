//! What a run found: counters, verdicts, and the first bad records by name.

use std::time::Duration;

use crate::format::Reason;
use crate::solver::{Outcome, Verdict};

/// Bad records that a report names; the others are only counted.
pub const NAMED: usize = 10;

/// Counters of a chunk, or of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Bytes of input.
    pub bytes: u64,
    /// Lines of input, with those that are no records.
    pub lines: u64,
    /// Guesses of all records together.
    pub guesses: u64,
    verdicts: [u64; Verdict::ALL.len()],
}

impl Tally {
    /// Counts a record.
    #[inline]
    pub fn count(&mut self, outcome: &Outcome) {
        self.verdicts[outcome.verdict as usize] += 1;
        self.guesses += outcome.guesses;
    }

    /// Counts the records of a batch: in one word, a byte a verdict, since records of one verdict after the other would
    /// else wait for each other's counter in memory.
    pub fn count_all(&mut self, outcomes: &[Outcome]) {
        for group in outcomes.chunks(usize::from(u8::MAX)) {
            let mut counts = 0_u64;
            for outcome in group {
                counts += 1 << (8 * outcome.verdict as u32);
                self.guesses += outcome.guesses;
            }
            for (count, more) in self.verdicts.iter_mut().zip(counts.to_le_bytes()) {
                *count += u64::from(more);
            }
        }
    }

    /// Adds the counters of another part of the run.
    pub fn add(&mut self, other: &Tally) {
        self.bytes += other.bytes;
        self.lines += other.lines;
        self.guesses += other.guesses;
        for (mine, theirs) in self.verdicts.iter_mut().zip(other.verdicts) {
            *mine += theirs;
        }
    }

    /// Records counted.
    pub fn records(&self) -> u64 {
        self.verdicts.iter().sum()
    }

    /// Records with this verdict.
    pub fn with(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    /// Records that got what was asked for: a solution, or the proof that it is the only one.
    pub fn answered(&self) -> u64 {
        self.with(Verdict::Solved) + self.with(Verdict::Unique)
    }

    /// Records that are no puzzles: malformed, or with clues that clash.
    pub fn bad(&self) -> u64 {
        self.with(Verdict::Malformed) + self.with(Verdict::Conflict)
    }
}

/// A record that is no puzzle, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadRecord {
    /// Line of the input, from 1.
    pub line: u64,
    /// Character of the line, from 1.
    pub column: u64,
    /// What is wrong there.
    pub wrong: Reason,
}

/// What a whole run found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The counters.
    pub tally: Tally,
    /// The first bad records, [`NAMED`] at most, in input order.
    pub bad: Vec<BadRecord>,
    /// Bytes of answers written.
    pub written: u64,
    /// Worker threads.
    pub threads: usize,
    /// From the first chunk to the renamed output file.
    pub elapsed: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_is_counted_in_its_own_place() {
        let mut tally = Tally::default();
        for verdict in Verdict::ALL {
            tally.count(&Outcome { verdict, solutions: 0, guesses: 2 });
        }
        assert!(Verdict::ALL.into_iter().all(|verdict| tally.with(verdict) == 1));
        assert_eq!((tally.records(), tally.guesses), (7, 14));
        assert_eq!((tally.answered(), tally.bad()), (2, 2));
    }

    #[test]
    fn a_batch_counts_like_its_records_one_by_one() {
        let verdict = |index: usize| Verdict::ALL[if index < 600 { 0 } else { index % Verdict::ALL.len() }];
        let outcome = |index| Outcome { verdict: verdict(index), solutions: 0, guesses: index as u64 };
        let outcomes: Vec<Outcome> = (0..1000).map(outcome).collect();
        let (mut one_by_one, mut at_once) = (Tally::default(), Tally::default());
        outcomes.iter().for_each(|outcome| one_by_one.count(outcome));
        at_once.count_all(&outcomes);
        assert_eq!(at_once, one_by_one);
    }

    #[test]
    fn tallies_add_up() {
        let mut one = Tally { bytes: 1, lines: 2, guesses: 3, ..Tally::default() };
        one.count(&Outcome::default());
        let mut sum = one;
        sum.add(&one);
        assert_eq!((sum.bytes, sum.lines, sum.guesses, sum.records()), (2, 4, 6, 2));
    }
}
