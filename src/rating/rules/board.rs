//! The board that rules work on.

use crate::array::array_of;
use crate::board::bits::bits;
use crate::board::candidates::Candidates;
use crate::board::grid::{ALL_CELLS, ALL_DIGITS, CELLS, HOUSES, PEERS};
use crate::board::notation::given_masks;
use crate::solver::batch::Notation;

/// The candidates of a grid, as one set of cells per digit. Some cells are placed.
///
/// A cell is placed if it is a clue or a rule placed a digit in it. Its digit is then not a candidate of its peers.
/// Having only one candidate left does not make a cell placed.
///
/// Digits, cells and houses are numbers from 0, and sets of them are bits. Cells are in the order of the text, houses in the
/// order of [`HOUSES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// The cells that have each digit as a candidate.
    pub(crate) digits: [u128; 9],
    /// The cells that are not placed.
    pub(crate) open: u128,
}

impl Board {
    /// Returns the board of a well-formed puzzle in this notation. Pencilmarks with one candidate are clues.
    pub(crate) fn new(puzzle: &[u8], notation: Notation) -> Self {
        Self::of(&given_masks(puzzle, notation).expect("a well-formed puzzle"))
    }

    /// Returns the board with these candidates. A cell with one candidate is a clue.
    pub(crate) fn of(given: &[u16; CELLS]) -> Self {
        let mut board = Self { digits: [ALL_CELLS; 9], open: ALL_CELLS };
        for (cell, &mask) in given.iter().enumerate() {
            match mask {
                ALL_DIGITS => {}
                mask if mask.is_power_of_two() => board.place(cell, mask.trailing_zeros() as usize),
                mask => board.clear(!mask, 1 << cell),
            }
        }
        board
    }

    /// Returns the board that a closure leaves. The cells with one candidate are placed.
    pub(crate) fn closed(left: &[u16; CELLS]) -> Self {
        let mut board = Self { digits: [0; 9], open: 0 };
        for (cell, &mask) in left.iter().enumerate() {
            bits(mask).for_each(|digit| board.digits[digit] |= 1 << cell);
        }
        board.open = ALL_CELLS & !board.cells_by_count()[0];
        board
    }

    /// Places a digit: the cell keeps only this candidate, if it has it, and the cell's peers lose it.
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        let left = self.digits[digit] & !PEERS[cell];
        self.digits.iter_mut().for_each(|cells| *cells &= !(1 << cell));
        self.digits[digit] = left;
        self.open &= !(1 << cell);
    }

    /// Clears digits from the open cells among `cells`, whether they have them or not.
    pub(crate) fn clear(&mut self, digits: u16, cells: u128) {
        bits(digits & ALL_DIGITS).for_each(|digit| self.digits[digit] &= !(cells & self.open));
    }

    /// Returns the open places of a digit in a house. If the digit is placed there, there are none, because its peers lost it.
    pub(crate) fn places(&self, digit: usize, house: usize) -> u128 {
        self.digits[digit] & self.open & HOUSES[house]
    }

    /// Returns the candidates of a cell.
    pub(crate) fn mask(&self, cell: usize) -> u16 {
        (0..9).fold(0, |mask, digit| mask | ((self.digits[digit] >> cell & 1) as u16) << digit)
    }

    /// Returns the candidates of all cells.
    pub(crate) fn masks(&self) -> [u16; CELLS] {
        let mut masks = [0; CELLS];
        for (digit, &cells) in self.digits.iter().enumerate() {
            bits(cells).for_each(|cell| masks[cell] |= 1 << digit);
        }
        masks
    }

    /// Returns the candidates of all cells.
    pub(crate) fn candidates(&self) -> Candidates {
        Candidates::from_masks(self.masks())
    }

    /// Returns the candidates of `cells` among these digits.
    pub(crate) fn union_of(&self, cells: u128, digits: u16) -> u16 {
        bits(digits & ALL_DIGITS)
            .filter(|&digit| self.digits[digit] & cells != 0)
            .fold(0, |all, digit| all | 1 << digit)
    }

    /// Returns the cells with exactly one, two and three candidates.
    pub(crate) fn cells_by_count(&self) -> [u128; 3] {
        let mut at_least = [0; 4];
        for &cells in &self.digits {
            for n in (1..4).rev() {
                at_least[n] |= at_least[n - 1] & cells;
            }
            at_least[0] |= cells;
        }
        array_of(|n| at_least[n] & !at_least[n + 1])
    }

    /// Returns the number of open cells, and the number of their candidates.
    pub(crate) fn left(&self) -> (u32, u32) {
        let candidates = self.digits.iter().map(|cells| (cells & self.open).count_ones()).sum();
        (self.open.count_ones(), candidates)
    }
}
