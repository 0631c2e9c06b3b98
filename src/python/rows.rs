//! Puzzles in memory, row by row, and how a batch of them is put before an engine.
//!
//! ```text
//!                 Rows::cells(rows)          rows of characters ─────────▶ read in place
//! NumPy array ┐   one row behind the other   rows of digits ─────────────▶ copied to `scratch`, as characters
//! Arrow column┼─▶                    ─▶ Batch
//! list, text  ┘   Rows::puzzles(rows)        in a text, known before ─────▶ read in place
//!                 Rows::gather(rows)         scattered, or wider numbers ─▶ copied to `scratch`
//!                 Rows::place(row)           all 81 bytes, in one buffer ─▶ read in place
//!                 where the row stands       otherwise ──────────────────▶ copied to `scratch`
//! ```
//!
//! A row that has no 81 cells gets its defect here. All others are judged by the engine, as in a file.
//!
//! The cells of an array are digits, the values 0 to 9, or characters, and each row decides by itself. To look at every
//! row before the engine does takes a tenth of the time of an easy puzzle, because the rows come from memory. So all rows
//! of a batch are read as characters if the first one is characters. A row of digits that is read as characters is
//! malformed: if the engine finds a malformed row that begins with a digit, the batch is read again, row by row. Rows
//! that are not contiguous are looked at one by one.

use std::fmt;
use std::ops::Range;

use crate::format::read::ReadRecords;
use crate::format::read::line::Lines;
use crate::format::{Reason, Records};
use crate::grid::{self, CELLS, Cell};
use crate::solver::Verdict;
use crate::solver::batch::{Notation, Puzzles};

/// Rows of puzzles that the caller holds.
pub(super) trait Rows: Sync {
    /// The number of rows.
    fn len(&self) -> usize;

    /// How the puzzles are written.
    fn notation(&self) -> Notation {
        Notation::Clues
    }

    /// The cells of the rows `range`, one row behind the other, if all of them have 81 cells that stand like that.
    fn cells(&self, range: Range<usize>) -> Option<CellRun<'_>> {
        let _ = range;
        None
    }

    /// The puzzles of the rows `range`, if each of them is one and it is known where they begin.
    fn puzzles(&self, range: Range<usize>) -> Option<Puzzles<'_>> {
        let _ = range;
        None
    }

    /// Writes the characters of the rows `range` to `text`, 81 for each, if they are scattered or are wider numbers. Returns
    /// false if they are to be read where they stand, or if one of them has no 81 cells.
    fn gather(&self, range: Range<usize>, text: &mut Vec<u8>) -> bool {
        let _ = (range, text);
        false
    }

    /// Where row `row` stands, or why it is no puzzle. Not called for rows of wider numbers, which are gathered.
    fn place(&self, row: usize) -> Result<Place<'_>, Defect>;

    /// What is wrong with the cells of row `row`, which has 81 of them, if they are numbers; `None` if they are characters.
    fn bad_number(&self, row: usize) -> Option<Defect> {
        let _ = row;
        None
    }
}

impl<T: Rows + ?Sized> Rows for &T {
    fn len(&self) -> usize {
        (**self).len()
    }

    fn notation(&self) -> Notation {
        (**self).notation()
    }

    fn cells(&self, range: Range<usize>) -> Option<CellRun<'_>> {
        (**self).cells(range)
    }

    fn puzzles(&self, range: Range<usize>) -> Option<Puzzles<'_>> {
        (**self).puzzles(range)
    }

    fn gather(&self, range: Range<usize>, text: &mut Vec<u8>) -> bool {
        (**self).gather(range, text)
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        (**self).place(row)
    }

    fn bad_number(&self, row: usize) -> Option<Defect> {
        (**self).bad_number(row)
    }
}

/// The cells of consecutive rows, 81 bytes for each.
#[derive(Clone, Copy)]
pub(super) struct CellRun<'a> {
    pub(super) bytes: &'a [u8],
    /// Are cells of the values 0 to 9 digits? Otherwise all cells are characters.
    pub(super) may_be_digits: bool,
}

impl CellRun<'_> {
    /// Does the first row begin with a digit? If it is a row of digits, the others most likely are too.
    pub(super) fn begins_with_digit(&self) -> bool {
        self.may_be_digits && self.bytes.first().is_some_and(is_digit)
    }
}

/// The bytes of a row: `text[start..end]`. The rows of a buffer share its `text`.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) text: &'a [u8],
    pub(super) start: usize,
    pub(super) end: usize,
    /// Are cells of the values 0 to 9 digits? Otherwise all cells are characters.
    pub(super) may_be_digits: bool,
}

impl<'a> Place<'a> {
    fn bytes(&self) -> &'a [u8] {
        &self.text[self.start..self.end]
    }

    /// Are the cells the numbers 0 to 9? Decided for each row by itself, so that a slice has the results of the whole.
    fn is_digits(&self) -> bool {
        self.may_be_digits
            && self.end > self.start
            && self.text[self.start] <= 9
            && self.bytes().iter().fold(0, |most, &byte| byte.max(most)) <= 9
    }
}

/// Why a row is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defect {
    /// The row is null.
    Null,
    /// The cell of this number is null.
    NullCell(usize),
    /// The row has this number of cells.
    Cells(usize),
    /// A cell of a row of numbers is none of 0 to 9.
    Number {
        /// The number of the cell.
        cell: usize,
        /// Its value, as the caller gave it.
        value: i128,
    },
    /// The row reaches past the memory that the caller gave.
    Corrupt,
    /// The row is text that is no puzzle, or one in contradiction with itself.
    Text(Reason),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::NullCell(cell) => write!(f, "{} is null", cell_name(*cell)),
            Self::Cells(found) => {
                write!(f, "{found} cell{} where 81 were expected", if *found == 1 { "" } else { "s" })
            }
            Self::Number { cell, value } => {
                write!(f, "{} is {value}, which is no digit from 0 to 9", cell_name(*cell))
            }
            Self::Corrupt => f.write_str("the row reaches past its buffer"),
            Self::Text(reason) => reason.fmt(f),
        }
    }
}

/// `r1c3` for cell 2, or the number of a cell that no grid has, counted from 1.
fn cell_name(cell: usize) -> String {
    if cell < CELLS { Cell::new(cell).to_string() } else { format!("cell {}", cell + 1) }
}

/// The first cell of a row of numbers that is none of 0 to 9. If most cells are greater, the row is taken for one of
/// characters, and only a cell that is no byte is named.
pub(super) fn bad_number(cells: impl Iterator<Item = i128> + Clone) -> Option<Defect> {
    let first_outside = |most| cells.clone().enumerate().find(|(_, value)| !(0..=most).contains(value));
    let greater = cells.clone().filter(|&value| value > 9).count();
    let is_text = 2 * greater > CELLS;
    let (cell, value) = first_outside(if is_text { 255 } else { 9 })?;
    Some(Defect::Number { cell, value })
}

/// Some consecutive rows, ready for an engine. The memory is used for one batch after another.
#[derive(Default)]
pub(super) struct Batch {
    /// The offsets of the puzzles in their text.
    starts: Vec<u32>,
    /// The row of each puzzle, counted from the first row of the batch.
    rows: Vec<u32>,
    /// The rows that are no puzzles, likewise, and why.
    defects: Vec<(u32, Defect)>,
    /// Were the rows taken for characters after a look at the first one?
    may_have_digits: bool,
}

/// The puzzles of a batch.
pub(super) struct BatchPuzzles<'a> {
    pub(super) puzzles: Puzzles<'a>,
    /// The row of each puzzle, counted from the first row of the batch.
    pub(super) rows: &'a [u32],
    /// The rows that are no puzzles, likewise, and why.
    pub(super) defects: &'a [(u32, Defect)],
    /// Were the rows taken for characters after a look at the first one?
    may_have_digits: bool,
}

impl BatchPuzzles<'_> {
    /// Is one of the puzzles a row of digits that was taken for characters, going by the `verdicts` on all of them? Then
    /// the batch is to be [read again](Batch::read_each).
    pub(super) fn have_digits(&self, verdicts: impl Iterator<Item = Verdict>) -> bool {
        let is_digits = |(index, verdict)| {
            verdict == Verdict::Malformed && self.puzzles.get(index).first().is_some_and(is_digit)
        };
        self.may_have_digits && verdicts.enumerate().any(is_digits)
    }
}

impl Batch {
    /// Reads the rows `range`. Returns the puzzles among them, whose text is in `rows` or in `scratch`.
    pub(super) fn read<'a>(
        &'a mut self,
        rows: &'a dyn Rows,
        range: Range<usize>,
        scratch: &'a mut Vec<u8>,
    ) -> BatchPuzzles<'a> {
        if let Some(puzzles) = rows.puzzles(range.clone()) {
            self.clear();
            self.rows.extend(0..range.len() as u32);
            return BatchPuzzles { puzzles, rows: &self.rows, defects: &[], may_have_digits: false };
        }
        if rows.gather(range.clone(), scratch) {
            self.set_consecutive(range.len(), false);
            return self.puzzles(scratch, rows.notation());
        }
        let cells = rows.cells(range.clone());
        if let Some(cells) = cells
            && cells.begins_with_digit()
        {
            if !spell(cells.bytes, scratch) {
                return self.read_each(rows, range, scratch);
            }
            self.set_consecutive(range.len(), false);
            return self.puzzles(scratch, rows.notation());
        }
        let text = match cells {
            Some(cells) => {
                self.set_consecutive(range.len(), cells.may_be_digits);
                Some(cells.bytes)
            }
            None => self.read_in_place(rows, range.clone()),
        };
        match text {
            Some(text) => self.puzzles(text, rows.notation()),
            None => self.read_each(rows, range, scratch),
        }
    }

    /// Reads the rows as [`read`](Self::read) does, but looks at each of them, and copies it.
    pub(super) fn read_each<'a>(
        &'a mut self,
        rows: &'a dyn Rows,
        range: Range<usize>,
        scratch: &'a mut Vec<u8>,
    ) -> BatchPuzzles<'a> {
        self.copy(rows, range, scratch);
        self.puzzles(scratch, rows.notation())
    }

    fn puzzles<'a>(&'a self, text: &'a [u8], notation: Notation) -> BatchPuzzles<'a> {
        let puzzles = Puzzles::new(text, &self.starts, notation);
        let Self { rows, defects, may_have_digits, .. } = self;
        BatchPuzzles { puzzles, rows, defects, may_have_digits: *may_have_digits }
    }

    /// Notes so many rows of 81 contiguous cells.
    fn set_consecutive(&mut self, rows: usize, may_have_digits: bool) {
        self.clear();
        self.may_have_digits = may_have_digits;
        self.starts.extend((0..rows as u32).map(|row| row * CELLS as u32));
        self.rows.extend(0..rows as u32);
    }

    /// Reads the rows without copying them. Returns `None` if they are not all in one buffer, or are digits.
    fn read_in_place<'a>(&mut self, rows: &'a dyn Rows, range: Range<usize>) -> Option<&'a [u8]> {
        self.clear();
        let (first, width) = (range.start, rows.notation().width());
        let mut window: Option<&'a [u8]> = None;
        let mut buffer: &[u8] = b"";
        for row in range {
            let place = match rows.place(row).and_then(|place| checked(place, width)) {
                Ok(place) => place,
                Err(defect) => {
                    self.defects.push(((row - first) as u32, defect));
                    continue;
                }
            };
            let text = *window.get_or_insert_with(|| {
                buffer = place.text;
                &place.text[place.start..]
            });
            let origin = buffer.len() - text.len();
            if !std::ptr::eq(place.text, buffer) || place.start < origin || place.is_digits() {
                return None;
            }
            self.starts.push(u32::try_from(place.start - origin).ok()?);
            self.rows.push((row - first) as u32);
        }
        Some(window.unwrap_or_default())
    }

    /// Concatenates the rows, digits as their characters.
    fn copy(&mut self, rows: &dyn Rows, range: Range<usize>, scratch: &mut Vec<u8>) {
        self.clear();
        scratch.clear();
        let (first, width) = (range.start, rows.notation().width());
        for row in range {
            match rows.place(row).and_then(|place| checked(place, width)) {
                Ok(place) => {
                    self.starts.push(scratch.len() as u32);
                    self.rows.push((row - first) as u32);
                    let start = scratch.len();
                    scratch.extend_from_slice(place.bytes());
                    if place.may_be_digits
                        && let Ok(cells) = (&mut scratch[start..]).try_into()
                    {
                        spell_digits(cells);
                    }
                }
                Err(defect) => self.defects.push(((row - first) as u32, defect)),
            }
        }
    }

    fn clear(&mut self) {
        self.starts.clear();
        self.rows.clear();
        self.defects.clear();
        self.may_have_digits = false;
    }
}

/// Is the cell a number from 0 to 9, and no character?
fn is_digit(cell: &u8) -> bool {
    *cell <= 9
}

/// Writes digits as their characters over `text`. Returns whether all cells are digits.
fn spell(cells: &[u8], text: &mut Vec<u8>) -> bool {
    text.resize(cells.len(), 0);
    let mut most = 0;
    for (character, &cell) in text.iter_mut().zip(cells) {
        *character = cell.wrapping_add(b'0');
        most = most.max(cell);
    }
    most <= 9
}

/// Turns the numbers 0 to 9 into their characters, if all cells are such numbers. One pass, as nearly all rows are alike.
pub(super) fn spell_digits(cells: &mut [u8; CELLS]) {
    let most = cells.iter().fold(0, |most, &byte| byte.max(most));
    if most <= 9 {
        *cells = cells.map(|byte| byte + b'0');
    }
}

/// The place of the puzzle in a row, which may have white space around it.
#[inline]
fn checked(place: Place<'_>, width: usize) -> Result<Place<'_>, Defect> {
    if place.end - place.start == width {
        return Ok(place);
    }
    let (start, end) = (place.start, place.start + CELLS);
    if place.is_digits() {
        return Err(Defect::Cells(place.bytes().len()));
    }
    let offset = puzzle_in(place.bytes())?;
    Ok(Place { start: start + offset, end: end + offset, ..place })
}

/// Where the puzzle stands in a text of another length than 81, by the rules for a line of a file.
#[cold]
pub(super) fn puzzle_in(text: &[u8]) -> Result<usize, Defect> {
    let mut records = Records::default();
    Lines.read(text, &mut records);
    match (records.len(), records.malformed.first()) {
        (1, None) => Ok(records.origin(0)),
        (1, Some(record)) => Err(Defect::Text(record.defect.reason)),
        _ => {
            let characters = text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(); // of UTF-8
            Err(Defect::Text(Reason::Length { found: characters as u32, expected: CELLS as u32 }))
        }
    }
}

/// What is wrong with a puzzle that the engine has found malformed, or in contradiction with itself.
#[cold]
pub(super) fn explain(puzzle: &[u8], verdict: Verdict) -> Option<Defect> {
    let reason = match verdict {
        Verdict::Conflict => {
            let (first, second) = grid::conflict(puzzle.try_into().ok()?)?;
            Reason::Conflict(first, second)
        }
        Verdict::Malformed => match Lines.explain(puzzle, 0).reason {
            // A row of 81 bytes is one puzzle even where a line of a file would have ended before.
            Reason::Length { .. } | Reason::BareReturn => Reason::Byte(puzzle[grid::first_bad_byte(puzzle)?]),
            reason => reason,
        },
        _ => return None,
    };
    Some(Defect::Text(reason))
}
