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
    let (unit, by_rows) = closest_to_settled(s, &rows, &columns);
    let band = s.keep(by_rows & branching, unit);
    let stack = s.keep(!by_rows & branching, unit);

    // A lane looks at a band or at a stack, so its candidates need no more than three words.
    let zero = s.splat(0);
    let (mut picks, mut narrow) = ([zero; 3], [zero; 3]);
    for d in 0..3 {
        let row = s.clear(s.and(rows.several[d], band), spread::<S, ROWS>(s, rows.three[d]));
        let column = s.clear(s.and(columns.several[d], stack), spread::<S, COLUMNS>(s, columns.three[d]));
        narrow[d] = s.or(row, column);
        // Rather a digit that the box leaves several columns as well: 1 % fewer guesses.
        picks[d] = s.or_and(s.and(row, columns.several[d]), column, rows.several[d]);
    }
    fall_back(s, branching, &mut picks, &narrow);
    let none = s.equal(s.or3(picks[0], picks[1], picks[2]), zero) & branching;
    if none != 0 {
        for d in 0..3 {
            let any = s.or_and(s.and(rows.several[d], band), columns.several[d], stack);
            picks[d] = s.blend(none, picks[d], any);
        }
    }
    pick(s, picks, &rows, &columns, by_rows)
}

/// Takes the `second` words in the lanes of `branching` where the first are empty.
#[inline(always)]
fn fall_back<S: Simd>(s: S, branching: LaneSet, first: &mut [S::V; 3], second: &[S::V; 3]) {
    let none = s.equal(s.or3(first[0], first[1], first[2]), s.splat(0)) & branching;
    for d in 0..3 {
        first[d] = s.blend(none, first[d], second[d]);
    }
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

/// Every stack of a group (rows), or every group of a field (columns), where one is set.
#[inline(always)]
fn spread<S: Simd, const AXIS: usize>(s: S, v: S::V) -> S::V {
    if AXIS == ROWS {
        let any = s.and(s.or3(v, s.shr::<1>(v), s.shr::<2>(v)), s.splat(0o111_111_111));
        s.sub(s.shl::<3>(any), any)
    } else {
        let any = s.and(s.or3(v, s.shr::<3>(v), s.shr::<6>(v)), s.splat(0o007_007_007));
        s.or3(any, s.shl::<3>(any), s.shl::<6>(any))
    }
}

/// The bits of the band or stack with the fewest boxes that have several minirows, counted over
/// the digits, but some; and the lanes where it is a band.
#[inline(always)]
fn closest_to_settled<S: Simd>(s: S, rows: &Ways<S::V>, columns: &Ways<S::V>) -> (S::V, LaneSet) {
    let [a, b, c] = keys::<S, 0>(s, rows);
    let [d, e, f] = keys::<S, 3>(s, columns);
    let row = s.min(s.min(a, b), c);
    let best = s.min(row, s.min(s.min(d, e), f));
    (s.look_up(&UNITS, best), s.equal(row, best))
}

/// A key for each of the units `FIRST..FIRST + 3`: how many boxes have several minirows, then
/// the number of the unit. A settled unit wraps to the far end.
#[inline(always)]
fn keys<S: Simd, const FIRST: u32>(s: S, ways: &Ways<S::V>) -> [S::V; 3] {
    let [a, b, c] = ways.several;
    let (one, two) = (s.xor3(a, b, c), s.maj(a, b, c));
    [key::<S, FIRST>(s, one, two, 0), key::<S, FIRST>(s, one, two, 1), key::<S, FIRST>(s, one, two, 2)]
}

#[inline(always)]
fn key<S: Simd, const FIRST: u32>(s: S, one: S::V, two: S::V, i: u32) -> S::V {
    let unit = s.splat(UNITS[(FIRST + i) as usize]);
    let boxes = s.add(s.count_ones(s.and(one, unit)), s.shl::<1>(s.count_ones(s.and(two, unit))));
    s.sub(s.shl::<3>(boxes), s.splat(8 - FIRST - i))
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
