//! The notation of puzzles and solutions: the text that formats find, and that engines read and write.

use crate::board::grid::{self, ALL_DIGITS, CELLS};
use crate::board::prefetch;

/// A solution as a line of text: 81 digits and a line end.
///
/// ```
/// use bulkdoku::Solver;
/// use bulkdoku::solver::{AnswerLine, Answers, Goal, Notation, Outcome, Puzzles, Task};
///
/// let puzzles = Puzzles::new(&[b'.'; 81], &[0], Notation::Clues);
/// let (mut lines, mut outcomes): ([AnswerLine; 1], _) = ([[0; 82]], [Outcome::default()]);
/// Solver::new().run_rows(Task::new(Goal::First), puzzles, Answers::Lines(&mut lines), &mut outcomes);
/// assert!(lines[0].ends_with(b"\n") && lines[0].is_ascii()); // ready to be written to a file
/// ```
pub type AnswerLine = [u8; CELLS + 1];

/// The number of bytes of a puzzle of pencilmarks: nine per cell.
pub const PENCILMARKS: usize = 9 * CELLS;

/// How the puzzles of a batch are written.
///
/// ```
/// use bulkdoku::Solver;
/// use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task, Verdict};
///
/// let mut marks = b"123456789".repeat(81); // every digit is a candidate of every cell
/// marks[8] = b'.'; // except 9 in the first cell
/// assert_eq!(marks.len(), Notation::Pencilmarks.width());
///
/// let puzzles = Puzzles::new(&marks, &[0], Notation::Pencilmarks);
/// let (mut digits, mut outcomes) = ([[0; 81]], [Outcome::default()]);
/// Solver::new().run_rows(Task::new(Goal::Unique), puzzles, Answers::Digits(&mut digits), &mut outcomes);
/// assert_eq!(outcomes[0].verdict, Verdict::Multiple);
/// assert_ne!(digits[0][0], 9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// 81 bytes: one clue or blank per cell.
    Clues,
    /// 729 bytes, nine per cell: byte `9 * cell + digit - 1` is the digit if it is a candidate of the cell, and a blank
    /// otherwise.
    Pencilmarks,
}

impl Notation {
    /// Returns the number of bytes per puzzle.
    pub const fn width(self) -> usize {
        match self {
            Notation::Clues => CELLS,
            Notation::Pencilmarks => PENCILMARKS,
        }
    }
}

/// Puzzles in place: puzzle `i` is the [`Notation::width`] bytes of `text` that begin at `starts[i]`.
///
/// ```text
/// text    ..3.2.6..9..3.5..1 ... \n 2...8.3...6..7..8 ... \n
///         ▲                         ▲
/// starts  0                         82
/// ```
///
/// ```
/// use bulkdoku::solver::{Notation, Puzzles};
///
/// let table = b"a,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
///               b,6..............................................................................41\n";
/// let puzzles = Puzzles::new(table, &[2, 86], Notation::Clues);
/// assert_eq!((puzzles.len(), puzzles.is_empty()), (2, false));
/// let with_few_clues = (0..puzzles.len()).find(|&index| puzzles.clue_count(index) < 17).expect("there is one");
/// assert!(puzzles.get(with_few_clues).starts_with(b"6...") && puzzles.get(with_few_clues).ends_with(b"41"));
///
/// // The place of the puzzle in the table leads to the rest of its row.
/// assert_eq!(puzzles.text()[puzzles.start(with_few_clues) as usize - 2], b'b');
/// assert_eq!(puzzles.notation(), Notation::Clues);
/// let first_cells: Option<Vec<u8>> = (0..2).map(|index| puzzles.clues(index).map(|clues| clues[0])).collect();
/// assert_eq!(first_cells, Some(vec![b'5', b'6'])); // `None` for pencilmarks
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Puzzles<'a> {
    text: &'a [u8],
    starts: &'a [u32],
    notation: Notation,
    /// The bytes that the caller reads after these puzzles.
    next: &'a [u8],
}

impl<'a> Puzzles<'a> {
    /// Creates a view of the puzzles in `notation` that begin at the offsets `starts` of `text`, in any order. Does not allocate.
    ///
    /// # Panics
    /// Panics if a puzzle would reach past the end of `text`.
    pub fn new(text: &'a [u8], starts: &'a [u32], notation: Notation) -> Self {
        let fits = |&start: &u32| start as usize + notation.width() <= text.len();
        assert!(starts.iter().all(fits), "a puzzle reaches past the end of the text");
        Self { text, starts, notation, next: &[] }
    }

    /// Returns the same puzzles together with the text that the caller reads next, which is equally long. An engine may prefetch
    /// it.
    ///
    /// ```
    /// use bulkdoku::Solver;
    /// use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task, Verdict};
    ///
    /// let (rows, starts) = ([b'.'; 2 * 32 * 81], (0..32).map(|row| 81 * row).collect::<Vec<u32>>());
    /// let (mut solver, mut digits, mut outcomes) = (Solver::new(), [[0; 81]; 32], [Outcome::default(); 32]);
    /// let mut batches = rows.chunks(32 * 81).peekable();
    /// while let Some(batch) = batches.next() {
    ///     let next = batches.peek().copied().unwrap_or_default();
    ///     let puzzles = Puzzles::new(batch, &starts, Notation::Clues).followed_by(next);
    ///     solver.run_rows(Task::new(Goal::First), puzzles, Answers::Digits(&mut digits), &mut outcomes);
    ///     assert!(outcomes.iter().all(|outcome| outcome.verdict == Verdict::Solved));
    /// }
    /// ```
    pub fn followed_by(self, next: &'a [u8]) -> Self {
        Self { next, ..self }
    }

    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns whether there are no puzzles.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns how the puzzles are written.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Returns the bytes of puzzle `index`.
    #[inline]
    pub fn get(&self, index: usize) -> &'a [u8] {
        let start = self.starts[index] as usize;
        &self.text[start..start + self.notation.width()]
    }

    /// Prefetches a part of the bytes that the caller reads next, if there are any: the part at the position of puzzle `index`.
    #[doc(hidden)] // for the packages above
    #[inline(always)]
    pub fn prefetch_next(&self, index: usize) {
        if !self.next.is_empty() {
            prefetch::fetch(self.next, index * self.notation.width());
        }
    }

    /// Prefetches `count` puzzles from number `first` on, or as many as there are.
    #[doc(hidden)] // for the packages above
    #[inline(always)]
    pub fn prefetch(&self, first: usize, count: usize) {
        for &start in self.starts.iter().skip(first).take(count) {
            prefetch::fetch(self.text, start as usize);
        }
    }

    /// Returns the text that contains the puzzles.
    #[inline]
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the offset of puzzle `index` in the text.
    #[inline]
    pub fn start(&self, index: usize) -> u32 {
        self.starts[index]
    }

    /// Returns the puzzles in this range of indices.
    #[doc(hidden)] // for the packages above
    pub fn range(&self, range: std::ops::Range<usize>) -> Self {
        Self { starts: &self.starts[range], ..*self }
    }

    /// Returns the puzzles of the same text and notation that begin at these offsets.
    ///
    /// # Panics
    /// Panics if a puzzle would reach past the end of the text.
    #[doc(hidden)] // for the packages above
    pub fn with_starts<'b>(&'b self, starts: &'b [u32]) -> Puzzles<'b> {
        Puzzles::new(self.text, starts, self.notation)
    }

    /// Returns the bytes of `count` puzzles from number `first` on, if the puzzles are [`Notation::Clues`].
    #[doc(hidden)] // for the packages above
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn all_clues(&self, first: usize, count: usize) -> Option<impl Iterator<Item = &'a [u8; CELLS]>> {
        let text = self.text;
        let starts = &self.starts[first..first + count];
        let puzzles =
            starts.iter().map(move |&start| text[start as usize..].first_chunk().expect("the puzzle fits"));
        (self.notation == Notation::Clues).then_some(puzzles)
    }

    /// Returns the number of clues of puzzle `index`. In pencilmarks, a cell with one candidate counts as a clue.
    ///
    /// ```
    /// use bulkdoku::solver::{Notation, Puzzles};
    ///
    /// let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// assert_eq!(Puzzles::new(text, &[0], Notation::Clues).clue_count(0), 30);
    /// ```
    pub fn clue_count(&self, index: usize) -> usize {
        clue_count(self.get(index)).into()
    }

    /// Returns the bytes of puzzle `index` if the puzzles are [`Notation::Clues`].
    #[inline]
    pub fn clues(&self, index: usize) -> Option<&'a [u8; CELLS]> {
        self.get(index).try_into().ok()
    }
}

/// Returns the number of clues of a puzzle. In pencilmarks, a cell with one candidate counts as a clue.
pub fn clue_count(puzzle: &[u8]) -> u8 {
    if puzzle.len() == CELLS {
        return puzzle.iter().fold(0, |clues, &byte| clues + u8::from(is_clue(byte)));
    }
    let (cells, _) = puzzle.as_chunks::<9>();
    let is_single = |cell: &&[u8; 9]| cell.iter().filter(|&&mark| !grid::is_blank(mark)).count() == 1;
    cells.iter().filter(is_single).count() as u8
}

/// Returns true for the digits `1` to `9`. Unlike [`grid::digit`], this compiles to vectors.
#[inline]
pub fn is_clue(byte: u8) -> bool {
    byte.wrapping_sub(b'1') < 9
}

/// Returns the candidates of each cell of pencilmarks, digit `d` in bit `d - 1`. Returns `None` if a byte is neither the digit of
/// its position nor a blank, or if blanks are of two kinds.
pub fn masks_of(text: &[u8]) -> Option<[u16; CELLS]> {
    let (mut masks, mut has_others) = ([0; CELLS], false);
    for (mask, marks) in masks.iter_mut().zip(text.as_chunks().0) {
        *mask = match mask_of_dots(marks) {
            Some(mask) => mask,
            None => {
                has_others = true;
                mask_of_any(marks)?
            }
        };
    }
    (!has_others || grid::mixed_blanks(text).is_none()).then_some(masks)
}

/// The text of a cell with all candidates.
pub const MARKS: [u8; 9] = *b"123456789";

/// Returns the candidates of one cell of pencilmarks whose blanks are `.`.
fn mask_of_dots(marks: &[u8; 9]) -> Option<u16> {
    let (eight, ninth) = marks.split_first_chunk().expect("nine bytes");
    let text = u64::from_le_bytes(*eight);
    let (digits, _) = MARKS.split_first_chunk().expect("nine bytes");
    let others = nonzero_bytes(text ^ u64::from_le_bytes(*digits));
    let strange = others & nonzero_bytes(text ^ u64::from_le_bytes([b'.'; 8]));
    if strange != 0 || !matches!(ninth, [b'9' | b'.']) {
        return None;
    }
    // The highest bits of the eight bytes, gathered in one byte.
    let low = ((others ^ HIGHEST) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    Some(low as u16 | u16::from(ninth[0] == b'9') << 8)
}

/// Returns the candidates of a cell whose blanks are not all `.`.
fn mask_of_any(marks: &[u8; 9]) -> Option<u16> {
    let mut mask = 0;
    for (digit, &byte) in marks.iter().enumerate() {
        match byte {
            byte if byte == b'1' + digit as u8 => mask |= 1 << digit,
            byte if grid::is_blank(byte) => {}
            _ => return None,
        }
    }
    Some(mask)
}

const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// Returns the highest bit of every byte that is not zero.
fn nonzero_bytes(bytes: u64) -> u64 {
    (((bytes & !HIGHEST) + !HIGHEST) | bytes) & HIGHEST
}

/// Returns the position of the first byte of pencilmarks that is neither a blank nor the digit of its position.
pub fn first_bad_mark(marks: &[u8]) -> Option<usize> {
    let is_bad = |(at, &byte): (usize, &u8)| !grid::is_blank(byte) && byte != b'1' + (at % 9) as u8;
    marks.iter().enumerate().position(is_bad)
}

/// Returns the candidates of each cell of a puzzle, digit `d` in bit `d - 1`: all digits in a cell without a clue. Returns `None`
/// if the puzzle is malformed pencilmarks.
pub fn given_masks(puzzle: &[u8], notation: Notation) -> Option<[u16; CELLS]> {
    match notation {
        Notation::Clues => Some(masks_of_clues(puzzle)),
        Notation::Pencilmarks => masks_of(puzzle),
    }
}

/// Returns the candidates of each cell of a puzzle of clues: all digits in a cell without a clue.
pub fn masks_of_clues(puzzle: &[u8]) -> [u16; CELLS] {
    std::array::from_fn(|cell| grid::digit(puzzle[cell]).map_or(ALL_DIGITS, |digit| 1 << (digit - 1)))
}

/// Returns the 81 digits of an answer line, without the line end.
pub fn digits(line: &AnswerLine) -> &[u8; CELLS] {
    line.first_chunk().expect("an answer line is longer than a grid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_of_nine_bytes_are_gathered_in_order() {
        for set in 0..=ALL_DIGITS {
            for blank in [b'.', b'0'] {
                let marks = std::array::from_fn(|at| if set >> at & 1 == 1 { MARKS[at] } else { blank });
                assert_eq!(mask_of_any(&marks), Some(set));
                assert_eq!(mask_of_dots(&marks), Some(set).filter(|_| blank == b'.' || set == 0x1FF));
            }
        }
    }
}
