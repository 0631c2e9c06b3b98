//! One sweep: every rule of Sudoku once over all lanes, without a branch or a look-up.
//!
//! ```text
//! words ─▶ row pass ─▶ triads ─▶ column pass ─▶ triads ─▶ cell pass ─▶ words
//!            P, F                   P, F                     naked singles ─▶ next sweep
//! ```
//!
//! The two *unit passes* look at whole minirows (three cells of a row inside a box) and
//! whole minicolumns. In each band a digit takes three minirows, one of each row, one of
//! each box: a permutation. P keeps the minirows that some permutation uses, which is
//! locked candidates, hidden singles and the test for contradiction in one formula.
//! F is where a box has one minirow left for the digit.
//!
//! The *triad* rule counts: a minirow holds exactly three digits.
//!
//! The *cell pass* puts both together. A digit forced to one minirow and one minicolumn of
//! a box is a hidden single of their cell; a cell with one candidate is a naked single,
//! kept for the next sweep's unit passes.

use super::board::{Block, FULL, word};
use super::simd::{LaneSet, Simd};

/// What a sweep saw, lane by lane.
#[derive(Clone, Copy)]
pub struct Seen {
    /// Lanes without a solution.
    pub dead: LaneSet,
    /// Lanes whose board is a solution.
    pub solved: LaneSet,
    /// Lanes where the sweep cleared nothing; none unless it was asked to watch.
    pub still: LaneSet,
}

/// What a unit pass leaves of the minirows of row k (or the minicolumns of column j), for each D:
/// those that are possible, and of these the ones that are forced.
#[derive(Clone, Copy)]
struct Units<V> {
    /// Entry `[D][k]` or `[D][j]`.
    possible: [[V; 3]; 3],
    forced: [[V; 3]; 3],
}

/// Sweeps `block` once: `TRIADS` with the triad rule, `WATCH` noting which lanes change. The
/// naked singles found before count where `known` is set.
#[inline(always)]
pub fn sweep<S: Simd, const TRIADS: bool, const WATCH: bool>(
    s: S,
    block: &mut Block<S>,
    known: S::V,
) -> Seen {
    let full = s.splat(FULL);
    let mut whole = full; // bits where each box still has a place for the digit, each cell a digit
    let mut loose = s.splat(0); // bits where a box has more than one minirow or minicolumn for it

    let rows = unit_pass::<S, 1, TRIADS>(
        s,
        block.naked_rows.map(|n| s.and(n, known)),
        &mut whole,
        &mut loose,
        |d, k| {
            let [a, b, c] = [0, 1, 2].map(|j| block.words[word(d, k, j)]);
            s.or3(a, b, c)
        },
    );
    let columns = unit_pass::<S, 3, TRIADS>(
        s,
        block.naked_columns.map(|n| s.and(n, known)),
        &mut whole,
        &mut loose,
        |d, j| {
            let [a, b, c] = [0, 1, 2].map(|k| (block.words[word(d, k, j)], rows.possible[d][k]));
            s.or_and(s.or_and(s.and(a.0, a.1), b.0, b.1), c.0, c.1)
        },
    );
    let changed = cell_pass::<S, WATCH>(s, block, &rows, &columns, &mut whole);

    let zero = s.splat(0);
    let alive = s.equal(s.and(whole, full), full);
    let all = (1 << S::LANES) - 1;
    let settled = s.equal(loose, zero);
    Seen {
        dead: all & !alive,
        solved: alive & settled,
        still: if WATCH { alive & !settled & s.equal(changed, zero) } else { 0 },
    }
}

/// The pass over minirows (`TURN` 1, the stacks of a group) or minicolumns (`TURN` 3, the
/// groups of a field). `occupied(d, k)` gives the minirows of row k that hold a candidate.
#[inline(always)]
fn unit_pass<S: Simd, const TURN: u32, const TRIADS: bool>(
    s: S,
    naked: [S::V; 9],
    whole: &mut S::V,
    loose: &mut S::V,
    occupied: impl Fn(usize, usize) -> S::V,
) -> Units<S::V> {
    let zero = s.splat(0);
    let mut unit = Units { possible: [[zero; 3]; 3], forced: [[zero; 3]; 3] };
    for d in 0..3 {
        let [n0, n1, n2] = [naked[3 * d], naked[3 * d + 1], naked[3 * d + 2]];
        let r0 = s.clear2(occupied(d, 0), n1, n2);
        let r1 = s.clear2(occupied(d, 1), n2, n0);
        let r2 = s.clear2(occupied(d, 2), n0, n1);
        let p = permutations::<S, TURN>(s, r0, r1, r2);
        *whole = s.and(*whole, s.or3(p[0], p[1], p[2]));
        unit.possible[d] = p;
    }
    for d in 0..3 {
        let [p0, p1, p2] = unit.possible[d];
        let several = s.maj(p0, p1, p2);
        *loose = s.or(*loose, several);
        unit.forced[d] = [s.clear(p0, several), s.clear(p1, several), s.clear(p2, several)];
    }
    if TRIADS {
        for k in 0..3 {
            let forced = [unit.forced[0][k], unit.forced[1][k], unit.forced[2][k]];
            let three = three(s, forced);
            for d in 0..3 {
                unit.possible[d][k] = s.restrict(unit.possible[d][k], forced[d], three);
            }
        }
    }
    unit
}

/// Keeps the minirows that a permutation of the band uses: row 0 in box s, row 1 in box
/// s + 1, row 2 in box s + 2, or rows 1 and 2 the other way round.
#[inline(always)]
fn permutations<S: Simd, const TURN: u32>(s: S, r0: S::V, r1: S::V, r2: S::V) -> [S::V; 3] {
    let (a0, b0) = turns::<S, TURN>(s, r0);
    let (a1, b1) = turns::<S, TURN>(s, r1);
    let (a2, b2) = turns::<S, TURN>(s, r2);
    [
        s.and(r0, s.or_and(s.and(a1, b2), b1, a2)),
        s.and(r1, s.or_and(s.and(a2, b0), b2, a0)),
        s.and(r2, s.or_and(s.and(a0, b1), b0, a1)),
    ]
}

/// A word with the three places of each group (`TURN` 1), or the three groups of each field
/// (`TURN` 3), turned by one and by two: place s of the results holds place s + 1 and s + 2.
#[inline(always)]
pub fn turns<S: Simd, const TURN: u32>(s: S, v: S::V) -> (S::V, S::V) {
    if TURN == 1 {
        let last = s.splat(0o444_444_444);
        let first = s.splat(0o111_111_111);
        (s.select(last, s.shl::<2>(v), s.shr::<1>(v)), s.select(first, s.shr::<2>(v), s.shl::<1>(v)))
    } else {
        let last = s.splat(0o700_700_700);
        let first = s.splat(0o007_007_007);
        (s.select(last, s.shl::<6>(v), s.shr::<3>(v)), s.select(first, s.shr::<6>(v), s.shl::<3>(v)))
    }
}

/// The minirows with three of the nine digits set, in every field; more than three occur only
/// on boards without a solution. Junk above bit 26.
#[inline(always)]
fn three<S: Simd>(s: S, digits: [S::V; 3]) -> S::V {
    let [a, b, c] = digits;
    let (odd, two) = (s.xor3(a, b, c), s.maj(a, b, c));
    let (odd1, odd2) = s.turn_fields(odd);
    let (two1, two2) = s.turn_fields(two);
    // One field each, or two in a field and one in any.
    let each = s.and3(odd, odd1, odd2);
    s.or_and(each, s.or3(odd, odd1, odd2), s.or3(two, two1, two2))
}

/// Applies both unit passes to the words, clears the other digits of hidden singles' cells,
/// and finds the naked singles. Gives the bits that changed when it is to `WATCH`.
#[inline(always)]
fn cell_pass<S: Simd, const WATCH: bool>(
    s: S,
    block: &mut Block<S>,
    rows: &Units<S::V>,
    columns: &Units<S::V>,
    whole: &mut S::V,
) -> S::V {
    let zero = s.splat(0);
    let mut changed = zero;
    for k in 0..3 {
        let mut naked = [[zero; 3]; 3];
        for j in 0..3 {
            let old = [0, 1, 2].map(|d| block.words[word(d, k, j)]);
            let left = [0, 1, 2].map(|d| s.and3(old[d], rows.possible[d][k], columns.possible[d][j]));
            let hidden = [0, 1, 2].map(|d| s.and3(left[d], rows.forced[d][k], columns.forced[d][j]));
            let any = s.or3(hidden[0], hidden[1], hidden[2]);
            let (any1, any2) = s.turn_fields(any);
            let placed = s.or3(any, any1, any2);
            let new = [0, 1, 2].map(|d| s.restrict(left[d], hidden[d], placed));

            let singles = naked_singles(s, new, whole);
            for d in 0..3 {
                if WATCH {
                    changed = s.note_change(changed, old[d], new[d]);
                }
                block.words[word(d, k, j)] = new[d];
                naked[d][j] = s.and(new[d], singles);
            }
        }
        keep_naked_singles(s, block, k, &naked);
    }
    changed
}

/// The cells of a place with one candidate left, as the bit of its e (the same for each D);
/// takes from `whole` the cells with none. Junk above bit 26.
#[inline(always)]
fn naked_singles<S: Simd>(s: S, words: [S::V; 3], whole: &mut S::V) -> S::V {
    let [a, b, c] = words;
    let (any, twice) = (s.or3(a, b, c), s.maj(a, b, c));
    let (any1, any2) = s.turn_fields(any);
    let others = s.or(any1, any2);
    *whole = s.and_or(*whole, any, others);
    s.clear2(any, twice, others)
}

/// Adds the naked singles of places (k, 0..3), entry `[D][j]`, to those of the block; k goes
/// from 0 up.
#[inline(always)]
fn keep_naked_singles<S: Simd>(s: S, block: &mut Block<S>, k: usize, naked: &[[S::V; 3]; 3]) {
    for d in 0..3 {
        let [a, b, c] = naked[d];
        block.naked_rows[3 * d + k] = s.or3(a, b, c);
        for j in 0..3 {
            let column = &mut block.naked_columns[3 * d + j];
            *column = if k == 0 { naked[d][j] } else { s.or(*column, naked[d][j]) };
        }
    }
}

/// Finds the naked singles of boards that no sweep has seen.
#[inline(always)]
pub fn find_naked_singles<S: Simd>(s: S, block: &mut Block<S>) {
    let zero = s.splat(0);
    let mut whole = zero;
    for k in 0..3 {
        let mut naked = [[zero; 3]; 3];
        for j in 0..3 {
            let words = [0, 1, 2].map(|d| block.words[word(d, k, j)]);
            let singles = naked_singles(s, words, &mut whole);
            for d in 0..3 {
                naked[d][j] = s.and(words[d], singles);
            }
        }
        keep_naked_singles(s, block, k, &naked);
    }
}
