//! `row-col-box`: takes the cells in the order of the text, with one table for the digits in rows, columns and boxes each.

use super::{Method, Put};
use crate::array::array_of;
use crate::grid::{CELLS, Cell};

/// Whether a house holds a digit, by `[house][digit]`. Digit 0 is unused.
type Holds = [[bool; 10]; 9];

#[derive(Clone)]
pub(crate) struct RowColBox {
    digits: [u8; CELLS],
    is_clue: [bool; CELLS],
    rows: Holds,
    columns: Holds,
    boxes: Holds,
    /// The cell taken last.
    cell: Option<usize>,
}

impl Default for RowColBox {
    fn default() -> Self {
        let none: Holds = [[false; 10]; 9];
        Self {
            digits: [0; CELLS],
            is_clue: [false; CELLS],
            rows: none,
            columns: none,
            boxes: none,
            cell: None,
        }
    }
}

impl Method for RowColBox {
    fn begin(&mut self, clues: &[u8; CELLS]) {
        *self = Self { digits: *clues, is_clue: array_of(|cell| clues[cell] != 0), ..Self::default() };
        for cell in Cell::all() {
            self.mark(cell, true);
        }
    }

    fn take_blank(&mut self) -> bool {
        let next = self.cell.map_or(0, |cell| cell + 1);
        let blank = (next..CELLS).find(|&cell| !self.is_clue[cell]);
        self.cell = blank.or(self.cell);
        blank.is_some()
    }

    fn put_next_digit(&mut self) -> Option<Put> {
        let cell = Cell::new(self.cell?);
        let tried = self.digits[cell.index()];
        self.mark(cell, false);
        let digit = (tried + 1..=9).find(|&digit| self.fits(cell, digit));
        self.digits[cell.index()] = digit.unwrap_or(0);
        self.mark(cell, true);
        digit.map(Put::in_order)
    }

    fn put_back(&mut self) {
        self.cell = self.cell.and_then(|cell| (0..cell).rev().find(|&cell| !self.is_clue[cell]));
    }

    fn digits(&self) -> &[u8; CELLS] {
        &self.digits
    }
}

impl RowColBox {
    fn fits(&self, cell: Cell, digit: u8) -> bool {
        let digit = usize::from(digit);
        !self.rows[cell.row()][digit]
            && !self.columns[cell.column()][digit]
            && !self.boxes[cell.box_()][digit]
    }

    /// Notes in the three houses of the cell whether they hold its digit. The digit 0 of a blank cell is unused.
    fn mark(&mut self, cell: Cell, holds: bool) {
        let digit = usize::from(self.digits[cell.index()]);
        self.rows[cell.row()][digit] = holds;
        self.columns[cell.column()][digit] = holds;
        self.boxes[cell.box_()][digit] = holds;
    }
}
