//! The report of a run: counters, verdicts and the positions of the first bad records.

use std::ops::AddAssign;
use std::sync::Arc;
use std::time::Duration;

use memchr::memchr_iter;

use crate::board::outcome::{Outcome, Verdict};
use crate::format::{Reason, Record};
use crate::io::bytes::Bytes;
use crate::io::input::Input;

/// The number of bad records that a report lists. The others are only counted.
pub(crate) const MAX_LISTED: usize = 10;

/// A function that workers call with the counters of each finished chunk, to display progress.
pub type OnChunk = Arc<dyn Fn(&Tally) + Send + Sync>;

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The counters so far.
    pub tally: Tally,
    /// The number of bytes of input that are done, after decompression.
    pub bytes: u64,
    /// The number of bytes of the whole input, if its length is known in advance.
    pub total: Option<u64>,
}

/// The counters of a chunk or of a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The number of bytes of input.
    pub bytes: u64,
    /// The number of lines of input, including those without a record.
    pub lines: u64,
    /// The number of headings between the records.
    pub(crate) headings: u64,
    /// The number of texts that were skipped, such as comments and other columns, and could hold a puzzle.
    pub unread: u64,
    /// The line of the first of them, counted from 1; 0 if it is not known.
    pub(crate) first_unread: u64,
    /// The sum of the guesses of all records.
    pub guesses: u64,
    verdicts: [u64; Verdict::ALL.len()],
}

/// Adds the counters of the next part of a run, such as another [shard](super::Shard).
impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        if self.unread == 0 && other.first_unread > 0 {
            self.first_unread = self.lines + other.first_unread;
        }
        self.unread += other.unread;
        self.bytes += other.bytes;
        self.lines += other.lines;
        self.headings += other.headings;
        self.guesses += other.guesses;
        for (mine, theirs) in self.verdicts.iter_mut().zip(other.verdicts) {
            *mine += theirs;
        }
    }
}

impl Tally {
    /// Returns the counters of a chunk whose records are not counted yet.
    pub(crate) fn of_chunk(bytes: u64, lines: u64) -> Self {
        Self { bytes, lines, ..Self::default() }
    }

    /// Counts a record.
    #[inline]
    pub(crate) fn count(&mut self, outcome: &Outcome) {
        self.verdicts[outcome.verdict as usize] += 1;
        self.guesses += outcome.guesses;
    }

    /// Counts the records of a batch.
    ///
    /// Counts in a register, one byte per verdict: with counters in memory, each record would depend on the store of the one
    /// before it.
    pub(crate) fn count_all(&mut self, outcomes: &[Outcome]) {
        const { assert!(Verdict::ALL.len() <= size_of::<u64>(), "a byte of the register for each verdict") };
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

    /// Returns the number of records.
    pub fn records(&self) -> u64 {
        self.verdicts.iter().sum()
    }

    /// Returns the number of records with this verdict.
    pub fn with(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    /// Returns the verdicts that records have, with the number of records.
    pub fn verdicts(&self) -> impl Iterator<Item = (Verdict, u64)> + use<> {
        let Self { verdicts, .. } = *self;
        Verdict::ALL.into_iter().zip(verdicts).filter(|&(_, records)| records > 0)
    }

    /// Returns the number of records with the requested result: solved, unique, or well-formed if there was no search for
    /// solutions.
    pub fn answered(&self) -> u64 {
        self.with(Verdict::Solved) + self.with(Verdict::Unique) + self.with(Verdict::WellFormed)
    }

    /// Returns the number of records that are not puzzles: malformed, or with equal clues in a house.
    pub fn bad(&self) -> u64 {
        self.with(Verdict::Malformed) + self.with(Verdict::Conflict)
    }
}

/// A record that is not a puzzle, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadRecord {
    /// The line of the input, from 1.
    pub line: u64,
    /// The character of the line, from 1.
    pub column: u64,
    /// What is wrong there.
    pub(crate) wrong: Reason,
}

impl BadRecord {
    /// Returns what is wrong there, in words.
    pub fn reason(&self) -> String {
        self.wrong.to_string()
    }

    /// Returns [`Verdict::Malformed`] or [`Verdict::Conflict`].
    pub fn verdict(&self) -> Verdict {
        match self.wrong {
            Reason::Conflict(..) => Verdict::Conflict,
            _ => Verdict::Malformed,
        }
    }
}

/// The report of a whole run.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The counters.
    pub tally: Tally,
    /// The first ten bad records, in the order of the input.
    pub bad: Vec<BadRecord>,
    /// The format of the input, in words; empty unless a [`SolveJob`](crate::SolveJob) or an
    /// [`ExplainJob`](crate::rating::ExplainJob) detected it.
    pub read_as: String,
    /// The number of bytes written.
    pub written: u64,
    /// The number of worker threads.
    pub threads: usize,
    /// The time from the first chunk until the output file is in place.
    pub elapsed: Duration,
}

impl Report {
    /// Creates a report of a run that begins after the first `lines` lines of the input.
    pub(crate) fn after(lines: u64) -> Self {
        Self { tally: Tally { lines, ..Tally::default() }, ..Self::default() }
    }

    /// Adds the report of the next chunk.
    pub(crate) fn add(&mut self, chunk: &ChunkReport) {
        let lines_before = if chunk.has_lines_of_input { 0 } else { self.tally.lines };
        let shifted = |bad: &BadRecord| BadRecord { line: bad.line + lines_before, ..*bad };
        self.bad.extend(chunk.bad.iter().take(MAX_LISTED - self.bad.len()).map(shifted));
        self.tally += &chunk.tally;
    }
}

/// The lines of a file before the part that a run reads. They are counted only when a line number is needed.
#[derive(Default)]
pub(crate) struct EarlierLines(Option<(u64, Bytes)>);

impl EarlierLines {
    /// Returns the lines before `input`.
    pub(crate) fn of(input: &Input) -> Self {
        Self(input.earlier().map(|earlier| (input.skipped, earlier.clone())))
    }

    /// Converts the lines of the bad records to lines of the whole file.
    pub(crate) fn number(&self, mut report: Report) -> Report {
        if let Some((header, earlier)) = self.0.as_ref().filter(|_| !report.bad.is_empty()) {
            let before = header + memchr_iter(b'\n', earlier).count() as u64;
            report.bad.iter_mut().for_each(|bad| bad.line += before);
        }
        report
    }
}

/// The report of one chunk, in memory that is reused for the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChunkReport {
    /// The counters of the chunk.
    pub(crate) tally: Tally,
    /// The first bad records. Unless the input is decoded, their lines are counted from 1 at the start of the chunk.
    bad: Vec<BadRecord>,
    /// Whether the lines of the bad records are those of the input, because it is decoded.
    has_lines_of_input: bool,
}

impl ChunkReport {
    /// Lists `record` if it is one of the first bad records of the chunk.
    #[cold]
    pub(crate) fn list_bad(&mut self, record: &Record<'_>) {
        let Some(defect) = record.defect else { return };
        if self.bad.len() == MAX_LISTED {
            return;
        }
        self.bad.reserve_exact(MAX_LISTED - self.bad.len());
        self.has_lines_of_input = record.decoded.is_some();
        let line = match record.decoded {
            Some(_) => record.line,
            None => {
                let lines_before = memchr_iter(b'\n', &record.chunk[..record.origin]).count() as u64;
                lines_before + u64::from(defect.position.line) + 1
            }
        };
        self.bad.push(BadRecord { line, column: u64::from(defect.position.column), wrong: defect.reason });
    }

    /// Clears the report and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.tally = Tally::default();
        self.bad.clear();
    }

    /// Returns the number of bytes of memory of the list of bad records.
    pub(crate) fn held_bytes(&self) -> usize {
        self.bad.capacity() * size_of::<BadRecord>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_is_counted_in_its_own_place() {
        let mut tally = Tally::default();
        for verdict in Verdict::ALL {
            tally.count(&Outcome::new(verdict, 0, 2));
        }
        assert!(Verdict::ALL.into_iter().all(|verdict| tally.with(verdict) == 1));
        assert_eq!((tally.records(), tally.guesses), (8, 16));
        assert_eq!((tally.answered(), tally.bad()), (3, 2));
    }

    #[test]
    fn a_batch_counts_like_its_records_one_by_one() {
        let verdict = |index: usize| Verdict::ALL[if index < 600 { 0 } else { index % Verdict::ALL.len() }];
        let outcome = |index| Outcome::new(verdict(index), 0, index as u64);
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
        sum += &one;
        assert_eq!((sum.bytes, sum.lines, sum.guesses, sum.records()), (2, 4, 6, 2));
    }
}
