//! The board of the scalar engine: its candidates, and the singles among them.
//!
//! For each house the board stores the digits that the house lacks, one bit per digit. The candidates of a cell are the
//! digits that its three houses all lack, so filling a cell clears one bit in three words:
//!
//! ```text
//! lacks    row 0..8 │ column 9..17 │ box 18..26        bit d - 1: digit d is lacking
//! cell     candidates = marks & lacks[row] & lacks[column] & lacks[box]
//! ```
//!
//! `marks` holds the candidates that the puzzle allows before any rule is applied: all digits, unless the puzzle is given
//! as pencilmarks.

use crate::grid::{self, CELLS};
use std::array;

pub(super) const ALL_DIGITS: u16 = 0x1ff;
const HOUSES: usize = 27;

/// The three houses of each cell: row, column, box.
const HOUSES_OF: [[u8; 3]; CELLS] = houses_of();

/// A partly filled grid.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// The digits that each house lacks.
    lacks: [u16; HOUSES],
    /// The digit in each cell; 0 in a blank one.
    pub(super) digits: [u8; CELLS],
    /// The blank cells are among the first `listed` of these; the others there were filled recently.
    list: [u8; CELLS],
    listed: u8,
    /// The number of blank cells.
    pub(super) blanks: u8,
}

impl Board {
    pub(super) const EMPTY: Board = Board {
        lacks: [ALL_DIGITS; HOUSES],
        digits: [0; CELLS],
        list: every_cell(),
        listed: CELLS as u8,
        blanks: CELLS as u8,
    };

    /// Returns the empty board whose cells are listed in the order of `cells`, which are all cells.
    pub(super) fn with_order(cells: [u8; CELLS]) -> Self {
        Self { list: cells, ..Self::EMPTY }
    }

    /// Fills the cells that have a clue. No two clues may conflict.
    pub(super) fn fill_clues(&mut self, clues: &[u8; CELLS]) {
        for (cell, &byte) in clues.iter().enumerate() {
            if let Some(digit) = grid::digit(byte) {
                self.fill(cell as u8, 1 << (digit - 1));
            }
        }
    }

    /// Fills a blank cell. `digit` is the digit's bit.
    pub(super) fn fill(&mut self, cell: u8, digit: u16) {
        for house in HOUSES_OF[usize::from(cell)] {
            self.lacks[usize::from(house)] &= !digit;
        }
        self.digits[usize::from(cell)] = digit.trailing_zeros() as u8 + 1;
        self.blanks -= 1;
    }

    /// Returns the candidates of a blank cell, one bit per digit.
    pub(super) fn candidates(&self, cell: u8, marks: &[u16; CELLS]) -> u16 {
        let [row, column, box_] = of_houses(cell, &self.lacks);
        marks[usize::from(cell)] & row & column & box_
    }

    /// Fills singles until there are none. Returns false if the board has no solution.
    pub(super) fn fill_singles(&mut self, marks: &[u16; CELLS]) -> bool {
        loop {
            let before = self.blanks;
            if !self.fill_naked_singles(marks) || !self.fill_hidden_singles(marks) {
                return false;
            }
            if self.blanks == before {
                return true;
            }
        }
    }

    /// Fills the cells with one candidate and removes filled cells from the list. Returns false if a cell has no
    /// candidate.
    fn fill_naked_singles(&mut self, marks: &[u16; CELLS]) -> bool {
        let listed = std::mem::take(&mut self.listed);
        for i in 0..usize::from(listed) {
            let cell = self.list[i];
            if self.digits[usize::from(cell)] != 0 {
                continue;
            }
            match self.candidates(cell, marks) {
                0 => return false,
                digit if is_single(digit) => self.fill(cell, digit),
                _ => self.keep_listed(cell),
            }
        }
        true
    }

    fn keep_listed(&mut self, cell: u8) {
        self.list[usize::from(self.listed)] = cell;
        self.listed += 1;
    }

    /// Fills the cells that are the only ones in a house for a digit. Returns false if a house has no cell for a digit.
    ///
    /// The cells of each digit are counted once, beforehand. Filling cells only removes candidates, so a digit that had
    /// one cell then has the same one or none now.
    fn fill_hidden_singles(&mut self, marks: &[u16; CELLS]) -> bool {
        let Some(hidden) = self.hidden_digits(marks) else { return false };
        for i in 0..usize::from(self.listed) {
            let cell = self.list[i];
            let [row, column, box_] = of_houses(cell, &hidden);
            match self.candidates(cell, marks) & (row | column | box_) {
                0 => {}
                digit if is_single(digit) => self.fill(cell, digit),
                _ => return false, // two digits that have no other cell
            }
        }
        true
    }

    /// Returns the digits of each house that have one cell, or `None` if a digit that a house lacks has no cell.
    fn hidden_digits(&self, marks: &[u16; CELLS]) -> Option<[u16; HOUSES]> {
        let (mut once, mut twice) = ([0; HOUSES], [0; HOUSES]);
        for &cell in self.listed_cells() {
            let candidates = self.candidates(cell, marks);
            for &house in &HOUSES_OF[usize::from(cell)] {
                let house = usize::from(house);
                twice[house] |= once[house] & candidates;
                once[house] |= candidates;
            }
        }
        (once == self.lacks).then(|| array::from_fn(|house| once[house] & !twice[house]))
    }

    /// Returns the first of the blank cells with the fewest candidates.
    pub(super) fn tightest_cell(&self, marks: &[u16; CELLS]) -> u8 {
        let count = |&cell: &u8| self.candidates(cell, marks).count_ones();
        self.listed_cells().iter().copied().min_by_key(count).expect("an unsolved board has a blank cell")
    }

    /// Returns the first of the blank cells.
    pub(super) fn first_cell(&self) -> u8 {
        *self.listed_cells().first().expect("an unsolved board has a blank cell")
    }

    fn listed_cells(&self) -> &[u8] {
        &self.list[..usize::from(self.listed)]
    }
}

pub(super) const fn is_single(mask: u16) -> bool {
    mask.is_power_of_two()
}

pub(super) const fn lowest(mask: u16) -> u16 {
    mask & mask.wrapping_neg()
}

const fn houses_of() -> [[u8; 3]; CELLS] {
    let mut houses = [[0; 3]; CELLS];
    const_for!(cell in 0..CELLS => {
        let (row, column) = (cell / 9, cell % 9);
        houses[cell] = [row as u8, 9 + column as u8, 18 + (row / 3 * 3 + column / 3) as u8];
    });
    houses
}

const fn every_cell() -> [u8; CELLS] {
    let mut cells = [0; CELLS];
    const_for!(cell in 0..CELLS => {
        cells[cell] = cell as u8;
    });
    cells
}

/// The values of the three houses of a cell.
#[inline]
fn of_houses(cell: u8, values: &[u16; HOUSES]) -> [u16; 3] {
    array::from_fn(|kind| values[usize::from(HOUSES_OF[usize::from(cell)][kind])])
}
