//! A board as the batch reads it: its rows and columns, and what the clues say of them.

use super::super::{
    partial::without_interchangeable,
    search::sorted_counts,
    simd::{Quarter, Simd},
};
use crate::grid::{self, CELLS};

/// The rows of a board and those of its transpose, 9 digits and 7 zeros each: row `r` of orientation `o` has the number
/// `16 o + r / 3 * 4 + r % 3`. The others are zeros.
pub(in super::super) type Lines = [Quarter; 32];

/// The number among [`Lines`] of a row of the board, or of a column from 9 on.
pub(super) const fn line_number(line: usize) -> usize {
    line / 9 * 16 + line % 9 / 3 * 4 + line % 3
}

/// What the clues of a board say.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Clues {
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
    pub(in super::super) fn new(blank: u32, first_rows: u32, conflict: bool) -> Self {
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

/// Reads a puzzle cell by cell.
#[inline(always)]
pub(in super::super) fn read<S: Simd>(simd: S, puzzle: &[u8; CELLS], lines: &mut Lines) -> Clues {
    for row in 0..9 {
        for column in 0..9 {
            let digit = puzzle[9 * row + column].wrapping_sub(b'0');
            let digit = if digit <= 9 { digit } else { 0 };
            lines[line_number(row)][column] = digit;
            lines[line_number(9 + column)][row] = digit;
        }
    }
    let (mut least, mut first_rows, mut blank) = (u8::MAX, 0, 0);
    for line in 0..18 {
        let clues = simd.nonzero(&lines[line_number(line)]);
        let counts = SORTED_COUNTS[usize::from(clues & 0x1ff)];
        first_rows = if counts < least { 0 } else { first_rows } | u32::from(counts <= least) << line;
        least = least.min(counts);
        blank |= u32::from(clues == 0) << line;
    }
    Clues::new(blank, first_rows, grid::conflict(puzzle).is_some())
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
