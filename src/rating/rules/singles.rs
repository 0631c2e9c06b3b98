//! Hidden and naked singles.

use super::board::{Board, House, HouseKind, only_digit};
use super::{Rule, Step};
use crate::grid::Cell;

/// A digit with one place in a house of one of these kinds.
pub(super) fn hidden(board: &Board, rule: Rule, kinds: &'static [HouseKind]) -> impl Iterator<Item = Step> {
    let houses = kinds.iter().flat_map(|&kind| House::of_kind(kind));
    let digits = houses.flat_map(|house| (1..=9).map(move |digit| (house, digit)));
    digits.filter_map(move |(house, digit)| match board.places(house, digit)[..] {
        [cell] if !board.is_placed(cell) => Some(single(rule, cell, digit, vec![house])),
        _ => None,
    })
}

/// A cell with one candidate.
pub(super) fn naked(board: &Board) -> impl Iterator<Item = Step> {
    let open = Cell::all().filter(move |&cell| !board.is_placed(cell));
    open.filter_map(move |cell| {
        let digit = only_digit(board.candidates(cell))?;
        Some(single(Rule::NakedSingle, cell, digit, Vec::new()))
    })
}

fn single(rule: Rule, cell: Cell, digit: u8, houses: Vec<House>) -> Step {
    let (cells, digits, placement) = (vec![cell], vec![digit], Some((cell, digit)));
    Step { rule, cells, digits, houses, placement, clears: Vec::new() }
}
