//! Assigns classes of records to the parts of a split.

use std::sync::Arc;

use super::class_finder::ClassFinder;
use super::class_stage::{ClassSettings, Classifier};
use super::fingerprint::{Fingerprint, clue_count};
use super::record_copies::{Destination, LEFT_OUT, RecordFate, Router};
use super::same_by::SameBy;
use super::share::{Share, share_at};
use crate::format::read::line::line_around;
use crate::notation::Notation;
use crate::pipeline::chunk_reader::{ChunkReader, PlacedRecord};
use crate::pipeline::chunks::Chunk;

/// Which part a class belongs to.
pub(crate) struct Assignment {
    seed: u64,
    /// Where the shares of the parts end on the scale of the hash.
    ends: Vec<u128>,
}

impl Assignment {
    /// Assigns the shares of the parts by hashes with this seed.
    pub(crate) fn new(seed: u64, shares: impl Iterator<Item = Share>) -> Self {
        Self { seed, ends: Share::ends(shares) }
    }

    /// Where the parts end on the scale of the hash.
    pub(crate) fn ends(&self) -> &[u128] {
        &self.ends
    }

    /// The part of a class.
    pub(crate) fn part(&self, Fingerprint([one, two]): Fingerprint) -> Destination {
        let mut text = [0; 24];
        for (bytes, number) in text.chunks_exact_mut(8).zip([self.seed, one, two]) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        let Fingerprint([hash, _]) = Fingerprint::of_text(&text);
        share_at(hash, &self.ends) as Destination
    }
}

/// Sends every record to the part of its class.
pub(super) struct ByClass {
    pub(super) classifier: Classifier,
    /// For puzzles without a class by their solution: their classes as puzzles.
    otherwise: Option<ClassFinder>,
    assignment: Arc<Assignment>,
    drops_bad: bool,
}

impl ByClass {
    pub(super) fn new(
        records: ChunkReader,
        settings: Arc<ClassSettings>,
        assignment: Arc<Assignment>,
        drops_bad: bool,
    ) -> Self {
        let has_forms = records.notation() == Notation::Clues && settings.keys == [SameBy::Solution];
        let otherwise = has_forms.then(|| ClassFinder::new(SameBy::Puzzle, settings.solver.isa));
        Self { classifier: Classifier::new(records, settings), otherwise, assignment, drops_bad }
    }

    /// Calls `visit` with every record of `chunk`, which is read, and the fingerprint that it is assigned by; none if it
    /// is left out.
    pub(super) fn for_each_record(
        &self,
        chunk: &Chunk,
        mut visit: impl FnMut(PlacedRecord, Option<Fingerprint>),
    ) {
        let puzzles = self.classifier.records.puzzles(&chunk.bytes);
        for record in self.classifier.records.placed(chunk) {
            let contradicts = |puzzle| self.classifier.is_contradictory(puzzles, puzzle);
            if self.drops_bad && record.puzzle.is_none_or(contradicts) {
                visit(record, None);
                continue;
            }
            let fingerprint = match record.puzzle {
                Some(puzzle) => self.fingerprint(puzzle, puzzles.get(puzzle)),
                None => Fingerprint::of_text(line_of(&chunk.bytes, record.origin)),
            };
            visit(record, Some(fingerprint));
        }
    }

    /// The fingerprint that a puzzle is assigned by.
    fn fingerprint(&self, puzzle: usize, text: &[u8]) -> Fingerprint {
        let member = self.classifier.members(puzzle).next().flatten();
        let member = member.or_else(|| self.otherwise.as_ref()?.member(puzzle));
        member.map_or_else(|| Fingerprint::of(text), |member| member.fingerprint)
    }
}

impl Router for ByClass {
    fn read(&mut self, chunk: &Chunk) -> &ChunkReader {
        self.classifier.classify(chunk);
        if let Some(finder) = &mut self.otherwise {
            let has_none = |puzzle| self.classifier.members(puzzle).all(|member| member.is_none());
            finder.find(self.classifier.records.judged(&chunk.bytes), has_none);
        }
        &self.classifier.records
    }

    fn route(&self, chunk: &Chunk, fates: &mut Vec<RecordFate>) {
        let puzzles = self.classifier.records.puzzles(&chunk.bytes);
        self.for_each_record(chunk, |record, fingerprint| {
            let clues = || record.puzzle.map(|puzzle| clue_count(puzzles.get(puzzle)));
            fates.push(match fingerprint {
                Some(fingerprint) => {
                    RecordFate { destination: self.assignment.part(fingerprint), clues: clues() }
                }
                None => RecordFate { destination: LEFT_OUT, clues: None },
            });
        });
    }
}

/// The line that holds byte `origin`, without white space at its ends.
fn line_of(chunk: &[u8], origin: usize) -> &[u8] {
    let (start, end) = line_around(chunk, origin);
    chunk[start..end].trim_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_classes_are_pinned() {
        let share = |percent| Share::from_percent(percent).unwrap();
        let parts = |seed, shares: &[f64]| -> Vec<Destination> {
            let assignment = Assignment::new(seed, shares.iter().map(|&percent| share(percent)));
            (0..12).map(|class: u8| assignment.part(Fingerprint::of_text(&[class]))).collect()
        };
        let halves = parts(1, &[50.0, 50.0]);
        assert_eq!(halves, [1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1]);
        let three = parts(1, &[50.0, 25.0, 25.0]);
        assert!(three.iter().zip(&halves).all(|(part, half)| u8::from(*part > 0) == *half), "{three:?}");
        assert!(three.contains(&1) && three.contains(&2));
        assert_eq!(parts(1, &[0.0, 100.0]), [1; 12]);
    }
}
