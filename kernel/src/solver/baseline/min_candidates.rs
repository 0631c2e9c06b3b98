//! `min-candidates`: takes the cell with the fewest candidates first. Candidates are a bit mask that is computed from the
//! row, column and box of the cell each time.

use super::{Method, Put};
use crate::board::grid::{CELLS, Cell};

const ALL_DIGITS: u16 = 0x3fe; // bit d: digit d

pub struct MinCandidates {
    /// The candidates of each cell taken that are still to be tried.
    untried: [u16; CELLS],
}

impl Method for MinCandidates {
    fn new(_: &[u8; CELLS]) -> Self {
        Self { untried: [0; CELLS] }
    }

    fn next_blank(&mut self, digits: &[u8; CELLS], _: &[Cell]) -> Option<Cell> {
        let (cell, candidates) = tightest_blank(digits)?;
        self.untried[cell.index()] = candidates;
        Some(cell)
    }

    fn put_next_digit(&mut self, digits: &mut [u8; CELLS], cell: Cell) -> Option<Put> {
        let untried = &mut self.untried[cell.index()];
        let digit = untried.trailing_zeros() as u8;
        let any = *untried != 0;
        digits[cell.index()] = if any { digit } else { 0 };
        *untried &= untried.wrapping_sub(1);
        any.then_some(if *untried == 0 { Put::Last } else { Put::OneOfSeveral })
    }
}

/// Returns the first blank cell with at most one candidate, or else the first cell with the fewest candidates.
fn tightest_blank(digits: &[u8; CELLS]) -> Option<(Cell, u16)> {
    let mut tightest = None;
    let mut fewest = u32::MAX;
    for cell in Cell::all().filter(|cell| digits[cell.index()] == 0) {
        let candidates = candidates(digits, cell);
        if candidates.count_ones() < fewest {
            fewest = candidates.count_ones();
            tightest = Some((cell, candidates));
        }
        if fewest <= 1 {
            break;
        }
    }
    tightest
}

fn candidates(digits: &[u8; CELLS], cell: Cell) -> u16 {
    let (row, column) = (cell.row(), cell.column());
    let (top, left) = (row / 3 * 3, column / 3 * 3);
    let bit = |cell: usize| 1 << digits[cell]; // a blank cell gives bit 0, which is not a digit
    let held = (0..9).fold(0, |held, i| {
        held | bit(9 * row + i) | bit(9 * i + column) | bit(9 * (top + i / 3) + left + i % 3)
    });
    ALL_DIGITS & !held
}
