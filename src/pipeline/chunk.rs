//! A chunk of the input: its text, its records and what is known about them.
//!
//! ```text
//! text ─▶ Chunk::read ─▶ places, puzzles, records of the wrong shape
//!              │
//!              ├─ a scan of each puzzle ─┐
//!              ├─ ChunkSolver ───────────┼─▶ outcomes, answers ─▶ for_each_record
//!              └─ another classifier ────┘
//! ```
//!
//! Every command reads its records here. A worker gets one chunk after another in the same memory.

mod visit;

use std::sync::Arc;

use memchr::memchr;

use crate::board::notation::{AnswerLine, Puzzles};
use crate::board::outcome::{Outcome, Verdict};
use crate::format::read::answer_field::{AnswerField, GivenAnswer, GivenAnswers};
use crate::format::{MAX_LINE, ReadRecords, RecordPlace, Records};
use crate::io::bytes::Bytes;
use crate::io::places::Place;
use crate::pipeline::report::{OnChunk, Tally};

/// How the records of all chunks of a run are read.
pub(crate) struct Reading {
    pub(crate) format: Arc<dyn ReadRecords>,
    /// The field of the data set's answers, if they are read.
    pub(crate) answer_field: Option<AnswerField>,
    /// The function to call with the counters of each finished chunk.
    pub(crate) on_chunk: OnChunk,
}

/// A part of the input that begins and ends between two records, and what is known about its records.
///
/// Until they are [read](Self::read), the records are those of the chunk that had the memory before.
pub(crate) struct Chunk {
    reading: Arc<Reading>,
    text: Bytes,
    /// The number of lines of the input before the chunk, if lines are counted.
    pub(crate) lines_before: u64,
    /// The number of bytes of the input that the chunk covers: its own, and the rest of a line that was cut off.
    pub(crate) consumed: u64,
    /// How many puzzles the header before the first chunk could hold.
    pub(super) unread_before: u64,
    /// The places of its lines before they were decoded; empty if they were not.
    line_places: Vec<Place>,
    records: Records,
    given_answers: GivenAnswers,
    /// The outcome of each classified puzzle.
    outcomes: Vec<Outcome>,
    /// An [`AnswerLine`] for each puzzle that an engine solved, as flat bytes: in the line format they are the text to write.
    answers: Vec<u8>,
    /// The number of bytes of the longest text written for a chunk in this memory so far, to reserve at once.
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

/// Room for the first solution and the outcome of each puzzle.
pub(super) struct Solved<'a> {
    pub(super) answers: &'a mut [AnswerLine],
    pub(super) outcomes: &'a mut [Outcome],
}

impl Reading {
    /// Reads records in `format`, without answers and without reports.
    pub(crate) fn of(format: Arc<dyn ReadRecords>) -> Self {
        Self { format, answer_field: None, on_chunk: Arc::new(|_| ()) }
    }
}

impl Chunk {
    /// Creates an empty chunk.
    pub(super) fn new(reading: Arc<Reading>) -> Self {
        Self {
            reading,
            text: Bytes::Owned(Vec::new()),
            lines_before: 0,
            consumed: 0,
            unread_before: 0,
            line_places: Vec::new(),
            records: Records::default(),
            given_answers: GivenAnswers::default(),
            outcomes: Vec::new(),
            answers: Vec::new(),
            longest: 0,
        }
    }

    /// Takes the chunk with its results, and leaves an empty one.
    pub(super) fn take(&mut self) -> Self {
        let empty = Self::new(Arc::clone(&self.reading));
        std::mem::replace(self, empty)
    }

    /// Takes the buffer of the text, or an empty one if the text is shared.
    pub(super) fn take_buffer(&mut self) -> Vec<u8> {
        std::mem::replace(&mut self.text, Bytes::Owned(Vec::new())).into_buffer()
    }

    /// Replaces the text, which covers `consumed` bytes and follows `lines_before` lines of the input. Its lines have these
    /// places before they were decoded, if they were.
    pub(super) fn set_text(
        &mut self,
        text: Bytes,
        consumed: u64,
        lines_before: u64,
        line_places: Vec<Place>,
    ) {
        (self.text, self.consumed) = (text, consumed);
        (self.lines_before, self.line_places) = (lines_before, line_places);
    }

    /// Returns the text.
    #[inline]
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns whether the chunk is the beginning of a line that is too long for a record. Such a line has a chunk of its own and
    /// is one malformed record.
    pub(crate) fn is_long_line(&self) -> bool {
        let text = self.text();
        text.len() >= MAX_LINE && memchr(b'\n', text).is_none()
    }

    /// Reads the records without classifying their puzzles.
    pub(crate) fn read(&mut self) {
        self.reading.format.read(&self.text, &mut self.records);
        self.read_given_answers();
    }

    /// Reads the records and classifies each puzzle by its text.
    pub(crate) fn read_and_classify(&mut self, classify: impl Fn(&[u8]) -> Verdict) {
        self.read_and(|puzzles, outcomes, _| {
            let outcome = |index| Outcome::new(classify(puzzles.get(index)), 0, 0);
            outcomes.clear();
            outcomes.extend((0..puzzles.len()).map(outcome));
        });
    }

    /// Reads the records and passes their puzzles to `solve`, with room for a solution and an outcome for each. The puzzles may at
    /// first be [assumed](ReadRecords::read_and_classify), and be any text.
    pub(super) fn read_and_solve(&mut self, mut solve: impl FnMut(Puzzles<'_>, Solved<'_>)) {
        self.read_and(|puzzles, outcomes, answers| solve(puzzles, room_for(&puzzles, outcomes, answers)));
    }

    /// Passes the puzzles, whose records were read, to `solve`.
    pub(super) fn solve(&mut self, mut solve: impl FnMut(Puzzles<'_>, Solved<'_>)) {
        let Self { reading, text, records, outcomes, answers, .. } = self;
        let puzzles = records.puzzles(text, reading.format.notation());
        solve(puzzles, room_for(&puzzles, outcomes, answers));
    }

    fn read_and(&mut self, mut classify: impl FnMut(Puzzles<'_>, &mut Vec<Outcome>, &mut Vec<u8>)) {
        let Self { reading, text, records, outcomes, answers, .. } = self;
        let mut classify =
            |puzzles: Puzzles<'_>, outcomes: &mut Vec<Outcome>| classify(puzzles, outcomes, answers);
        reading.format.read_and_classify(text, records, outcomes, &mut classify);
        self.read_given_answers();
    }

    fn read_given_answers(&mut self) {
        if let Some(field) = &self.reading.answer_field {
            field.read(&self.text, &self.records, &mut self.given_answers);
        }
    }

    /// Returns the puzzles. The records were read. Checks where each of them ends: one call is for all records.
    pub(crate) fn puzzles(&self) -> Puzzles<'_> {
        self.records.puzzles(&self.text, self.reading.format.notation())
    }

    /// Returns the number of bytes of every record if they are known to be equally long and the whole text.
    #[cfg(feature = "files")]
    pub(crate) fn record_width(&self) -> Option<usize> {
        self.records.width()
    }

    /// Returns the records, in the order of the input.
    pub(crate) fn places(&self) -> impl Iterator<Item = RecordPlace> {
        self.records.places()
    }

    /// Returns the number of lines.
    pub(crate) fn lines(&self) -> u64 {
        self.records.lines
    }

    /// Returns whether every line is a record, as in most inputs. Then nothing has to be searched to count lines.
    #[inline]
    pub(crate) fn has_record_on_every_line(&self) -> bool {
        self.records.lines == self.records.len() as u64
    }

    /// Adds the end of every record, whose lines start at the offsets `starts`, to `ends`, like [`ReadRecords::ends`].
    pub(crate) fn ends(&self, starts: &[u32], ends: &mut Vec<u32>) {
        self.reading.format.ends(&self.text, starts, ends);
    }

    /// Returns the first solution of every puzzle that has one, after an engine has solved the chunk.
    #[inline]
    pub(crate) fn answers(&self) -> &[AnswerLine] {
        self.answers.as_chunks().0
    }

    /// Swaps the solutions with `text`: together they are the results if every puzzle has one.
    pub(super) fn swap_answers(&mut self, text: &mut Vec<u8>) {
        std::mem::swap(&mut self.answers, text);
    }

    /// Returns the answer in the record of puzzle `index`, which begins at byte offset `origin`.
    pub(crate) fn given(&self, origin: usize, index: usize) -> Option<GivenAnswer<'_>> {
        self.given_answers.get(&self.text, origin, index)
    }

    /// Returns the outcomes of the classified puzzles.
    pub(crate) fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
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

    /// Returns the line of the chunk, counted from 1, with the first skipped text that could hold a puzzle, or 0 if it is in the
    /// header or the input is decoded.
    #[cold]
    fn first_unread(&self) -> u64 {
        if self.unread_before > 0 {
            return 0;
        }
        let before = &self.text[..self.records.first_unread];
        if self.line_places.is_empty() { memchr::memchr_iter(b'\n', before).count() as u64 + 1 } else { 0 }
    }

    /// Reports the chunk, whose puzzles are classified, as progress. Returns its counters.
    pub(crate) fn finish(&self) -> Tally {
        let mut tally = Tally::of_chunk(self.consumed, self.records.lines);
        tally.headings = self.records.headings;
        tally.unread = self.unread_before + self.records.unread;
        if tally.unread > 0 {
            tally.first_unread = self.first_unread();
        }
        tally.count_all(&self.outcomes);
        self.records.malformed.iter().for_each(|_| tally.count(&Outcome::default()));
        (self.reading.on_chunk)(&tally);
        tally
    }
}

/// Returns room for the results of these puzzles. Leaves the results of earlier ones in it, to be overwritten.
fn room_for<'a>(
    puzzles: &Puzzles<'_>,
    outcomes: &'a mut Vec<Outcome>,
    answers: &'a mut Vec<u8>,
) -> Solved<'a> {
    answers.resize(puzzles.len() * size_of::<AnswerLine>(), 0);
    outcomes.resize(puzzles.len(), Outcome::default());
    Solved { answers: answers.as_chunks_mut().0, outcomes }
}
