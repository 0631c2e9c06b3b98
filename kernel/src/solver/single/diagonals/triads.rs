//! The triad rule, as in `places`.

use std::arch::x86_64::*;

use super::sweep::{is_zero, on_diagonals, splat};
use super::turns::{PLACES, turn_both};
use super::{Diagonals, LANES, Summary, avx512};
use crate::solver::lanes::simd::{Simd, avx512::Avx512, three};
use crate::solver::single::board::Rest;

/// Applies the triad rule to a stable board, and searches for contradictions that sweeps do not detect.
#[inline(always)]
pub fn clear_triads(s: Avx512, board: &Diagonals, summary: &Summary) -> Rest<Diagonals> {
    let rows = forced(s, summary.rows, summary.other_rows);
    let columns = forced(s, summary.columns, turn_both(s, &PLACES, summary.columns));
    let excluded_in_rows = excluded(s, rows, summary.rows);
    let excluded_in_columns = excluded(s, columns, summary.columns);
    if !is_zero(s, s.or(excluded_in_rows, excluded_in_columns)) {
        let columns = on_diagonals(s, excluded_in_columns);
        return Rest::Cleared(three!(I => s.clear2(board[I], excluded_in_rows, columns[I])));
    }
    let unfounded = s.xor(summary.naked, once(s, summary));
    if is_zero(s, unfounded) && !has_four(s, rows) && !has_four(s, columns) {
        Rest::Open
    } else {
        Rest::Contradictory
    }
}

/// Returns the digits that are forced into each minirow of a box, given the digits of the minirow and of the others.
#[inline(always)]
fn forced(s: Avx512, unit: __m512i, others: [__m512i; 2]) -> __m512i {
    s.clear2(unit, others[0], others[1])
}

/// Returns the digits of the units that three forced ones exclude.
#[inline(always)]
fn excluded(s: Avx512, forced: __m512i, unit: __m512i) -> __m512i {
    avx512!({
        let are_three = _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(forced), _mm512_set1_epi16(3));
        _mm512_maskz_mov_epi16(are_three, s.xor(unit, forced))
    })
}

/// Returns whether four digits are forced into a unit.
#[inline(always)]
fn has_four(_: Avx512, forced: __m512i) -> bool {
    avx512!(_mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(forced), _mm512_set1_epi16(3))) & LANES != 0
}

/// Returns the digits that exactly one cell of each box has, in all lanes of the box.
#[inline(always)]
fn once(s: Avx512, summary: &Summary) -> __m512i {
    let [next_row, last_row] = summary.other_rows;
    let [next_crowded, last_crowded] = turn_both(s, &PLACES, summary.crowded);
    let crowded = s.or3(summary.crowded, next_crowded, last_crowded);
    s.clear2(splat(s, 0x1ff), crowded, s.maj(summary.rows, next_row, last_row))
}
