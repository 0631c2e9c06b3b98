//! Where to branch: a digit of a band or stack with two ways left, for all lanes at once.
//!
//! A *configuration* is one of the six permutations a digit can take in a band (or stack).
//! The rule grows from Tdoku's (T. Dillon): in the band or stack that is closest to settled, the
//! first digit with exactly two configurations; on a minirow where the two differ, one child
//! takes it (*force*), the other does not (*deny*). The children share no solution, so counts
//! are exact.
//!
//! On a board that a sweep left unchanged a box has one, two or three minirows for a digit,
//! and a band with (1, 1, 1) is settled, (1, 2, 2) or (2, 2, 2) have two configurations, and
//! any with a 3 has more. So two configurations are: somewhere several, nowhere three.
//!
//! Tdoku ranks the bands by their configurations. Here the boxes with several minirows are
//! counted: 3 % fewer guesses on the hardest puzzles, and half the work.

use super::board::{COLUMNS, ROWS, Words, word};
use super::simd::{LaneSet, Simd};
use super::sweep::turns;

/// What to clear in each child: entry `[ROWS][D][k]` by minirow, `[COLUMNS][D][j]` by minicolumn.
pub struct Choice<S: Simd> {
    /// What the child that takes the minirow clears.
    pub force: [[[S::V; 3]; 3]; 2],
    /// What the child that does not clears.
    pub deny: [[[S::V; 3]; 3]; 2],
}

/// How many minirows of each box are left for each digit, entry D.
struct Ways<V> {
    /// Boxes with the minirow of row 0 left.
    first: [V; 3],
    /// Boxes with two or three.
    several: [V; 3],
    /// Boxes with three.
    three: [V; 3],
}

/// The bits of one band or one stack, by the number of the unit; six and seven are none.
const UNITS: [u32; 8] =
    [0o007_007_007, 0o070_070_070, 0o700_700_700, 0o111_111_111, 0o222_222_222, 0o444_444_444, 0, 0];

/// Chooses for the lanes of `branching`, all of them alive, unsolved and unchanged by a sweep.
#[inline(always)]
pub fn choose<S: Simd>(s: S, words: &Words<S>, branching: LaneSet) -> Choice<S> {
    let rows = ways::<S, ROWS>(s, words);
    let columns = ways::<S, COLUMNS>(s, words);
    let [in_rows, in_columns] = most_telling(s, words, &rows, &columns);
    let (unit, by_rows) = closest_to_settled(s, [&rows, &columns], [&in_rows, &in_columns]);

    // A lane looks at a band or at a stack, so its candidates need no more than three words.
    let band = s.keep(by_rows & branching, unit);
    let stack = s.keep(!by_rows & branching, unit);
    let mut picks = in_rows;
    for d in 0..3 {
        picks[d] = s.or_and(s.and(in_rows[d], band), in_columns[d], stack);
    }
    pick(s, picks, &rows, &columns, by_rows)
}

/// The boxes of each digit that tell most, for a choice among minirows and among minicolumns.
#[inline(always)]
fn most_telling<S: Simd>(
    s: S,
    words: &Words<S>,
    rows: &Ways<S::V>,
    columns: &Ways<S::V>,
) -> [[S::V; 3]; 2] {
    let zero = s.splat(0);
    let (mut best, mut good) = ([[zero; 3]; 2], [[zero; 3]; 2]);
    for d in 0..3 {
        let both = s.and(rows.several[d], columns.several[d]);
        let twice = [twice(s, words, d, 0), twice(s, words, d, 1), twice(s, words, d, 2)];
        let pair = s.clear2(both, rows.three[d], s.or3(twice[0], twice[1], twice[2]));
        let few = s.clear(both, s.maj(twice[0], twice[1], twice[2]));
        let (next, last) = turns::<S, ROWS>(s, both);
        let band = s.maj(both, next, last);
        let (next, last) = turns::<S, COLUMNS>(s, both);
        let stack = s.maj(both, next, last);
        best[ROWS][d] = s.and(pair, band);
        best[COLUMNS][d] = s.and(pair, stack);
        good[ROWS][d] = s.or_and(pair, few, band);
        good[COLUMNS][d] = s.or_and(pair, few, stack);
    }
    let mut boxes = [rows.several, columns.several];
    take_over(s, &mut boxes, &good);
    take_over(s, &mut boxes, &best);
    boxes
}

/// Takes the `better` boxes in the lanes that have any.
#[inline(always)]
fn take_over<S: Simd>(s: S, boxes: &mut [[S::V; 3]; 2], better: &[[S::V; 3]; 2]) {
    let [row, column] = [any(s, &better[ROWS]), any(s, &better[COLUMNS])];
    let none = s.equal(s.or(row, column), s.splat(0));
    for d in 0..3 {
        boxes[ROWS][d] = s.blend(none, better[ROWS][d], boxes[ROWS][d]);
        boxes[COLUMNS][d] = s.blend(none, better[COLUMNS][d], boxes[COLUMNS][d]);
    }
}

/// The minirows of row k that hold the digit in at least two cells.
#[inline(always)]
fn twice<S: Simd>(s: S, words: &Words<S>, d: usize, k: usize) -> S::V {
    s.maj(words[word(d, k, 0)], words[word(d, k, 1)], words[word(d, k, 2)])
}

#[inline(always)]
fn any<S: Simd>(s: S, words: &[S::V; 3]) -> S::V {
    s.or3(words[0], words[1], words[2])
}

/// Counts the minirows left in each box.
#[inline(always)]
fn ways<S: Simd, const AXIS: usize>(s: S, words: &Words<S>) -> Ways<S::V> {
    let first =
        [left::<S, AXIS>(s, words, 0, 0), left::<S, AXIS>(s, words, 1, 0), left::<S, AXIS>(s, words, 2, 0)];
    let second =
        [left::<S, AXIS>(s, words, 0, 1), left::<S, AXIS>(s, words, 1, 1), left::<S, AXIS>(s, words, 2, 1)];
    let third =
        [left::<S, AXIS>(s, words, 0, 2), left::<S, AXIS>(s, words, 1, 2), left::<S, AXIS>(s, words, 2, 2)];
    let mut several = first;
    let mut three = first;
    for d in 0..3 {
        several[d] = s.maj(first[d], second[d], third[d]);
        three[d] = s.and3(first[d], second[d], third[d]);
    }
    Ways { first, several, three }
}

/// The minirows of row `i`, or the minicolumns of column `i`, that hold a candidate.
#[inline(always)]
fn left<S: Simd, const AXIS: usize>(s: S, words: &Words<S>, d: usize, i: usize) -> S::V {
    if AXIS == ROWS {
        s.or3(words[word(d, i, 0)], words[word(d, i, 1)], words[word(d, i, 2)])
    } else {
        s.or3(words[word(d, 0, i)], words[word(d, 1, i)], words[word(d, 2, i)])
    }
}

/// The bits of the band or stack with the fewest boxes that have several minirows, counted over
/// the digits, among those with one of `boxes`; and the lanes where it is a band.
#[inline(always)]
fn closest_to_settled<S: Simd>(s: S, ways: [&Ways<S::V>; 2], boxes: [&[S::V; 3]; 2]) -> (S::V, LaneSet) {
    let [a, b, c] = keys::<S, 0>(s, ways[ROWS], any(s, boxes[ROWS]));
    let [d, e, f] = keys::<S, 3>(s, ways[COLUMNS], any(s, boxes[COLUMNS]));
    let row = s.min(s.min(a, b), c);
    let best = s.min(row, s.min(s.min(d, e), f));
    (s.look_up(&UNITS, best), s.equal(row, best))
}

/// A key for each of the units `FIRST..FIRST + 3`: how many boxes have several minirows, then
/// the number of the unit; the highest key for a unit without any of `boxes`.
#[inline(always)]
fn keys<S: Simd, const FIRST: u32>(s: S, ways: &Ways<S::V>, boxes: S::V) -> [S::V; 3] {
    let [a, b, c] = ways.several;
    let counts = (s.xor3(a, b, c), s.maj(a, b, c));
    [
        key::<S, FIRST>(s, counts, boxes, 0),
        key::<S, FIRST>(s, counts, boxes, 1),
        key::<S, FIRST>(s, counts, boxes, 2),
    ]
}

#[inline(always)]
fn key<S: Simd, const FIRST: u32>(s: S, (one, two): (S::V, S::V), boxes: S::V, i: u32) -> S::V {
    let unit = s.splat(UNITS[(FIRST + i) as usize]);
    let count = s.add(s.count_ones(s.and(one, unit)), s.shl::<1>(s.count_ones(s.and(two, unit))));
    let key = s.or(s.shl::<3>(count), s.splat(FIRST + i));
    s.blend(s.equal(s.and(boxes, unit), s.splat(0)), key, s.splat(u32::MAX))
}

/// Takes the lowest bit of the first pick that has one, and the first of its box's minirows.
#[inline(always)]
fn pick<S: Simd>(
    s: S,
    picks: [S::V; 3],
    rows: &Ways<S::V>,
    columns: &Ways<S::V>,
    by_rows: LaneSet,
) -> Choice<S> {
    let zero = s.splat(0);
    let mut choice = Choice { force: [[[zero; 3]; 3]; 2], deny: [[[zero; 3]; 3]; 2] };
    let mut open = s.all();
    for d in 0..3 {
        let lowest = s.keep(open, s.and(picks[d], s.sub(zero, picks[d])));
        open &= s.equal(picks[d], zero);
        let (row, column) = (s.keep(by_rows, lowest), s.keep(!by_rows, lowest));
        // A box with at least two minirows left has one of the first two.
        let (first, second) = (s.and(row, rows.first[d]), s.clear(row, rows.first[d]));
        choice.deny[ROWS][d] = [first, second, zero];
        choice.force[ROWS][d] = [second, first, row];
        let (first, second) = (s.and(column, columns.first[d]), s.clear(column, columns.first[d]));
        choice.deny[COLUMNS][d] = [first, second, zero];
        choice.force[COLUMNS][d] = [second, first, column];
    }
    choice
}
