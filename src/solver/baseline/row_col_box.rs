//! `row-col-box`: takes the cells in the order of the text, with one table for the digits in rows, columns and boxes each.

use super::{Method, Put};
use crate::grid::{CELLS, Cell};
use std::array;

/// Whether a house holds a digit, by `[house][digit]`. Digit 0 is unused.
type Holds = [[bool; 10]; 9];

pub(crate) struct RowColBox {
    is_clue: [bool; CELLS],
    rows: Holds,
    columns: Holds,
    boxes: Holds,
    /// The cell taken last.
    cell: Option<usize>,
}

impl Method for RowColBox {
    fn new(digits: &[u8; CELLS]) -> Self {
        let none: Holds = [[false; 10]; 9];
        let is_clue = array::from_fn(|cell| digits[cell] != 0);
        let mut method = Self { is_clue, rows: none, columns: none, boxes: none, cell: None };
        Cell::all().for_each(|cell| method.mark(cell, digits[cell.index()], true));
        method
    }

    fn take_blank(&mut self, _: &[u8; CELLS]) -> bool {
        let next = self.cell.map_or(0, |cell| cell + 1);
        let blank = (next..CELLS).find(|&cell| !self.is_clue[cell]);
        self.cell = blank.or(self.cell);
        blank.is_some()
    }

    fn put_next_digit(&mut self, digits: &mut [u8; CELLS]) -> Option<Put> {
        let cell = Cell::new(self.cell?);
        let tried = digits[cell.index()];
        self.mark(cell, tried, false);
        let digit = (tried + 1..=9).find(|&digit| self.fits(cell, digit));
        digits[cell.index()] = digit.unwrap_or(0);
        self.mark(cell, digits[cell.index()], true);
        digit.map(Put::in_order)
    }

    fn put_back(&mut self) {
        self.cell = self.cell.and_then(|cell| (0..cell).rev().find(|&cell| !self.is_clue[cell]));
    }
}

impl RowColBox {
    fn fits(&self, cell: Cell, digit: u8) -> bool {
        let digit = usize::from(digit);
        !self.rows[cell.row()][digit]
            && !self.columns[cell.column()][digit]
            && !self.boxes[cell.box_()][digit]
    }

    /// Notes in the three houses of the cell whether they hold a digit.
    fn mark(&mut self, cell: Cell, digit: u8, holds: bool) {
        let digit = usize::from(digit);
        self.rows[cell.row()][digit] = holds;
        self.columns[cell.column()][digit] = holds;
        self.boxes[cell.box_()][digit] = holds;
    }
}
