//! Chooses the guess, and makes its two boards.

use super::simd::BoxLanes;
use super::{LaneWords, Places, Units, lane_of};
use crate::solver::lanes::simd::three;

/// The greatest key: no choice.
const NO_KEY: u16 = 0x7fff;

/// The step between the keys of two rules.
const RULE: u16 = 1024;

/// Splits an open stable board by a digit that has several minirows, or several minicolumns, in a box. The first board keeps
/// one of them, the second board loses it. The header of `single` describes the choice.
///
/// Each lane's best choice has a key, and the smallest key wins:
///
/// ```text
/// bit 11 10 │ 9          5 │ 4  1 │ 0
///     rule  │ open boxes   │ lane │ by minicolumns
/// ```
#[inline(always)]
pub fn split<S: BoxLanes>(s: S, board: &Places<S>, units: &Units<S::W>) -> [Places<S>; 2] {
    let [row_rules, column_rules] = rules(s, units);
    let (open_rows, open_columns) = (s.count(row_rules[2]), s.count(column_rules[2]));
    let (row_base, column_base) = (
        key_base(s, open_rows, s.turn_stacks(open_rows), &KINDS[0]),
        key_base(s, open_columns, s.turn_bands(open_columns), &KINDS[1]),
    );
    let mut least = s.splat(NO_KEY);
    for rule in 0..3 {
        let number = s.splat(RULE * rule as u16);
        least = s.min(least, key(s, row_rules[rule], s.add(row_base, number)));
        least = s.min(least, key(s, column_rules[rule], s.add(column_base, number)));
    }
    let key = s.least(least);
    let (rule, lane, by_columns) = (usize::from(key / RULE), usize::from(key / 2 % 16), key % 2 == 1);
    let (choices, units) =
        if by_columns { (column_rules[rule], &units.columns) } else { (row_rules[rule], &units.rows) };
    let digits = word_at(s, choices, lane);
    let digit = digits & digits.wrapping_neg();
    let first = usize::from(word_at(s, units[0], lane) & digit == 0);
    children(s, board, lane, digit, by_columns, first)
}

/// Returns the digits that each rule allows for a split, by minirows and by minicolumns.
#[inline(always)]
fn rules<S: BoxLanes>(s: S, units: &Units<S::W>) -> [[S::W; 3]; 2] {
    let ([r0, r1, r2], [c0, c1, c2], [w0, w1, w2]) = (units.rows, units.columns, units.crowded);
    let (rows, columns) = (s.maj(r0, r1, r2), s.maj(c0, c1, c2));
    let open = s.and(rows, columns);
    let pair = s.clear(open, s.or(s.and3(r0, r1, r2), s.or3(w0, w1, w2)));
    let few = s.clear(open, s.maj(w0, w1, w2));
    let [next, last] = s.turn_stacks(open);
    let band = s.maj(open, next, last);
    let [next, last] = s.turn_bands(open);
    let stack = s.maj(open, next, last);
    [
        [s.and(pair, band), s.or(pair, s.and(few, band)), rows],
        [s.and(pair, stack), s.or(pair, s.and(few, stack)), columns],
    ]
}

/// Returns the number of open boxes of each lane's band or stack, given each box's count and its two turns, and the lane with the
/// kind of units.
#[inline(always)]
fn key_base<S: BoxLanes>(s: S, count: S::W, [next, last]: [S::W; 2], kinds: &LaneWords) -> S::W {
    s.or(s.shift_left_5(s.add(count, s.add(next, last))), s.load(kinds))
}

/// Returns the key of the lanes that have a choice.
#[inline(always)]
fn key<S: BoxLanes>(s: S, choices: S::W, key: S::W) -> S::W {
    s.or(key, s.if_zero(choices, s.splat(NO_KEY)))
}

#[inline(always)]
fn word_at<S: BoxLanes>(s: S, words: S::W, lane: usize) -> u16 {
    let mut lanes = [0; 16];
    s.store(words, &mut lanes);
    lanes[lane % 16]
}

/// Returns the board whose box in `lane` keeps `digit` only in the minirow (or minicolumn) `first`, and the board without the
/// digit there.
#[inline(always)]
fn children<S: BoxLanes>(
    s: S,
    board: &Places<S>,
    lane: usize,
    digit: u16,
    by_columns: bool,
    first: usize,
) -> [Places<S>; 2] {
    let here = s.and(s.load(&LANE_MASKS[lane % 16]), s.splat(digit));
    let lost = &LOST[usize::from(by_columns)][first % 2];
    [without(s, board, here, &lost[0]), without(s, board, here, &lost[1])]
}

/// Returns the board without the candidates of `here` in some minirows or minicolumns.
#[inline(always)]
fn without<S: BoxLanes>(s: S, board: &Places<S>, here: S::W, lost: &[[u16; 3]; 2]) -> Places<S> {
    let rows = three!(K => s.and(here, s.splat(lost[0][K])));
    let columns = three!(J => s.and(here, s.splat(lost[1][J])));
    three!(K => three!(J => s.clear(board[K][J], s.or(rows[K], columns[J]))))
}

/// All ones for each minirow and each minicolumn that loses the digit: `[by minirows, by minicolumns][first]`, then in the first
/// and in the second board.
static LOST: [[[[[u16; 3]; 2]; 2]; 2]; 2] = {
    const NONE: [u16; 3] = [0; 3];
    const ONE: [[u16; 3]; 2] = [[0xffff, 0, 0], [0, 0xffff, 0]];
    const OTHERS: [[u16; 3]; 2] = [[0, 0xffff, 0xffff], [0xffff, 0, 0xffff]];
    [
        [[[OTHERS[0], NONE], [ONE[0], NONE]], [[OTHERS[1], NONE], [ONE[1], NONE]]],
        [[[NONE, OTHERS[0]], [NONE, ONE[0]]], [[NONE, OTHERS[1]], [NONE, ONE[1]]]],
    ]
};

/// All ones in one lane.
static LANE_MASKS: [LaneWords; 16] = {
    let mut masks = [[0; 16]; 16];
    const_for!(lane in 0..16 => {
        masks[lane][lane] = 0xffff;
    });
    masks
};

/// The part of a key that names the lane of a box and the kind of units: minirows, then minicolumns.
static KINDS: [LaneWords; 2] = {
    let mut kinds = [[0; 16]; 2];
    const_for!(number in 0..9 => {
        let lane = lane_of(number);
        kinds[0][lane] = 2 * lane as u16;
        kinds[1][lane] = 2 * lane as u16 + 1;
    });
    kinds
};
