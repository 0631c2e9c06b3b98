//! The pair rule, as in `places`. The rows `k` and `l` of a word follow from its lane, k, and its vector, t: l = k + t.

use std::arch::x86_64::*;

use super::sweep::is_zero;
use super::turns::{BANDS, BANDS_AND_PLACES, STACKS_AND_PLACES};
use super::{Diagonals, Summary};
use crate::solver::lanes::simd::{Simd, avx512::Avx512, three};

/// Applies the pair rule to a stable board. Returns the new board if a candidate was cleared.
#[inline(always)]
pub fn clear_pairs(s: Avx512, board: &Diagonals, summary: &Summary) -> Option<Diagonals> {
    let possible = in_each_stack(s, board, summary);
    let [[a, b], [c, d]] = &STACKS_AND_PLACES;
    let next_up = three!(T => a.turn(s, possible[T]));
    let next_down = three!(T => b.turn(s, possible[T]));
    let last_up = three!(T => c.turn(s, possible[T]));
    let last_down = three!(T => d.turn(s, possible[T]));
    let used = three!(T => {
        let (after, before) = ((T + 1) % 3, (T + 2) % 3);
        let ways = s.and(next_up[T], last_down[T]);
        let ways = s.or_and(ways, next_down[T], last_up[T]);
        let ways = s.or_and(ways, next_up[after], last_down[before]);
        let ways = s.or_and(ways, next_down[before], last_up[after]);
        s.and(possible[T], ways)
    });
    let above = s.or3(used[0], used[1], used[2]);
    let [_, back] = &BANDS;
    let [next_back, last_back] = &BANDS_AND_PLACES[1];
    let below = s.or3(back.turn(s, used[0]), last_back.turn(s, used[1]), next_back.turn(s, used[2]));
    let rows = s.and(above, below);
    if is_zero(s, s.clear(summary.rows, rows)) {
        return None;
    }
    Some(three!(I => s.and(board[I], rows)))
}

/// Returns the digits that can use row k of a box and row l = k + t of the box below it, entry `t`, in lane k.
#[inline(always)]
fn in_each_stack(s: Avx512, board: &Diagonals, summary: &Summary) -> [__m512i; 3] {
    let turns = [&BANDS[0], &BANDS_AND_PLACES[0][0], &BANDS_AND_PLACES[0][1]];
    let below = three!(T => three!(I => turns[T].turn(s, board[I])));
    let thirds = [&BANDS[1], &BANDS_AND_PLACES[1][0], &BANDS_AND_PLACES[1][1]];
    // In the lane of row k, the minicolumn of column k + i in the third box.
    let third = three!(I => thirds[I].turn(s, summary.columns));
    three!(T => {
        // The box below has column k + i of row k + t in vector i - t.
        let there = [below[T][(3 - T) % 3], below[T][(4 - T) % 3], below[T][(5 - T) % 3]];
        let ways = s.and(third[0], in_both(s, board, &there, 1, 2));
        let ways = s.or_and(ways, third[1], in_both(s, board, &there, 2, 0));
        s.or_and(ways, third[2], in_both(s, board, &there, 0, 1))
    })
}

/// Returns the digits that one row has in the cell of one diagonal and the other row in the cell of another diagonal.
#[inline(always)]
fn in_both(s: Avx512, here: &Diagonals, there: &Diagonals, one: usize, other: usize) -> __m512i {
    s.or_and(s.and(here[one], there[other]), here[other], there[one])
}
