//! The pair rule: finds the minirows that two neighbouring bands can use together.

use super::{Places, Summary};
use crate::simd::{Boxes, three};

/// Applies the pair rule to a stable board. Returns the new board if a candidate was cleared.
///
/// In each stack a digit takes one column of a band and another one of the band below. So minirow `k` of a box and minirow `l`
/// of the box below it can be used together only if the digit has a cell in each of them, in different columns, and a cell in
/// the third column of the third box. The rule clears a minirow that no such pair uses in all three stacks at once, with three
/// different rows in either band. This rule alone clears most of what complete templates of a digit would.
#[inline(always)]
pub fn clear_pairs<S: Boxes>(s: S, board: &Places<S>, summary: &Summary<S::V>) -> Option<Places<S>> {
    let possible = in_each_stack(s, board, summary);
    let turned = three!(K => three!(L => s.turn_stacks(possible[K][L])));
    let used = three!(K => three!(L => in_all_stacks(s, possible[K][L], &turned, K, L)));
    // As seen from the band above and from the band below. The second result of `turn_bands` turns back.
    let rows = three!(K => {
        let above = s.or3(used[K][0], used[K][1], used[K][2]);
        let [_, below] = s.turn_bands(s.or3(used[0][K], used[1][K], used[2][K]));
        s.and(above, below)
    });
    let cleared = three!(K => s.clear(summary.rows[K], rows[K]));
    if s.is_zero(s.or3(cleared[0], cleared[1], cleared[2])) {
        return None;
    }
    Some(three!(K => three!(J => s.and(board[K][J], rows[K]))))
}

/// Returns for each minirow `k` of a box and `l` of the box below it, entry `[k][l]`, the digits that can use both.
#[inline(always)]
fn in_each_stack<S: Boxes>(s: S, board: &Places<S>, summary: &Summary<S::V>) -> Places<S> {
    let below = three!(L => three!(J => {
        let [next, _] = s.turn_bands(board[L][J]);
        next
    }));
    let third = three!(J => {
        let [_, last] = s.turn_bands(summary.columns[J]);
        last
    });
    three!(K => three!(L => {
        let [a, b, c] = three!(J => {
            let (here, there) = (&board[K], &below[L]);
            let two = s.or(
                s.and(here[(J + 1) % 3], there[(J + 2) % 3]),
                s.and(here[(J + 2) % 3], there[(J + 1) % 3]),
            );
            s.and(third[J], two)
        });
        s.or3(a, b, c)
    }))
}

/// Returns the digits of `here`, which use the rows `k` and `l` in one stack, for which the other two stacks can use the other
/// rows of both bands.
#[inline(always)]
fn in_all_stacks<S: Boxes>(s: S, here: S::V, turned: &[[[S::V; 2]; 3]; 3], k: usize, l: usize) -> S::V {
    let (up, down, left, right) = ((k + 1) % 3, (k + 2) % 3, (l + 1) % 3, (l + 2) % 3);
    let one = in_both_stacks(s, turned[up][left], turned[down][right]);
    let other = in_both_stacks(s, turned[up][right], turned[down][left]);
    s.and(here, s.or(one, other))
}

/// Returns the digits for which one of the other two stacks can use the rows of `one` and the other stack those of `other`. Each
/// argument has both turns.
#[inline(always)]
fn in_both_stacks<S: Boxes>(s: S, one: [S::V; 2], other: [S::V; 2]) -> S::V {
    s.or(s.and(one[0], other[1]), s.and(other[0], one[1]))
}
