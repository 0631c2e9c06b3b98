//! Finds the classes of all records of an input, on all threads.

use std::sync::Arc;

use super::class_finder::ClassFinder;
use super::class_key::ClassKey;
use super::class_table::ClassMember;
use super::classes::{ChunkClasses, Classes, RecordState};
use super::position::PackedPosition;
use super::source::OpenRecords;
use crate::error::Result;
use crate::format::{ReadRecords, Records};
use crate::grid::{self, digit, is_blank};
use crate::pipeline::chunks::{self, Chunk, Chunks, LineCount};
use crate::pipeline::ordered::{Stage, Turn, WINDOW, run_ordered};
use crate::pipeline::report::Tally;
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{BuildEngine, OnChunk};
use crate::solver::batch::{AnswerLine, Goal, Notation, Puzzles, Solve, Task};
use crate::solver::{Isa, Outcome, Verdict};

/// Finds the classes of all records.
///
/// # Errors
/// When the input cannot be read, or a temporary file cannot be written.
pub(crate) fn find_classes(
    pool: &WorkerPool,
    records: OpenRecords,
    chunk_size: Option<usize>,
    settings: ClassSettings,
    sink: Classes,
) -> Result<Classes> {
    let (reader, settings) = (Arc::clone(&settings.reader), Arc::new(settings));
    let chunks = counted_chunks(records, reader, chunk_size, pool);
    run_ordered(pool, chunks, move || Ok(Classifier::new(Arc::clone(&settings))), sink, WINDOW)
}

/// The chunks of an input, with the numbers of their lines.
pub(super) fn counted_chunks(
    records: OpenRecords,
    reader: Arc<dyn ReadRecords>,
    chunk_size: Option<usize>,
    pool: &WorkerPool,
) -> Chunks {
    let OpenRecords { input, .. } = records;
    let size = chunk_size.unwrap_or_else(|| chunks::size_for(input.length(), pool.len()));
    let skipped = input.skipped;
    Chunks::new(input, reader, size).counting_lines(skipped)
}

/// How the classes of records are found. The workers share it.
pub(crate) struct ClassSettings {
    /// The format of the records.
    pub(crate) reader: Arc<dyn ReadRecords>,
    /// What makes records the same.
    pub(crate) keys: Vec<ClassKey>,
    /// Builds the engine of a worker, if a key needs solutions.
    pub(crate) engine: Arc<BuildEngine>,
    /// The most guesses per puzzle.
    pub(crate) budget: u64,
    /// The instruction set that forms are made on.
    pub(crate) isa: Isa,
    /// Is every puzzle solved for the number of guesses, even if no key needs solutions?
    pub(crate) counts_guesses: bool,
    /// Are puzzles in contradiction with themselves told from others?
    pub(crate) finds_contradictions: bool,
    /// Called with the counters of each chunk.
    pub(crate) on_chunk: Arc<OnChunk>,
}

/// Reads the records of one chunk after another and finds their classes, in memory that it keeps.
pub(crate) struct Classifier {
    settings: Arc<ClassSettings>,
    /// The engine, if solutions or guesses are needed.
    engine: Option<Box<dyn Solve>>,
    finders: Vec<ClassFinder>,
    pub(super) records: Records,
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
    /// Is the puzzle with this number well formed?
    is_puzzle: Vec<bool>,
}

/// A record with its place in the chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordPlace {
    /// The number of its puzzle among those of the chunk; `None` if it is malformed.
    pub(crate) puzzle: Option<usize>,
    /// A byte offset on its first line.
    pub(crate) origin: usize,
}

impl Classifier {
    pub(crate) fn new(settings: Arc<ClassSettings>) -> Self {
        let needs_solutions = settings.keys.iter().any(|key| key.needs_solutions());
        Self {
            engine: (needs_solutions || settings.counts_guesses).then(|| (settings.engine)()),
            finders: settings.keys.iter().map(|&key| ClassFinder::new(key, settings.isa)).collect(),
            settings,
            records: Records::default(),
            answers: Vec::new(),
            outcomes: Vec::new(),
            is_puzzle: Vec::new(),
        }
    }

    /// Reads the records of `chunk` and finds their classes.
    pub(crate) fn classify(&mut self, chunk: &Chunk) {
        let reader = &self.settings.reader;
        self.records.clear();
        reader.read(&chunk.bytes, &mut self.records);
        let puzzles = self.records.puzzles(&chunk.bytes, reader.notation());
        self.is_puzzle.clear();
        self.is_puzzle
            .extend((0..puzzles.len()).map(|index| is_puzzle(puzzles.get(index), reader.notation())));
        if let Some(engine) = &mut self.engine {
            self.answers.resize(puzzles.len(), [0; size_of::<AnswerLine>()]);
            self.outcomes.resize(puzzles.len(), Outcome::default());
            let task = Task { goal: Goal::Unique, budget: self.settings.budget };
            engine.solve(task, puzzles, &mut self.answers, &mut self.outcomes);
        }
        let solved = self.engine.is_some().then_some((&self.answers[..], &self.outcomes[..]));
        for finder in &mut self.finders {
            finder.find(puzzles, solved, |index| self.is_puzzle[index]);
        }
        (self.settings.on_chunk)(&self.progress(chunk));
    }

    /// The puzzles of `chunk`, which is classified.
    pub(crate) fn puzzles<'a>(&'a self, chunk: &'a Chunk) -> Puzzles<'a> {
        self.records.puzzles(&chunk.bytes, self.settings.reader.notation())
    }

    /// The records of the chunk, in the order of the input. A record of the right shape with a byte that is neither a clue
    /// nor a blank is malformed, too.
    pub(crate) fn places(&self) -> impl Iterator<Item = RecordPlace> {
        places(&self.records)
            .map(|place| RecordPlace { puzzle: place.puzzle.filter(|&index| self.is_puzzle[index]), ..place })
    }

    /// Is the puzzle with this number well formed?
    pub(super) fn is_puzzle(&self, puzzle: usize) -> bool {
        self.is_puzzle[puzzle]
    }

    /// The guesses that the engine needed for a puzzle; 0 if there is none.
    pub(super) fn guesses(&self, puzzle: usize) -> u64 {
        self.outcomes.get(puzzle).map_or(0, |outcome| outcome.guesses)
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

    /// The counters for a display of the progress. Puzzles that need no solution count as solved.
    fn progress(&self, chunk: &Chunk) -> Tally {
        let mut tally = Tally::of_chunk(chunk.consumed, self.records.lines);
        let read = Outcome { verdict: Verdict::Solved, ..Outcome::default() };
        match self.engine {
            Some(_) => tally.count_all(&self.outcomes),
            None => self.is_puzzle.iter().for_each(|_| tally.count(&read)),
        }
        self.records.malformed.iter().for_each(|_| tally.count(&Outcome::default()));
        tally
    }
}

/// The records of a chunk, in the order of the input.
pub(super) fn places(records: &Records) -> impl Iterator<Item = RecordPlace> {
    let mut malformed = records.malformed.iter().peekable();
    let puzzles = records.len() - records.malformed.len();
    let mut next = 0;
    std::iter::from_fn(move || {
        if let Some(record) = malformed.next_if(|record| record.before as usize == next) {
            return Some(RecordPlace { puzzle: None, origin: record.origin as usize });
        }
        let puzzle = (next < puzzles).then_some(next)?;
        next += 1;
        Some(RecordPlace { puzzle: Some(puzzle), origin: records.origin(puzzle) })
    })
}

/// Is every byte a clue or a blank, or in pencilmarks the digit of its place or a blank?
fn is_puzzle(text: &[u8], notation: Notation) -> bool {
    match notation {
        // Without branches, so that the compiler vectorizes it.
        Notation::Clues => {
            text.iter().fold(true, |fits, &byte| fits & (digit(byte).is_some() | is_blank(byte)))
        }
        Notation::Pencilmarks => crate::format::read::pencilmark::is_pencilmarks(text),
    }
}

impl Stage for Classifier {
    type Item = Chunk;
    type Out = ChunkClasses;

    fn run(&mut self, chunk: &Chunk, output: &mut ChunkClasses, _: &Turn<'_, ChunkClasses>) -> Result<()> {
        self.classify(chunk);
        let (mut lines, puzzles) = (LineCount::new(chunk), self.puzzles(chunk));
        let finds = self.settings.finds_contradictions;
        for RecordPlace { puzzle, origin } in self.places() {
            let (line, column) = lines.of(&chunk.bytes, origin);
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
        }
        output.lines = chunk.lines_before + self.records.lines;
        Ok(())
    }
}
