//! Locked candidates: the places of a digit in one house are all in another one.

use super::board::{Board, House, HouseKind, LINES};
use super::few::Few;
use super::rule::Rule;
use super::step::{Step, present};

/// Finds digits whose places in a box are in one row or column. They are cleared from the rest of that line.
pub(super) fn pointing(board: &Board) -> impl Iterator<Item = Step> {
    let lines = House::of_kind(HouseKind::Box).flat_map(|box_| LINES.map(|kind| (box_, kind)));
    lines.flat_map(move |(box_, kind)| locked(board, Rule::Pointing, box_, kind))
}

/// Finds digits whose places in a row or column are in one box. They are cleared from the rest of that box.
pub(super) fn claiming(board: &Board) -> impl Iterator<Item = Step> {
    let lines = LINES.into_iter().flat_map(House::of_kind);
    lines.flat_map(move |line| locked(board, Rule::Claiming, line, HouseKind::Box))
}

fn locked(board: &Board, rule: Rule, base: House, kind: HouseKind) -> impl Iterator<Item = Step> {
    (1..=9).filter_map(move |digit| {
        let cells = board.places(base, digit);
        let other = House::containing(*cells.first()?, kind);
        if !cells.iter().all(|&cell| other.contains(cell)) {
            return None;
        }
        let rest = other.cells().into_iter().filter(|&cell| !base.contains(cell));
        let clears = present(board, rest, std::iter::once(digit));
        let (cells, digits) = (Few::of(cells.iter().copied()), Few::of([digit]));
        Step::clearing(rule, cells, digits, Few::of([base, other]), clears)
    })
}
