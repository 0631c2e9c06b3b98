//! Puzzles in memory, row by row: the one interface of every form of input.
//!
//! ```text
//! NumPy array ┐
//! Arrow column┼─▶ Rows::copy(range) ─▶ Batch ─▶ a solver, a rater, …
//! list, text  ┘    as characters        puzzles, and the rows that are none
//! ```
//!
//! Every batch is copied, whatever the caller's memory looks like: copying 81 bytes takes a thirtieth of the time of solving an easy
//! puzzle, and whoever processes the batch needs to know one layout only.

use std::borrow::Cow;
use std::ops::{BitOr, Range};
use std::sync::LazyLock;

use bulkdoku::format::{Reason, TextFormat};
use bulkdoku::solver::{Notation, Puzzles};

use super::defect::{self, Defect};
use crate::CELLS;

/// Rows of puzzles in the caller's memory.
pub(super) trait Rows: Send + Sync {
    /// Returns the number of rows.
    fn len(&self) -> usize;

    /// Returns the notation of the puzzles.
    fn notation(&self) -> Notation {
        Notation::Clues
    }

    /// Returns the line of row `row` in a file with these rows, from 1.
    fn line(&self, row: usize) -> u64 {
        row as u64 + 1
    }

    /// Adds the rows `range` to a batch, each as a puzzle or with the reason why it is not one.
    fn copy(&self, range: Range<usize>, batch: &mut Batch);

    /// Returns the caller's memory of the rows `range`, if it is in one piece. An engine prefetches it while it solves other rows.
    fn memory(&self, _range: Range<usize>) -> &[u8] {
        &[]
    }

    /// Returns the text of row `row`, which is not a puzzle, or `None` if it has none. Equal texts are the same class.
    fn text(&self, row: usize) -> Option<Cow<'_, [u8]>>;

    /// Returns why row `row`, which was added to a batch as `puzzle`, is malformed.
    fn defect(&self, _row: usize, puzzle: &[u8]) -> Option<Defect> {
        defect::of_cells(puzzle)
    }

    /// Whether the record of every row also contains an answer.
    fn has_answers(&self) -> bool {
        false
    }

    /// Returns the answer in the record of row `row`, or `None` if it has no answer or no puzzle.
    fn answer(&self, _row: usize) -> Option<&[u8]> {
        None
    }
}

/// Consecutive rows as characters, in memory that is reused for the next ones.
pub(super) struct Batch<'a> {
    source: &'a dyn Rows,
    /// The memory of the rows that are likely next.
    next: &'a [u8],
    /// The first row.
    pub(super) first: usize,
    notation: Notation,
    /// The puzzles, one after another, and unspecified bytes after them.
    text: Vec<u8>,
    /// The number of puzzles.
    count: usize,
    /// The offset of each puzzle, and of those of longer batches.
    starts: Vec<u32>,
    /// The row of each puzzle, counted from the first row. Empty if all rows are puzzles.
    rows: Vec<u32>,
    /// The rows that are not puzzles, likewise, and why.
    pub(super) defects: Vec<(u32, Defect)>,
}

impl<'a> Batch<'a> {
    pub(super) fn new(source: &'a dyn Rows) -> Self {
        let (text, starts, rows, defects) = Default::default();
        Self {
            source,
            next: &[],
            first: 0,
            notation: source.notation(),
            text,
            count: 0,
            starts,
            rows,
            defects,
        }
    }

    /// Replaces the batch by the rows `range`. The rows `next` are likely the next ones.
    pub(super) fn fill(&mut self, range: Range<usize>, next: Range<usize>) {
        self.next = if next.end <= self.source.len() { self.source.memory(next) } else { &[] };
        let (first, length, width) = (range.start, range.len(), self.notation.width());
        (self.first, self.count) = (first, 0);
        self.defects.clear();
        self.rows.clear();
        if self.starts.len() < length {
            self.text.resize(length * width, 0);
            self.starts = (0..length).map(|row| (row * width) as u32).collect();
        }
        self.source.copy(range, self);
        if !self.defects.is_empty() {
            let mut defects = self.defects.iter().map(|&(row, _)| row).peekable();
            self.rows.extend((0..length as u32).filter(|row| defects.next_if_eq(row).is_none()));
        }
    }

    /// Returns the number of rows so far.
    pub(super) fn len(&self) -> usize {
        self.count + self.defects.len()
    }

    /// Returns the puzzles.
    pub(super) fn puzzles(&self) -> Puzzles<'_> {
        Puzzles::new(&self.text, &self.starts[..self.count], self.notation).followed_by(self.next)
    }

    /// Returns the text of the puzzle at `index`. [`puzzles`](Self::puzzles) checks where all of them end.
    #[inline]
    pub(super) fn puzzle(&self, index: usize) -> &[u8] {
        let width = self.notation.width();
        &self.text[index * width..][..width]
    }

    /// Returns the row of each puzzle, counted from the first row of the batch.
    pub(super) fn rows(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        (0..self.count).map(|index| self.row(index))
    }

    /// Returns the row of the puzzle at `index`, likewise.
    #[inline]
    pub(super) fn row(&self, index: usize) -> usize {
        self.rows.get(index).map_or(index, |&row| row as usize)
    }

    /// Adds a row that is a puzzle.
    #[inline]
    pub(super) fn push(&mut self, puzzle: &[u8]) {
        match <&[u8; CELLS]>::try_from(puzzle) {
            Ok(cells) => self.push_cells(cells),
            Err(_) => {
                let width = self.notation.width();
                self.text[self.count * width..][..width].copy_from_slice(puzzle);
                self.count += 1;
            }
        }
    }

    /// Adds rows of 81 characters.
    pub(super) fn push_all(&mut self, rows: &[[u8; CELLS]]) {
        let text = rows.as_flattened();
        self.text[self.count * CELLS..][..text.len()].copy_from_slice(text);
        self.count += rows.len();
    }

    /// Adds a row of 81 characters.
    #[inline]
    fn push_cells(&mut self, cells: &[u8; CELLS]) {
        self.next_cells().copy_from_slice(cells);
    }

    /// Adds a row of 81 cells, to be overwritten.
    #[inline]
    fn next_cells(&mut self) -> &mut [u8; CELLS] {
        let at = self.count * CELLS;
        self.count += 1;
        self.text[at..].first_chunk_mut().expect("memory for every row")
    }

    /// Adds a row that is not a puzzle.
    pub(super) fn push_defect(&mut self, defect: Defect) {
        self.defects.push((self.len() as u32, defect));
    }

    /// Adds a row of text, which may have white space or a remark around its puzzle.
    #[inline]
    pub(super) fn push_text(&mut self, text: &[u8]) {
        match <&[u8; CELLS]>::try_from(text) {
            Ok(puzzle) => self.push_cells(puzzle),
            Err(_) => self.push_found(text),
        }
    }

    #[cold]
    fn push_found(&mut self, text: &[u8]) {
        match puzzle_in(text) {
            Ok(puzzle) => self.push(&puzzle),
            Err(defect) => self.push_defect(defect),
        }
    }

    /// Adds a row of bytes, which are characters or the numbers 0 to 9. Each row decides for itself, so a slice has the same results
    /// as the whole.
    #[inline]
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        match <&[u8; CELLS]>::try_from(bytes) {
            Ok(cells) if is_text(cells) => self.push_cells(cells),
            Ok(cells) => self.push_digits(cells),
            Err(_) if bytes.iter().all(|&byte| byte <= 9) && !bytes.is_empty() => {
                self.push_defect(Defect::Cells(bytes.len()));
            }
            Err(_) => self.push_found(bytes),
        }
    }

    /// Adds a row of the numbers 0 to 9. With another cell, it is not a puzzle in characters either, which the solver finds.
    #[inline]
    fn push_digits(&mut self, cells: &[u8; CELLS]) {
        let next = self.next_cells();
        let mut most = 0;
        for (character, &cell) in next.iter_mut().zip(cells) {
            *character = cell.wrapping_add(b'0');
            most = cell.max(most);
        }
        if most > 9 {
            *next = *cells;
        }
    }

    /// Adds a row of numbers, which are characters or the numbers 0 to 9.
    pub(super) fn push_numbers<T: Number>(&mut self, numbers: &[T]) {
        match characters(numbers) {
            Ok(puzzle) => self.push_cells(&puzzle),
            Err(defect) => self.push_defect(defect),
        }
    }
}

/// Whether the 81 bytes of a row are characters, and not the numbers 0 to 9.
#[inline]
pub(super) fn is_text(cells: &[u8; CELLS]) -> bool {
    cells[0] > 9
}

/// An integer type.
pub(super) trait Number: Copy + Default + BitOr<Output = Self> + Into<i128> + Sync {}

impl<T: Copy + Default + BitOr<Output = Self> + Into<i128> + Sync> Number for T {}

/// Returns the characters of a row of numbers, which are characters or the numbers 0 to 9. A row with both keeps its bytes, which
/// no solver accepts.
pub(super) fn characters<T: Number>(numbers: &[T]) -> Result<[u8; CELLS], Defect> {
    let numbers = <&[T; CELLS]>::try_from(numbers).map_err(|_| Defect::Cells(numbers.len()))?;
    let (bytes, all) = narrowed(numbers);
    if !(0..256).contains(&all.into()) {
        let defect = defect::of_numbers(numbers.iter().map(|&number| number.into()));
        return Err(defect.unwrap_or(Defect::Corrupt));
    }
    let most = bytes.iter().fold(0, |most, &byte| byte.max(most));
    Ok(if most <= 9 { bytes.map(|byte| byte + b'0') } else { bytes })
}

/// Returns the low bytes of numbers, and the bitwise OR of all numbers, which fits in a byte exactly when every number does.
///
/// They become numbers of 16 bits first, because vectors that every processor has cannot narrow 64 bits to 8 quickly.
#[inline]
fn narrowed<T: Number>(numbers: &[T; CELLS]) -> ([u8; CELLS], T) {
    let (mut all, mut words, mut bytes) = (T::default(), [0; CELLS], [0; CELLS]);
    for (&number, word) in numbers.iter().zip(&mut words) {
        all = all | number;
        *word = number.into() as u16; // the compiler computes in the width of the type
    }
    for (&word, byte) in words.iter().zip(&mut bytes) {
        *byte = word as u8;
    }
    (bytes, all)
}

/// Returns the puzzle in a text whose length is not 81, by the rules for a line of a file, or of an array as Python prints it.
#[cold]
pub(super) fn puzzle_in(text: &[u8]) -> Result<[u8; CELLS], Defect> {
    static LINES: LazyLock<TextFormat> = LazyLock::new(TextFormat::lines);
    if let Some(puzzle) = printed_array(text) {
        return Ok(puzzle);
    }
    let records = LINES.read(text);
    let characters = text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(); // not continuation bytes of UTF-8
    let length = Reason::Length { found: characters as u32, expected: CELLS as u32 };
    let found = match records.len() {
        1 => records.puzzle(0).map(|_| records.puzzles(0..1).get(0)),
        _ => Err(length),
    };
    let found = found.and_then(|puzzle| <[u8; CELLS]>::try_from(puzzle).map_err(|_| length));
    let puzzle = found.map_err(|reason| defect::of_number(text).unwrap_or(Defect::Text(reason)))?;
    match Reason::of_cells(&puzzle) {
        None | Some(Reason::Conflict(..)) => Ok(puzzle),
        Some(reason) => Err(Defect::Text(reason)), // its class is the class of the whole text
    }
}

/// Returns the puzzle of an array or a list as Python prints it, such as `[[5 3 0 …]` or `[np.int64(5), …]`: 81 words of one digit.
fn printed_array(text: &[u8]) -> Option<[u8; CELLS]> {
    let text = text.trim_ascii();
    if !text.starts_with(b"[") && !text.starts_with(b"array(") {
        return None;
    }
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let digits =
        words.filter_map(|word| <&[u8; 1]>::try_from(word).ok().filter(|digit| digit[0].is_ascii_digit()));
    digits.map(|digit| digit[0]).collect::<Vec<u8>>().try_into().ok()
}
