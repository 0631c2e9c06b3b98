//! Locked candidates: the places of a digit in one house are all in another one.

use std::ops::ControlFlow;

use super::board::Board;
use super::pattern::{Effect, Pattern, Visit};
use crate::board::grid::{HOUSES, houses_of};

/// Finds digits whose places in a box are all in one row or column, which has other places.
pub(super) fn pointing(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    (0..9).try_for_each(|box_| [1, 2].into_iter().try_for_each(|line| locked(board, box_, line, visit)))
}

/// Finds digits whose places in a row or column are all in one box, which has other places.
pub(super) fn claiming(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    (9..27).try_for_each(|line| locked(board, line, 0, visit))
}

/// Finds digits to which [`pointing`] or [`claiming`] leaves one place in another house of the same kind as the first.
pub(super) fn leaving_one_place(
    board: &Board,
    find: fn(&Board, Visit<'_>) -> ControlFlow<()>,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    find(board, &mut |locked| {
        let digit = locked.digits.trailing_zeros() as usize;
        let (base, cover) = (locked.base.trailing_zeros() as usize, locked.cover.trailing_zeros() as usize);
        let same_kind = base / 9 * 9..base / 9 * 9 + 9;
        for other in same_kind.filter(|&other| other != base && HOUSES[other] & HOUSES[cover] != 0) {
            let rest = board.places(digit, other) & !HOUSES[cover];
            if rest.is_power_of_two() {
                visit(&Pattern::single(rest.trailing_zeros() as usize, digit, 1 << other))?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// Finds digits whose places in `base` are all in one house of a kind: box 0, row 1, column 2.
fn locked(board: &Board, base: usize, kind: usize, visit: Visit<'_>) -> ControlFlow<()> {
    for digit in 0..9 {
        let cells = board.places(digit, base);
        if cells == 0 {
            continue;
        }
        let cover = houses_of(cells.trailing_zeros() as usize)[kind];
        let rest = HOUSES[cover] & !HOUSES[base];
        if cells & !HOUSES[cover] == 0 && board.digits[digit] & rest != 0 {
            let (digits, effect) = (1 << digit, Effect::Clear { digits: 1 << digit, cells: rest });
            visit(&Pattern { cover: 1 << cover, ..Pattern::clearing(digits, cells, 1 << base, effect) })?;
        }
    }
    ControlFlow::Continue(())
}
