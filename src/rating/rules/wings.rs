//! Wings: two or three cells of which one must hold a certain digit.

use std::ops::ControlFlow;

use super::board::{Board, House, are_peers, digits_of};
use super::{Rule, Step, Visit, present};
use crate::grid::Cell;

/// A pivot with the candidates a and b that sees a cell with a and c and a cell with b and c: one of the latter two is c.
pub(super) fn xy(board: &Board, visit: &mut Visit<'_>) -> ControlFlow<()> {
    wings(board, Rule::XyWing, 2, visit)
}

/// The same with a pivot that has c as a candidate as well: one of the three is c.
pub(super) fn xyz(board: &Board, visit: &mut Visit<'_>) -> ControlFlow<()> {
    wings(board, Rule::XyzWing, 3, visit)
}

fn wings(board: &Board, rule: Rule, pivot_candidates: usize, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for pivot in cells_with(board, pivot_candidates) {
        let abc = board.candidates(pivot);
        let ends: Vec<Cell> =
            cells_with(board, 2).into_iter().filter(|&cell| are_peers(cell, pivot)).collect();
        for (index, &one) in ends.iter().enumerate() {
            for &two in &ends[index + 1..] {
                let (ac, bc) = (board.candidates(one), board.candidates(two));
                let c = ac & bc;
                let is_wing = match rule {
                    Rule::XyWing => c & abc == 0 && ac ^ bc == abc,
                    _ => ac | bc == abc,
                };
                if c.count_ones() != 1 || !is_wing {
                    continue;
                }
                let holders = if rule == Rule::XyWing { vec![one, two] } else { vec![pivot, one, two] };
                let digits = digits_of((abc | ac | bc) & !c).chain(digits_of(c)).collect();
                report(board, rule, vec![pivot, one, two], digits, &holders, Vec::new(), visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two cells with the candidates a and b, and a house where a has at most two places, of which the first cell sees one and
/// the second the other: one of the two cells is b.
pub(super) fn w(board: &Board, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let pairs = cells_with(board, 2);
    for (index, &one) in pairs.iter().enumerate() {
        for &two in &pairs[index + 1..] {
            if board.candidates(one) != board.candidates(two) {
                continue;
            }
            for a in digits_of(board.candidates(one)) {
                for (house, ends) in links(board, a, one, two) {
                    let b = digits_of(board.candidates(one)).find(|&digit| digit != a);
                    let digits = [Some(a), b].into_iter().flatten().collect();
                    let cells = vec![one, two, ends[0], ends[1]];
                    report(board, Rule::WWing, cells, digits, &[one, two], vec![house], visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The houses where `digit` has two places, one that `one` sees and one that `two` sees, with these places.
fn links(board: &Board, digit: u8, one: Cell, two: Cell) -> Vec<(House, [Cell; 2])> {
    let mut links = Vec::new();
    for house in House::all() {
        if let [p, q] = board.places(house, digit)[..]
            && ![p, q].iter().any(|end| [one, two].contains(end))
        {
            if are_peers(p, one) && are_peers(q, two) {
                links.push((house, [p, q]));
            } else if are_peers(q, one) && are_peers(p, two) {
                links.push((house, [q, p]));
            }
        }
    }
    links
}

/// Reports a step that clears the last of `digits` from the cells that see all of `holders`.
fn report(
    board: &Board,
    rule: Rule,
    cells: Vec<Cell>,
    digits: Vec<u8>,
    holders: &[Cell],
    houses: Vec<House>,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let seen = Cell::all().filter(|&cell| holders.iter().all(|&holder| are_peers(cell, holder)));
    let clears = present(board, seen, digits.last().copied().into_iter());
    if clears.is_empty() {
        return ControlFlow::Continue(());
    }
    visit(Step { rule, cells, digits, houses, places: None, clears })
}

fn cells_with(board: &Board, candidates: usize) -> Vec<Cell> {
    Cell::all().filter(|&cell| board.candidates(cell).count_ones() as usize == candidates).collect()
}
