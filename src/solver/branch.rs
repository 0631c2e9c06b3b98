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

use super::simd::{LaneSet, Simd};
use super::sweep::{Units, turns};

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
    /// Minirows of row k with a candidate, entry `[D][k]`.
    left: [[V; 3]; 3],
    /// Boxes with exactly two.
    two: [V; 3],
    /// Boxes with three.
    three: [V; 3],
}

/// The bits of one band (rows) or one stack (columns).
const BANDS: [u32; 3] = [0o007_007_007, 0o070_070_070, 0o700_700_700];
const STACKS: [u32; 3] = [0o111_111_111, 0o222_222_222, 0o444_444_444];

/// Chooses for the lanes of `branching`, all of them alive, unsolved and unchanged by a sweep.
#[inline(always)]
pub fn choose<S: Simd>(s: S, units: &[Units<S::V>; 2], branching: LaneSet) -> Choice<S> {
    let zero = s.splat(0);
    let rows = ways(s, &units[0]);
    let columns = ways(s, &units[1]);
    let [band, stack] = closest_to_settled(s, &rows, &columns);

    let mut candidates = [zero; 6];
    let mut fallback = [zero; 6];
    for d in 0..3 {
        let (a, b) = turns::<S, 1>(s, rows.three[d]);
        candidates[d] = s.clear2(s.and(rows.two[d], band), a, b);
        fallback[d] = s.and_or(band, rows.two[d], rows.three[d]);
        let (a, b) = turns::<S, 3>(s, columns.three[d]);
        candidates[3 + d] = s.clear2(s.and(columns.two[d], stack), a, b);
        fallback[3 + d] = s.and_or(stack, columns.two[d], columns.three[d]);
    }
    let any = |c: &[S::V; 6]| s.or(s.or3(c[0], c[1], c[2]), s.or3(c[3], c[4], c[5]));
    let none = s.equal(any(&candidates), zero) & branching;
    if none != 0 {
        for (candidate, fallback) in candidates.iter_mut().zip(fallback) {
            *candidate = s.blend(none, *candidate, fallback);
        }
    }
    pick(s, &candidates, &rows, &columns, branching)
}

/// Counts the minirows left in each box.
#[inline(always)]
fn ways<S: Simd>(s: S, units: &Units<S::V>) -> Ways<S::V> {
    let zero = s.splat(0);
    let mut ways = Ways { left: units.possible, two: [zero; 3], three: [zero; 3] };
    for d in 0..3 {
        let [a, b, c] = units.possible[d];
        let (odd, several) = (s.xor3(a, b, c), s.maj(a, b, c));
        ways.two[d] = s.clear(several, odd);
        ways.three[d] = s.and(several, odd);
    }
    ways
}

/// The bits of the band, or else the stack, with the fewest minirows left that is not settled.
#[inline(always)]
fn closest_to_settled<S: Simd>(s: S, rows: &Ways<S::V>, columns: &Ways<S::V>) -> [S::V; 2] {
    let mut keys = [s.splat(0); 6];
    for (unit, (ways, masks)) in [(rows, BANDS), (columns, STACKS)].into_iter().enumerate() {
        let extra = |ways: [S::V; 3]| (s.xor3(ways[0], ways[1], ways[2]), s.maj(ways[0], ways[1], ways[2]));
        // Each box with two minirows counts one, with three two.
        let (one, two) = extra([0, 1, 2].map(|d| s.or(ways.two[d], ways.three[d])));
        for (i, mask) in masks.into_iter().enumerate() {
            let mask = s.splat(mask);
            let count = |v: S::V| s.count_ones(s.and(v, mask));
            let extra = s.add(count(one), s.shl::<1>(count(two)));
            // Settled ones wrap to the far end.
            let rank = s.sub(extra, s.splat(1));
            let rank = s.and(rank, s.splat(0xFFF));
            let index = 3 * unit + i;
            keys[index] = s.or(s.shl::<3>(rank), s.splat(index as u32));
        }
    }
    let [a, b, c, d, e, f] = keys;
    let best = s.min(s.min(s.min(a, b), s.min(c, d)), s.min(e, f));
    let mut chosen = [s.splat(0); 2];
    for (index, key) in keys.into_iter().enumerate() {
        let mask = s.splat(if index < 3 { BANDS[index] } else { STACKS[index - 3] });
        let set = s.equal(key, best);
        chosen[index / 3] = s.blend(set, chosen[index / 3], mask);
    }
    chosen
}

/// Takes the lowest bit of the first candidate word that has one, and the first of its
/// box's minirows.
#[inline(always)]
fn pick<S: Simd>(
    s: S,
    candidates: &[S::V; 6],
    rows: &Ways<S::V>,
    columns: &Ways<S::V>,
    branching: LaneSet,
) -> Choice<S> {
    let zero = s.splat(0);
    let mut choice = Choice { force: [[zero; 9]; 2], deny: [[zero; 9]; 2] };
    let mut open = branching;
    for (index, &candidate) in candidates.iter().enumerate() {
        let (unit, d) = (index / 3, index % 3);
        let left = if unit == 0 { &rows.left } else { &columns.left };
        let lowest = s.and(candidate, s.sub(zero, candidate));
        let lowest = s.blend(open, zero, lowest);
        open &= s.equal(candidate, zero);
        // A box with at least two minirows left has one of the first two.
        let (first, second) = (s.and(lowest, left[d][0]), s.clear(lowest, left[d][0]));
        choice.deny[unit][3 * d] = first;
        choice.deny[unit][3 * d + 1] = second;
        choice.force[unit][3 * d] = second;
        choice.force[unit][3 * d + 1] = first;
        choice.force[unit][3 * d + 2] = lowest;
    }
    choice
}
