//! The records with the smallest keys so far.
//!
//! ```text
//! chunk of picks ─▶ kept records of each stratum: the sample, and some more
//!                   too many more ─▶ they are removed, and the limit falls to the largest remaining key
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::super::gap::{ChunkGaps, Gap};
use super::kept::KeptRecords;
use super::size::SampleSize;
use super::{NO_STRATUM, SampleReport, SampleStratum};
use crate::error::Result;
use crate::io::Output;
use crate::pipeline::ordered::{Reuse, Sink};

/// The number of strata, with [`NO_STRATUM`].
pub(super) const STRATA: usize = NO_STRATUM as usize + 1;

/// For each stratum, a key above which no record is taken.
pub(super) struct Limits(Vec<AtomicU64>);

impl Limits {
    pub(super) fn new(count: usize) -> Self {
        let limit = if count == 0 { 0 } else { u64::MAX };
        Self((0..STRATA).map(|_| AtomicU64::new(limit)).collect())
    }

    pub(super) fn admits(&self, stratum: SampleStratum, key: u64) -> bool {
        key <= self.0[usize::from(stratum)].load(Relaxed)
    }

    pub(super) fn lower(&self, stratum: SampleStratum, limit: u64) {
        self.0[usize::from(stratum)].store(limit, Relaxed);
    }
}

/// The records of a chunk that may be in the sample, in memory that is reused for each chunk.
#[derive(Debug, Default)]
pub(super) struct ChunkSample {
    pub(super) text: Vec<u8>,
    pub(super) picks: Vec<Pick>,
    /// The text before the first record and after the last one.
    pub(super) gaps: ChunkGaps,
    /// The lines of the first and the last record of the chunk.
    pub(super) first_and_last: Option<(u64, u64)>,
    /// The number of records of each stratum; empty without records.
    pub(super) counts: Vec<u64>,
    pub(super) malformed: u64,
}

/// A record that may be in the sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    pub(super) key: u64,
    pub(super) line: u64,
    pub(super) stratum: SampleStratum,
    /// The end of its text, which begins where the text of the pick before it ends.
    pub(super) end: usize,
}

impl Reuse for ChunkSample {
    fn clear(&mut self) {
        self.text.clear();
        self.picks.clear();
        self.gaps.clear();
        self.first_and_last = None;
        self.counts.clear();
        self.malformed = 0;
    }

    fn held_bytes(&self) -> usize {
        self.text.capacity() + self.gaps.after.capacity() + self.picks.capacity() * size_of::<Pick>()
    }
}

/// The sink: keeps the records with the smallest keys.
pub(super) struct Reservoir {
    /// The name of the input, for errors.
    name: Arc<str>,
    output: Output,
    header: Vec<u8>,
    limits: Arc<Limits>,
    has_strata: bool,
    kept: KeptRecords,
    counts: Vec<u64>,
    malformed: u64,
    /// The text after the last record so far, and the line of that record.
    gap: Gap,
    last: u64,
}

impl Reservoir {
    pub(super) fn new(
        name: &Arc<str>,
        output: Output,
        header: Vec<u8>,
        size: SampleSize,
        limits: Arc<Limits>,
        has_strata: bool,
    ) -> Self {
        let (name, counts, gap) = (Arc::clone(name), vec![0; STRATA], Gap::default());
        let kept = KeptRecords::new(size);
        Self { name, output, header, limits, has_strata, kept, counts, malformed: 0, gap, last: 0 }
    }

    /// Writes the sample and puts the file in place. `order` is the order of the strata.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub(super) fn finish(mut self, order: &[SampleStratum]) -> Result<SampleReport> {
        self.kept.finish(order, &self.limits);
        let taken: Vec<u64> = self.kept.numbers().iter().map(|&number| number as u64).collect();
        self.output.write(&self.header)?;
        self.output.write(self.kept.text())?;
        if self.kept.last_line() == Some(self.last) {
            self.output.write(self.gap.text())?;
        }
        self.output.finish()?;
        let strata = self.counts.iter().zip(&taken).enumerate();
        let strata = strata.filter(|(stratum, (records, _))| **records > 0 && *stratum != STRATA - 1);
        let strata = strata.map(|(stratum, (&records, &taken))| (stratum as u8, records, taken));
        Ok(SampleReport {
            records: self.counts.iter().sum(),
            sampled: taken.iter().sum(),
            malformed: self.malformed,
            strata: if self.has_strata { strata.collect() } else { Vec::new() },
            values: Vec::new(),
            threads: 0,
            elapsed: Duration::ZERO,
        })
    }
}

impl Sink<ChunkSample> for Reservoir {
    fn accept(&mut self, chunk: &ChunkSample) -> Result<()> {
        let mut gap = Gap::default();
        if let Some((_, last)) = chunk.first_and_last {
            self.last = last;
            self.gap.end(chunk.gaps.before, &self.name)?;
            gap = std::mem::take(&mut self.gap);
        }
        let mut start = 0;
        for &pick in &chunk.picks {
            let is_first = chunk.first_and_last.is_some_and(|(first, _)| first == pick.line);
            let before = if is_first { gap.text() } else { b"" };
            if self.limits.admits(pick.stratum, pick.key) {
                let text = [before, &chunk.text[start..pick.end]];
                self.kept.add(pick.key, pick.stratum, pick.line, text, &self.limits);
            }
            start = pick.end;
        }
        self.gap.extend(&chunk.gaps, &self.name)?;
        self.malformed += chunk.malformed;
        self.counts.iter_mut().zip(&chunk.counts).for_each(|(all, more)| *all += more);
        Ok(())
    }
}
