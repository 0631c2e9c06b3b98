//! Collects the classes of all records of an input, in record order.

use std::iter;

use super::class_table::{ClassMember, ClassTable};
use super::fingerprint::Fingerprint;
use super::line_set::LineSet;
use super::position::{PackedPosition, check_lines};
use super::sample::{NO_STRATUM, SampleStratum};
use crate::error::Result;
use crate::pipeline::ordered::{Reuse, Sink};
use crate::pipeline::threads::WorkerPool;

/// The state of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordState {
    Puzzle,
    /// Two equal clues share a house.
    Contradictory,
    Malformed,
}

/// The classes of the records of a chunk, in memory that is reused for each chunk.
#[derive(Debug, Default)]
pub(crate) struct ChunkClasses {
    /// The position of every record.
    pub(super) positions: Vec<PackedPosition>,
    /// The classes of every record, one for each key.
    pub(super) members: Vec<Option<ClassMember>>,
    /// The rank of every record, if records are ranked.
    pub(super) ranks: Vec<u64>,
    /// The state of every record.
    pub(super) states: Vec<RecordState>,
    /// The stratum of every record, if strata are found.
    pub(super) strata: Vec<SampleStratum>,
    /// The number of lines of the input up to the end of the chunk.
    pub(super) lines: u64,
}

impl Reuse for ChunkClasses {
    fn clear(&mut self) {
        self.positions.clear();
        self.members.clear();
        self.ranks.clear();
        self.states.clear();
        self.strata.clear();
    }

    fn held_bytes(&self) -> usize {
        self.positions.capacity() * size_of::<PackedPosition>()
            + self.members.capacity() * size_of::<Option<ClassMember>>()
            + self.ranks.capacity() * size_of::<u64>()
            + self.states.capacity()
            + self.strata.capacity()
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
    /// The lines of the records that are left out: records that are not puzzles, if requested, and records that a table does not
    /// keep. `None` if no records are left out.
    pub(super) left_out: Option<LineSet>,
    /// Whether records that are not puzzles are left out.
    leaves_out_bad: bool,
    /// Whether the records are from another data set, which the tables mark as elsewhere.
    are_elsewhere: bool,
    /// By line, the stratum of the record that begins there, or [`NO_STRATUM`]. Empty if no strata are found.
    pub(super) strata: Vec<SampleStratum>,
    /// What the records of other inputs are compared with: see [`Classes::compare`].
    compared: Option<LineSet>,
}

/// The number of values of the fingerprint bits that filter records of other inputs: one bit each, 8 MiB.
const SELECTED: u64 = 1 << 26;

impl Classes {
    /// Creates an empty collection with these tables, one for each key.
    pub(crate) fn new(tables: Vec<ClassTable>) -> Self {
        Self {
            tables,
            records: 0,
            malformed: 0,
            contradictory: 0,
            without_class: 0,
            lines: 0,
            left_out: None,
            leaves_out_bad: false,
            are_elsewhere: false,
            strata: Vec::new(),
            compared: None,
        }
    }

    /// Treats the records that follow as records of other inputs, to compare with those so far by the only key. The table marks
    /// them as [elsewhere](PackedPosition::elsewhere), and they are not counted. Only records that may be the same as one so far
    /// are added.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be read.
    pub(super) fn compare(self, pool: &WorkerPool) -> Result<Self> {
        let mut compared = LineSet::default();
        compared.grow(SELECTED);
        self.tables[0].for_each_fingerprint(pool, |Fingerprint([_, two])| compared.insert(two % SELECTED))?;
        Ok(Self { compared: Some(compared), ..self })
    }

    /// Treats the records that follow as records of another input, to compare with those of a later one.
    pub(crate) fn of_another_input(self) -> Self {
        Self { are_elsewhere: true, ..self }
    }

    /// Leaves out the records that the tables do not keep and, with `bad`, those that are malformed or contradictory.
    pub(super) fn leaving_out(self, bad: bool) -> Self {
        Self { left_out: Some(LineSet::default()), leaves_out_bad: bad, ..self }
    }

    /// Adds the strata of the records that are not left out, if strata are found.
    fn add_strata(&mut self, chunk: &ChunkClasses) {
        if chunk.strata.is_empty() {
            return;
        }
        self.strata.resize(chunk.lines as usize + 1, NO_STRATUM);
        let keeps_bad = !self.leaves_out_bad;
        for ((position, &state), &stratum) in chunk.positions.iter().zip(&chunk.states).zip(&chunk.strata) {
            if keeps_bad || state == RecordState::Puzzle {
                self.strata[position.line() as usize] = stratum;
            }
        }
    }

    /// Counts a record. Returns whether it is left out.
    fn leaves_out(&mut self, state: RecordState, line: u64) -> bool {
        match state {
            RecordState::Puzzle => return false,
            RecordState::Contradictory => self.contradictory += 1,
            RecordState::Malformed => self.malformed += 1,
        }
        if let Some(left_out) = &mut self.left_out
            && self.leaves_out_bad
        {
            left_out.insert(line);
        }
        self.leaves_out_bad
    }
}

impl Sink<ChunkClasses> for Classes {
    fn accept(&mut self, chunk: &ChunkClasses) -> Result<()> {
        if let Some(compared) = &self.compared {
            let members = chunk.positions.iter().zip(&chunk.members);
            let mut members = members.filter_map(|(position, member)| Some((position, (*member)?)));
            return members.try_for_each(|(position, member)| {
                match compared.contains(member.fingerprint.0[1] % SELECTED) {
                    true => self.tables[0].push(member, position.elsewhere(), self.left_out.as_ref()),
                    false => Ok(()),
                }
            });
        }
        check_lines(chunk.lines)?;
        if let Some(left_out) = &mut self.left_out {
            left_out.grow(chunk.lines + 1);
        }
        let records = chunk.positions.iter().zip(chunk.members.chunks(self.tables.len()));
        let ranks = chunk.ranks.iter().map(Some).chain(iter::repeat(None));
        self.add_strata(chunk);
        for (((&position, members), &state), rank) in records.zip(&chunk.states).zip(ranks) {
            if self.leaves_out(state, position.line()) {
                continue;
            }
            self.without_class += u64::from(state == RecordState::Puzzle && members[0].is_none());
            let position = if self.are_elsewhere { position.elsewhere() } else { position };
            let left_out = self.left_out.as_ref();
            for (table, &member) in self.tables.iter_mut().zip(members) {
                match (member, rank) {
                    (None, _) => {}
                    (Some(member), None) => table.push(member, position, left_out)?,
                    (Some(member), Some(&rank)) => {
                        table.push_with(member.fingerprint, position, rank, left_out)?;
                    }
                }
            }
        }
        self.records += chunk.positions.len() as u64;
        self.lines = self.lines.max(chunk.lines);
        Ok(())
    }
}
