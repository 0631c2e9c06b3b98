//! The rules of every sweep, as in `places`.

use std::arch::x86_64::*;

use super::turns::{BANDS, BANDS_AND_PLACES, PLACES, STACKS, STACKS_AND_PLACES, Turn, turn_both};
use super::{Diagonals, LANES, Summary, avx512};
use crate::solver::lanes::simd::{Simd, avx512::Avx512, three};
use crate::solver::single::board::{State, Swept};

/// Applies the rules of every sweep once.
#[inline(always)]
pub fn sweep(s: Avx512, board: &Diagonals) -> Swept<Diagonals, Summary> {
    let rows = s.or3(board[0], board[1], board[2]);
    let possible = permutations(s, &STACKS_AND_PLACES, rows);
    let by_rows = three!(I => s.and(board[I], possible));
    let columns = minicolumns(s, &by_rows);
    let possible = on_diagonals(s, permutations(s, &BANDS_AND_PLACES, columns));

    let left = three!(I => s.and(by_rows[I], possible[I]));
    let singles = three!(I => single_cells(s, left[I]));
    let placed = s.or3(singles[0], singles[1], singles[2]);
    let naked = in_box(s, placed);
    let full = splat(s, 0x1ff);
    if is_zero(s, s.xor(naked, full)) {
        let state = if is_solution(s, &left) { State::Solved } else { State::Contradictory };
        let summary = summary_of(s, &left, columns, naked);
        return Swept { board: left, state, summary };
    }

    let summary = summary_of(s, &left, columns, naked);
    let [next_row, last_row] = summary.other_rows;
    let once = in_none(s, next_row, last_row, summary.crowded);
    let next = three!(I => {
        // A naked single is also the only hidden single of its cell, if there is one.
        let kept = hidden_or_all(s, left[I], once);
        s.or(s.clear(kept, naked), singles[I])
    });
    let state = if !is_possible(s, s.or3(summary.rows, next_row, last_row), &next) {
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
pub fn clear_clues(s: Avx512, board: &Diagonals) -> Diagonals {
    let clues = three!(I => single_cells(s, board[I]));
    let rows = s.or3(clues[0], clues[1], clues[2]);
    let columns = minicolumns(s, &clues);
    let [next_row, last_row] = turn_both(s, &PLACES, rows);
    let [next_stack, last_stack] = turn_both(s, &STACKS, rows);
    // The digits that the other rows of the box and the other boxes of the row have.
    let in_rows = s.or(s.or3(next_row, last_row, next_stack), last_stack);
    let [next_band, last_band] = turn_both(s, &BANDS, columns);
    let in_columns = on_diagonals(s, s.or(next_band, last_band));
    three!(I => {
        let in_minirow = s.or(clues[(I + 1) % 3], clues[(I + 2) % 3]);
        s.clear2(s.clear(board[I], in_minirow), in_rows, in_columns[I])
    })
}

/// Returns the minicolumns, column j in lane j.
#[inline(always)]
pub fn minicolumns(s: Avx512, board: &Diagonals) -> __m512i {
    s.or3(board[0], PLACES[1].turn(s, board[1]), PLACES[0].turn(s, board[2]))
}

/// Moves words that belong to minicolumns to the lanes of each diagonal's cells.
#[inline(always)]
pub fn on_diagonals(s: Avx512, columns: __m512i) -> Diagonals {
    let [next, last] = turn_both(s, &PLACES, columns);
    [columns, next, last]
}

/// Returns `word` in the lane of every cell.
#[inline(always)]
pub fn splat(_: Avx512, word: u16) -> __m512i {
    avx512!(_mm512_maskz_set1_epi16(LANES, word as i16))
}

#[inline(always)]
pub fn is_zero(_: Avx512, words: __m512i) -> bool {
    avx512!(_mm512_test_epi64_mask(words, words)) == 0
}

/// Returns the digits of each minirow for which the other two rows of the band can take the other two boxes. (For minicolumns,
/// read column for row and stack for band.)
#[inline(always)]
fn permutations(s: Avx512, turns: &[[Turn; 2]; 2], words: __m512i) -> __m512i {
    let [[a, b], [c, d]] = turns;
    s.or_and(s.and(a.turn(s, words), d.turn(s, words)), b.turn(s, words), c.turn(s, words))
}

#[inline(always)]
fn summary_of(s: Avx512, board: &Diagonals, columns: __m512i, naked: __m512i) -> Summary {
    let rows = s.or3(board[0], board[1], board[2]);
    let crowded = s.maj(board[0], board[1], board[2]);
    Summary { rows, other_rows: turn_both(s, &PLACES, rows), crowded, columns, naked }
}

/// Returns, in every lane of a box, the union of its three minirows.
#[inline(always)]
fn in_box(s: Avx512, rows: __m512i) -> __m512i {
    let [next, last] = turn_both(s, &PLACES, rows);
    s.or3(rows, next, last)
}

/// Returns the cells with one candidate, and zero in place of the others.
///
/// A word without its lowest bit is zero if it had one bit. Otherwise it is at least the word's highest bit, and a shift by
/// that many places leaves nothing. A shift is faster than a test, which would also occupy the port of the permutations.
#[inline(always)]
fn single_cells(s: Avx512, words: __m512i) -> __m512i {
    avx512!({
        let less = _mm512_add_epi16(words, _mm512_set1_epi64(-1));
        _mm512_srlv_epi16(words, s.and(words, less))
    })
}

/// Returns the bits that are in none of three words.
#[inline(always)]
fn in_none(_: Avx512, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    avx512!(_mm512_ternarylogic_epi32::<0x01>(a, b, c))
}

/// Returns the cells that have digits of `once` with these alone, and the other cells as they are.
#[inline(always)]
fn hidden_or_all(s: Avx512, cells: __m512i, once: __m512i) -> __m512i {
    avx512!(_mm512_mask_mov_epi16(cells, _mm512_test_epi16_mask(cells, once), s.and(cells, once)))
}

/// Returns whether every cell has a candidate and every box has each digit in one of its rows.
#[inline(always)]
fn is_possible(s: Avx512, in_boxes: __m512i, board: &Diagonals) -> bool {
    avx512!({
        let least = _mm512_min_epu16(_mm512_min_epu16(board[0], board[1]), board[2]);
        let complete = _mm512_cmpeq_epi16_mask(in_boxes, splat(s, 0x1ff));
        _mm512_mask_cmpge_epu16_mask(complete, least, splat(s, 1)) == u32::MAX
    })
}

#[inline(always)]
fn is_equal(s: Avx512, one: &Diagonals, other: &Diagonals) -> bool {
    let changed = s.xor(one[0], other[0]);
    let changed = s.note_change(changed, one[1], other[1]);
    is_zero(s, s.note_change(changed, one[2], other[2]))
}

/// Returns whether a board with nine naked singles in every box is a solution: whether every row and column has nine digits.
#[inline(always)]
fn is_solution(s: Avx512, board: &Diagonals) -> bool {
    let columns = minicolumns(s, board);
    let rows = s.or3(board[0], board[1], board[2]);
    let [next, last] = turn_both(s, &STACKS, rows);
    let in_rows = s.or3(rows, next, last);
    let [next, last] = turn_both(s, &BANDS, columns);
    let in_columns = s.or3(columns, next, last);
    is_zero(s, s.xor(s.and(in_rows, in_columns), splat(s, 0x1ff)))
}
