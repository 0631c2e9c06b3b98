//! `row-col-box`: takes the cells in the order of the text, with one table each for the digits in rows, columns and boxes.

use super::{Method, Put};
use crate::board::grid::{CELLS, Cell};

/// Whether a house holds a digit, by `[house][digit]`. Digit 0 is unused.
type Holds = [[bool; 10]; 9];

pub struct RowColBox {
    rows: Holds,
    columns: Holds,
    boxes: Holds,
}

impl Method for RowColBox {
    fn new(digits: &[u8; CELLS]) -> Self {
        let none: Holds = [[false; 10]; 9];
        let mut method = Self { rows: none, columns: none, boxes: none };
        Cell::all().for_each(|cell| method.mark(cell, digits[cell.index()], true));
        method
    }

    fn next_blank(&mut self, digits: &[u8; CELLS], taken: &[Cell]) -> Option<Cell> {
        let next = taken.last().map_or(0, |cell| cell.index() + 1);
        (next..CELLS).find(|&cell| digits[cell] == 0).map(Cell::numbered)
    }

    fn put_next_digit(&mut self, digits: &mut [u8; CELLS], cell: Cell) -> Option<Put> {
        let tried = digits[cell.index()];
        self.mark(cell, tried, false);
        let digit = (tried + 1..=9).find(|&digit| self.fits(cell, digit));
        digits[cell.index()] = digit.unwrap_or(0);
        self.mark(cell, digits[cell.index()], true);
        digit.map(Put::in_order)
    }
}

impl RowColBox {
    fn fits(&self, cell: Cell, digit: u8) -> bool {
        let digit = usize::from(digit);
        !self.rows[cell.row()][digit]
            && !self.columns[cell.column()][digit]
            && !self.boxes[cell.box_()][digit]
    }

    /// Records in the three houses of the cell whether they hold a digit.
    fn mark(&mut self, cell: Cell, digit: u8, holds: bool) {
        let digit = usize::from(digit);
        self.rows[cell.row()][digit] = holds;
        self.columns[cell.column()][digit] = holds;
        self.boxes[cell.box_()][digit] = holds;
    }
}
