//! The first pass over an input: finds the class, the state, the stratum and the rank of every record, on all threads.

use std::sync::Arc;

use super::class::ClassMember;
use super::class_finder::ClassFinder;
use super::fingerprint::clue_count;
use super::position::{PackedPosition, check_lines};
use super::rank::Ranking;
use super::same_by::SameBy;
use super::strata::{FindInChunk, OpenStrata};
use crate::board::notation::{Notation, Puzzles};
use crate::board::outcome::Verdict;
use crate::error::Result;
use crate::format::inspection;
use crate::format::read::line::line_around;
use crate::pipeline::chunk::{Chunk, PlacedRecord};
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::ordered::{Flush, Reuse, Sink, Stage};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{OpenRecords, RunSettings};
use crate::solver::SolverSettings;

/// How to classify records. The workers share it.
#[derive(Clone, Default)]
pub(crate) struct ClassSettings {
    /// The keys: what makes records the same.
    pub(crate) keys: Vec<SameBy>,
    /// How to solve puzzles, if a key needs solutions, and how to make forms.
    pub(crate) solver: SolverSettings,
    /// Whether to find puzzles that contradict themselves.
    pub(crate) finds_conflicts: bool,
    /// Whether records without a class by a key get another: puzzles as described at [`ClassFinder::of_all`], malformed records
    /// by the text of their first line. This also counts the clues of puzzles.
    pub(crate) of_all: bool,
    pub(crate) ranking: Ranking,
    pub(crate) strata: Option<OpenStrata>,
    /// Whether positions refer to the input, even if it is decoded and records share a line.
    pub(crate) has_positions_of_input: bool,
}

/// The state of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordState {
    Puzzle,
    /// Two equal clues share a house.
    Conflict,
    Malformed,
}

/// What is known about a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classified {
    pub(crate) position: PackedPosition,
    pub(crate) state: RecordState,
    /// The stratum of a puzzle, if it has one.
    pub(crate) stratum: Option<u8>,
    /// The number of clues of a puzzle, if it was counted.
    pub(crate) clues: Option<u8>,
    /// The rank of the record: the least one is kept. `None` if it may not be kept at all.
    pub(crate) rank: Option<u64>,
    /// Whether the record is a line that is too long.
    pub(crate) is_too_long: bool,
}

/// The numbers of records of an input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RecordCounts {
    pub(crate) records: u64,
    pub(crate) malformed: u64,
    /// The number of puzzles with two equal clues in a house.
    pub(crate) conflicts: u64,
    /// The number of other puzzles without a class by the first key.
    pub(crate) without_class: u64,
}

/// Classifies all records, and calls `visit` with each of them in order: with `state`, and with its classes by each key. Returns
/// the state.
pub(crate) fn classify<S: Send + 'static>(
    pool: &WorkerPool,
    run: &RunSettings,
    records: OpenRecords,
    settings: ClassSettings,
    state: S,
    visit: impl FnMut(&mut S, &Classified, &[Option<ClassMember>]) -> Result<()> + Send + 'static,
) -> Result<(S, RecordCounts)> {
    let notation = records.format.reader.notation();
    let field = match (&settings.ranking, &settings.strata) {
        (Ranking::Drawn { weights: Some(weights), .. }, _) => Some(weights.field.clone()),
        (_, Some(OpenStrata::Column(column))) => Some(column.field.clone()),
        _ => None,
    };
    let (settings, keys) = (Arc::new(settings.clone()), settings.keys.len());
    let make_stage = move || Classifier::new(notation, Arc::clone(&settings));
    let sink = Visitor { state, visit, keys, counts: RecordCounts::default() };
    let sink = records.reading_answers(field).run_on(pool, run, true, make_stage, sink)?;
    Ok((sink.state, sink.counts))
}

/// The sink: calls a function with every record.
struct Visitor<S, F> {
    state: S,
    visit: F,
    /// The number of keys.
    keys: usize,
    counts: RecordCounts,
}

impl<S, F> Sink<ChunkClasses> for Visitor<S, F>
where
    S: Send + 'static,
    F: FnMut(&mut S, &Classified, &[Option<ClassMember>]) -> Result<()> + Send + 'static,
{
    fn accept(&mut self, chunk: &ChunkClasses) -> Result<()> {
        check_lines(chunk.lines)?;
        let mut members = chunk.members.as_slice();
        for record in &chunk.records {
            let (of_record, rest) = members.split_at(self.keys);
            members = rest;
            match record.state {
                RecordState::Conflict => self.counts.conflicts += 1,
                RecordState::Malformed => self.counts.malformed += 1,
                RecordState::Puzzle => {
                    self.counts.without_class += u64::from(matches!(of_record.first(), Some(None)));
                }
            }
            (self.visit)(&mut self.state, record, of_record)?;
        }
        self.counts.records += chunk.records.len() as u64;
        Ok(())
    }
}

/// The records of a chunk, in memory that is reused for each chunk.
#[derive(Debug, Default)]
struct ChunkClasses {
    records: Vec<Classified>,
    /// The classes of every record, one for each key.
    members: Vec<Option<ClassMember>>,
    /// The number of lines of the input up to the end of the chunk.
    lines: u64,
}

impl Reuse for ChunkClasses {
    fn clear(&mut self) {
        self.records.clear();
        self.members.clear();
    }

    fn held_bytes(&self) -> usize {
        self.records.capacity() * size_of::<Classified>()
            + self.members.capacity() * size_of::<Option<ClassMember>>()
    }
}

/// Reads the records of each chunk and classifies them, in memory that it reuses.
struct Classifier {
    settings: Arc<ClassSettings>,
    /// The solver, if solutions are needed.
    solver: Option<ChunkSolver>,
    finders: Vec<ClassFinder>,
    find_strata: Option<FindInChunk>,
    /// The strata of the puzzles of the chunk, if requested.
    strata: Vec<Option<u8>>,
}

impl Classifier {
    fn new(notation: Notation, settings: Arc<ClassSettings>) -> Self {
        let solves = settings.keys.iter().any(|key| key.needs_solutions());
        let isa = settings.solver.isa;
        let of_all = settings.of_all.then_some(notation);
        let finder = |&key: &SameBy| ClassFinder::with_isa(key, isa, of_all);
        Self {
            solver: solves.then(|| ChunkSolver::of_uniqueness(settings.solver)),
            finders: settings.keys.iter().map(finder).collect(),
            find_strata: settings.strata.as_ref().map(OpenStrata::finder),
            strata: Vec::new(),
            settings,
        }
    }

    /// Reads the records of `chunk` and finds their classes.
    fn find_classes(&mut self, chunk: &mut Chunk) {
        let settings = &self.settings;
        // Making forms also finds the puzzles that contradict themselves.
        let inspects = settings.finds_conflicts && !settings.keys.iter().any(|key| key.has_transformations());
        match &mut self.solver {
            Some(solver) => solver.solve(chunk),
            None if inspects => chunk.read_and_classify(inspection::verdict),
            None => chunk.read_and_classify(inspection::verdict_on_bytes),
        }
        for finder in &mut self.finders {
            finder.find(chunk.puzzles(), chunk.outcomes(), chunk.answers());
            chunk.set_conflicts(finder.conflicts());
        }
        chunk.finish();
    }

    /// Finds the strata of the puzzles of `chunk`, which has been read, if requested.
    fn find_strata(&mut self, chunk: &Chunk) {
        self.strata.clear();
        if let Some(find) = &mut self.find_strata {
            find(chunk, &mut self.strata);
        }
    }

    /// Returns the class of a malformed record of `chunk`.
    #[cold]
    fn member_of_line(&self, chunk: &Chunk, record: PlacedRecord) -> Option<ClassMember> {
        let text = chunk.text();
        let (start, end) = line_around(text, record.origin);
        self.settings.of_all.then(|| ClassMember::of_text(text[start..end].trim_ascii()))
    }

    /// Returns the number of clues of a record, if it is a puzzle and they are counted.
    fn clues(&self, puzzles: Puzzles<'_>, record: PlacedRecord) -> Option<u8> {
        let puzzle = record.puzzle.filter(|_| self.settings.of_all)?;
        Some(clue_count(puzzles.get(puzzle)))
    }

    /// Returns what a record is: a conflict only if that was requested, and never for pencilmarks.
    fn state(&self, chunk: &Chunk, record: PlacedRecord) -> RecordState {
        let is_conflict = |puzzle: usize| chunk.outcomes()[puzzle].verdict == Verdict::Conflict;
        match record.puzzle {
            None => RecordState::Malformed,
            Some(puzzle) if self.settings.finds_conflicts && is_conflict(puzzle) => RecordState::Conflict,
            Some(_) => RecordState::Puzzle,
        }
    }

    /// Appends the classes of a record of `chunk`.
    fn add_members(&self, chunk: &Chunk, record: PlacedRecord, members: &mut Vec<Option<ClassMember>>) {
        for finder in &self.finders {
            members.push(match record.puzzle {
                Some(puzzle) => finder.member(puzzle),
                None => self.member_of_line(chunk, record),
            });
        }
    }
}

impl Stage<Chunk> for Classifier {
    type Out = ChunkClasses;

    fn run(
        &mut self,
        chunk: &mut Chunk,
        output: &mut ChunkClasses,
        _: Flush<'_, ChunkClasses>,
    ) -> Result<()> {
        self.find_classes(chunk);
        self.find_strata(chunk);
        let (puzzles, is_too_long) = (chunk.puzzles(), chunk.is_long_line());
        for record in chunk.placed() {
            let place = (record.line, record.column);
            let (line, column) =
                if self.settings.has_positions_of_input { chunk.original(place) } else { place };
            self.add_members(chunk, record, &mut output.members);
            let member = output.members.last().and_then(Option::as_ref);
            output.records.push(Classified {
                position: PackedPosition::new(line, column),
                state: self.state(chunk, record),
                clues: self.clues(puzzles, record),
                stratum: record.puzzle.and_then(|puzzle| self.strata.get(puzzle).copied().flatten()),
                rank: self.settings.ranking.rank((chunk, puzzles), record, member)?,
                is_too_long,
            });
        }
        output.lines = chunk.lines_before + chunk.lines();
        Ok(())
    }
}
