//! `blank-scan`: stores the blank cells in a list and scans the row, column and box of the cell at each try.

use super::{Method, Put, blanks_of};
use crate::grid::{CELLS, Cell};

pub(crate) struct BlankScan {
    digits: [u8; CELLS],
    blanks: [u8; CELLS],
    count: usize,
    /// The number of blank cells taken, from the front of the list.
    taken: usize,
}

impl Default for BlankScan {
    fn default() -> Self {
        Self { digits: [0; CELLS], blanks: [0; CELLS], count: 0, taken: 0 }
    }
}

impl Method for BlankScan {
    fn begin(&mut self, clues: &[u8; CELLS]) {
        self.digits = *clues;
        (self.blanks, self.count) = blanks_of(clues);
        self.taken = 0;
    }

    fn take_blank(&mut self) -> bool {
        let any = self.taken < self.count;
        self.taken += usize::from(any);
        any
    }

    fn put_next_digit(&mut self) -> Option<Put> {
        let cell = Cell::new(usize::from(self.blanks[self.taken - 1]));
        let tried = std::mem::take(&mut self.digits[cell.index()]);
        let digit = (tried + 1..=9).find(|&digit| self.fits(cell, digit))?;
        self.digits[cell.index()] = digit;
        Some(Put::in_order(digit))
    }

    fn put_back(&mut self) {
        self.taken -= 1;
    }

    fn digits(&self) -> &[u8; CELLS] {
        &self.digits
    }
}

impl BlankScan {
    fn fits(&self, cell: Cell, digit: u8) -> bool {
        self.lines_lack(cell, digit) && self.box_lacks(cell, digit)
    }

    fn lines_lack(&self, cell: Cell, digit: u8) -> bool {
        let (row, column) = (cell.row(), cell.column());
        (0..9).all(|i| self.digits[9 * row + i] != digit && self.digits[9 * i + column] != digit)
    }

    fn box_lacks(&self, cell: Cell, digit: u8) -> bool {
        let (top, left) = (cell.row() / 3 * 3, cell.column() / 3 * 3);
        (top..top + 3).all(|row| (left..left + 3).all(|column| self.digits[9 * row + column] != digit))
    }
}
