//! Finds the classes of all records of an input, on all threads.

use std::sync::Arc;

use super::class_finder::ClassFinder;
use super::class_table::ClassMember;
use super::classes::{ChunkClasses, Classes, RecordState};
use super::keep::Ranking;
use super::position::PackedPosition;
use super::same_by::SameBy;
use super::sample::{FindStrata, NO_STRATUM, SampleStratum, Strata};
use crate::board::notation::Notation;
use crate::board::outcome::Verdict;
use crate::error::Result;
use crate::format::inspection;
use crate::format::read::line::line_around;
use crate::pipeline::chunk::{Chunk, PlacedRecord};
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::ordered::{InOrder, Stage};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{OpenRecords, RunSettings};
use crate::solver::SolverSettings;

/// The stratum of records that are not puzzles or have no stratum.
pub(super) const NO_PUZZLES: SampleStratum = 82;

/// Finds the classes of all records.
///
/// # Errors
/// Returns an error if the input cannot be read, or a temporary file cannot be written.
pub(crate) fn find_classes(
    pool: &WorkerPool,
    run: &RunSettings,
    records: OpenRecords,
    settings: ClassSettings,
    sink: Classes,
) -> Result<Classes> {
    let settings = Arc::new(settings);
    let notation = records.format.reader.notation();
    records.run_on(pool, run, true, move || Classifier::new(notation, Arc::clone(&settings)), sink)
}

/// How to find the classes of records. The workers share it.
#[derive(Clone, Default)]
pub(crate) struct ClassSettings {
    /// The keys: what makes records the same.
    pub(crate) keys: Vec<SameBy>,
    /// How to solve puzzles, if a key needs solutions, and how to make forms.
    pub(crate) solver: SolverSettings,
    /// Whether to find puzzles that contradict themselves.
    pub(crate) finds_contradictions: bool,
    /// Whether records without a class by a key get another: puzzles as described at [`ClassFinder::of_all`], malformed records
    /// by the text of their first line.
    pub(crate) all_have_classes: bool,
    /// How to rank the records. There is then only one key.
    pub(crate) ranking: Option<Ranking>,
    /// What divides the records into strata.
    pub(crate) strata: Option<Strata>,
    /// Whether positions refer to the input, even if it is decoded and records share a line.
    pub(crate) has_positions_of_input: bool,
}

/// Reads the records of each chunk and finds their classes, in memory that it reuses.
pub(crate) struct Classifier {
    settings: Arc<ClassSettings>,
    /// The solver, if solutions are needed.
    solver: Option<ChunkSolver>,
    finders: Vec<ClassFinder>,
    find_strata: Option<FindStrata>,
    /// The strata of the puzzles of the chunk, if requested.
    strata: Vec<SampleStratum>,
}

impl Classifier {
    pub(crate) fn new(notation: Notation, settings: Arc<ClassSettings>) -> Self {
        let solves = settings.keys.iter().any(|key| key.needs_solutions());
        let isa = settings.solver.isa;
        let finder = |&key: &SameBy| match settings.all_have_classes {
            true => ClassFinder::of_all_with_isa(key, isa, notation),
            false => ClassFinder::with_isa(key, isa),
        };
        Self {
            solver: solves.then(|| ChunkSolver::of_uniqueness(settings.solver)),
            finders: settings.keys.iter().map(finder).collect(),
            find_strata: settings.strata.as_ref().map(|strata| (strata.0)()),
            strata: Vec::new(),
            settings,
        }
    }

    /// Reads the records of `chunk` and finds their classes.
    pub(super) fn classify(&mut self, chunk: &mut Chunk) {
        let settings = &self.settings;
        // Making forms also finds the puzzles that contradict themselves.
        let inspects = settings.finds_contradictions && !settings.keys.iter().any(|key| key.has_maps());
        match &mut self.solver {
            Some(solver) => solver.solve(chunk),
            None if inspects => chunk.read_and_classify(inspection::verdict),
            None => chunk.read_and_classify(inspection::verdict_on_bytes),
        }
        for finder in &mut self.finders {
            finder.find_classified(chunk.classified());
            chunk.set_conflicts(finder.conflicts());
        }
        chunk.finish();
    }

    /// Returns the class of a puzzle by each key.
    pub(super) fn members(&self, puzzle: usize) -> impl Iterator<Item = Option<ClassMember>> {
        self.finders.iter().map(move |finder| finder.member(puzzle))
    }

    /// Returns the class of a malformed record of `chunk`.
    #[cold]
    pub(super) fn member_of_line(&self, chunk: &Chunk, record: PlacedRecord) -> Option<ClassMember> {
        let text = chunk.text();
        let (start, end) = line_around(text, record.origin);
        self.settings.all_have_classes.then(|| ClassMember::of_text(text[start..end].trim_ascii()))
    }

    /// Returns what a record is: contradictory only if that was requested, and never for pencilmarks.
    pub(super) fn state(&self, chunk: &Chunk, record: PlacedRecord) -> RecordState {
        match record.puzzle.map(|puzzle| chunk.outcomes()[puzzle].verdict) {
            Some(Verdict::Conflict) if self.settings.finds_contradictions => RecordState::Contradictory,
            Some(_) => RecordState::Puzzle,
            None => RecordState::Malformed,
        }
    }

    /// Finds the strata of the records of `chunk`, which has been read, if requested.
    fn find_strata(&mut self, chunk: &Chunk, strata: &mut Vec<SampleStratum>) {
        let Some(find) = &mut self.find_strata else { return };
        self.strata.clear();
        find(chunk.puzzles(), &mut self.strata);
        strata.extend(chunk.places().map(|place| {
            let is_puzzle = |&puzzle: &usize| chunk.outcomes()[puzzle].verdict != Verdict::Malformed;
            let stratum = place.puzzle.ok().filter(is_puzzle).map(|puzzle| self.strata[puzzle]);
            stratum.filter(|&stratum| stratum != NO_STRATUM).unwrap_or(NO_PUZZLES)
        }));
    }
}

impl Stage for Classifier {
    type Item = Chunk;
    type Out = ChunkClasses;

    fn run(
        &mut self,
        chunk: &mut Chunk,
        output: &mut ChunkClasses,
        _: &InOrder<'_, ChunkClasses>,
    ) -> Result<()> {
        self.classify(chunk);
        self.find_strata(chunk, &mut output.strata);
        for record in chunk.placed() {
            let place = (record.line, record.column);
            let (line, column) =
                if self.settings.has_positions_of_input { chunk.original(place) } else { place };
            output.positions.push(PackedPosition::new(line, column));
            output.states.push(self.state(chunk, record));
            match record.puzzle {
                Some(puzzle) => output.members.extend(self.members(puzzle)),
                None => {
                    let of_line = self.member_of_line(chunk, record);
                    output.members.extend(self.finders.iter().map(|_| of_line));
                }
            }
            if let Some(ranking) = self.settings.ranking {
                let class = output.members.last().and_then(Option::as_ref).zip(record.puzzle);
                let rank = |(member, puzzle)| ranking.rank(chunk, puzzle, member);
                output.ranks.push(class.map_or(0, rank));
            }
        }
        output.lines = chunk.lines_before + chunk.lines();
        Ok(())
    }
}
