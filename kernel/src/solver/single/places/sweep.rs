//! The rules of every sweep.

use super::{FULL, Layout, Places, Summary};
use crate::simd::{Boxes, three};
use crate::solver::single::board::{State, Swept};

/// Applies the rules of every sweep once.
///
/// ```text
/// board ─▶ minirows ─▶ minicolumns ─▶ naked singles, hidden singles ─▶ board
///          permutations of a band     of what is left
///                      permutations of a stack
/// ```
#[inline(always)]
pub fn sweep<S: Layout>(s: S, board: &Places<S>) -> Swept<Places<S>, Summary<S::V>> {
    let rows = three!(K => s.or3(board[K][0], board[K][1], board[K][2]));
    let turned = three!(K => s.turn_stacks(rows[K]));
    let possible = three!(K => permutations(s, turned[(K + 1) % 3], turned[(K + 2) % 3]));
    let by_rows = three!(K => three!(J => s.and(board[K][J], possible[K])));

    let columns = three!(J => s.or3(by_rows[0][J], by_rows[1][J], by_rows[2][J]));
    let turned = three!(J => s.turn_bands(columns[J]));
    let possible = three!(J => permutations(s, turned[(J + 1) % 3], turned[(J + 2) % 3]));
    let left = three!(K => three!(J => s.and(by_rows[K][J], possible[J])));

    let singles = three!(K => three!(J => single(s, left[K][J])));
    let naked = any(s, &singles);
    let rows = three!(K => s.or3(left[K][0], left[K][1], left[K][2]));
    let crowded = three!(K => s.maj(left[K][0], left[K][1], left[K][2]));
    let summary = Summary { rows, crowded, columns, naked };
    let full = s.load(&FULL);
    if s.is_zero(s.xor(naked, full)) {
        let state = if is_solution(s, &left, &rows) { State::Solved } else { State::Contradictory };
        return Swept { board: left, state, summary };
    }

    // The digits that cells of the box have outside of each minirow, or that the minirow has twice.
    let elsewhere = three!(K => s.or3(rows[(K + 1) % 3], rows[(K + 2) % 3], crowded[K]));
    let next = three!(K => three!(J => place_singles(s, left[K][J], singles[K][J], naked, elsewhere[K])));
    let digits = s.or3(rows[0], rows[1], rows[2]);
    let state = if !s.is_zero(s.xor(s.if_no_cell_is_empty(&next, digits), full)) {
        State::Contradictory
    } else if is_equal(s, &next, &by_rows) {
        State::Stable
    } else {
        State::Changed
    };
    Swept { board: next, state, summary }
}

/// Clears the clues of a new board, which are its naked singles, from the other cells of their houses.
#[inline(always)]
pub fn clear_clues<S: Boxes>(s: S, board: &Places<S>) -> Places<S> {
    let clues = three!(K => three!(J => single(s, board[K][J])));
    let rows = three!(K => s.or3(clues[K][0], clues[K][1], clues[K][2]));
    let columns = three!(J => s.or3(clues[0][J], clues[1][J], clues[2][J]));
    // What a minirow loses: the clues of its row in other boxes, and the clues of its box in other rows.
    let lost_in_rows = three!(K => {
        let [next, last] = s.turn_stacks(rows[K]);
        s.or(s.or(next, last), s.or(rows[(K + 1) % 3], rows[(K + 2) % 3]))
    });
    let lost_in_columns = three!(J => {
        let [next, last] = s.turn_bands(columns[J]);
        s.or(s.or(next, last), s.or(columns[(J + 1) % 3], columns[(J + 2) % 3]))
    });
    three!(K => three!(J => s.clear(board[K][J], s.or(lost_in_rows[K], lost_in_columns[J]))))
}

/// Returns the digits of each minirow for which the other two rows of the band can take the other two boxes, given the two
/// turns of those rows. (For minicolumns, read column for row and stack for band.)
#[inline(always)]
fn permutations<S: Boxes>(s: S, next_row: [S::V; 2], last_row: [S::V; 2]) -> S::V {
    s.or(s.and(next_row[0], last_row[1]), s.and(next_row[1], last_row[0]))
}

/// Returns the candidate of a cell that has exactly one, and zero for another cell.
#[inline(always)]
fn single<S: Boxes>(s: S, cell: S::V) -> S::V {
    s.if_zero16(s.clear_lowest16(cell), cell)
}

/// Returns a cell after both kinds of singles: only the digits that no other cell of the box has, if there are any, and without
/// the naked singles of other cells.
#[inline(always)]
fn place_singles<S: Boxes>(s: S, cell: S::V, single: S::V, naked: S::V, elsewhere: S::V) -> S::V {
    let hidden = s.clear(cell, elsewhere);
    let lost = s.or(naked, s.if_any16(hidden, elsewhere));
    s.or(s.clear(cell, lost), single)
}

/// Returns whether a board with nine naked singles in every box is a solution: whether every row and column has nine digits.
#[inline(always)]
fn is_solution<S: Boxes>(s: S, board: &Places<S>, rows: &[S::V; 3]) -> bool {
    let columns = three!(J => s.or3(board[0][J], board[1][J], board[2][J]));
    let in_rows = three!(K => {
        let [next, last] = s.turn_stacks(rows[K]);
        s.or3(rows[K], next, last)
    });
    let in_columns = three!(J => {
        let [next, last] = s.turn_bands(columns[J]);
        s.or3(columns[J], next, last)
    });
    let all = s
        .and(s.and3(in_rows[0], in_rows[1], in_rows[2]), s.and3(in_columns[0], in_columns[1], in_columns[2]));
    s.is_zero(s.xor(all, s.load(&FULL)))
}

#[inline(always)]
fn is_equal<S: Boxes>(s: S, one: &Places<S>, other: &Places<S>) -> bool {
    let differences = three!(K => three!(J => s.xor(one[K][J], other[K][J])));
    s.is_zero(any(s, &differences))
}

/// Returns the union of the nine vectors.
#[inline(always)]
fn any<S: Boxes>(s: S, board: &Places<S>) -> S::V {
    let rows = three!(K => s.or3(board[K][0], board[K][1], board[K][2]));
    s.or3(rows[0], rows[1], rows[2])
}
