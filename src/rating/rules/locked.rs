//! Locked candidates: the places of a digit in one house are all in another one.

use std::ops::ControlFlow;

use super::board::{Board, House, HouseKind};
use super::{Rule, Step, Visit, present};

/// The places of a digit in a box are in one row or column: the digit is cleared from the rest of that line.
pub(super) fn pointing(board: &Board, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for box_ in House::of_kind(HouseKind::Box) {
        for kind in [HouseKind::Row, HouseKind::Column] {
            locked(board, Rule::Pointing, box_, kind, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The places of a digit in a row or column are in one box: the digit is cleared from the rest of that box.
pub(super) fn claiming(board: &Board, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for kind in [HouseKind::Row, HouseKind::Column] {
        for line in House::of_kind(kind) {
            locked(board, Rule::Claiming, line, HouseKind::Box, visit)?;
        }
    }
    ControlFlow::Continue(())
}

fn locked(board: &Board, rule: Rule, base: House, kind: HouseKind, visit: &mut Visit<'_>) -> ControlFlow<()> {
    for digit in 1..=9 {
        let cells = board.places(base, digit);
        let Some(&first) = cells.first() else { continue };
        let other = House::containing(first, kind);
        if cells.iter().all(|&cell| other.contains(cell)) {
            let rest = other.cells().into_iter().filter(|&cell| !base.contains(cell));
            let clears = present(board, rest, std::iter::once(digit));
            if !clears.is_empty() {
                let (digits, houses) = (vec![digit], vec![base, other]);
                visit(Step { rule, cells, digits, houses, places: None, clears })?;
            }
        }
    }
    ControlFlow::Continue(())
}
