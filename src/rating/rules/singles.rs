//! Hidden and naked singles.

use std::ops::ControlFlow;

use super::board::{Board, House, HouseKind, only_digit};
use super::{Rule, Step, Visit};
use crate::grid::Cell;

/// A digit with one place in a house of one of these kinds.
pub(super) fn hidden(
    board: &Board,
    rule: Rule,
    kinds: &[HouseKind],
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    for house in kinds.iter().flat_map(|&kind| House::of_kind(kind)) {
        for digit in 1..=9 {
            if let [cell] = board.places(house, digit)[..]
                && !board.is_placed(cell)
            {
                visit(single(rule, cell, digit, vec![house]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A cell with one candidate.
pub(super) fn naked(board: &Board, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for cell in Cell::all().filter(|&cell| !board.is_placed(cell)) {
        if let Some(digit) = only_digit(board.candidates(cell)) {
            visit(single(Rule::NakedSingle, cell, digit, Vec::new()))?;
        }
    }
    ControlFlow::Continue(())
}

fn single(rule: Rule, cell: Cell, digit: u8, houses: Vec<House>) -> Step {
    let (cells, digits, places) = (vec![cell], vec![digit], Some((cell, digit)));
    Step { rule, cells, digits, houses, places, clears: Vec::new() }
}
