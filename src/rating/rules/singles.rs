//! Hidden and naked singles.

use super::board::{Board, House, HouseKind, digits_of, only_digit};
use super::few::Few;
use super::rule::Rule;
use super::step::Step;
use crate::board::grid::Cell;

/// Finds digits with one place in a house of one of these kinds.
pub(super) fn hidden(board: &Board, rule: Rule, kinds: &'static [HouseKind]) -> impl Iterator<Item = Step> {
    let houses = kinds.iter().flat_map(|&kind| House::of_kind(kind));
    houses.flat_map(move |house| {
        digits_of(with_one_place(board, house)).filter_map(
            move |digit| match board.places(house, digit)[..] {
                [cell] if !board.is_placed(cell) => Some(single(rule, cell, digit, Few::of([house]))),
                _ => None,
            },
        )
    })
}

/// Returns the digits with one place in a house.
fn with_one_place(board: &Board, house: House) -> u16 {
    let (mut once, mut twice) = (0, 0);
    for cell in house.cells() {
        twice |= once & board.candidates(cell);
        once |= board.candidates(cell);
    }
    once & !twice
}

/// Finds cells with one candidate.
pub(super) fn naked(board: &Board) -> impl Iterator<Item = Step> {
    let open = Cell::all().filter(move |&cell| !board.is_placed(cell));
    open.filter_map(move |cell| {
        let digit = only_digit(board.candidates(cell))?;
        Some(single(Rule::NakedSingle, cell, digit, Few::NONE))
    })
}

fn single(rule: Rule, cell: Cell, digit: u8, houses: Few<House, 4>) -> Step {
    let (cells, digits, placement) = (Few::of([cell]), Few::of([digit]), Some((cell, digit)));
    Step { rule, cells, digits, houses, placement, clears: Few::NONE }
}
