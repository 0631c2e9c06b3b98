//! Visits the records of a chunk, with their lines and the reasons why they are bad.

use super::{Chunk, PlacedRecord};
use crate::board::grid;
use crate::board::notation::Puzzles;
use crate::board::outcome::{Outcome, Verdict};
use crate::format::read::line::line_start;
use crate::format::{Defect, Reason, Record, RecordPlace, digits};
use crate::io::places::Place;
use crate::pipeline::line_count::LineCount;
use crate::pipeline::ordered_writer::ChunkOutput;

impl Chunk {
    /// Returns the place of this line of the input before it was decoded, or `None` if it was not.
    #[inline]
    fn place(&self, line: u64) -> Option<Place> {
        if self.line_places.is_empty() { None } else { self.place_of_decoded(line) }
    }

    #[cold]
    fn place_of_decoded(&self, line: u64) -> Option<Place> {
        let index = usize::try_from(line.checked_sub(self.lines_before + 1)?).ok()?;
        self.line_places.get(index).copied()
    }

    /// Converts a line and a column of the input to those before it was decoded.
    #[inline]
    pub(crate) fn original(&self, (line, column): (u64, u32)) -> (u64, u32) {
        self.place(line).map_or((line, column), |place| (place.line, place.column(column)))
    }

    /// Returns the records, in the order of the input, with their lines.
    pub(crate) fn placed(&self) -> impl Iterator<Item = PlacedRecord> {
        let (mut lines, text) = (RecordLines::of(self), self.text());
        self.places().map(move |RecordPlace { puzzle, origin }| {
            let (line, column) = lines.next(text, origin);
            let is_puzzle = |&index: &usize| {
                self.outcomes.get(index).is_none_or(|outcome| outcome.verdict != Verdict::Malformed)
            };
            PlacedRecord { puzzle: puzzle.ok().filter(is_puzzle), line, column, origin }
        })
    }

    /// Calls `visit` with every record, in the order of the input. The puzzles are classified. Lines and columns are 0 unless
    /// they are needed.
    #[inline]
    pub(crate) fn for_each_record(&self, needs_lines: bool, mut visit: impl FnMut(&Record<'_>)) {
        let (mut lines, text) = (RecordLines::of(self), self.text());
        let puzzles = self.puzzles();
        let needs_lines = needs_lines || !self.line_places.is_empty();
        for RecordPlace { puzzle, origin } in self.places() {
            let (line, column) = if needs_lines { lines.next(text, origin) } else { (0, 0) };
            let place = RecordLine { line, column, before: self.place(line) };
            match puzzle {
                Ok(index) => visit(&self.record(text, origin, place, index, puzzles)),
                Err(defect) => visit(&malformed(text, origin, place, defect)),
            }
        }
    }

    /// Calls `write` with each record and the text of `output`, and lists the bad records. Otherwise like
    /// [`for_each_record`](Self::for_each_record).
    #[inline]
    pub(crate) fn write_records(
        &mut self,
        needs_lines: bool,
        output: &mut ChunkOutput,
        mut write: impl FnMut(&Record<'_>, &mut Vec<u8>),
    ) {
        let ChunkOutput { text, report } = output;
        text.clear();
        text.reserve(self.longest);
        self.for_each_record(needs_lines, |record| {
            write(record, text);
            if record.defect.is_some() {
                report.list_bad(record);
            }
        });
        self.longest = self.longest.max(text.len());
    }

    /// Returns puzzle `index` as a record with its solution; `text` and `puzzles` are those of the chunk. Always inlined, so that
    /// no record is built in memory.
    #[inline(always)]
    fn record<'a>(
        &'a self,
        text: &'a [u8],
        origin: usize,
        place: RecordLine,
        index: usize,
        puzzles: Puzzles<'a>,
    ) -> Record<'a> {
        let outcome = self.outcomes[index];
        let defect = match outcome.verdict {
            Verdict::Malformed => Some(place.defect(self.reading.format.explain(text, origin))),
            Verdict::Conflict => {
                self.conflict(text, origin, puzzles.get(index)).map(|defect| place.defect(defect))
            }
            _ => None,
        };
        let (line, column) = place.of_input();
        let answer = self.answers().get(index).filter(|_| outcome.solutions > 0).map(digits);
        let given = self.given_answers.get(text, origin, index);
        let puzzle = puzzles.get(index);
        let decoded = place.before.map(|before| (place.line, before));
        Record { line, column, decoded, chunk: text, origin, puzzle, answer, outcome, defect, given }
    }

    #[cold]
    fn conflict(&self, text: &[u8], origin: usize, puzzle: &[u8]) -> Option<Defect> {
        let (first, second) = grid::conflict(puzzle.try_into().ok()?)?;
        let position = self.reading.format.locate(text, origin, second.index());
        Some(Defect { position, reason: Reason::Conflict(first, second) })
    }
}

/// Finds the line and the character, both from 1, at which each record in turn begins.
struct RecordLines {
    count: LineCount,
    /// The line of the last record, if every line is one.
    last: Option<u64>,
}

impl RecordLines {
    fn of(chunk: &Chunk) -> Self {
        let last = chunk.has_record_on_every_line().then_some(chunk.lines_before);
        Self { count: LineCount::after(chunk.lines_before), last }
    }

    #[inline]
    fn next(&mut self, text: &[u8], origin: usize) -> (u64, u32) {
        let Some(last) = &mut self.last else { return self.count.of(text, origin) };
        *last += 1;
        (*last, (origin - line_start(text, origin)) as u32 + 1)
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
