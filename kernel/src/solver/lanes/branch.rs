//! Chooses the branch, for all lanes at once.
//!
//! A lane branches on a digit in a box where several minirows (or minicolumns) are left for it. One child keeps only one
//! of them (*force*), the other child eliminates that one (*deny*). The children have no solution in common, so counts of
//! solutions are exact. The choice of the digit and the box decides how large the search tree becomes:
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
//! Either child of a pair places the digit, which determines the box's row and its column. A digit that is open in two
//! boxes of a band (or stack) is restricted there too by either child. The rules, in order of preference:
//!
//! 1. a pair whose digit is open in two boxes of the band or stack;
//! 2. a pair, or a digit that is open in two boxes, in a box where at most one minirow has it in two cells;
//! 3. any box with several minirows.
//!
//! The first rule with a candidate applies. Among its candidates, the choice is in the band or stack that is closest to
//! settled: the one with the fewest boxes that have several minirows, counted over all digits. Within it, the first digit
//! is chosen. (Tdoku, by T. Dillon, has only this last rule, and counts permutations.)
//!
//! The first two rules save a fifth of the guesses on the hardest puzzles, a quarter on medium ones and two fifths on
//! puzzles with 17 clues.

use super::layout::{Block, COLUMNS, FULL, ROWS, word};
use super::propagate::rotations;
use crate::simd::{LaneSet, Lanes, Simd, three};

/// The bits to eliminate: entry `[ROWS][D][k]` from the words (D, k, ·), entry `[COLUMNS][D][j]` from the words (D, ·, j).
pub type Eliminations<S> = [[[<S as Simd>::V; 3]; 3]; 2];

// A *mark* says where a lane branches. It is one word: one of the lowest 27 bits is set, for the box and e, and the other
// bits are as follows.

/// One of these bits of a mark is set, for D.
const DIGITS: [u32; 3] = [1 << 27, 1 << 28, 1 << 29];
/// Set in a mark if the choice is among minirows, clear if it is among minicolumns.
const BY_ROWS: u32 = 1 << 30;
/// Set in a mark if the box's second minirow is forced or denied, clear if its first one is.
const SECOND: u32 = 1 << 31;

/// The number of minirows left in each box for each digit: entry D holds the boxes as bits.
struct MinirowCounts<V> {
    /// The boxes where the choice is the minirow of row 0 rather than the one of row 1: it is left, and the other one is
    /// not left or has the digit in more cells. Forcing a minirow with one cell eliminates most, which saves 6 % of the
    /// guesses on puzzles with several solutions.
    lead: [V; 3],
    /// The boxes with two or three minirows.
    several: [V; 3],
    /// The boxes with three minirows.
    three: [V; 3],
}

/// The bits of each unit: the bands 0 to 2, the stacks 3 to 5. Entries 6 and 7 are unused.
const UNITS: [u32; 8] =
    [0o007_007_007, 0o070_070_070, 0o700_700_700, 0o111_111_111, 0o222_222_222, 0o444_444_444, 0, 0];

/// Chooses where the lanes of `branching` branch. Their boards must be neither contradictory nor solved, and unchanged
/// by a full sweep. Returns the marks, which [`eliminations`] reads.
#[inline(always)]
pub fn choose<S: Lanes>(s: S, block: &Block, branching: LaneSet) -> S::V {
    let rows = count_minirows::<S, ROWS>(s, block);
    let columns = count_minirows::<S, COLUMNS>(s, block);
    let [in_rows, in_columns] = select_boxes(s, block, &rows, &columns);
    let (unit, columns_lead) = closest_to_settled(s, [&rows, &columns], [&in_rows, &in_columns]);

    // A lane branches in a band or in a stack, so three words hold the candidates of either.
    let zero = s.splat32(0);
    let band = s.if_zero(columns_lead, unit, zero);
    let stack = s.if_zero(columns_lead, zero, unit);
    let by_rows = s.if_zero(columns_lead, s.splat32(BY_ROWS), zero);
    let (mut picks, mut lead) = (in_rows, in_rows);
    for d in 0..3 {
        picks[d] = s.or_and(s.and(in_rows[d], band), in_columns[d], stack);
        lead[d] = s.if_zero(columns_lead, rows.lead[d], columns.lead[d]);
    }
    s.keep(branching, s.or(by_rows, mark(s, &picks, &lead)))
}

/// Returns the boxes of each digit that the first rule with a candidate selects, for a choice among minirows and among
/// minicolumns.
#[inline(always)]
fn select_boxes<S: Lanes>(
    s: S,
    block: &Block,
    rows: &MinirowCounts<S::V>,
    columns: &MinirowCounts<S::V>,
) -> [[S::V; 3]; 2] {
    let zero = s.splat32(0);
    let (mut best, mut good) = ([[zero; 3]; 2], [[zero; 3]; 2]);
    for d in 0..3 {
        let open = s.and(rows.several[d], columns.several[d]);
        let [a, b, c] = three!(K => has_two_cells::<S, ROWS>(s, block, d, K));
        let pair = s.clear2(open, rows.three[d], s.or3(a, b, c));
        let few = s.clear(open, s.maj(a, b, c));
        // Set in all three boxes of a band, or of a stack, if two of them are open.
        let (next, last) = rotations::<S, ROWS>(s, open);
        let band = s.maj(open, next, last);
        let (next, last) = rotations::<S, COLUMNS>(s, open);
        let stack = s.maj(open, next, last);
        best[ROWS][d] = s.and(pair, band);
        best[COLUMNS][d] = s.and(pair, stack);
        good[ROWS][d] = s.or_and(pair, few, band);
        good[COLUMNS][d] = s.or_and(pair, few, stack);
    }
    let mut boxes = [rows.several, columns.several];
    replace_if_any(s, &mut boxes, &good);
    replace_if_any(s, &mut boxes, &best);
    boxes
}

/// Replaces `boxes` with the `better` ones in the lanes that have a better one.
#[inline(always)]
fn replace_if_any<S: Lanes>(s: S, boxes: &mut [[S::V; 3]; 2], better: &[[S::V; 3]; 2]) {
    let [row, column] = [any(s, &better[ROWS]), any(s, &better[COLUMNS])];
    let one = s.or(row, column);
    for d in 0..3 {
        boxes[ROWS][d] = s.if_zero(one, boxes[ROWS][d], better[ROWS][d]);
        boxes[COLUMNS][d] = s.if_zero(one, boxes[COLUMNS][d], better[COLUMNS][d]);
    }
}

/// Returns the minirows of row `i`, or the minicolumns of column `i`, that hold the digit in at least two cells.
#[inline(always)]
fn has_two_cells<S: Lanes, const AXIS: usize>(s: S, block: &Block, d: usize, i: usize) -> S::V {
    let [a, b, c] = three!(AT => cell::<S, AXIS>(s, block, d, i, AT));
    s.maj(a, b, c)
}

#[inline(always)]
fn any<S: Lanes>(s: S, words: &[S::V; 3]) -> S::V {
    s.or3(words[0], words[1], words[2])
}

/// Counts the minirows that are left in each box.
#[inline(always)]
fn count_minirows<S: Lanes, const AXIS: usize>(s: S, block: &Block) -> MinirowCounts<S::V> {
    let first = three!(D => is_open::<S, AXIS>(s, block, D, 0));
    let second = three!(D => is_open::<S, AXIS>(s, block, D, 1));
    let third = three!(D => is_open::<S, AXIS>(s, block, D, 2));
    let (mut several, mut three, mut lead) = (first, first, first);
    for d in 0..3 {
        let crowded =
            s.clear(has_two_cells::<S, AXIS>(s, block, d, 0), has_two_cells::<S, AXIS>(s, block, d, 1));
        lead[d] = s.clear(first[d], s.and(crowded, second[d]));
        several[d] = s.maj(first[d], second[d], third[d]);
        three[d] = s.and3(first[d], second[d], third[d]);
    }
    MinirowCounts { lead, several, three }
}

/// Returns the minirows of row `i`, or the minicolumns of column `i`, that hold a candidate.
#[inline(always)]
fn is_open<S: Lanes, const AXIS: usize>(s: S, block: &Block, d: usize, i: usize) -> S::V {
    let [a, b, c] = three!(AT => cell::<S, AXIS>(s, block, d, i, AT));
    s.or3(a, b, c)
}

/// Returns cell `at` of each minirow of row `i`, or of each minicolumn of column `i`.
#[inline(always)]
fn cell<S: Lanes, const AXIS: usize>(s: S, block: &Block, d: usize, i: usize, at: usize) -> S::V {
    s.load(&block[if AXIS == ROWS { word(d, i, at) } else { word(d, at, i) }])
}

/// Returns the bits of a band or stack, and a word that is zero if it is a band. Among those that contain one of `boxes`,
/// it is the one with the fewest boxes that have several minirows, counted over all digits.
#[inline(always)]
fn closest_to_settled<S: Lanes>(
    s: S,
    counts: [&MinirowCounts<S::V>; 2],
    boxes: [&[S::V; 3]; 2],
) -> (S::V, S::V) {
    let [a, b, c] = keys::<S, 0>(s, counts[ROWS], any(s, boxes[ROWS]));
    let [d, e, f] = keys::<S, 3>(s, counts[COLUMNS], any(s, boxes[COLUMNS]));
    let row = s.min32(s.min32(a, b), c);
    let best = s.min32(row, s.min32(s.min32(d, e), f));
    (s.look_up(&UNITS, best), s.sub32(row, best))
}

/// Returns a key for each of the units `FIRST..FIRST + 3`: eight times the number of its boxes with several minirows,
/// plus the number of the unit. A unit that contains none of `boxes` has the greatest key.
#[inline(always)]
fn keys<S: Lanes, const FIRST: u32>(s: S, minirows: &MinirowCounts<S::V>, boxes: S::V) -> [S::V; 3] {
    let [a, b, c] = minirows.several;
    let counts = (s.xor3(a, b, c), s.maj(a, b, c));
    three!(I => key::<S, FIRST>(s, counts, boxes, I as u32))
}

#[inline(always)]
fn key<S: Lanes, const FIRST: u32>(s: S, (one, two): (S::V, S::V), boxes: S::V, i: u32) -> S::V {
    let unit = s.splat32(UNITS[(FIRST + i) as usize]);
    let count = s.count(s.and(one, unit), s.and(two, unit));
    let key = s.or(s.shl32::<3>(count), s.splat32(FIRST + i));
    s.if_zero(s.and(boxes, unit), s.splat32(u32::MAX), key)
}

/// Returns the mark, without [`BY_ROWS`], of the lowest bit of the first pick that has a bit set. In the boxes of `lead` it
/// marks the minirow of row 0, in the others the one of row 1.
#[inline(always)]
fn mark<S: Lanes>(s: S, picks: &[S::V; 3], lead: &[S::V; 3]) -> S::V {
    let zero = s.splat32(0);
    let [mut mark, mut second] = [zero; 2];
    for d in [2, 1, 0] {
        let lowest = s.and(picks[d], s.sub32(zero, picks[d]));
        mark = s.if_zero(lowest, mark, s.or(lowest, s.splat32(DIGITS[d])));
        second = s.if_zero(lowest, second, s.clear(lowest, lead[d]));
    }
    s.if_zero(second, mark, s.or(mark, s.splat32(SECOND)))
}

/// Returns what the lanes with these marks eliminate: in the lanes of `force`, every minirow of the box but the marked one;
/// in the lanes of `deny`, only the marked one.
#[inline(always)]
pub fn eliminations<S: Lanes>(s: S, marks: S::V, force: LaneSet, deny: LaneSet) -> Eliminations<S> {
    let (zero, full) = (s.splat32(0), s.splat32(FULL));
    let by_rows = s.and(marks, s.splat32(BY_ROWS));
    let second = s.and(marks, s.splat32(SECOND));
    let row = s.if_zero(by_rows, zero, s.and(marks, full));
    let column = s.if_zero(by_rows, s.and(marks, full), zero);
    // A box with at least two minirows left has one of the first two, so a mark never needs the third.
    let (force, deny) = (s.keep(force, full), s.keep(deny, full));
    let parts = [s.if_zero(second, deny, force), s.if_zero(second, force, deny), force];
    let mut eliminations = [[[zero; 3]; 3]; 2];
    for d in 0..3 {
        let here = s.and(marks, s.splat32(DIGITS[d]));
        let (row, column) = (s.if_zero(here, zero, row), s.if_zero(here, zero, column));
        eliminations[ROWS][d] = three!(I => s.and(row, parts[I]));
        eliminations[COLUMNS][d] = three!(I => s.and(column, parts[I]));
    }
    eliminations
}
