//! Collects the classes of all records of an input, in the order of the records.

use super::class_table::{ClassMember, ClassTable};
use super::line_set::LineSet;
use super::position::PackedPosition;
use super::same_by::SameBy;
use crate::error::Result;
use crate::pipeline::ordered::{Reuse, Sink};

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordState {
    Puzzle,
    /// Two equal clues share a house.
    Contradictory,
    Malformed,
}

/// The classes of the records of a chunk, in memory that is used for one chunk after another.
#[derive(Debug, Default)]
pub(crate) struct ChunkClasses {
    /// The position of every record.
    pub(super) positions: Vec<PackedPosition>,
    /// The classes of every record, one for each key.
    pub(super) members: Vec<Option<ClassMember>>,
    /// What each record is.
    pub(super) states: Vec<RecordState>,
    /// The number of lines of the input up to the end of the chunk.
    pub(super) lines: u64,
}

impl Reuse for ChunkClasses {
    fn clear(&mut self) {
        self.positions.clear();
        self.members.clear();
        self.states.clear();
    }

    fn held_bytes(&self) -> usize {
        self.positions.capacity() * size_of::<PackedPosition>()
            + self.members.capacity() * size_of::<Option<ClassMember>>()
            + self.states.capacity()
    }
}

/// The classes of all records of an input: the sink of a run of [`Classifier`]s.
pub(crate) struct Classes {
    /// A table for each key.
    pub(crate) tables: Vec<ClassTable>,
    /// The number of records.
    pub(crate) records: u64,
    /// The number of malformed records.
    pub(crate) malformed: u64,
    /// The number of puzzles with two equal clues in a house.
    pub(crate) contradictory: u64,
    /// The number of other puzzles without a class by the first key.
    pub(crate) without_class: u64,
    /// The number of lines.
    pub(crate) lines: u64,
    /// The lines of the records that are left out: those that are no puzzles, if that was asked for.
    pub(super) left_out: Option<LineSet>,
}

impl Classes {
    /// No records yet. About `held` bytes of fingerprints are held in memory.
    pub(crate) fn new(keys: &[SameBy], held: usize, keeps_maps: bool) -> Self {
        let table = |key: &SameBy| ClassTable::new(held / keys.len().max(1), keeps_maps && key.has_maps());
        Self {
            tables: keys.iter().map(table).collect(),
            records: 0,
            malformed: 0,
            contradictory: 0,
            without_class: 0,
            lines: 0,
            left_out: None,
        }
    }

    /// Leaves out the records that are malformed or contradictory.
    pub(super) fn leaving_out_bad(self) -> Self {
        Self { left_out: Some(LineSet::default()), ..self }
    }

    /// Counts a record. Returns true if it is left out.
    fn leaves_out(&mut self, state: RecordState, line: u64) -> bool {
        match state {
            RecordState::Puzzle => return false,
            RecordState::Contradictory => self.contradictory += 1,
            RecordState::Malformed => self.malformed += 1,
        }
        let Some(left_out) = &mut self.left_out else { return false };
        left_out.grow(line);
        left_out.insert(line);
        true
    }
}

impl Sink<ChunkClasses> for Classes {
    type Finished = Self;

    fn accept(&mut self, chunk: &ChunkClasses) -> Result<()> {
        let records = chunk.positions.iter().zip(chunk.members.chunks(self.tables.len()));
        for ((&position, members), &state) in records.zip(&chunk.states) {
            if self.leaves_out(state, position.line()) {
                continue;
            }
            self.without_class += u64::from(state == RecordState::Puzzle && members[0].is_none());
            for (table, &member) in self.tables.iter_mut().zip(members) {
                member.map_or(Ok(()), |member| table.push(member, position))?;
            }
        }
        self.records += chunk.positions.len() as u64;
        self.lines = self.lines.max(chunk.lines);
        Ok(())
    }

    /// Returns the classes themselves.
    fn finish(self) -> Result<Self> {
        Ok(self)
    }
}
