//! `blank-stack`: stores the blank cells in one stack, where each level of the search takes one and returns it. Scans the
//! whole grid at each try.

use super::{Method, Put, blanks_of};
use crate::grid::{CELLS, Cell};

pub(crate) struct BlankStack {
    digits: [u8; CELLS],
    /// ```text
    /// bottom │ blank cells to fill  │ cells taken, the last one first  │
    ///                               ▲ height
    /// ```
    /// A cell that is taken keeps its place, so returning it only increments the height.
    stack: [u8; CELLS],
    height: usize,
}

impl Default for BlankStack {
    fn default() -> Self {
        Self { digits: [0; CELLS], stack: [0; CELLS], height: 0 }
    }
}

impl Method for BlankStack {
    fn begin(&mut self, clues: &[u8; CELLS]) {
        self.digits = *clues;
        (self.stack, self.height) = blanks_of(clues);
        self.stack[..self.height].reverse();
    }

    fn take_blank(&mut self) -> bool {
        let any = self.height > 0;
        self.height -= usize::from(any);
        any
    }

    fn put_next_digit(&mut self) -> Option<Put> {
        let cell = Cell::new(usize::from(self.stack[self.height]));
        let tried = std::mem::take(&mut self.digits[cell.index()]);
        let digit = (tried + 1..=9).find(|&digit| self.fits(cell, digit))?;
        self.digits[cell.index()] = digit;
        Some(Put::in_order(digit))
    }

    fn put_back(&mut self) {
        self.height += 1;
    }

    fn digits(&self) -> &[u8; CELLS] {
        &self.digits
    }
}

impl BlankStack {
    fn fits(&self, cell: Cell, digit: u8) -> bool {
        let sees = |other: Cell| {
            other.row() == cell.row() || other.column() == cell.column() || other.box_() == cell.box_()
        };
        Cell::all().all(|other| self.digits[other.index()] != digit || !sees(other))
    }
}
