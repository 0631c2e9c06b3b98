//! Chooses the guess, as in `places`, and makes its two boards.

use std::arch::x86_64::*;

use super::sweep::on_diagonals;
use super::turns::{BANDS, PLACES, STACKS, Turn, load, turn_both};
use super::{Diagonals, Summary, avx512};
use crate::solver::lanes::simd::{Simd, avx512::Avx512, three};
use crate::solver::single::board::{BoxCandidates, BoxKeys, Split};
use crate::solver::single::dead_ends::{MOST_WEIGHT, RULE};

/// What a weight of one takes from a key, and half of what an open box adds.
pub const WEIGHT: u16 = 1 << 6;

/// The digits that each rule allows for a split, by minirows and by minicolumns, in each lane of a box.
type Choices = [[[u16; 32]; 2]; 3];

/// Splits an open stable board by a digit that has several minirows, or several minicolumns, in a box.
///
/// ```text
/// key    bit 15                                 6 │ 5              1 │ 0
///            64 · rule + 2 · open boxes - weight  │ first lane of    │ by minicolumns
///                                                 │ the box          │
/// ```
///
/// The caller's `keys` have the lane and the weight.
///
/// All that does not depend on the key is prepared for both kinds of units, since the processor would wait for the key.
#[inline(always)]
pub fn split(s: Avx512, board: &Diagonals, summary: &Summary, keys: &BoxKeys) -> Split<Diagonals> {
    let turned_columns = turn_both(s, &PLACES, summary.columns);
    let rules = rules(s, summary, turned_columns);
    // SAFETY: the token proves AVX-512F; the keys are the 64 bytes that are read.
    let keys = unsafe { _mm512_loadu_si512(keys.as_ptr().cast()) };
    let row_key = key_base(s, rules[2][0], &STACKS, keys);
    let by_columns = avx512!(_mm512_add_epi16(keys, _mm512_set1_epi16(1)));
    let column_key = key_base(s, rules[2][1], &BANDS, by_columns);
    let mut least = avx512!(_mm512_set1_epi64(-1));
    let mut choices: Choices = [[[0; 32]; 2]; 3];
    for (rule, [rows, columns]) in rules.into_iter().enumerate() {
        least = with_key(least, rows, row_key, WEIGHT * RULE * rule as u16);
        least = with_key(least, columns, column_key, WEIGHT * RULE * rule as u16);
        store(s, rows, &mut choices[rule][0]);
        store(s, columns, &mut choices[rule][1]);
    }
    let first_rows = first_units(s, summary.rows, summary.other_rows);
    let first_columns = on_diagonals(s, first_units(s, summary.columns, turned_columns));

    let key = least_word(least);
    let (lane, by_columns) = (usize::from(key / 2 % 32), usize::from(key % 2));
    let [pairs, few, any] = three!(R => choices[R][by_columns][lane]);
    let digits = if pairs != 0 {
        pairs
    } else if few != 0 {
        few
    } else {
        any
    };
    let digit = digits & digits.wrapping_neg();
    let columns_or_not = (by_columns as u32).wrapping_neg();
    let children = avx512!({
        let digit = _mm512_maskz_set1_epi16(0b111 << lane, digit as i16);
        let first_units = three!(I => _mm512_mask_blend_epi16(columns_or_not, first_rows, first_columns[I]));
        [
            three!(I => s.restrict(board[I], first_units[I], digit)),
            three!(I => s.clear(board[I], s.and(first_units[I], digit))),
        ]
    });
    Split { children, lane }
}

/// Returns the board without some candidates of a box.
#[inline(always)]
pub fn without(s: Avx512, board: &Diagonals, lost: &BoxCandidates) -> Diagonals {
    let lane = |k: usize, i: usize| u32::from(lost.places >> (3 * k + (k + i) % 3) & 1) << k;
    three!(I => avx512!({
        let lanes = (lane(0, I) | lane(1, I) | lane(2, I)) << (3 * lost.number);
        s.clear(board[I], _mm512_maskz_set1_epi16(lanes, lost.digits as i16))
    }))
}

/// Returns the digits that each rule allows for a split, by minirows and by minicolumns, in each lane of a box.
#[inline(always)]
fn rules(s: Avx512, summary: &Summary, [c1, c2]: [__m512i; 2]) -> [[__m512i; 2]; 3] {
    let [r1, r2] = summary.other_rows;
    let [w1, w2] = turn_both(s, &PLACES, summary.crowded);
    let (rows, columns) = (s.maj(summary.rows, r1, r2), s.maj(summary.columns, c1, c2));
    let open = s.and(rows, columns);
    let pair = s.clear2(open, s.and3(summary.rows, r1, r2), s.or3(summary.crowded, w1, w2));
    let few = s.clear(open, s.maj(summary.crowded, w1, w2));
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

/// Returns the digits for which each unit is the first one of its box, given the units and the next and the last one.
#[inline(always)]
fn first_units(s: Avx512, units: __m512i, [next, last]: [__m512i; 2]) -> __m512i {
    let not_second = s.clear(units, s.and(last, load(s, &NOT_FIRST)));
    s.clear(not_second, s.and(next, load(s, &THIRD)))
}

/// Returns the keys with the open boxes of each lane's band (or stack).
#[inline(always)]
fn key_base(s: Avx512, open: __m512i, turns: &[Turn; 2], keys: __m512i) -> __m512i {
    avx512!({
        let count = _mm512_popcnt_epi16(open);
        let [next, last] = turn_both(s, turns, count);
        let sum = _mm512_add_epi16(count, _mm512_add_epi16(next, last));
        _mm512_add_epi16(_mm512_slli_epi16::<7>(sum), keys)
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
fn store(_: Avx512, words: __m512i, lanes: &mut [u16; 32]) {
    // SAFETY: the token proves AVX-512F; the lanes are the 64 bytes that are written.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), words) };
}

/// The first lane of each lane's box, and the greatest weight.
pub const KEYS: BoxKeys = {
    let mut keys = [0; 32];
    const_for!(lane in 0..27 => {
        keys[lane] = WEIGHT * MOST_WEIGHT + 2 * (lane as u16 / 3 * 3);
    });
    keys
};

/// All ones in the lanes of the second and the third unit of each box.
static NOT_FIRST: [u8; 64] = lanes_of_units([false, true, true]);

/// All ones in the lanes of the third unit of each box.
static THIRD: [u8; 64] = lanes_of_units([false, false, true]);

const fn lanes_of_units(units: [bool; 3]) -> [u8; 64] {
    let mut bytes = [0; 64];
    const_for!(byte in 0..54 => {
        bytes[byte] = if units[byte / 2 % 3] { 0xff } else { 0 };
    });
    bytes
}
