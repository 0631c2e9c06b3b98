//! Basic fish: the places of a digit in some rows are in as many columns, or the other way round.

use super::board::{Board, House, HouseKind};
use super::{Rule, Step, choices, present};
use crate::grid::Cell;

/// The places of a digit in `size` lines of one kind are in at most `size` lines of the other kind: the digit is cleared
/// from the rest of those.
pub(super) fn find(board: &Board, rule: Rule, size: usize) -> impl Iterator<Item = Step> {
    let kinds = [[HouseKind::Row, HouseKind::Column], [HouseKind::Column, HouseKind::Row]];
    let searches = (1..=9).flat_map(move |digit| kinds.map(|kinds| (digit, kinds)));
    searches.flat_map(move |(digit, kinds)| fish(board, rule, size, digit, kinds))
}

fn fish(
    board: &Board,
    rule: Rule,
    size: usize,
    digit: u8,
    [base, cover]: [HouseKind; 2],
) -> impl Iterator<Item = Step> {
    let is_open = |line: &House| !board.places(*line, digit).iter().any(|&cell| board.is_placed(cell));
    let lines = House::of_kind(base).filter(is_open).collect();
    choices(lines, size).filter_map(move |houses| {
        let cells: Vec<Cell> = houses.iter().flat_map(|&line| board.places(line, digit)).collect();
        let mut covers: Vec<House> = cells.iter().map(|&cell| House::containing(cell, cover)).collect();
        covers.sort();
        covers.dedup();
        if covers.len() > size {
            return None;
        }
        let rest = covers.iter().flat_map(|line| line.cells()).filter(|cell| !cells.contains(cell));
        let clears = present(board, rest, std::iter::once(digit));
        Step::clearing(rule, cells, vec![digit], houses, clears)
    })
}
