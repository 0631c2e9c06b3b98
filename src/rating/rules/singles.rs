//! Singles: cells and digits with one possibility left.

use std::ops::{ControlFlow, Range};

use super::board::Board;
use super::pattern::{Pattern, Visit};
use crate::board::bits::bits;
use crate::board::grid::HOUSES;

/// Finds the last open cell of a house.
pub(super) fn last_cells(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    for house in 0..27 {
        let open = HOUSES[house] & board.open;
        if open.is_power_of_two() {
            visit_candidate(board, open.trailing_zeros() as usize, 1 << house, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Finds digits with one place in one of these houses.
pub(super) fn hidden(board: &Board, houses: Range<usize>, visit: Visit<'_>) -> ControlFlow<()> {
    for house in houses {
        for digit in 0..9 {
            let places = board.places(digit, house);
            if places.is_power_of_two() {
                visit(&Pattern::single(places.trailing_zeros() as usize, digit, 1 << house))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds cells with one candidate.
pub(super) fn naked(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    bits(board.cells_by_count()[0] & board.open).try_for_each(|cell| visit_candidate(board, cell, 0, visit))
}

/// Visits the first candidate of a cell, if it has one.
fn visit_candidate(board: &Board, cell: usize, base: u32, visit: Visit<'_>) -> ControlFlow<()> {
    match (0..9).find(|&digit| board.digits[digit] >> cell & 1 == 1) {
        Some(digit) => visit(&Pattern::single(cell, digit, base)),
        None => ControlFlow::Continue(()),
    }
}
