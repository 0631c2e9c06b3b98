//! The board that the steps work on: candidates and placed cells.

use crate::board::grid::{CELLS, HOUSES, PEERS};
use crate::board::notation::given_masks;
use crate::rating::closures::digit_boards::{DigitBoards, bits};
use crate::solver::batch::Notation;

/// A callback that receives digits, as bits, and the cells from which a step clears them, whether the cells have them or not.
pub(super) type Clear<'a> = &'a mut dyn FnMut(u16, u128);

/// A board with its placed cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ExplainerBoard {
    pub(super) candidates: DigitBoards,
    /// The cells that are not placed.
    pub(super) open: u128,
}

impl ExplainerBoard {
    pub(super) fn new(puzzle: &[u8], notation: Notation) -> Self {
        let all = (1 << CELLS) - 1;
        let given = given_masks(puzzle, notation).expect("a well-formed puzzle");
        let candidates = match notation {
            Notation::Clues => DigitBoards([all; 9]), // placing the clues clears the other candidates
            Notation::Pencilmarks => DigitBoards::new(&given),
        };
        let mut board = Self { candidates, open: all };
        for (cell, mask) in given.into_iter().enumerate().filter(|(_, mask)| mask.is_power_of_two()) {
            board.place(cell, mask.trailing_zeros() as usize);
        }
        board
    }

    /// Clears digits from the open cells among `cells`.
    pub(super) fn clear(&mut self, digits: u16, cells: u128) {
        bits(digits & 0x1FF).for_each(|digit| self.candidates.0[digit] &= !(cells & self.open));
    }

    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        let bit = 1 << cell;
        for (other, places) in self.candidates.0.iter_mut().enumerate() {
            *places &= if other == digit { !PEERS[cell] } else { !bit };
        }
        self.open &= !bit;
    }

    /// Returns the places of a digit in a house where it is not placed.
    pub(super) fn places(&self, digit: usize, house: usize) -> u128 {
        let places = self.candidates.0[digit] & HOUSES[house];
        if places & !self.open == 0 { places } else { 0 }
    }

    /// Places a digit if `places` is a single cell. Returns whether it is.
    pub(super) fn place_if_one(&mut self, digit: usize, places: u128) -> bool {
        let is_one = places.is_power_of_two();
        if is_one {
            self.place(places.trailing_zeros() as usize, digit);
        }
        is_one
    }

    /// Places the first candidate of a cell. Returns whether there is one.
    pub(super) fn place_candidate(&mut self, cell: usize) -> bool {
        let digit = (0..9).find(|&digit| self.candidates.0[digit] >> cell & 1 == 1);
        digit.is_some_and(|digit| self.place_if_one(digit, 1 << cell))
    }
}

/// Returns the box, the row and the column of a cell.
pub(super) fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row / 3 * 3 + column / 3, 9 + row, 18 + column]
}
