//! Chooses the guess, as in `places`, and makes its two boards.

use std::arch::x86_64::*;

use super::turns::{BANDS, PLACES, STACKS, load, turn_both};
use super::{Diagonals, Units, avx512};
use crate::solver::lanes::simd::{Simd, avx512::Avx512, three};

/// The step between the keys of two rules.
const RULE: u16 = 1024;

/// Splits an open stable board by a digit that has several minirows, or several minicolumns, in a box.
///
/// ```text
/// key    bit 11 10 │ 9           5 │ 4              0
///            rule  │ open boxes    │ first lane of the box
/// ```
#[inline(always)]
pub fn split(s: Avx512, board: &Diagonals, units: &Units) -> [Diagonals; 2] {
    let rules = rules(s, units);
    let row_key = key_base(s, rules[2][0], &STACKS);
    let column_key = key_base(s, rules[2][1], &BANDS);
    let mut least = avx512!(_mm512_set1_epi64(-1));
    for (rule, [rows, columns]) in rules.iter().enumerate() {
        least = with_key(least, *rows, row_key, RULE * rule as u16);
        least = with_key(least, *columns, column_key, RULE * rule as u16);
    }
    let key = least_word(least);
    let (lane, rule) = (usize::from(key % 32), usize::from(key / RULE));
    let [rows, columns] = &rules[rule % 3];
    let digits = word_at(s, rows, lane);
    let by_columns = digits == 0;
    let digits = if by_columns { word_at(s, columns, lane) } else { digits };
    let digit = digits & digits.wrapping_neg();
    let unit = if by_columns { &units.columns } else { &units.rows };
    let first = usize::from(word_at(s, unit, lane) & digit == 0);
    children(s, board, lane, digit, &LOST[usize::from(by_columns)][first])
}

/// Returns the digits that each rule allows for a split, by minirows and by minicolumns, in each lane of a box.
#[inline(always)]
fn rules(s: Avx512, units: &Units) -> [[__m512i; 2]; 3] {
    let [r1, r2] = units.other_rows;
    let [c1, c2] = turn_both(s, &PLACES, units.columns);
    let [w1, w2] = turn_both(s, &PLACES, units.crowded);
    let (rows, columns) = (s.maj(units.rows, r1, r2), s.maj(units.columns, c1, c2));
    let open = s.and(rows, columns);
    let pair = s.clear2(open, s.and3(units.rows, r1, r2), s.or3(units.crowded, w1, w2));
    let few = s.clear(open, s.maj(units.crowded, w1, w2));
    let [next, last] = turn_both(s, &STACKS, open);
    let band = s.maj(open, next, last);
    let [next, last] = turn_both(s, &BANDS, open);
    let stack = s.maj(open, next, last);
    [
        [s.and(pair, band), s.and(pair, stack)],
        [s.or_and(pair, few, band), s.or_and(pair, few, stack)],
        [rows, columns],
    ]
}

/// Returns the number of open boxes of each lane's band (or stack), and the first lane of its box.
#[inline(always)]
fn key_base(s: Avx512, open: __m512i, turns: &[super::turns::Turn; 2]) -> __m512i {
    avx512!({
        let count = _mm512_popcnt_epi16(open);
        let [next, last] = turn_both(s, turns, count);
        let sum = _mm512_add_epi16(count, _mm512_add_epi16(next, last));
        s.or(_mm512_slli_epi16::<5>(sum), load(s, &FIRST_LANES))
    })
}

/// Returns the smaller of `least` and `key + rule` in the lanes that have a choice, and `least` in the others.
#[inline(always)]
fn with_key(least: __m512i, choices: __m512i, key: __m512i, rule: u16) -> __m512i {
    avx512!({
        let key = _mm512_add_epi16(key, _mm512_set1_epi16(rule as i16));
        _mm512_mask_min_epu16(least, _mm512_test_epi16_mask(choices, choices), least, key)
    })
}

#[inline(always)]
fn least_word(words: __m512i) -> u16 {
    avx512!({
        let words = _mm256_min_epu16(_mm512_castsi512_si256(words), _mm512_extracti64x4_epi64::<1>(words));
        let words = _mm_min_epu16(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
        _mm_cvtsi128_si32(_mm_minpos_epu16(words)) as u16
    })
}

#[inline(always)]
fn word_at(_: Avx512, words: &__m512i, lane: usize) -> u16 {
    let mut lanes = [0; 32];
    // SAFETY: the token proves AVX-512F; the lanes are the 64 bytes that are written.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), *words) };
    lanes[lane % 32]
}

/// Returns the board whose box keeps `digit` in only one minirow (or minicolumn), and the board without the digit there. `lane`
/// is the first lane of the box.
#[inline(always)]
fn children(s: Avx512, board: &Diagonals, lane: usize, digit: u16, lost: &[u32; 3]) -> [Diagonals; 2] {
    avx512!({
        let digit = _mm512_set1_epi16(digit as i16);
        let without = three!(I => s.clear(board[I], digit));
        let first = three!(I => _mm512_mask_mov_epi16(board[I], (7 ^ lost[I]) << lane, without[I]));
        let second = three!(I => _mm512_mask_mov_epi16(board[I], lost[I] << lane, without[I]));
        [first, second]
    })
}

/// The lanes of the box, in each vector, whose cells lose the digit in the second board: `[by minirows, by minicolumns][first]`.
/// The others lose it in the first board.
static LOST: [[[u32; 3]; 2]; 2] = [[[1, 1, 1], [2, 2, 2]], [[1, 4, 2], [2, 1, 4]]];

/// The first lane of each lane's box.
static FIRST_LANES: [u8; 64] = {
    let mut lanes = [0; 64];
    const_for!(lane in 0..27 => {
        lanes[2 * lane] = lane as u8 / 3 * 3;
    });
    lanes
};
