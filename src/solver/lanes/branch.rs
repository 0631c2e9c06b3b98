//! Where to branch, for all lanes at once.
//!
//! A lane branches on a digit in a box that has several minirows left for it (or minicolumns):
//! one child takes one of them (*force*), the other does not (*deny*). The children share no
//! solution, so counts are exact. Which digit and which box decides how large the tree grows:
//!
//! ```text
//! a pair: two cells of the box, in         open in two boxes of a band: several minirows
//! two of its rows and two columns          and several minicolumns in both
//!          ┌───────┐                         ┌───────┬───────┬───────┐
//!          │ 4 · · │                         │ 4 4 · │ · · · │ 4 · · │
//!          │ · · · │                         │ · 4 · │ 4 4 · │ · · · │
//!          │ · · 4 │                         │ · · · │ · · · │ · 4 · │
//!          └───────┘                         └───────┴───────┴───────┘
//! ```
//!
//! Either child of a pair places the digit, and that tells the box's row and its column. A digit
//! that is open in two boxes of a band (or stack) moves there too, whichever way it goes. So:
//!
//! 1. a pair whose digit is open in two boxes of the band or stack, if there is any on the board;
//! 2. else a pair, or a digit that is open in two boxes, there in one where at most one minirow
//!    has it twice;
//! 3. else any box with several minirows.
//!
//! Among these, in the band or stack that is closest to settled, which has the fewest boxes with
//! several minirows, counted over the digits (Tdoku, by T. Dillon, has this last rule alone, and
//! counts permutations); and in it the first digit.
//!
//! The first two rules take a fifth off the guesses for the hardest puzzles, a quarter for middling
//! ones and two fifths for those with 17 clues.

use super::layout::{Block, COLUMNS, FULL, ROWS, word};
use super::propagate::turns;
use super::simd::{LaneSet, Simd};

/// What to clear, entry `[ROWS][D][k]` by minirow, `[COLUMNS][D][j]` by minicolumn.
pub type Cuts<S> = [[[<S as Simd>::V; 3]; 3]; 2];

/// Where a lane branches, in one word a lane: the bit of the box (and e) in the lowest 27, then
/// one of these bits for D, and
const DIGITS: [u32; 3] = [1 << 27, 1 << 28, 1 << 29];
/// set where the choice is among minirows, clear where it is among minicolumns, and
const BY_ROWS: u32 = 1 << 30;
/// set where it is the second of them that is forced or denied, clear where it is the first.
const SECOND: u32 = 1 << 31;

/// How many minirows of each box are left for each digit, entry D.
struct Ways<V> {
    /// Boxes where to take the minirow of row 0 rather than that of row 1: it is left, and the
    /// other is not or has the digit in more cells. A minirow with one cell tells most: with
    /// several solutions 6 % fewer guesses.
    lead: [V; 3],
    /// Boxes with two or three.
    several: [V; 3],
    /// Boxes with three.
    three: [V; 3],
}

/// The bits of one band or one stack, by the number of the unit; six and seven are none.
const UNITS: [u32; 8] =
    [0o007_007_007, 0o070_070_070, 0o700_700_700, 0o111_111_111, 0o222_222_222, 0o444_444_444, 0, 0];

/// Chooses for the lanes of `branching`, all of them alive, unsolved and unchanged by a sweep:
/// gives the mark of each, to be read by [`cuts`].
#[inline(always)]
pub fn choose<S: Simd>(s: S, block: &Block, branching: LaneSet) -> S::V {
    let rows = ways::<S, ROWS>(s, block);
    let columns = ways::<S, COLUMNS>(s, block);
    let [in_rows, in_columns] = most_telling(s, block, &rows, &columns);
    let (unit, columns_lead) = closest_to_settled(s, [&rows, &columns], [&in_rows, &in_columns]);

    // A lane looks at a band or at a stack, so its candidates need no more than three words.
    let zero = s.splat(0);
    let band = s.if_zero(columns_lead, unit, zero);
    let stack = s.if_zero(columns_lead, zero, unit);
    let by_rows = s.if_zero(columns_lead, s.splat(BY_ROWS), zero);
    let (mut picks, mut lead) = (in_rows, in_rows);
    for d in 0..3 {
        picks[d] = s.or_and(s.and(in_rows[d], band), in_columns[d], stack);
        lead[d] = s.if_zero(columns_lead, rows.lead[d], columns.lead[d]);
    }
    s.keep(branching, s.or(by_rows, mark(s, &picks, &lead)))
}

/// The boxes of each digit by the best rule that has any in the lane, for a choice among minirows
/// and among minicolumns.
#[inline(always)]
fn most_telling<S: Simd>(s: S, block: &Block, rows: &Ways<S::V>, columns: &Ways<S::V>) -> [[S::V; 3]; 2] {
    let zero = s.splat(0);
    let (mut best, mut good) = ([[zero; 3]; 2], [[zero; 3]; 2]);
    for d in 0..3 {
        let open = s.and(rows.several[d], columns.several[d]);
        let twice = [
            twice::<S, ROWS>(s, block, d, 0),
            twice::<S, ROWS>(s, block, d, 1),
            twice::<S, ROWS>(s, block, d, 2),
        ];
        let pair = s.clear2(open, rows.three[d], s.or3(twice[0], twice[1], twice[2]));
        let few = s.clear(open, s.maj(twice[0], twice[1], twice[2]));
        // Set in all three boxes of a band, or of a stack, where two of them are open.
        let (next, last) = turns::<S, ROWS>(s, open);
        let band = s.maj(open, next, last);
        let (next, last) = turns::<S, COLUMNS>(s, open);
        let stack = s.maj(open, next, last);
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
    let one = s.or(row, column);
    for d in 0..3 {
        boxes[ROWS][d] = s.if_zero(one, boxes[ROWS][d], better[ROWS][d]);
        boxes[COLUMNS][d] = s.if_zero(one, boxes[COLUMNS][d], better[COLUMNS][d]);
    }
}

/// The minirows of row `i`, or the minicolumns of column `i`, that hold the digit in at least two
/// cells.
#[inline(always)]
fn twice<S: Simd, const AXIS: usize>(s: S, block: &Block, d: usize, i: usize) -> S::V {
    s.maj(
        cell::<S, AXIS>(s, block, d, i, 0),
        cell::<S, AXIS>(s, block, d, i, 1),
        cell::<S, AXIS>(s, block, d, i, 2),
    )
}

#[inline(always)]
fn any<S: Simd>(s: S, words: &[S::V; 3]) -> S::V {
    s.or3(words[0], words[1], words[2])
}

/// Counts the minirows left in each box.
#[inline(always)]
fn ways<S: Simd, const AXIS: usize>(s: S, block: &Block) -> Ways<S::V> {
    let first =
        [left::<S, AXIS>(s, block, 0, 0), left::<S, AXIS>(s, block, 1, 0), left::<S, AXIS>(s, block, 2, 0)];
    let second =
        [left::<S, AXIS>(s, block, 0, 1), left::<S, AXIS>(s, block, 1, 1), left::<S, AXIS>(s, block, 2, 1)];
    let third =
        [left::<S, AXIS>(s, block, 0, 2), left::<S, AXIS>(s, block, 1, 2), left::<S, AXIS>(s, block, 2, 2)];
    let (mut several, mut three, mut lead) = (first, first, first);
    for d in 0..3 {
        let crowded = s.clear(twice::<S, AXIS>(s, block, d, 0), twice::<S, AXIS>(s, block, d, 1));
        lead[d] = s.clear(first[d], s.and(crowded, second[d]));
        several[d] = s.maj(first[d], second[d], third[d]);
        three[d] = s.and3(first[d], second[d], third[d]);
    }
    Ways { lead, several, three }
}

/// The minirows of row `i`, or the minicolumns of column `i`, that hold a candidate.
#[inline(always)]
fn left<S: Simd, const AXIS: usize>(s: S, block: &Block, d: usize, i: usize) -> S::V {
    s.or3(
        cell::<S, AXIS>(s, block, d, i, 0),
        cell::<S, AXIS>(s, block, d, i, 1),
        cell::<S, AXIS>(s, block, d, i, 2),
    )
}

/// Cell `at` of each minirow of row `i`, or of each minicolumn of column `i`.
#[inline(always)]
fn cell<S: Simd, const AXIS: usize>(s: S, block: &Block, d: usize, i: usize, at: usize) -> S::V {
    s.load(&block[if AXIS == ROWS { word(d, i, at) } else { word(d, at, i) }])
}

/// The bits of the band or stack with the fewest boxes that have several minirows, counted over
/// the digits, among those with one of `boxes`; and zero where it is a band.
#[inline(always)]
fn closest_to_settled<S: Simd>(s: S, ways: [&Ways<S::V>; 2], boxes: [&[S::V; 3]; 2]) -> (S::V, S::V) {
    let [a, b, c] = keys::<S, 0>(s, ways[ROWS], any(s, boxes[ROWS]));
    let [d, e, f] = keys::<S, 3>(s, ways[COLUMNS], any(s, boxes[COLUMNS]));
    let row = s.min(s.min(a, b), c);
    let best = s.min(row, s.min(s.min(d, e), f));
    (s.look_up(&UNITS, best), s.sub(row, best))
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
    s.if_zero(s.and(boxes, unit), s.splat(u32::MAX), key)
}

/// The mark, but for [`BY_ROWS`], of the lowest bit of the first pick that has one; of its box
/// the minirow of row 0 in the boxes of `lead`, that of row 1 in the others.
#[inline(always)]
fn mark<S: Simd>(s: S, picks: &[S::V; 3], lead: &[S::V; 3]) -> S::V {
    let zero = s.splat(0);
    let [mut mark, mut second] = [zero; 2];
    for d in [2, 1, 0] {
        let lowest = s.and(picks[d], s.sub(zero, picks[d]));
        mark = s.if_zero(lowest, mark, s.or(lowest, s.splat(DIGITS[d])));
        second = s.if_zero(lowest, second, s.clear(lowest, lead[d]));
    }
    s.if_zero(second, mark, s.or(mark, s.splat(SECOND)))
}

/// What lanes with these marks clear: those of `force` all but the marked minirow of the box,
/// those of `deny` that one.
#[inline(always)]
pub fn cuts<S: Simd>(s: S, marks: S::V, force: LaneSet, deny: LaneSet) -> Cuts<S> {
    let (zero, full) = (s.splat(0), s.splat(FULL));
    let by_rows = s.and(marks, s.splat(BY_ROWS));
    let second = s.and(marks, s.splat(SECOND));
    let row = s.if_zero(by_rows, zero, s.and(marks, full));
    let column = s.if_zero(by_rows, s.and(marks, full), zero);
    // A box with at least two minirows left has one of the first two.
    let (force, deny) = (s.keep(force, full), s.keep(deny, full));
    let parts = [s.if_zero(second, deny, force), s.if_zero(second, force, deny), force];
    let mut cuts = [[[zero; 3]; 3]; 2];
    for d in 0..3 {
        let here = s.and(marks, s.splat(DIGITS[d]));
        let (row, column) = (s.if_zero(here, zero, row), s.if_zero(here, zero, column));
        cuts[ROWS][d] = [s.and(row, parts[0]), s.and(row, parts[1]), s.and(row, parts[2])];
        cuts[COLUMNS][d] = [s.and(column, parts[0]), s.and(column, parts[1]), s.and(column, parts[2])];
    }
    cuts
}
