//! The triad rule, and the contradictions that show only on a stable board.

use super::{FULL, Places, Summary};
use crate::simd::{Boxes, three};
use crate::solver::single::board::Rest;

/// Applies the triad rule to a stable board: three digits that are forced into a minirow leave no room for others there. A digit
/// is forced into a minirow if the other two of the box do not have it. (Minicolumns likewise.)
///
/// Without such a minirow, searches for a contradiction that sweeps do not detect: four digits forced into a minirow, or a box in
/// which the naked singles are not the digits with one cell. The header of `single` explains why this is a contradiction.
#[inline(always)]
pub fn clear_triads<S: Boxes>(s: S, board: &Places<S>, summary: &Summary<S::V>) -> Rest<Places<S>> {
    let rows = Forced::of(s, &summary.rows);
    let columns = Forced::of(s, &summary.columns);
    if !s.is_zero(s.or(rows.cleared(s), columns.cleared(s))) {
        return Rest::Cleared(three!(K => three!(J => {
            s.clear(board[K][J], s.or(rows.others[K], columns.others[J]))
        })));
    }
    let too_many = s.and(s.or(rows.counts(s), columns.counts(s)), s.splat16(0b1100));
    if s.is_zero(s.or(too_many, s.xor(summary.naked, once(s, summary)))) {
        Rest::Open
    } else {
        Rest::Contradictory
    }
}

/// What the digits that are forced into the three minirows of a box say about each minirow.
struct Forced<W> {
    /// The digits of the minirow.
    units: [W; 3],
    /// The number of digits that are forced into it.
    count: [W; 3],
    /// All digits but the forced ones, if there are three forced digits.
    others: [W; 3],
}

impl<W: Copy> Forced<W> {
    #[inline(always)]
    fn of<S: Boxes<V = W>>(s: S, units: &[W; 3]) -> Self {
        let digits = three!(K => s.clear(units[K], s.or(units[(K + 1) % 3], units[(K + 2) % 3])));
        let count = three!(K => s.count16(digits[K]));
        let three = s.splat16(3);
        let others = three!(K => s.clear(s.if_zero16(s.xor(count[K], three), s.splat16(0x1ff)), digits[K]));
        Self { units: *units, count, others }
    }

    /// Returns the digits that the rule clears.
    #[inline(always)]
    fn cleared<S: Boxes<V = W>>(&self, s: S) -> W {
        let [a, b, c] = three!(K => s.and(self.others[K], self.units[K]));
        s.or3(a, b, c)
    }

    /// Returns the union of the counts, which tells whether one of them is 4 or more.
    #[inline(always)]
    fn counts<S: Boxes<V = W>>(&self, s: S) -> W {
        s.or3(self.count[0], self.count[1], self.count[2])
    }
}

/// Returns the digits that exactly one cell of each box has.
#[inline(always)]
fn once<S: Boxes>(s: S, summary: &Summary<S::V>) -> S::V {
    let [a, b, c] = summary.crowded;
    let twice = s.or(s.or3(a, b, c), s.maj(summary.rows[0], summary.rows[1], summary.rows[2]));
    s.clear(s.load(&FULL), twice)
}
