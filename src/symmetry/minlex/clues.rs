//! A board as it is read: its rows and columns, and what the clues say of them.

use super::{partial::without_interchangeable, simd::Quarter};
use crate::grid::{self, CELLS};

/// The rows of a board and those of its transpose, 9 digits and 7 zeros each: row `r` of orientation `o` has the number
/// `16 o + r / 3 * 4 + r % 3`. The others are zeros.
pub(super) type Lines = [Quarter; 32];

pub(super) const NO_LINES: Lines = [[0; 16]; 32];

/// The number among [`Lines`] of a row of the board, or of a column from 9 on.
#[inline(always)]
pub(super) const fn line_number(line: usize) -> usize {
    line / 9 * 16 + line % 9 / 3 * 4 + line % 3
}

/// What the clues of a board say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clues {
    /// The rows without a clue, one bit each, for both orientations.
    pub blank: [u16; 2],
    /// The rows that give the least first row, one bit each, for both orientations.
    pub first_rows: [u16; 2],
    /// Do equal clues share a house?
    pub conflict: bool,
}

impl Clues {
    /// From the lines of both orientations that are blank or give the least first row, 18 bits each.
    #[inline(always)]
    pub(super) fn new(blank: u32, first_rows: u32, conflict: bool) -> Self {
        let halves = |lines: u32| [(lines & 0x1ff) as u16, (lines >> 9 & 0x1ff) as u16];
        let mut clues = Self { blank: halves(blank), first_rows: halves(first_rows), conflict };
        // Blank rows are interchangeable with others of their band.
        if blank & (blank >> 1 & 0o33_3333 | blank >> 2 & 0o11_1111) != 0 {
            for (rows, blank) in clues.first_rows.iter_mut().zip(clues.blank) {
                *rows &= without_interchangeable(0x1ff, blank);
            }
        }
        clues
    }
}

/// Reads a puzzle cell by cell, but for its conflict.
#[inline(always)]
pub(super) fn read(puzzle: &[u8; CELLS], lines: &mut Lines) -> Clues {
    let digits = grid::digits(puzzle);
    for number in 0..9 {
        let (row, column) = (line_number(number), line_number(9 + number));
        for cell in 0..9 {
            lines[row][cell] = digits[9 * number + cell];
            lines[column][cell] = digits[9 * cell + number];
        }
    }
    let (mut least, mut first_rows, mut blank) = (u8::MAX, 0, 0);
    for line in 0..18 {
        let clues = clues_of(&lines[line_number(line)]);
        let counts = SORTED_COUNTS[usize::from(clues & 0x1ff)];
        first_rows = if counts < least { 0 } else { first_rows } | u32::from(counts <= least) << line;
        least = least.min(counts);
        blank |= u32::from(clues == 0) << line;
    }
    Clues::new(blank, first_rows, false)
}

/// The cells of a line that have a clue, one bit each.
#[inline(always)]
pub(super) fn clues_of(line: &Quarter) -> u16 {
    // The digits of eight cells as a number: each is below 10, so that adding 127 sets the highest bit of a clue's byte. The
    // product brings these bits together in the highest byte.
    let eight = u64::from_le_bytes(*line.first_chunk().expect("sixteen cells"));
    let clues = (eight + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
    (clues.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16 | u16::from(line[8] != 0) << 8
}

/// By the clues of a line: how many there are in the three stacks, least first, as a number.
static SORTED_COUNTS: [u8; 512] = {
    let (mut table, mut clues) = ([0; 512], 0);
    while clues < 512 {
        table[clues] = sorted_counts(clues as u16);
        clues += 1;
    }
    table
};

/// The numbers of clues in the three stacks, least first, as a number.
///
/// No digit has a label before the first row, so its labels are 1, 2, 3 … from the left and the row depends on its blanks
/// alone. A stack with fewer clues has more leading blanks, so the least order of the stacks is by the number of clues, and
/// of two rows the one is less that has fewer clues in the first stack where these sorted numbers differ.
pub(super) const fn sorted_counts(clues: u16) -> u8 {
    let [a, b, c] = [(clues & 7).count_ones(), (clues >> 3 & 7).count_ones(), (clues >> 6 & 7).count_ones()];
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let (high, most) = if high < c { (high, c) } else { (c, high) };
    let (least, middle) = if low < high { (low, high) } else { (high, low) };
    (least << 4 | middle << 2 | most) as u8
}
