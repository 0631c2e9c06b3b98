//! The notes of a worker about the records of a chunk, for the auditor.
//!
//! ```text
//! notes      │ note 0             │ note 1             │ note 2             │    one per record
//!              findings: 0          findings: 2          findings: 1
//!                                       ├────────┐           │
//! findings                          │ finding │ finding │ finding │
//!
//! members    │ of note 0          │ of note 2          │                    one list for each key,
//!                                                                             of the records with the cells of a puzzle
//!
//! solutions  │ of note 0 │ of note 2 │     only if the answers are in a separate file,
//! puzzles    │ of note 0 │ of note 2 │     of the records that have a solution
//! ```

use super::answer_check::Flaw;
use super::finding::FindingKind;
use super::problem::Problem;
use super::profile::{DataSetProfile, Profiler};
use crate::board::grid::CELLS;
use crate::datasets::ClassFinder;
use crate::datasets::class::ClassMember;
use crate::datasets::fingerprint::clue_count;
use crate::datasets::position::PackedPosition;
use crate::error::Result;
use crate::format::{Position, Reason, Record};
use crate::pipeline::chunk::Chunk;
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::ordered::{Flush, Reuse, Stage};
use crate::pipeline::report::ChunkReport;
use crate::solver::{Outcome, Verdict};

/// The notes about the records of a chunk, in memory that is reused for each chunk.
#[derive(Debug, Default)]
pub(super) struct ChunkNotes {
    /// One note per record, in input order.
    pub(super) notes: Vec<Note>,
    /// The findings of all notes in order, with their positions in the records. Only listed findings get a text.
    pub(super) findings: Vec<(Problem, Position)>,
    /// For each key, the classes of the records with `has_cells`, in order.
    pub(super) members: Vec<Vec<Option<ClassMember>>>,
    /// The counters of the chunk.
    pub(super) report: ChunkReport,
    /// The counts for the profile of the data set, if requested.
    pub(super) profile: Option<Box<DataSetProfile>>,
    solutions: Vec<[u8; CELLS]>,
    /// The text of each of these puzzles, `puzzle_width` bytes.
    puzzles: Vec<u8>,
    puzzle_width: usize,
}

/// The note about one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// Whether the record is a puzzle.
    pub(super) is_puzzle: bool,
    /// Whether the record has the cells of a puzzle. It may still be malformed, with a wrong character in a cell.
    pub(super) has_cells: bool,
    /// The position where the record begins.
    pub(super) position: PackedPosition,
    /// The line where the record begins in the decoded input. No other record begins on it.
    pub(super) number: u64,
    /// The number of clues.
    pub(super) clues: u8,
    /// Whether the record contains a right answer.
    pub(super) has_right_answer: bool,
    /// Whether an answer to the puzzle can be right: false if it is known to have no solution.
    pub(super) is_answerable: bool,
    /// The number of findings in the record.
    pub(super) findings: u8,
}

/// A row that the caller of an audit has solved.
pub(super) struct SolvedRow<'a> {
    pub(super) position: PackedPosition,
    /// The text of the puzzle; empty if the row does not have the cells of one.
    pub(super) puzzle: &'a [u8],
    pub(super) outcome: Outcome,
    pub(super) solution: &'a [u8; CELLS],
    /// The answer of the row or its flaw, if answers are checked.
    pub(super) answer: Option<std::result::Result<&'a [u8], Flaw>>,
    /// Why the row is malformed or contradicts itself, if it does.
    pub(super) reason: Option<Reason>,
}

impl Note {
    /// Returns the note about a record with this verdict and puzzle, without its position and its findings.
    #[inline]
    fn of(verdict: Verdict, puzzle: &[u8]) -> Self {
        let is_puzzle = verdict != Verdict::Malformed;
        Self {
            is_puzzle,
            has_cells: !puzzle.is_empty(),
            position: PackedPosition(0),
            number: 0,
            clues: if is_puzzle { clue_count(puzzle) } else { 0 },
            has_right_answer: false,
            is_answerable: !matches!(verdict, Verdict::Malformed | Verdict::Conflict | Verdict::NoSolution),
            findings: 0,
        }
    }
}

impl ChunkNotes {
    /// Returns the solution and the text of the puzzle for every note with `is_answerable`, in order. Empty unless the answers
    /// are in a separate file.
    pub(super) fn solved_puzzles(&self) -> impl Iterator<Item = (&[u8; CELLS], &[u8])> {
        self.solutions.iter().zip(self.puzzles.chunks_exact(self.puzzle_width.max(1)))
    }

    /// Returns the classes in `members`, the list of a key, with the positions of their records.
    pub(super) fn placed(
        &self,
        members: &[Option<ClassMember>],
    ) -> impl Iterator<Item = (PackedPosition, ClassMember)> {
        let positions = self.notes.iter().filter(|note| note.has_cells).map(|note| note.position);
        positions.zip(members).filter_map(|(position, member)| Some((position, (*member)?)))
    }

    /// Adds the note about the next record. `keeps_solution` is true if the answers are in a separate file.
    #[inline]
    fn push(&mut self, record: &Record<'_>, keeps_solution: bool) {
        let verdict = record.outcome.verdict;
        let note = Note::of(verdict, record.puzzle);
        let given = record.given.filter(|_| note.is_answerable);
        let flaw = given.and_then(|given| Flaw::of(given.text, record.puzzle, record.answer));
        let findings_before = self.findings.len();
        if let Some(kind) = FindingKind::of(verdict) {
            self.push_verdict(kind, record);
        }
        if let Some(flaw) = flaw {
            self.push_flaw(flaw, record);
        }
        self.notes.push(Note {
            position: PackedPosition::new(record.line, record.column),
            number: record.number(),
            has_right_answer: given.is_some() && flaw.is_none(),
            findings: (self.findings.len() - findings_before) as u8,
            ..note
        });
        if keeps_solution && note.is_answerable {
            self.solutions.push(record.answer.copied().unwrap_or([b'.'; CELLS]));
            self.puzzles.extend_from_slice(record.puzzle);
            self.puzzle_width = record.puzzle.len();
        }
    }

    /// Adds the note about the next row, and counts its outcome.
    pub(super) fn push_row(&mut self, row: &SolvedRow<'_>) {
        let note = Note::of(row.outcome.verdict, row.puzzle);
        let answer = row.answer.filter(|_| note.is_answerable);
        let flaw = answer.and_then(|answer| match answer {
            Ok(answer) => Flaw::of(answer, row.puzzle, Some(row.solution)),
            Err(flaw) => Some(flaw),
        });
        let problems = [Problem::of(row.outcome.verdict, row.reason), flaw.map(Problem::Answer)];
        let problems = problems.into_iter().flatten().map(|problem| (problem, Position::column(1)));
        let findings_before = self.findings.len();
        self.findings.extend(problems);
        self.notes.push(Note {
            position: row.position,
            number: row.position.line(),
            has_right_answer: answer.is_some() && flaw.is_none(),
            findings: (self.findings.len() - findings_before) as u8,
            ..note
        });
        self.report.tally.count(&row.outcome);
    }

    #[cold]
    fn push_verdict(&mut self, kind: FindingKind, record: &Record<'_>) {
        let start = Position { line: 0, column: record.column };
        let position = record.defect.map_or(start, |defect| defect.position);
        let problem = Problem::Verdict(kind, record.defect.map(|defect| defect.reason));
        self.findings.push((problem, position));
        self.report.list_bad(record);
    }

    #[cold]
    fn push_flaw(&mut self, flaw: Flaw, record: &Record<'_>) {
        let mut position = record.given.map_or(Position::column(1), |given| given.locate(flaw.at()));
        if let Some((_, place)) = record.decoded {
            position.column = place.column(position.column);
        }
        self.findings.push((Problem::Answer(flaw), position));
    }
}

impl Reuse for ChunkNotes {
    fn clear(&mut self) {
        self.notes.clear();
        self.findings.clear();
        self.members.iter_mut().for_each(Vec::clear);
        self.report.clear();
        if let Some(profile) = &mut self.profile {
            profile.clear();
        }
        self.solutions.clear();
        self.puzzles.clear();
    }

    fn held_bytes(&self) -> usize {
        self.notes.capacity() * size_of::<Note>()
            + self.findings.capacity() * size_of::<(Problem, Position)>()
            + self.members.iter().map(Vec::capacity).sum::<usize>() * size_of::<Option<ClassMember>>()
            + self.report.held_bytes()
            + self.profile.as_ref().map_or(0, |_| size_of::<DataSetProfile>())
            + self.solutions.capacity() * CELLS
            + self.puzzles.capacity()
    }
}

/// The stage of an audit: turns a chunk of records into notes.
pub(super) struct NoteStage {
    pub(super) solver: ChunkSolver,
    /// A class finder for each key.
    pub(super) finders: Vec<ClassFinder>,
    /// Whether the answers are in a separate file.
    pub(super) keeps_solutions: bool,
    pub(super) profiler: Option<Profiler>,
    /// The largest numbers of notes and findings so far, which are reserved at once.
    pub(super) most_notes: usize,
    pub(super) most_findings: usize,
}

impl NoteStage {
    /// Finds the classes of the puzzles of `chunk`, which has been solved, and writes them to `members`, a list for each key.
    fn find_classes(&mut self, chunk: &Chunk, members: &mut Vec<Vec<Option<ClassMember>>>) {
        members.resize_with(self.finders.len(), Vec::new);
        for (finder, members) in self.finders.iter_mut().zip(members) {
            finder.find(chunk.puzzles(), chunk.outcomes(), chunk.answers());
            finder.swap_members(members);
        }
    }

    /// Rates and counts the puzzles of `chunk`, which has been solved, if a profile is requested.
    fn profile(&mut self, chunk: &Chunk, output: &mut ChunkNotes) {
        let Some(profiler) = &mut self.profiler else { return };
        let counts = output.profile.get_or_insert_default();
        profiler.rate(chunk.puzzles(), chunk.outcomes());
        chunk.for_each_record(true, |record| {
            profiler.count((record.line, record.puzzle, record.outcome), counts);
        });
    }
}

impl Stage<Chunk> for NoteStage {
    type Out = ChunkNotes;

    fn run(&mut self, chunk: &mut Chunk, output: &mut ChunkNotes, _: Flush<'_, ChunkNotes>) -> Result<()> {
        self.solver.solve(chunk);
        self.find_classes(chunk, &mut output.members);
        self.profile(chunk, output);
        output.notes.reserve(self.most_notes);
        output.findings.reserve(self.most_findings);
        chunk.for_each_record(true, |record| output.push(record, self.keeps_solutions));
        self.most_notes = self.most_notes.max(output.notes.len());
        self.most_findings = self.most_findings.max(output.findings.len());
        output.report.tally = chunk.finish();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::Cell;
    use crate::format::Defect;

    const PUZZLE: &[u8] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn record(verdict: Verdict, line: u64, column: u32) -> Record<'static> {
        let outcome = Outcome::new(verdict, 0, 0);
        let (chunk, origin) = (PUZZLE, 0);
        Record {
            line,
            column,
            decoded: None,
            chunk,
            origin,
            puzzle: PUZZLE,
            answer: None,
            outcome,
            defect: None,
            given: None,
        }
    }

    #[test]
    fn every_record_has_a_note_with_its_findings() {
        let mut notes = ChunkNotes::default();
        let position = Position { line: 2, column: 7 };
        let defect =
            Some(Defect { position, reason: Reason::Conflict(Cell::numbered(1), Cell::numbered(6)) });
        notes.push(&record(Verdict::Unique, 1 << 33, 5), true);
        notes.push(&Record { defect, ..record(Verdict::Conflict, 10, 1) }, true);
        notes.push(&record(Verdict::Multiple, 14, 3), true);
        let [unique, conflict, multiple] = notes.notes[..] else { panic!("three notes") };
        assert_eq!((unique.position, unique.clues), (PackedPosition::new(1 << 33, 5), 30));
        assert!(unique.is_answerable && !conflict.is_answerable && multiple.is_answerable);
        assert_eq!([unique, conflict, multiple].map(|note| note.findings), [0, 1, 1]);
        let found = notes.findings.iter();
        let found: Vec<_> =
            found.map(|(what, at)| (what.kind(), at.line, at.column, what.to_string())).collect();
        let equal = "equal clues in r1c2 and r1c7 share a row, column or box".to_owned();
        let more = "there is more than one solution".to_owned();
        assert_eq!(found, [(FindingKind::Conflict, 2, 7, equal), (FindingKind::Multiple, 0, 3, more)]);
        let solved: Vec<_> = notes.solved_puzzles().map(|(_, puzzle)| puzzle).collect();
        assert_eq!(solved, [PUZZLE, PUZZLE]);
    }

    #[test]
    fn solutions_are_kept_only_on_demand_and_memory_is_counted() {
        let mut notes = ChunkNotes::default();
        assert_eq!(notes.held_bytes(), 0);
        notes.push(&record(Verdict::Unique, 1, 1), false);
        assert_eq!(notes.solved_puzzles().count(), 0);
        let held = notes.held_bytes();
        assert!(held >= size_of::<Note>());
        notes.clear();
        assert_eq!((notes.notes.len(), notes.held_bytes()), (0, held));
    }
}
