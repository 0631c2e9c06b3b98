//! What the workers pick from a chunk: the records with small keys, up to the limit that the sink lowers.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::super::gap::ChunkGaps;
use super::{NO_STRATUM, SampleStratum};
use crate::pipeline::ordered::Reuse;

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
