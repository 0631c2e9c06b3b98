//! Finds the classes of all records of an input, on all threads.

use std::sync::Arc;

use super::class_finder::ClassFinder;
use super::class_table::ClassMember;
use super::classes::{ChunkClasses, Classes, RecordState};
use super::keep::Ranking;
use super::position::PackedPosition;
use super::same_by::SameBy;
use crate::error::Result;
use crate::format::inspection;
use crate::grid;
use crate::notation::Puzzles;
use crate::pipeline::RecordRun;
use crate::pipeline::chunk_reader::{ChunkReader, PlacedRecord};
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::chunks::Chunk;
use crate::pipeline::ordered::{InOrder, Stage};
use crate::pipeline::threads::WorkerPool;
use crate::solver::SolverSettings;

/// Finds the classes of all records.
///
/// # Errors
/// When the input cannot be read, or a temporary file cannot be written.
pub(crate) fn find_classes(
    pool: &WorkerPool,
    records: RecordRun,
    settings: ClassSettings,
    sink: Classes,
) -> Result<Classes> {
    let settings = Arc::new(settings);
    records.run_on(pool, true, move |records| Classifier::new(records, Arc::clone(&settings)), sink)
}

/// How the classes of records are found. The workers share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassSettings {
    /// What makes records the same.
    pub(crate) keys: Vec<SameBy>,
    /// How puzzles are solved, if a key needs solutions, and forms are made.
    pub(crate) solver: SolverSettings,
    /// Are puzzles in contradiction with themselves told from others?
    pub(crate) finds_contradictions: bool,
    /// How the records are ranked, by the one key.
    pub(crate) ranking: Option<Ranking>,
}

/// Reads the records of one chunk after another and finds their classes, in memory that it keeps.
pub(crate) struct Classifier {
    settings: Arc<ClassSettings>,
    pub(super) records: ChunkReader,
    /// If solutions are needed.
    solver: Option<ChunkSolver>,
    finders: Vec<ClassFinder>,
}

impl Classifier {
    pub(crate) fn new(records: ChunkReader, settings: Arc<ClassSettings>) -> Self {
        let solves = settings.keys.iter().any(|key| key.needs_solutions());
        let column = settings.ranking.as_ref().and_then(Ranking::column);
        let finder = |&key: &SameBy| ClassFinder::new(key, settings.solver.isa);
        Self {
            records: records.reading_answers(column.map(|column| column.field.clone())),
            solver: solves.then(|| ChunkSolver::of_uniqueness(settings.solver)),
            finders: settings.keys.iter().map(finder).collect(),
            settings,
        }
    }

    /// Reads the records of `chunk` and finds their classes.
    pub(crate) fn classify(&mut self, chunk: &Chunk) {
        match &mut self.solver {
            Some(solver) => solver.solve(&mut self.records, &chunk.bytes),
            None => self.records.read_and_judge(&chunk.bytes, inspection::verdict_on_bytes),
        }
        for finder in &mut self.finders {
            finder.find(self.records.judged(&chunk.bytes), |_| true);
        }
        self.records.finish(chunk);
    }

    /// The class of a puzzle by each key.
    pub(crate) fn members(&self, puzzle: usize) -> impl Iterator<Item = Option<ClassMember>> {
        self.finders.iter().map(move |finder| finder.member(puzzle))
    }

    /// Is the puzzle in contradiction with itself: do two equal clues share a house? Pencilmarks are not examined.
    pub(super) fn is_contradictory(&self, puzzles: Puzzles<'_>, puzzle: usize) -> bool {
        let has_form = self.settings.keys.iter().zip(&self.finders);
        let mut has_form =
            has_form.filter(|(key, _)| key.has_maps()).map(|(_, finder)| finder.member(puzzle));
        !has_form.any(|member| member.is_some())
            && puzzles.clues(puzzle).is_some_and(|clues| grid::conflict(clues).is_some())
    }
}

impl Stage for Classifier {
    type Item = Chunk;
    type Out = ChunkClasses;

    fn run(&mut self, chunk: &Chunk, output: &mut ChunkClasses, _: &InOrder<'_, ChunkClasses>) -> Result<()> {
        self.classify(chunk);
        let puzzles = self.records.puzzles(&chunk.bytes);
        let finds = self.settings.finds_contradictions;
        for record in self.records.placed(chunk) {
            let PlacedRecord { puzzle, line, column, .. } = record;
            output.positions.push(PackedPosition::new(line, column));
            output.states.push(match puzzle {
                Some(puzzle) if finds && self.is_contradictory(puzzles, puzzle) => RecordState::Contradictory,
                Some(_) => RecordState::Puzzle,
                None => RecordState::Malformed,
            });
            match puzzle {
                Some(puzzle) => output.members.extend(self.members(puzzle)),
                None => output.members.extend(self.finders.iter().map(|_| None)),
            }
            if let Some(ranking) = &self.settings.ranking {
                let class = output.members.last().and_then(Option::as_ref).zip(puzzle);
                let rank =
                    |(member, puzzle)| ranking.rank(&self.records, &chunk.bytes, (record, puzzle), member);
                output.ranks.push(class.map_or(Ok(0), rank)?);
            }
        }
        output.lines = chunk.lines_before + self.records.lines();
        Ok(())
    }
}
