//! The candidates of a board as one set of cells for each digit.

use crate::board::grid::{CELLS, cells};
use std::array;

/// The candidates of a board, by digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigitBoards(pub [u128; 9]);

impl DigitBoards {
    /// Returns the board with these candidates of the cells, digit `d` in bit `d - 1`.
    pub fn new(masks: &[u16; CELLS]) -> Self {
        let mut digits = [0; 9];
        for (cell, &mask) in masks.iter().enumerate() {
            bits(mask).for_each(|digit| digits[digit] |= 1 << cell);
        }
        Self(digits)
    }

    /// Returns the candidates of the cells.
    pub fn masks(&self) -> [u16; CELLS] {
        let mut masks = [0; CELLS];
        for (digit, &places) in self.0.iter().enumerate() {
            cells(places).for_each(|cell| masks[cell] |= 1 << digit);
        }
        masks
    }

    /// Returns the candidates of a cell.
    pub(super) fn mask(&self, cell: usize) -> u16 {
        (0..9).fold(0, |mask, digit| mask | ((self.0[digit] >> cell & 1) as u16) << digit)
    }

    /// Returns the number of candidates.
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|digit| digit.count_ones()).sum()
    }

    /// Returns the cells with exactly one, two and three candidates.
    pub(super) fn cells_by_count(&self) -> [u128; 3] {
        let mut at_least = [0; 4];
        for &digit in &self.0 {
            for n in (1..4).rev() {
                at_least[n] |= at_least[n - 1] & digit;
            }
            at_least[0] |= digit;
        }
        array::from_fn(|n| at_least[n] & !at_least[n + 1])
    }
}

/// Returns the numbers of the bits of a set, lowest first.
pub(super) fn bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(bit)
    })
}
