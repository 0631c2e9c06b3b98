//! Naked and hidden subsets of a house.

use std::ops::ControlFlow;

use super::board::{ALL_DIGITS, Board, House, digits_of};
use super::{Rule, Step, Visit, choices, present};
use crate::grid::Cell;

/// `count` cells of a house with at most `count` candidates in all: these are cleared from its other cells.
pub(super) fn naked(board: &Board, rule: Rule, count: usize, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for house in House::all() {
        for cells in choices(&open_cells(board, house), count) {
            let union = cells.iter().fold(0, |all, &cell| all | board.candidates(cell));
            if union.count_ones() as usize <= count {
                let others = house.cells().into_iter().filter(|cell| !cells.contains(cell));
                let clears = present(board, others, digits_of(union));
                report(rule, cells, union, house, clears, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// `count` digits with at most `count` places in a house in all: the other candidates of these cells are cleared.
pub(super) fn hidden(board: &Board, rule: Rule, count: usize, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for house in House::all() {
        let open = open_cells(board, house);
        let digits: Vec<u8> =
            digits_of(open.iter().fold(0, |all, &cell| all | board.candidates(cell))).collect();
        for chosen in choices(&digits, count) {
            let mask = chosen.iter().fold(0, |all, digit| all | 1 << (digit - 1));
            let cells: Vec<Cell> =
                open.iter().copied().filter(|&cell| board.candidates(cell) & mask != 0).collect();
            if cells.len() <= count {
                let clears = present(board, cells.iter().copied(), digits_of(ALL_DIGITS & !mask));
                report(rule, cells, mask, house, clears, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn report(
    rule: Rule,
    cells: Vec<Cell>,
    digits: u16,
    house: House,
    clears: Vec<(Cell, u8)>,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    if clears.is_empty() {
        return ControlFlow::Continue(());
    }
    let (digits, houses) = (digits_of(digits).collect(), vec![house]);
    visit(Step { rule, cells, digits, houses, places: None, clears })
}

fn open_cells(board: &Board, house: House) -> Vec<Cell> {
    house.cells().into_iter().filter(|&cell| !board.is_placed(cell)).collect()
}
