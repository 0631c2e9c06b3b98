//! Basic fish: the places of a digit in some rows are in as many columns, or the other way round.

use std::ops::ControlFlow;

use super::board::{Board, House, HouseKind};
use super::{Rule, Step, Visit, choices, present};
use crate::grid::Cell;

/// The places of a digit in `size` lines of one kind are in at most `size` lines of the other kind: the digit is cleared
/// from the rest of those.
pub(super) fn find(board: &Board, rule: Rule, size: usize, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for digit in 1..=9 {
        fish(board, rule, size, digit, [HouseKind::Row, HouseKind::Column], visit)?;
        fish(board, rule, size, digit, [HouseKind::Column, HouseKind::Row], visit)?;
    }
    ControlFlow::Continue(())
}

fn fish(
    board: &Board,
    rule: Rule,
    size: usize,
    digit: u8,
    [base, cover]: [HouseKind; 2],
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let is_open = |line: &House| !board.places(*line, digit).iter().any(|&cell| board.is_placed(cell));
    let lines: Vec<House> = House::of_kind(base).filter(is_open).collect();
    for houses in choices(&lines, size) {
        let cells: Vec<Cell> = houses.iter().flat_map(|&line| board.places(line, digit)).collect();
        let mut covers: Vec<House> = cells.iter().map(|&cell| House::containing(cell, cover)).collect();
        covers.sort();
        covers.dedup();
        if covers.len() > size {
            continue;
        }
        let rest = covers.iter().flat_map(|line| line.cells()).filter(|cell| !cells.contains(cell));
        let clears = present(board, rest, std::iter::once(digit));
        if !clears.is_empty() {
            visit(Step { rule, cells, digits: vec![digit], houses, places: None, clears })?;
        }
    }
    ControlFlow::Continue(())
}
