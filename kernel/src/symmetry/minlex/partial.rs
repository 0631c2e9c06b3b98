//! A map, as far as it is known after some rows of the image.

use super::clues::{ALL_LINES, without_interchangeable};
use crate::board::bits::bits;
use crate::simd::Quarter;
use crate::symmetry::{Transformation, orders::orders_by_joins};

/// Every pair of neighbouring positions that share a stack.
const ALL_JOINED: u16 = 0b0_1101_1011;

/// A map from a puzzle to its image, as far as the first rows of the image settle it.
///
/// Positions are columns of the image, 0 to 8. Positions whose columns can still be exchanged without changing the rows
/// placed so far are *joined*: the search does not branch before a row tells their columns apart. There are two kinds,
/// with the same rules. Columns that are blank in all rows so far are joined. So are columns that got new digits in one
/// row, since exchanging the columns also exchanges the labels. In this case the label of such a digit is *open*: it
/// depends on the final position of its *home*, the column in which it first appeared.
///
/// Whole stacks are joined as long as they are blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialMap {
    /// Whether the puzzle is transposed first.
    pub transposed: bool,
    /// The (transposed) puzzle's row for each row of the image, as far as placed.
    pub rows: [u8; 9],
    /// The unplaced rows of the (transposed) puzzle, one bit each.
    pub left: u16,
    /// The (transposed) puzzle's column at each position.
    pub columns: [u8; 9],
    /// Bit `p`: the columns at positions `p` and `p + 1` are joined.
    pub joined: u16,
    /// Bit `s`: the stacks at places `s` and `s + 1` are joined.
    pub joined_stacks: u8,
    /// The label of each digit: 0 for the blank, and the next label for all digits without a label. If the label of a digit is
    /// open, this is its difference from the position of the digit's home, modulo 256.
    pub labels: Quarter,
    /// The digits without a label, bit `d` for the digit `d`.
    pub unlabelled: u16,
    /// The labelled digits whose label is open.
    pub open: u16,
    /// The column of the (transposed) puzzle in which a labelled digit first appeared.
    pub homes: [u8; 10],
}

impl PartialMap {
    /// Returns a map that settles only the orientation.
    #[inline]
    pub(super) fn start(transposed: bool) -> Self {
        Self {
            transposed,
            rows: [0; 9],
            left: ALL_LINES,
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            joined: ALL_JOINED,
            joined_stacks: 0b11,
            labels: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
            unlabelled: 0x3fe,
            open: 0,
            homes: [0; 10],
        }
    }

    /// Returns the rows that may be the image's row `depth`: from the current band or, at the start of a band, from all left.
    #[inline]
    pub(super) fn next_rows(&self, depth: usize, blank_rows: u16) -> u16 {
        let band = if depth.is_multiple_of(3) { ALL_LINES } else { 0b111 << (self.rows[depth - 1] / 3 * 3) };
        without_interchangeable(self.left & band, blank_rows)
    }

    /// Returns the position of a digit's home.
    #[inline]
    pub(super) fn home(&self, digit: usize) -> usize {
        position_of(self.homes[digit], &self.columns)
    }

    /// Returns whether the column at this position is joined to a neighbour.
    #[inline]
    fn is_joined(&self, position: usize) -> bool {
        (self.joined << 1 | self.joined) >> position & 1 != 0
    }

    /// Returns the first of the joined positions around `position`.
    #[inline]
    pub(super) fn first_joined(&self, position: usize) -> usize {
        let splits = !u32::from(self.joined) & ((1 << position) - 1); // bit `p`: not joined to the next
        (32 - splits.leading_zeros()) as usize
    }

    /// Returns the least label of each digit. If it is open, this is the label for the first possible position of its home.
    #[inline]
    pub(super) fn least_labels(&self) -> Quarter {
        let mut labels = self.labels;
        for digit in bits(self.open) {
            labels[digit] = labels[digit].wrapping_add(self.first_joined(self.home(digit)) as u8);
        }
        labels
    }

    /// Places `row` as the image's row `depth`, after the columns were put in order. Labels its new digits from
    /// the left and closes the labels that no longer depend on an order.
    #[inline]
    pub(super) fn place(&mut self, depth: usize, row: u8, cells: &Quarter) {
        self.rows[depth] = row;
        self.left &= !(1 << row);
        for digit in bits(self.open) {
            let home = self.home(digit);
            if !self.is_joined(home) {
                self.close(digit, home);
            }
        }
        if digits_of(cells) & self.unlabelled != 0 {
            self.label_new_digits(cells);
        }
    }

    #[inline]
    fn close(&mut self, digit: usize, home: usize) {
        self.labels[digit] = self.labels[digit].wrapping_add(home as u8);
        self.open &= !(1 << digit);
    }

    #[inline]
    fn label_new_digits(&mut self, cells: &Quarter) {
        let mut next = 10 - self.unlabelled.count_ones() as u8;
        for (position, column) in self.columns.into_iter().enumerate() {
            let digit = usize::from(cells[usize::from(column & 15)] & 15);
            if self.unlabelled >> digit & 1 == 0 {
                continue;
            }
            self.unlabelled &= !(1 << digit);
            self.labels[digit] = next;
            if self.is_joined(position) {
                self.homes[digit] = column;
                self.open |= 1 << digit;
                self.labels[digit] = next.wrapping_sub(position as u8);
            }
            next += 1;
        }
        for digit in bits(self.unlabelled) {
            self.labels[digit] = next;
        }
    }

    /// Returns the number of orders of joined columns and stacks. Each makes a map with the same image.
    #[inline]
    pub(super) fn column_orders(&self) -> u64 {
        let orders = |joins: u16| orders_by_joins(joins & 1 != 0, joins & 2 != 0).len() as u64;
        let stacks: u64 = (0..3).map(|stack| orders(self.joined >> (3 * stack))).product();
        stacks * orders(self.joined_stacks.into())
    }

    /// Returns the first of the complete maps (see [`Transformation::place_in_order`]), once all rows are placed. Digits that the
    /// puzzle does not have get the remaining labels in order.
    #[inline]
    pub(super) fn transformation(mut self) -> Transformation {
        if self.joined != 0 {
            self.sort_joined();
        }
        for digit in bits(self.open) {
            self.close(digit, self.home(digit));
        }
        let first = 10 - self.unlabelled.count_ones() as u8;
        for (digit, label) in bits(self.unlabelled).zip(first..) {
            self.labels[digit] = label;
        }
        let labels = self.labels.first_chunk().expect("sixteen labels");
        Transformation::from_parts(self.transposed, self.rows, self.columns, *labels)
    }

    /// Puts joined columns, and joined stacks, in ascending order.
    fn sort_joined(&mut self) {
        for &p in &[0, 1, 0, 3, 4, 3, 6, 7, 6] {
            if self.joined >> p & 1 != 0 && self.columns[p] > self.columns[p + 1] {
                self.columns.swap(p, p + 1);
            }
        }
        let (stacks, _) = self.columns.as_chunks_mut::<3>();
        for &s in &[0, 1, 0] {
            if self.joined_stacks >> s & 1 != 0 && stacks[s] > stacks[s + 1] {
                stacks.swap(s, s + 1);
            }
        }
    }
}

/// Returns the position of a column among all nine. Compares eight at once, as the bytes of a word.
#[inline]
fn position_of(column: u8, columns: &[u8; 9]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let differ =
        u64::from_le_bytes(*columns.first_chunk().expect("nine columns")) ^ (ONES * u64::from(column));
    // Find the lowest zero byte. All bytes are below 128, so only a zero borrows.
    let equal = differ.wrapping_sub(ONES) & !differ & (ONES << 7);
    (equal.trailing_zeros() / 8) as usize
}

/// Returns the set of the digits in a row, with bit 0 for a blank.
#[inline]
pub(super) fn digits_of(cells: &Quarter) -> u16 {
    cells[..9].iter().fold(0, |digits, &digit| digits | 1 << digit)
}

/// Returns the number of orders of the blank rows in their bands and of the blank bands. Each makes a map with the same image.
#[inline]
pub(super) fn blank_row_orders(blank_rows: u16) -> u64 {
    const FACTORIALS: [u64; 4] = [1, 1, 2, 6];
    let count = |band: u16| (blank_rows >> band & 0b111).count_ones() as usize;
    let counts = [count(0), count(3), count(6)];
    let blank_bands = counts.iter().filter(|&&count| count == 3).count();
    counts.iter().map(|&count| FACTORIALS[count]).product::<u64>() * FACTORIALS[blank_bands]
}
