//! Naked and hidden subsets of a house.

use super::board::{ALL_DIGITS, Board, House, digits_of};
use super::few::{Few, choices};
use super::rule::Rule;
use super::step::{Step, present};
use crate::board::grid::Cell;

/// Finds `count` cells of a house with at most `count` candidates in all. These are cleared from its other cells.
pub(super) fn naked(board: &Board, rule: Rule, count: usize) -> impl Iterator<Item = Step> {
    House::all().flat_map(move |house| {
        choices(open_cells(board, house), count).filter_map(move |cells: Few<Cell, 4>| {
            let union = cells.iter().fold(0, |all, &cell| all | board.candidates(cell));
            if union.count_ones() as usize > count {
                return None;
            }
            let others = house.cells().into_iter().filter(|cell| !cells.contains(cell));
            let clears = present(board, others, digits_of(union));
            let (cells, digits) = (Few::of(cells.iter().copied()), Few::of(digits_of(union)));
            Step::clearing(rule, cells, digits, Few::of([house]), clears)
        })
    })
}

/// Finds `count` digits with at most `count` places in a house in all. The other candidates of these cells are cleared.
pub(super) fn hidden(board: &Board, rule: Rule, count: usize) -> impl Iterator<Item = Step> {
    House::all().flat_map(move |house| {
        let open = open_cells(board, house);
        let digits = digits_of(open.iter().fold(0, |all, &cell| all | board.candidates(cell)));
        choices(Few::<u8, 9>::of(digits), count).filter_map(move |digits: Few<u8, 4>| {
            let mask = digits.iter().fold(0, |all, digit| all | 1 << (digit - 1));
            let places = open.iter().copied().filter(|&cell| board.candidates(cell) & mask != 0);
            if places.clone().count() > count {
                return None;
            }
            let cells = Few::of(places);
            let clears = present(board, cells.iter().copied(), digits_of(ALL_DIGITS & !mask));
            Step::clearing(rule, cells, digits, Few::of([house]), clears)
        })
    })
}

fn open_cells(board: &Board, house: House) -> Few<Cell, 9> {
    Few::of(house.cells().into_iter().filter(|&cell| !board.is_placed(cell)))
}
