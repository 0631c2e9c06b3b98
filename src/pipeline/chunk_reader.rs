//! The records of one chunk after another: their places, puzzles and verdicts.
//!
//! ```text
//! chunk ─▶ ChunkReader::read ─▶ places, puzzles, records of the wrong shape
//!                   │
//!                   ├─ a scan of each puzzle ─┐
//!                   ├─ ChunkSolver ───────────┼─▶ outcomes, answers ─▶ for_each_record
//!                   └─ another classifier ────┘
//! ```
//!
//! Every command reads its records here.

use std::sync::Arc;

use crate::board::grid;
use crate::board::notation::{AnswerLine, Puzzles};
use crate::board::outcome::{Outcome, Verdict};
use crate::format::read::answer_field::{AnswerField, GivenAnswer, GivenAnswers};
use crate::format::{Defect, ReadRecords, Reason, Record, RecordPlace, Records, digits};
use crate::io::places::Place;
use crate::pipeline::chunks::{Chunk, LineCount};
use crate::pipeline::ordered_writer::ChunkOutput;
use crate::pipeline::report::{OnChunk, Tally};

/// A reader of the records of one chunk after another, in reused memory.
pub(crate) struct ChunkReader {
    format: Arc<dyn ReadRecords>,
    on_chunk: OnChunk,
    records: Records,
    /// Whether all lines of the chunk are bare puzzles.
    are_bare_lines: bool,
    /// The field of the data set's answers, for comparison.
    answer_field: Option<AnswerField>,
    given_answers: GivenAnswers,
    /// The outcome of each classified puzzle.
    outcomes: Vec<Outcome>,
    /// An [`AnswerLine`] for each puzzle that an engine solved, as flat bytes: in the line format they are the text to write.
    pub(super) answers: Vec<u8>,
    /// The number of bytes of the longest text of a chunk so far, to reserve at once.
    longest: usize,
}

/// A record with its place in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedRecord {
    /// The index of its puzzle among those of the chunk; `None` if it is malformed.
    pub(crate) puzzle: Option<usize>,
    /// The line of the input on which it begins, and the character of that line, from 1.
    pub(crate) line: u64,
    pub(crate) column: u32,
    /// A byte offset in the chunk, on that line.
    pub(crate) origin: usize,
}

/// Puzzles with their outcomes and solutions.
#[derive(Clone, Copy)]
pub(crate) struct ClassifiedPuzzles<'a> {
    pub(crate) puzzles: Puzzles<'a>,
    /// The outcome of each puzzle.
    pub(crate) outcomes: &'a [Outcome],
    /// The first solution of every puzzle that has one, if an engine solved them.
    pub(crate) answers: &'a [AnswerLine],
}

impl ChunkReader {
    /// Creates a reader of records in `format` that calls `on_chunk` with the counters of each finished chunk.
    pub(crate) fn new(format: Arc<dyn ReadRecords>, on_chunk: OnChunk) -> Self {
        Self {
            format,
            on_chunk,
            records: Records::default(),
            are_bare_lines: false,
            answer_field: None,
            given_answers: GivenAnswers::default(),
            outcomes: Vec::new(),
            answers: Vec::new(),
            longest: 0,
        }
    }

    /// Also reads the answers in `field` of the records.
    pub(crate) fn reading_answers(self, field: Option<AnswerField>) -> Self {
        Self { answer_field: field, ..self }
    }

    /// Reads the records of `chunk` without classifying their puzzles.
    pub(crate) fn read(&mut self, chunk: &[u8]) {
        self.format.read(chunk, &mut self.records);
        if let Some(field) = &self.answer_field {
            field.read(chunk, &self.records, &mut self.given_answers);
        }
    }

    /// Reads the records of `chunk` and classifies each puzzle by its text.
    pub(crate) fn read_and_classify(&mut self, chunk: &[u8], classify: impl Fn(&[u8]) -> Verdict) {
        if self.try_bare_lines(chunk) {
            self.classify(chunk, &classify);
            if self.verify_bare_lines(chunk) {
                self.are_bare_lines = true;
                return;
            }
        }
        self.are_bare_lines = false;
        self.read(chunk);
        self.classify(chunk, classify);
    }

    fn classify(&mut self, chunk: &[u8], classify: impl Fn(&[u8]) -> Verdict) {
        let puzzles = self.records.puzzles(chunk, self.format.notation());
        let outcome = |index| Outcome { verdict: classify(puzzles.get(index)), ..Outcome::default() };
        self.outcomes.clear();
        self.outcomes.extend((0..puzzles.len()).map(outcome));
    }

    /// Assumes that all lines of `chunk` are bare puzzles, after checking a few of them. Returns false if they are something
    /// else, or if answers are also needed.
    pub(super) fn try_bare_lines(&mut self, chunk: &[u8]) -> bool {
        self.answer_field.is_none() && self.format.try_bare_lines(chunk, &mut self.records)
    }

    /// Returns true if the outcomes confirm that all lines of `chunk` are bare puzzles.
    pub(super) fn verify_bare_lines(&self, chunk: &[u8]) -> bool {
        let is_malformed = |outcome: &Outcome| outcome.verdict == Verdict::Malformed;
        let outcomes = self.outcomes.iter().enumerate();
        let mut malformed = outcomes.filter_map(|(index, outcome)| is_malformed(outcome).then_some(index));
        self.format.verify_bare_lines(chunk, &mut malformed)
    }

    /// Returns the puzzles of `chunk`, whose records were read, and room for a solution and an outcome for each.
    pub(super) fn solvable<'a>(
        &'a mut self,
        chunk: &'a [u8],
    ) -> (Puzzles<'a>, &'a mut [AnswerLine], &'a mut [Outcome]) {
        let puzzles = self.records.puzzles(chunk, self.format.notation());
        self.answers.resize(puzzles.len() * size_of::<AnswerLine>(), 0);
        self.outcomes.resize(puzzles.len(), Outcome::default());
        (puzzles, self.answers.as_chunks_mut().0, &mut self.outcomes)
    }

    /// Returns the format of the records.
    pub(crate) fn format(&self) -> &dyn ReadRecords {
        self.format.as_ref()
    }

    /// Returns the puzzles of `chunk`, whose records were read.
    pub(crate) fn puzzles<'a>(&'a self, chunk: &'a [u8]) -> Puzzles<'a> {
        self.records.puzzles(chunk, self.format.notation())
    }

    /// Returns true if all lines of the last chunk that was read and classified are bare puzzles.
    pub(crate) fn are_bare_lines(&self) -> bool {
        self.are_bare_lines
    }

    /// Returns the records of the chunk, in the order of the input.
    pub(crate) fn places(&self) -> impl Iterator<Item = RecordPlace> {
        self.records.places()
    }

    /// Returns the number of lines of the chunk.
    pub(crate) fn lines(&self) -> u64 {
        self.records.lines
    }

    /// Returns the classified puzzles of `chunk`.
    pub(crate) fn classified<'a>(&'a self, chunk: &'a [u8]) -> ClassifiedPuzzles<'a> {
        ClassifiedPuzzles { puzzles: self.puzzles(chunk), outcomes: &self.outcomes, answers: self.answers() }
    }

    /// Returns the first solution of every puzzle that has one, after an engine has solved the chunk.
    pub(crate) fn answers(&self) -> &[AnswerLine] {
        self.answers.as_chunks().0
    }

    /// Returns the answer in the record of puzzle `index` of `chunk`, which begins at byte offset `origin`.
    pub(crate) fn given<'a>(
        &'a self,
        chunk: &'a [u8],
        origin: usize,
        index: usize,
    ) -> Option<GivenAnswer<'a>> {
        self.given_answers.get(chunk, origin, index)
    }

    /// Returns the outcomes of the classified puzzles.
    pub(crate) fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Returns the records of `chunk`, in the order of the input, with their lines.
    pub(crate) fn placed<'a>(&'a self, chunk: &'a Chunk) -> impl Iterator<Item = PlacedRecord> + 'a {
        let (mut lines, text): (_, &[u8]) = (LineCount::new(chunk), &chunk.bytes);
        self.places().map(move |RecordPlace { puzzle, origin }| {
            let (line, column) = lines.of(text, origin);
            let is_puzzle = |&index: &usize| {
                self.outcomes.get(index).is_none_or(|outcome| outcome.verdict != Verdict::Malformed)
            };
            PlacedRecord { puzzle: puzzle.ok().filter(is_puzzle), line, column, origin }
        })
    }

    /// Sets the outcome of every puzzle.
    pub(crate) fn set_outcomes(&mut self, outcomes: impl Iterator<Item = Outcome>) {
        self.outcomes.clear();
        self.outcomes.extend(outcomes);
    }

    /// Sets the verdict of these puzzles to [`Verdict::Conflict`].
    pub(crate) fn set_conflicts(&mut self, puzzles: &[usize]) {
        puzzles.iter().for_each(|&puzzle| self.outcomes[puzzle].verdict = Verdict::Conflict);
    }

    /// Reports `chunk`, whose puzzles are classified, as progress. Returns its counters.
    pub(crate) fn finish(&self, chunk: &Chunk) -> Tally {
        let mut tally =
            Tally::of_chunk(chunk.consumed, self.records.lines).with_headings(self.records.headings);
        tally.count_all(&self.outcomes);
        self.records.malformed.iter().for_each(|_| tally.count(&Outcome::default()));
        (self.on_chunk)(&tally);
        tally
    }

    /// Calls `visit` with every record of `chunk`, whose puzzles are classified, in the order of the input. Lines and columns are
    /// 0 unless they are needed.
    #[inline]
    pub(crate) fn for_each_record(
        &self,
        chunk: &Chunk,
        needs_lines: bool,
        mut visit: impl FnMut(&Record<'_>),
    ) {
        let mut lines = LineCount::new(chunk);
        let text: &[u8] = &chunk.bytes;
        let puzzles = self.puzzles(text);
        let needs_lines = needs_lines || !chunk.places.is_empty();
        for RecordPlace { puzzle, origin } in self.places() {
            let (line, column) = if needs_lines { lines.of(text, origin) } else { (0, 0) };
            let place = RecordLine { line, column, before: chunk.place(line) };
            match puzzle {
                Ok(index) => visit(&self.record(text, origin, place, index, puzzles)),
                Err(defect) => visit(&malformed(text, origin, place, defect)),
            }
        }
    }

    /// Calls `write` with each record of `chunk` and the text of `output`, and lists the bad records. Otherwise like
    /// [`for_each_record`](Self::for_each_record).
    #[inline]
    pub(crate) fn write_records(
        &mut self,
        chunk: &Chunk,
        needs_lines: bool,
        output: &mut ChunkOutput,
        mut write: impl FnMut(&Record<'_>, &mut Vec<u8>),
    ) {
        let ChunkOutput { text, report, .. } = output;
        text.clear();
        text.reserve(self.longest);
        self.for_each_record(chunk, needs_lines, |record| {
            write(record, text);
            if record.defect.is_some() {
                report.list_bad(record);
            }
        });
        self.longest = self.longest.max(text.len());
    }

    /// Returns puzzle `index` of the chunk as a record with its solution. Always inlined, so that no record is built in memory.
    #[inline(always)]
    fn record<'a>(
        &'a self,
        chunk: &'a [u8],
        origin: usize,
        place: RecordLine,
        index: usize,
        puzzles: Puzzles<'a>,
    ) -> Record<'a> {
        let outcome = self.outcomes[index];
        let defect = match outcome.verdict {
            Verdict::Malformed => Some(place.defect(self.format.explain(chunk, origin))),
            Verdict::Conflict => {
                self.conflict(chunk, origin, puzzles.get(index)).map(|defect| place.defect(defect))
            }
            _ => None,
        };
        let (line, column) = place.of_input();
        let answer = self.answers().get(index).filter(|_| outcome.solutions > 0).map(digits);
        let given = self.given_answers.get(chunk, origin, index);
        let puzzle = puzzles.get(index);
        let decoded = place.before.map(|before| (place.line, before));
        Record { line, column, decoded, chunk, origin, puzzle, answer, outcome, defect, given }
    }

    #[cold]
    fn conflict(&self, chunk: &[u8], origin: usize, puzzle: &[u8]) -> Option<Defect> {
        let (first, second) = grid::conflict(puzzle.try_into().ok()?)?;
        let position = self.format.locate(chunk, origin, second.index());
        Some(Defect { position, reason: Reason::Conflict(first, second) })
    }
}

/// The line and the column at which a record was read.
#[derive(Clone, Copy)]
struct RecordLine {
    line: u64,
    column: u32,
    /// The place of the line before it was decoded, if it was.
    before: Option<Place>,
}

impl RecordLine {
    /// Returns the line and the column in the input.
    #[inline]
    fn of_input(self) -> (u64, u32) {
        self.before.map_or((self.line, self.column), |place| (place.line, place.column(self.column)))
    }

    /// Returns the defect of the record, with its column in the input.
    #[cold]
    fn defect(self, mut defect: Defect) -> Defect {
        if let Some(place) = self.before {
            defect.position.column = place.column(defect.position.column);
        }
        defect
    }
}

/// Returns a record of the wrong shape, which has no puzzle to classify.
#[cold]
fn malformed(chunk: &[u8], origin: usize, place: RecordLine, defect: Defect) -> Record<'_> {
    let (outcome, defect) = (Outcome::default(), Some(place.defect(defect)));
    let decoded = place.before.map(|before| (place.line, before));
    let (line, column) = place.of_input();
    Record { line, column, decoded, chunk, origin, puzzle: b"", answer: None, outcome, defect, given: None }
}
