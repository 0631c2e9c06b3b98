//! The records with the smallest keys so far.
//!
//! ```text
//! chunk of picks ─▶ kept records of each stratum: the sample, and some more
//!                   too many more ─▶ they are removed, and the limit falls to the largest remaining key
//! ```

use std::sync::Arc;
use std::time::Duration;

use super::super::gap::Gap;
use super::kept::KeptRecords;
use super::picks::{ChunkSample, Limits, STRATA};
use super::size::SampleSize;
use super::{SampleReport, SampleStratum};
use crate::error::Result;
use crate::io::Output;
use crate::pipeline::ordered::Sink;

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
