//! Where to branch: a digit of a band or stack with two ways left, for all lanes at once.
//!
//! A *configuration* is one of the six permutations a digit can take in a band (or stack).
//! The rule is Tdoku's (T. Dillon): in the band or stack that is closest to settled, the first
//! digit with exactly two configurations; on a minirow where the two differ, one child takes
//! it (*force*), the other does not (*deny*). The children share no solution, so counts are exact.
//!
//! On a board that a sweep left unchanged a box has one, two or three minirows for a digit,
//! and a band with (1, 1, 1) is settled, (1, 2, 2) or (2, 2, 2) have two configurations, and
//! any with a 3 has more. So two configurations are: somewhere a 2, nowhere a 3.

use super::board::{Words, word};
use super::simd::{LaneSet, Simd};

/// What to clear in each child: by minirow, entry `3D + k`, and by minicolumn, entry `3D + j`.
pub struct Choice<S: Simd> {
    /// What the child that takes the minirow clears.
    pub force: [[S::V; 9]; 2],
    /// What the child that does not clears.
    pub deny: [[S::V; 9]; 2],
}

/// How many minirows of each box are left for each digit.
#[derive(Clone, Copy)]
struct Ways<V> {
    /// The boxes' minirows of row 0, entry D.
    first: [V; 3],
    /// Boxes with two or three, entry D.
    several: [V; 3],
    /// Boxes with three, entry D.
    three: [V; 3],
}

/// The bits of one band (rows) or one stack (columns), by the number of the unit; six and
/// seven are none.
const UNITS: [u32; 8] =
    [0o007_007_007, 0o070_070_070, 0o700_700_700, 0o111_111_111, 0o222_222_222, 0o444_444_444, 0, 0];

/// Chooses for the lanes of `branching`, all of them alive, unsolved and unchanged by a sweep.
#[inline(always)]
pub fn choose<S: Simd>(s: S, words: &Words<S>, branching: LaneSet) -> Choice<S> {
    let zero = s.splat(0);
    let rows = ways(s, |d, k| [words[word(d, k, 0)], words[word(d, k, 1)], words[word(d, k, 2)]]);
    let columns = ways(s, |d, j| [words[word(d, 0, j)], words[word(d, 1, j)], words[word(d, 2, j)]]);
    let (unit, by_rows) = closest_to_settled(s, &rows, &columns);
    let band = s.keep(by_rows & branching, unit);
    let stack = s.keep(!by_rows & branching, unit);

    // A lane looks at a band or at a stack, so its candidates need no more than three words.
    let mut candidates = [zero; 3];
    for d in 0..3 {
        let row = s.clear(s.and(rows.several[d], band), spread::<S, 1>(s, rows.three[d]));
        let column = s.clear(s.and(columns.several[d], stack), spread::<S, 3>(s, columns.three[d]));
        candidates[d] = s.or(row, column);
    }
    let mut best = [zero; 3];
    for d in 0..3 {
        let r = s.and(s.keep(by_rows, candidates[d]), columns.several[d]);
        let c = s.and(s.keep(!by_rows, candidates[d]), rows.several[d]);
        best[d] = s.or(r, c);
    }
    let has = !s.equal(s.or3(best[0], best[1], best[2]), zero);
    for d in 0..3 {
        candidates[d] = s.blend(has, candidates[d], best[d]);
    }
    let none = s.equal(s.or3(candidates[0], candidates[1], candidates[2]), zero) & branching;
    if none != 0 {
        for d in 0..3 {
            let column = s.and(columns.several[d], stack);
            let any = s.or_and(column, rows.several[d], band);
            candidates[d] = s.blend(none, candidates[d], any);
        }
    }
    pick(s, candidates, [rows.first, columns.first], by_rows)
}

/// Counts the minirows left in each box.
#[inline(always)]
fn ways<S: Simd>(s: S, words: impl Fn(usize, usize) -> [S::V; 3]) -> Ways<S::V> {
    let zero = s.splat(0);
    let mut ways = Ways { first: [zero; 3], several: [zero; 3], three: [zero; 3] };
    for d in 0..3 {
        let left = |k: usize| {
            let [x, y, z] = words(d, k);
            s.or3(x, y, z)
        };
        let (a, b, c) = (left(0), left(1), left(2));
        ways.first[d] = a;
        ways.several[d] = s.maj(a, b, c);
        ways.three[d] = s.and3(a, b, c);
    }
    ways
}

/// Every place of a group (`TURN` 1), or group of a field (`TURN` 3), where one is set.
#[inline(always)]
fn spread<S: Simd, const TURN: u32>(s: S, v: S::V) -> S::V {
    if TURN == 1 {
        let any = s.and(s.or3(v, s.shr::<1>(v), s.shr::<2>(v)), s.splat(0o111_111_111));
        s.sub(s.shl::<3>(any), any)
    } else {
        let any = s.and(s.or3(v, s.shr::<3>(v), s.shr::<6>(v)), s.splat(0o007_007_007));
        s.or3(any, s.shl::<3>(any), s.shl::<6>(any))
    }
}

/// The bits of the band or stack with the fewest unsettled boxes, counted over the digits,
/// that has any; and the lanes where it is a band.
#[inline(always)]
fn closest_to_settled<S: Simd>(s: S, rows: &Ways<S::V>, columns: &Ways<S::V>) -> (S::V, LaneSet) {
    let mut keys = [s.splat(0); 6];
    for (axis, ways) in [rows, columns].into_iter().enumerate() {
        let [a, b, c] = ways.several;
        let (one, two) = (s.xor3(a, b, c), s.maj(a, b, c));
        for i in 3 * axis..3 * axis + 3 {
            let unit = s.splat(UNITS[i]);
            let count = |v: S::V| s.count_ones(s.and(v, unit));
            let boxes = s.add(count(one), s.shl::<1>(count(two)));
            // A settled one wraps to the far end.
            keys[i] = s.sub(s.shl::<3>(boxes), s.splat(8 - i as u32));
        }
    }
    let [a, b, c, d, e, f] = keys;
    let row = s.min(s.min(a, b), c);
    let best = s.min(row, s.min(s.min(d, e), f));
    (s.look_up(&UNITS, best), s.equal(row, best))
}

/// Takes the lowest bit of the first candidate word that has one, and the first of its
/// box's minirows.
#[inline(always)]
fn pick<S: Simd>(s: S, candidates: [S::V; 3], first_left: [[S::V; 3]; 2], by_rows: LaneSet) -> Choice<S> {
    let zero = s.splat(0);
    let mut choice = Choice { force: [[zero; 9]; 2], deny: [[zero; 9]; 2] };
    let mut open = LaneSet::MAX;
    for (d, candidate) in candidates.into_iter().enumerate() {
        let lowest = s.keep(open, s.and(candidate, s.sub(zero, candidate)));
        open &= s.equal(candidate, zero);
        for (axis, lanes) in [by_rows, !by_rows].into_iter().enumerate() {
            let bit = s.keep(lanes, lowest);
            // A box with at least two minirows left has one of the first two.
            let left = first_left[axis][d];
            let (first, second) = (s.and(bit, left), s.clear(bit, left));
            choice.deny[axis][3 * d] = first;
            choice.deny[axis][3 * d + 1] = second;
            choice.force[axis][3 * d] = second;
            choice.force[axis][3 * d + 1] = first;
            choice.force[axis][3 * d + 2] = bit;
        }
    }
    choice
}
