//! Assigns the classes of each stratum of a file to parts, so that every part gets its share of each stratum.
//!
//! ```text
//! first pass     records ─▶ classes ─▶ table; for each line the stratum of its record
//! assignment     classes of a stratum in the order of their first records: 0, 1, 2 …
//!                the number of a class ─▶ its place in 0 .. 2^64 ─▶ its part
//! second pass    records ─▶ parts, by their lines
//! ```
//!
//! The places of the classes of a stratum are a random sequence of low discrepancy. Of the classes with the numbers
//! from `k · 2^n` to `(k + 1) · 2^n - 1`, each of the 2^n equal intervals holds one, and it is random which class has
//! which. So after any number of classes, a part has its share but for a few, and which classes those are follows from
//! the seed alone. Records that are added at the end of a file do not change the parts of those before.
//!
//! Memory is that of the table, and one byte for each line.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::assignment::ByClass;
use super::class_table::{ClassMember, ClassTable};
use super::fingerprint::Fingerprint;
use super::packed_map::PackedMap;
use super::position::PackedPosition;
use super::record_copies::{Destination, LEFT_OUT, Router};
use super::sample::{FindStrata, NO_STRATUM, SampleStratum as Stratum};
use super::share::share_at;
use crate::error::Result;
use crate::pipeline::chunks::Chunk;
use crate::pipeline::ordered::{InOrder, Reuse, Sink, Stage};
use crate::pipeline::threads::WorkerPool;
use crate::rng::mix;

/// The stratum of the records that are no puzzles, or have no stratum.
const NO_PUZZLES: Stratum = 82;

/// The number of strata.
const STRATA: usize = NO_PUZZLES as usize + 1;

/// For a record whose class has an earlier one, until that one is assigned.
const LATER: u8 = 254;

/// The stage of the first pass: a chunk to the classes and the strata of its records.
pub(super) struct StrataStage {
    by_class: ByClass,
    find: FindStrata,
    /// Those of the puzzles of the chunk.
    strata: Vec<Stratum>,
}

/// The records of a chunk, in memory that is used for one chunk after another.
#[derive(Debug, Default)]
pub(super) struct ChunkStrata {
    records: Vec<(PackedPosition, Fingerprint, Stratum)>,
    left_out: u64,
    lines: u64,
}

/// The sink of the first pass.
pub(super) struct StrataTable {
    table: ClassTable,
    /// By line: the stratum of the record that begins there, or [`LEFT_OUT`].
    by_line: Vec<u8>,
    records: u64,
}

/// The part of every record, by the line where the record begins.
pub(super) struct LineParts {
    by_line: Vec<AtomicU8>,
    /// The number of records of the input.
    pub(super) records: u64,
}

impl StrataStage {
    pub(super) fn new(by_class: ByClass, find: FindStrata) -> Self {
        Self { by_class, find, strata: Vec::new() }
    }
}

impl Stage for StrataStage {
    type Item = Chunk;
    type Out = ChunkStrata;

    fn run(&mut self, chunk: &Chunk, output: &mut ChunkStrata, _: &InOrder<'_, ChunkStrata>) -> Result<()> {
        self.by_class.read(chunk);
        let records = &self.by_class.classifier.records;
        self.strata.clear();
        (self.find)(records.puzzles(&chunk.bytes), &mut self.strata);
        self.by_class.for_each_record(chunk, |record, fingerprint| {
            let Some(fingerprint) = fingerprint else {
                output.left_out += 1;
                return;
            };
            let stratum = record.puzzle.map(|puzzle| self.strata[puzzle]);
            let stratum = stratum.filter(|&stratum| stratum != NO_STRATUM).unwrap_or(NO_PUZZLES);
            let position = PackedPosition::new(record.line, record.column);
            output.records.push((position, fingerprint, stratum));
        });
        output.lines = chunk.lines_before + records.lines();
        Ok(())
    }
}

impl Reuse for ChunkStrata {
    fn clear(&mut self) {
        self.records.clear();
        self.left_out = 0;
    }

    fn held_bytes(&self) -> usize {
        self.records.capacity() * size_of::<(PackedPosition, Fingerprint, Stratum)>()
    }
}

impl StrataTable {
    /// No records yet. About `held` bytes of fingerprints are held in memory.
    pub(super) fn new(held: usize) -> Self {
        Self { table: ClassTable::new(held, false), by_line: Vec::new(), records: 0 }
    }

    /// Assigns every class to a part, by a seed and the ends of the parts on the scale of 64-bit numbers.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(super) fn assign(self, pool: &WorkerPool, seed: u64, ends: &[u128]) -> Result<LineParts> {
        let mut parts: Vec<AtomicU8> = self.by_line.into_iter().map(AtomicU8::new).collect();
        for_each_repetition(&self.table, pool, |position, _| {
            parts[position.line() as usize].store(LATER, Relaxed);
        })?;
        let mut numbers = [0; STRATA];
        for part in &mut parts {
            let stratum = usize::from(*part.get_mut());
            if let Some(number) = numbers.get_mut(stratum) {
                *part.get_mut() = share_at(place(seed, stratum as u64, *number), ends) as Destination;
                *number += 1;
            }
        }
        for_each_repetition(&self.table, pool, |position, first| {
            let part = parts[first.line() as usize].load(Relaxed);
            parts[position.line() as usize].store(part, Relaxed);
        })?;
        Ok(LineParts { by_line: parts, records: self.records })
    }
}

/// Calls `visit` with the position of each record whose class has an earlier one, and the position of the first.
fn for_each_repetition(
    table: &ClassTable,
    pool: &WorkerPool,
    visit: impl Fn(PackedPosition, PackedPosition) + Send + Sync,
) -> Result<()> {
    table.for_each_bucket(pool, |members| {
        for (index, &(position, first)) in members.iter().enumerate() {
            if index != first as usize {
                visit(position, members[first as usize].0);
            }
        }
        Ok(())
    })
}

impl Sink<ChunkStrata> for StrataTable {
    fn accept(&mut self, chunk: &ChunkStrata) -> Result<()> {
        self.by_line.resize(chunk.lines as usize + 1, LEFT_OUT);
        for &(position, fingerprint, stratum) in &chunk.records {
            self.table.push(ClassMember { fingerprint, map: PackedMap::IDENTITY }, position)?;
            self.by_line[position.line() as usize] = stratum;
        }
        self.records += chunk.records.len() as u64 + chunk.left_out;
        Ok(())
    }
}

impl LineParts {
    /// The part of the record that begins on this line.
    pub(super) fn of(&self, line: u64) -> Destination {
        self.by_line.get(line as usize).map_or(LEFT_OUT, |part| part.load(Relaxed))
    }
}

/// The bits of a place that are of low discrepancy: enough for 2^32 classes of a stratum.
const EVEN_BITS: u32 = 32;

/// The place of the class with this number in its stratum.
///
/// Bit by bit from the highest. Two classes with numbers that differ in the lowest bit alone get different first bits, a
/// random one the 1. The classes with the same first bit are every second one, in random order within the pairs; they
/// share out the second bit in the same way; and so on.
fn place(seed: u64, stratum: u64, number: u64) -> u64 {
    let key = mix(mix(seed) ^ stratum);
    let mut place = 0;
    for bit in 0..EVEN_BITS {
        let pair = mix(mix(key ^ u64::from(bit)) ^ mix(place) ^ (number >> bit >> 1));
        place = place << 1 | ((number >> bit ^ pair) & 1);
    }
    place << EVEN_BITS | mix(key ^ mix(number)) >> EVEN_BITS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::Share;

    #[test]
    fn every_interval_holds_one_class_of_each_block() {
        for (seed, bits, block) in [(1, 1, 0), (1, 4, 3), (7, 6, 100), (9, 10, 2)] {
            let numbers = block << bits..(block + 1) << bits;
            let mut intervals: Vec<u64> =
                numbers.map(|number| place(seed, 30, number) >> (64 - bits)).collect();
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
                counts[share_at(place(seed, 17, number), &ends)] += 1;
                for (count, percent) in counts.iter().zip([10, 15, 75]) {
                    let off = (100 * count - percent * (number as i64 + 1)).abs();
                    assert!(off < 100 * 8, "seed {seed}: {counts:?} of {number}");
                }
            }
        }
    }

    #[test]
    fn neither_pairs_nor_strata_nor_seeds_repeat() {
        let halves =
            |seed, stratum| -> Vec<u64> { (0..64).map(|n| place(seed, stratum, 2 * n) >> 63).collect() };
        let ones: u64 = halves(1, 17).iter().sum();
        assert!((16..=48).contains(&ones), "{ones} of 64 first ones of a pair are in the upper half");
        assert_ne!(halves(1, 17), halves(1, 18));
        assert_ne!(halves(1, 17), halves(2, 17));
    }
}
