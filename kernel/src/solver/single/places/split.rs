//! Chooses the guess, and makes its two boards.

use super::{LaneWords, Places, Summary, lane_of};
use crate::simd::{Boxes, three};
use crate::solver::single::board::{BoxKeys, Split, UNITS};
use crate::solver::single::dead_ends::{MOST_WEIGHT, RULE};

/// The greatest key: no choice.
const NO_KEY: u16 = 0x7fff;

/// What a weight of one takes from a key, and half of what an open box adds.
pub const WEIGHT: u16 = 1 << 5;

/// Splits an open stable board by a digit that has several minirows, or several minicolumns, in a box. The first board keeps
/// one of them, the second board loses it. The header of `single` describes the choice.
///
/// Each lane's best choice has a key, and the smallest key wins:
///
/// ```text
/// bit 14                                 5 │ 4  1 │ 0
///     64 · rule + 2 · open boxes - weight  │ lane │ by minicolumns
/// ```
///
/// The caller's `keys` have the lane and the weight.
#[inline(always)]
pub fn split<S: Boxes>(s: S, board: &Places<S>, summary: &Summary<S::V>, keys: &BoxKeys) -> Split<Places<S>> {
    let [row_rules, column_rules] = rules(s, summary);
    let (open_rows, open_columns) = (s.count16(row_rules[2]), s.count16(column_rules[2]));
    let keys = s.load::<LaneWords>(keys.first_chunk().expect("a key for each lane"));
    let row_base = key_base(s, open_rows, s.turn_stacks(open_rows), keys);
    let column_base = key_base(s, open_columns, s.turn_bands(open_columns), s.add16(keys, s.splat16(1)));
    let mut least = s.splat16(NO_KEY);
    for rule in 0..3 {
        let number = s.splat16(WEIGHT * RULE * rule as u16);
        least = s.min16(least, key(s, row_rules[rule], s.add16(row_base, number)));
        least = s.min16(least, key(s, column_rules[rule], s.add16(column_base, number)));
    }
    let key = s.least16(least);
    let (lane, by_columns) = (usize::from(key / 2 % 16), key % 2 == 1);
    let (rules, units) =
        if by_columns { (&column_rules, &summary.columns) } else { (&row_rules, &summary.rows) };
    let [pairs, few, any] = three!(R => word_at(s, rules[R], lane));
    let digits = if pairs != 0 {
        pairs
    } else if few != 0 {
        few
    } else {
        any
    };
    let digit = digits & digits.wrapping_neg();
    let first = usize::from(word_at(s, units[0], lane) & digit == 0);
    let places = UNITS[usize::from(by_columns)][first];
    Split { children: divide(s, board, lane, places, digit), lane }
}

/// Returns the digits that each rule allows for a split, by minirows and by minicolumns.
#[inline(always)]
fn rules<S: Boxes>(s: S, summary: &Summary<S::V>) -> [[S::V; 3]; 2] {
    let ([r0, r1, r2], [c0, c1, c2], [w0, w1, w2]) = (summary.rows, summary.columns, summary.crowded);
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

/// Returns the keys with the open boxes of each lane's band or stack, given each box's count and its two turns.
#[inline(always)]
fn key_base<S: Boxes>(s: S, count: S::V, [next, last]: [S::V; 2], keys: S::V) -> S::V {
    s.add16(s.shl16::<6>(s.add16(count, s.add16(next, last))), keys)
}

/// Returns the key of the lanes that have a choice.
#[inline(always)]
fn key<S: Boxes>(s: S, choices: S::V, key: S::V) -> S::V {
    s.or(key, s.if_zero16(choices, s.splat16(NO_KEY)))
}

#[inline(always)]
fn word_at<S: Boxes>(s: S, words: S::V, lane: usize) -> u16 {
    let mut lanes = [0; 16];
    s.store(words, &mut lanes);
    lanes[lane % 16]
}

/// Returns the board with some digits only in these places of the box in `lane`, and the board without them there. Digits and
/// places are bits.
#[inline(always)]
pub fn divide<S: Boxes>(s: S, board: &Places<S>, lane: usize, places: u16, digits: u16) -> [Places<S>; 2] {
    let here = s.and(s.load(&LANE_MASKS[lane % 16]), s.splat16(digits));
    let places = s.splat16(places);
    let inside = three!(K => three!(J => s.if_any16(s.and(places, s.splat16(1 << (3 * K + J))), here)));
    [
        three!(K => three!(J => s.clear(board[K][J], s.xor(here, inside[K][J])))),
        three!(K => three!(J => s.clear(board[K][J], inside[K][J]))),
    ]
}

/// All ones in one lane.
static LANE_MASKS: [LaneWords; 16] = {
    let mut masks = [[0; 16]; 16];
    const_for!(lane in 0..16 => {
        masks[lane][lane] = 0xffff;
    });
    masks
};

/// The lane of each box, and the greatest weight.
pub const KEYS: BoxKeys = {
    let mut keys = [0; 32];
    const_for!(number in 0..9 => {
        let lane = lane_of(number);
        keys[lane] = WEIGHT * MOST_WEIGHT + 2 * lane as u16;
    });
    keys
};
