//! The rows and columns of a board, and what its clues say about them.

use crate::board::grid::{self, CELLS};
use crate::simd::Quarter;

/// The rows of a board and of its transpose, 9 digits and 7 zeros each: row `r` of orientation `o` has the number
/// `16 o + r / 3 * 4 + r % 3`. The other rows are zeros.
pub(super) type Lines = [Quarter; 32];

pub(super) const NO_LINES: Lines = [[0; 16]; 32];

/// Returns the number among [`Lines`] of a row of the board or, from 9 on, of a column.
#[inline(always)]
pub(super) const fn line_number(line: usize) -> usize {
    line / 9 * 16 + line % 9 / 3 * 4 + line % 3
}

/// All nine rows, or columns, one bit each.
pub(super) const ALL_LINES: u16 = 0x1ff;

/// What the clues of a board show.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClueLines {
    /// The rows without a clue, one bit each, for both orientations.
    pub blank: [u16; 2],
    /// The rows that give the least first row, one bit each, for both orientations.
    pub first_rows: [u16; 2],
}

impl ClueLines {
    /// Makes the clues from the lines of both orientations that are blank or give the least first row, 18 bits each.
    #[inline(always)]
    pub(super) fn new(blank: u32, first_rows: u32) -> Self {
        let halves = |lines: u32| [lines as u16 & ALL_LINES, (lines >> 9) as u16 & ALL_LINES];
        let mut clues = Self { blank: halves(blank), first_rows: halves(first_rows) };
        // Two blank rows of a band are interchangeable.
        if blank & (blank >> 1 & 0o33_3333 | blank >> 2 & 0o11_1111) != 0 {
            for (rows, blank) in clues.first_rows.iter_mut().zip(clues.blank) {
                *rows &= without_interchangeable(ALL_LINES, blank);
            }
        }
        clues
    }
}

/// Reads a puzzle, without checking for a conflict.
#[inline(always)]
pub(super) fn read(puzzle: &[u8; CELLS], lines: &mut Lines) -> ClueLines {
    const NINE_BYTES: u128 = (1 << 72) - 1;
    let mut digits = [0; CELLS + 7]; // room for the sixteen bytes of the last row
    digits[..CELLS].copy_from_slice(&grid::digits(puzzle));
    for number in 0..9 {
        let row = digits[9 * number..].first_chunk().expect("sixteen bytes");
        lines[line_number(number)] = (u128::from_le_bytes(*row) & NINE_BYTES).to_le_bytes();
        let column = &mut lines[line_number(9 + number)];
        for cell in 0..9 {
            column[cell] = digits[9 * cell + number];
        }
    }
    let (rows, columns) = (sorted_counts_across(&lines[16..]), sorted_counts_across(&lines[..16]));
    let least = rows[..9].iter().chain(&columns[..9]).fold(u8::MAX, |least, &counts| least.min(counts));
    let zeros = |of: &Quarter| u32::from(!clues_of(of) & ALL_LINES);
    let differences = |counts: &Quarter| counts.map(|counts| counts ^ least);
    let blank = zeros(&rows) | zeros(&columns) << 9;
    ClueLines::new(blank, zeros(&differences(&rows)) | zeros(&differences(&columns)) << 9)
}

/// Returns, for each of nine lines, the numbers of clues in its stacks (see [`sorted_counts`]), given the crossing lines.
#[inline(always)]
fn sorted_counts_across(crossing: &[Quarter]) -> Quarter {
    let mut counts = [[0; 16]; 3];
    for (count, stack) in counts.iter_mut().zip(crossing.as_chunks::<4>().0) {
        for line in 0..16 {
            count[line] = stack[..3].iter().map(|cells| u8::from(cells[line] != 0)).sum();
        }
    }
    let [a, b, c] = counts;
    let mut sorted = [0; 16];
    for line in 0..16 {
        let (low, high) = (a[line].min(b[line]), a[line].max(b[line]));
        let (least, most) = (low.min(c[line]), high.max(c[line]));
        sorted[line] = least << 4 | (a[line] + b[line] + c[line] - least - most) << 2 | most;
    }
    sorted
}

/// Returns the nonzero bytes of a line, one bit each. All bytes must be below 128.
#[inline(always)]
pub(super) fn clues_of(line: &Quarter) -> u16 {
    // Eight bytes as a number: adding 127 sets the highest bit of a nonzero byte. The product gathers these bits in the
    // highest byte.
    let eight = u64::from_le_bytes(*line.first_chunk().expect("sixteen cells"));
    let clues = (eight + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
    (clues.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16 | u16::from(line[8] != 0) << 8
}

/// Returns the numbers of clues in the three stacks, smallest first, as a number.
///
/// No digit has a label before the first row, so its labels are 1, 2, 3 … from the left, and the row depends only on its
/// blanks. A stack with fewer clues has more leading blanks, so the least order of the stacks is by the number of clues. The
/// smaller of two rows is the one with fewer clues in the first stack in which these sorted numbers differ.
#[cfg(target_arch = "x86_64")]
pub(super) const fn sorted_counts(clues: u16) -> u8 {
    let [a, b, c] = [(clues & 7).count_ones(), (clues >> 3 & 7).count_ones(), (clues >> 6 & 7).count_ones()];
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let (high, most) = if high < c { (high, c) } else { (c, high) };
    let (least, middle) = if low < high { (low, high) } else { (high, low) };
    (least << 4 | middle << 2 | most) as u8
}

/// Returns the rows that may come next, with only the first of a band's blank rows and only the first of the blank bands.
/// `rows` holds every row left of the bands in question.
///
/// Exchanging such rows or bands changes nothing, so the other choices are a factor of the number of automorphisms (see
/// `blank_row_orders` in `partial.rs`) and need no separate maps.
#[inline]
pub(super) fn without_interchangeable(rows: u16, blank_rows: u16) -> u16 {
    if rows & blank_rows == 0 {
        return rows;
    }
    let mut kept = rows & !blank_rows;
    let mut blank_band = 0;
    for &band in &[0b111, 0b111_000, 0b111_000_000] {
        let blank = rows & blank_rows & band;
        let first = blank & blank.wrapping_neg();
        if rows & band & !blank_rows != 0 {
            kept |= first;
        } else if blank_band == 0 {
            blank_band = first;
        }
    }
    kept | blank_band
}
