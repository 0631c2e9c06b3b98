//! Prepares batches of rows for a solver.
//!
//! ```text
//!                 Rows::cells(rows)          rows of characters ─────────▶ read in place
//! NumPy array ┐   contiguous rows            rows of digits ─────────────▶ copied to `scratch`, as characters
//! Arrow column┼─▶                    ─▶ RowReader
//! list, text  ┘   Rows::puzzles(rows)        in a text, known before ─────▶ read in place
//!                 Rows::gather(rows)         scattered, or wider numbers ─▶ copied to `scratch`
//!                 Rows::place(row)           all 81 bytes, in one buffer ─▶ read in place
//!                 the location of a row      otherwise ──────────────────▶ copied to `scratch`
//! ```
//!
//! A row without 81 cells gets its defect here. The engine determines the verdict of all others, as in a file.
//!
//! The cells of an array are digits, the values 0 to 9, or characters, and each row decides for itself. Reading every row before
//! the engine does takes a tenth of the time of an easy puzzle, because the rows come from memory. So if the first row of a batch
//! is characters, all are read as characters. A row of digits read as characters is malformed: if the engine finds a malformed
//! row that begins with a digit, the batch is read again, row by row. Rows that are not contiguous are examined one by one.

use std::ops::Range;

use bulkdoku::Solution;
use bulkdoku::format;
use bulkdoku::solver::{AnswerLine, Answers, Goal, Outcome, Puzzles, Task, Verdict};

use super::pool::PooledSolver;
use super::row_run::Turn;
use super::rows::{Defect, Place, Rows, explain, puzzle_in, spell_digits};
use crate::CELLS;

/// A row that is malformed or contradicts itself, and why.
pub(super) type BadRow = (usize, Defect);

/// Reads batches of rows and obtains the verdicts of their puzzles, in memory that is reused for each batch.
pub(super) struct RowReader<'a> {
    source: &'a dyn Rows,
    /// The length of a puzzle.
    width: usize,
    may_be_digits: bool,
    /// The text that contains the puzzles of the batch, or `None` if it is `scratch`.
    text: Option<&'a [u8]>,
    scratch: Vec<u8>,
    /// The offsets of the puzzles in their text.
    starts: Vec<u32>,
    /// The row of each puzzle, counted from the first row of the batch.
    pub(super) rows: Vec<u32>,
    /// The rows that are not puzzles, likewise, and why.
    pub(super) defects: Vec<(u32, Defect)>,
    /// The outcome of each puzzle.
    pub(super) outcomes: Vec<Outcome>,
    /// The bad rows of all batches.
    pub(super) bad: Vec<BadRow>,
}

impl<'a> RowReader<'a> {
    /// Creates a reader of the rows of `source`.
    pub(super) fn new(source: &'a dyn Rows) -> Self {
        Self {
            source,
            width: source.notation().width(),
            may_be_digits: source.may_be_digits(),
            text: None,
            scratch: Vec::new(),
            starts: Vec::new(),
            rows: Vec::new(),
            defects: Vec::new(),
            outcomes: Vec::new(),
            bad: Vec::new(),
        }
    }

    /// Reads the rows of a turn, and calls `classify` to write an outcome for each of their puzzles. Keeps the bad ones.
    ///
    /// Meanwhile, the next rows are prefetched if they are digits, because the next batch begins with copying them. Characters
    /// are read in place, and the engine prefetches them itself.
    pub(super) fn read(&mut self, turn: Turn<'_>, mut classify: impl FnMut(Puzzles<'_>, &mut Vec<Outcome>)) {
        let Turn { rows, next, .. } = turn;
        let next = if next.end <= self.source.len() { self.source.cells(next) } else { None };
        let next = next.filter(|cells| self.begin_with_digit(cells));
        let may_have_digits = self.find(rows.clone());
        let mut outcomes = std::mem::take(&mut self.outcomes);
        classify(self.puzzles().followed_by(next.unwrap_or_default()), &mut outcomes);
        if may_have_digits && self.have_digits(&outcomes) {
            self.copy(rows.clone());
            classify(self.puzzles(), &mut outcomes);
        }
        self.outcomes = outcomes;
        self.note_bad(rows.start);
    }

    /// Returns the puzzles of the batch.
    pub(super) fn puzzles(&self) -> Puzzles<'_> {
        Puzzles::new(self.text.unwrap_or(&self.scratch), &self.starts, self.source.notation())
    }

    /// Finds the puzzles of the rows `range`. Returns whether they were assumed to be characters because the first one is.
    fn find(&mut self, range: Range<usize>) -> bool {
        self.clear();
        if let Some(text) = self.source.puzzles(range.clone(), &mut self.starts) {
            self.rows.extend(0..range.len() as u32);
            self.text = Some(text);
            return false;
        }
        if self.source.gather(range.clone(), &mut self.scratch) {
            self.set_consecutive(range.len(), None);
            return false;
        }
        match self.source.cells(range.clone()) {
            Some(cells) if !self.begin_with_digit(cells) => {
                self.set_consecutive(range.len(), Some(cells));
                return self.may_be_digits;
            }
            Some(cells) if spell(cells, &mut self.scratch) => self.set_consecutive(range.len(), None),
            None if self.find_in_place(range.clone()) => {}
            _ => self.copy(range),
        }
        false
    }

    /// Notes this many rows of 81 contiguous cells.
    fn set_consecutive(&mut self, rows: usize, text: Option<&'a [u8]>) {
        self.text = text;
        self.starts.extend((0..rows as u32).map(|row| row * CELLS as u32));
        self.rows.extend(0..rows as u32);
    }

    /// Finds the puzzles without copying them. Returns false if they are not all in one buffer or are digits.
    fn find_in_place(&mut self, range: Range<usize>) -> bool {
        let mut first: Option<Place<'a>> = None;
        let is_found = self.find_each(range, |reader, place| {
            let first = *first.get_or_insert(place);
            if !std::ptr::eq(place.text, first.text) || reader.are_digits(place.bytes()) {
                return false;
            }
            let start = place.start.checked_sub(first.start).and_then(|start| u32::try_from(start).ok());
            reader.starts.extend(start);
            start.is_some()
        });
        self.text = Some(first.map_or(b"", |first| &first.text[first.start..]));
        is_found
    }

    /// Examines and copies each row, with digits as their characters.
    fn copy(&mut self, range: Range<usize>) {
        self.scratch.clear();
        self.find_each(range, |reader, place| {
            let start = reader.scratch.len();
            reader.starts.push(start as u32);
            reader.scratch.extend_from_slice(place.bytes());
            if reader.may_be_digits
                && let Ok(cells) = (&mut reader.scratch[start..]).try_into()
            {
                spell_digits(cells);
            }
            true
        });
    }

    /// Calls `each` with the location of each row that is a puzzle, and notes the defects of the others. Returns false as soon as
    /// `each` does.
    fn find_each(&mut self, range: Range<usize>, mut each: impl FnMut(&mut Self, Place<'a>) -> bool) -> bool {
        self.clear();
        for (number, row) in (0..).zip(range) {
            match self.source.place(row).and_then(|place| self.checked(place)) {
                Ok(place) if each(self, place) => self.rows.push(number),
                Ok(_) => return false,
                Err(defect) => self.defects.push((number, defect)),
            }
        }
        true
    }

    /// Returns the location of the puzzle in a row, which may have white space around it.
    #[inline]
    fn checked(&self, place: Place<'a>) -> Result<Place<'a>, Defect> {
        if place.end - place.start == self.width {
            return Ok(place);
        }
        if self.are_digits(place.bytes()) {
            return Err(Defect::Cells(place.bytes().len()));
        }
        let start = place.start + puzzle_in(place.bytes())?;
        Ok(Place { start, end: start + CELLS, ..place })
    }

    /// Whether the first row begins with a digit. If it is a row of digits, the others most likely are as well.
    fn begin_with_digit(&self, cells: &[u8]) -> bool {
        self.may_be_digits && cells.first().is_some_and(|&cell| cell <= 9)
    }

    /// Whether the cells of a row are the numbers 0 to 9. Each row decides for itself, so a slice has the same results as the
    /// whole.
    fn are_digits(&self, cells: &[u8]) -> bool {
        self.begin_with_digit(cells) && cells.iter().fold(0, |most, &byte| byte.max(most)) <= 9
    }

    fn clear(&mut self) {
        self.text = None;
        self.starts.clear();
        self.rows.clear();
        self.defects.clear();
    }

    /// Whether one of the puzzles, which were assumed to be characters, is a row of digits, judging by the verdicts.
    fn have_digits(&self, outcomes: &[Outcome]) -> bool {
        let puzzles = self.puzzles();
        outcomes.iter().enumerate().any(|(index, outcome)| {
            outcome.verdict == Verdict::Malformed && self.begin_with_digit(puzzles.get(index))
        })
    }

    /// Keeps the rows of the batch that are not puzzles, and the puzzles that turned out to be malformed or to contradict
    /// themselves. The batch begins at the row `first`.
    fn note_bad(&mut self, first: usize) {
        self.bad.extend(self.defects.iter().map(|&(row, defect)| (first + row as usize, defect)));
        for index in 0..self.rows.len() {
            let verdict = self.outcomes[index].verdict;
            if matches!(verdict, Verdict::Malformed | Verdict::Conflict) {
                let row = first + self.rows[index] as usize;
                let known = (verdict == Verdict::Malformed).then(|| self.source.bad_cell(row)).flatten();
                let defect = known.or_else(|| explain(self.puzzles().get(index)));
                self.bad.extend(defect.map(|defect| (row, defect)));
            }
        }
    }
}

/// Returns the bad rows of all threads, in order.
pub(super) fn bad_rows<'a>(readers: impl Iterator<Item = RowReader<'a>>) -> Vec<BadRow> {
    let mut bad: Vec<BadRow> = readers.flat_map(|reader| reader.bad).collect();
    bad.sort_unstable_by_key(|&(row, _)| row);
    bad
}

/// Replaces `text` by digits as characters. Returns whether all cells are digits.
fn spell(cells: &[u8], text: &mut Vec<u8>) -> bool {
    text.resize(cells.len(), 0);
    let mut most = 0;
    for (character, &cell) in text.iter_mut().zip(cells) {
        *character = cell.wrapping_add(b'0');
        most = most.max(cell);
    }
    most <= 9
}

/// Reads batches of rows, and inspects or solves their puzzles.
pub(super) struct Inspector<'a> {
    pub(super) reader: RowReader<'a>,
    solver: Option<PooledSolver>,
    answers: Vec<AnswerLine>,
}

/// The rows of a batch, and the outcomes of their puzzles.
pub(super) struct ClassifiedRows<'a> {
    pub(super) puzzles: Puzzles<'a>,
    /// The outcome of each puzzle.
    pub(super) outcomes: &'a [Outcome],
    /// The first solution of every puzzle that has one, if they were solved.
    pub(super) answers: &'a [AnswerLine],
    /// The row of each puzzle, counted from the first row of the batch.
    rows: &'a [u32],
    /// The rows that are not puzzles, likewise, and why.
    pub(super) defects: &'a [(u32, Defect)],
}

impl<'a> Inspector<'a> {
    /// Creates an inspector that finds equal clues in a house and bytes that are not cells.
    pub(super) fn scanning(rows: &'a dyn Rows) -> Self {
        Self { reader: RowReader::new(rows), solver: None, answers: Vec::new() }
    }

    /// Creates an inspector that, if `solves`, also finds the puzzles with exactly one solution.
    pub(super) fn new(rows: &'a dyn Rows, solves: bool) -> Self {
        Self { solver: solves.then(PooledSolver::take), ..Self::scanning(rows) }
    }

    /// Reads the rows of a turn, and determines their verdicts.
    pub(super) fn read(&mut self, turn: Turn<'_>) -> ClassifiedRows<'_> {
        let Self { reader, solver, answers } = self;
        reader.read(turn, |puzzles, outcomes| match solver {
            Some(solver) => {
                answers.resize(puzzles.len(), [0; CELLS + 1]);
                outcomes.resize(puzzles.len(), Outcome::default());
                solver.run_rows(Task::new(Goal::Unique), puzzles, Answers::Lines(answers), outcomes);
            }
            None => {
                outcomes.clear();
                outcomes.extend((0..puzzles.len()).map(|index| outcome_of(format::scan(puzzles.get(index)))));
            }
        });
        let (puzzles, outcomes) = (reader.puzzles(), &reader.outcomes);
        ClassifiedRows { puzzles, outcomes, answers, rows: &reader.rows, defects: &reader.defects }
    }
}

/// Returns an outcome that is only a verdict.
pub(super) fn outcome_of(verdict: Verdict) -> Outcome {
    Outcome::new(verdict, 0, 0)
}

impl ClassifiedRows<'_> {
    /// Returns the solution of the puzzle at `index`, if it was found to be the only one.
    pub(super) fn solution(&self, index: usize) -> Option<Solution> {
        if self.outcomes[index].verdict != Verdict::Unique {
            return None;
        }
        Solution::try_from(&self.answers.get(index)?[..CELLS]).ok()
    }

    /// Returns the index, the row and the verdict of each puzzle.
    pub(super) fn verdicts(&self) -> impl Iterator<Item = (usize, usize, Verdict)> {
        let found = self.rows.iter().zip(self.outcomes).enumerate();
        found.map(|(index, (&row, outcome))| (index, row as usize, outcome.verdict))
    }
}
