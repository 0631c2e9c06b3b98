//! Wings: two or three cells, one of which must hold a certain digit.

use super::board::{Board, House, are_peers, digits_of};
use super::few::Few;
use super::rule::Rule;
use super::step::{MOST_CELLS, Step, present};
use crate::board::grid::{CELLS, Cell};

/// Finds XY-wings: a pivot with the candidates a and b sees a cell with a and c and a cell with b and c, so one of the latter two
/// is c. XYZ-wings: the same with a pivot that has c as a third candidate, so one of the three is c.
pub(super) fn around_pivot(board: &Board, rule: Rule, pivot_candidates: u32) -> impl Iterator<Item = Step> {
    cells_with(board, pivot_candidates).flat_map(move |pivot| {
        let ends = cells_with(board, 2).filter(|&cell| are_peers(cell, pivot));
        pairs(Few::of(ends)).filter_map(move |(one, two)| {
            let [abc, ac, bc] = [pivot, one, two].map(|cell| board.candidates(cell));
            let c = ac & bc;
            let cells = [pivot, one, two];
            let (is_wing, holders) = match rule {
                Rule::XyWing => (c & abc == 0 && ac ^ bc == abc, &cells[1..]),
                _ => (ac | bc == abc, &cells[..]),
            };
            if c.count_ones() != 1 || !is_wing {
                return None;
            }
            let digits = Few::of(digits_of((abc | ac | bc) & !c).chain(digits_of(c)));
            wing(board, rule, Few::of(cells), digits, holders, Few::NONE)
        })
    })
}

/// Finds W-wings: two cells with the candidates a and b, and a house where a has at most two places. The first cell sees one and
/// the second sees the other, so one of the two cells is b.
pub(super) fn w(board: &Board) -> impl Iterator<Item = Step> {
    let are_equal = move |&(one, two): &(Cell, Cell)| board.candidates(one) == board.candidates(two);
    pairs(Few::of(cells_with(board, 2))).filter(are_equal).flat_map(move |(one, two)| {
        digits_of(board.candidates(one)).flat_map(move |a| {
            links(board, a, one, two).filter_map(move |(house, ends)| {
                let b = digits_of(board.candidates(one)).filter(|&digit| digit != a);
                let digits = Few::of(std::iter::once(a).chain(b));
                let cells = Few::of([one, two, ends[0], ends[1]]);
                wing(board, Rule::WWing, cells, digits, &[one, two], Few::of([house]))
            })
        })
    })
}

/// Returns the houses where `digit` has two places, one that `one` sees and one that `two` sees, with these places.
fn links(board: &Board, digit: u8, one: Cell, two: Cell) -> impl Iterator<Item = (House, [Cell; 2])> {
    House::all().filter_map(move |house| {
        let [p, q] = board.places(house, digit)[..] else { return None };
        if [p, q].iter().any(|end| [one, two].contains(end)) {
            return None;
        }
        let meet = |[p, q]: [Cell; 2]| are_peers(p, one) && are_peers(q, two);
        [[p, q], [q, p]].into_iter().find(|&ends| meet(ends)).map(|ends| (house, ends))
    })
}

/// Returns a step that clears the last of `digits` from the cells that see all of `holders`, if there are such candidates.
fn wing(
    board: &Board,
    rule: Rule,
    cells: Few<Cell, MOST_CELLS>,
    digits: Few<u8, 4>,
    holders: &[Cell],
    houses: Few<House, 4>,
) -> Option<Step> {
    let last = digits.last().copied();
    let seen = Cell::all().filter(|&cell| holders.iter().all(|&holder| are_peers(cell, holder)));
    let clears = present(board, seen, last.into_iter());
    Step::clearing(rule, cells, digits, houses, clears)
}

fn cells_with(board: &Board, candidates: u32) -> impl Iterator<Item = Cell> {
    Cell::all().filter(move |&cell| board.candidates(cell).count_ones() == candidates)
}

/// Returns every two of `cells`, in order.
fn pairs(cells: Few<Cell, CELLS>) -> impl Iterator<Item = (Cell, Cell)> {
    (0..cells.len())
        .flat_map(move |first| (first + 1..cells.len()).map(move |second| (cells[first], cells[second])))
}
