//! Basic fish: the places of a digit in some rows are in as many columns, or the other way round.

use super::board::{Board, House, HouseKind};
use super::few::{Few, choices};
use super::rule::Rule;
use super::step::{Step, present};

/// Finds `size` lines of one kind whose places of a digit are in at most `size` lines of the other kind. The digit is cleared
/// from the rest of the latter.
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
    let lines: Few<House, 9> = Few::of(House::of_kind(base).filter(is_open));
    choices(lines, size).filter_map(move |houses: Few<House, 4>| {
        // The places of a line are in the order of the lines that cross it.
        let covers = houses.iter().fold(0, |covers, &line| covers | board.place_bits(line, digit));
        if covers.count_ones() as usize > size {
            return None;
        }
        let cells = Few::of(
            houses
                .iter()
                .flat_map(|&line| line.cells().into_iter().filter(move |&cell| board.has(cell, digit))),
        );
        let is_cover = |line: &House| covers >> line.number() & 1 == 1;
        let rest = House::of_kind(cover).filter(is_cover).flat_map(House::cells);
        let clears = present(board, rest.filter(|cell| !cells.contains(cell)), std::iter::once(digit));
        Step::clearing(rule, cells, Few::of([digit]), houses, clears)
    })
}
