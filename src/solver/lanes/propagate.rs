//! One sweep: every rule of Sudoku once over all lanes, without a branch or a look-up.
//!
//! ```text
//! words ─▶ rows: permutations, triads ─▶ columns: the same ─▶ cells: hidden singles ─▶ words
//!            possible, forced              possible, forced          naked singles ─▶ next sweep
//! ```
//!
//! A *unit pass* looks at whole minirows (three cells of a row inside a box), or at whole
//! minicolumns. In each band a digit takes three minirows, one of each row and one of each
//! box: a permutation. The minirows that some permutation uses stay *possible*. That is
//! locked candidates, hidden singles and the test for contradiction in one formula. A minirow
//! is *forced* where its box has no other left for the digit.
//!
//! The *triad* rule counts: a minirow holds three digits, so three that are forced into it
//! keep the others out. Four are a contradiction.
//!
//! The *cell pass* puts both together. A digit forced to one minirow and to one minicolumn of
//! a box is a hidden single of their cell; a cell with one candidate is a naked single, kept
//! for the next sweep's unit passes.
//!
//! # Why the neighbours do not matter
//!
//! A lane may be swept more often than it needs, while its neighbours need more, and some sweeps
//! leave rules out. Yet it comes to the same board: every rule only clears, and of two boards
//! the smaller one stays the smaller one after any rule, unless it is seen to be dead by a sweep
//! that watches: a box without a digit, a cell without any, four digits in a minirow, two hidden
//! singles in a cell. So where one order of sweeps ends at a living board that no watching sweep
//! changes, every other order keeps that board's candidates, and ends there too.

use super::layout::{Block, COLUMNS, FULL, Naked, ROWS, word};
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

/// What a unit pass leaves, entry `[D][k]` for the minirows of row k, `[D][j]` for the
/// minicolumns of column j.
struct Units<V> {
    possible: [[V; 3]; 3],
    forced: [[V; 3]; 3],
}

/// What all of a sweep adds to.
struct Notes<V> {
    /// Bits where each box has a place for the digit, each cell a digit, and no minirow four.
    whole: V,
    /// Bits where a box has more than one minirow or minicolumn for the digit. With none, and
    /// all whole, each digit has one cell in each box; 81 cells with a digit each, and rows and
    /// columns that are permutations: a solution.
    loose: V,
    /// Bits that the cell pass cleared.
    changed: V,
}

/// Sweeps `block` once: `TRIADS` with the triad rule, `WATCH` noting which lanes change. The
/// naked singles found before count where `known` is set, or everywhere.
#[inline(always)]
pub fn sweep<S: Simd, const TRIADS: bool, const WATCH: bool>(
    s: S,
    block: &mut Block,
    naked: &mut Naked<S>,
    known: Option<S::V>,
) -> Seen {
    let (full, zero) = (s.splat(FULL), s.splat(0));
    let mut notes = Notes { whole: full, loose: zero, changed: zero };
    let rows = unit_pass::<S, ROWS, TRIADS, WATCH>(s, block, naked, None, known, &mut notes);
    let columns = unit_pass::<S, COLUMNS, TRIADS, WATCH>(s, block, naked, Some(&rows), known, &mut notes);
    cell_pass::<S, WATCH>(s, block, naked, &rows, &columns, &mut notes);

    let alive = s.equal(s.and(notes.whole, full), full);
    let settled = s.equal(notes.loose, zero);
    Seen {
        dead: s.all() & !alive,
        solved: alive & settled,
        still: if WATCH { alive & !settled & s.equal(notes.changed, zero) } else { 0 },
    }
}

/// The pass over minirows (`AXIS` [`ROWS`]) or minicolumns ([`COLUMNS`], after the row pass
/// that left `rows`).
#[inline(always)]
fn unit_pass<S: Simd, const AXIS: usize, const TRIADS: bool, const WATCH: bool>(
    s: S,
    block: &Block,
    naked: &Naked<S>,
    rows: Option<&Units<S::V>>,
    known: Option<S::V>,
    notes: &mut Notes<S::V>,
) -> Units<S::V> {
    // Not a loop: its results would be cleared and copied as a whole.
    let (p0, f0) = digits::<S, AXIS, 0>(s, block, naked, rows, known, notes);
    let (p1, f1) = digits::<S, AXIS, 1>(s, block, naked, rows, known, notes);
    let (p2, f2) = digits::<S, AXIS, 2>(s, block, naked, rows, known, notes);
    let mut units = Units { possible: [p0, p1, p2], forced: [f0, f1, f2] };
    if TRIADS {
        triads::<S, WATCH>(s, &mut units, &mut notes.whole);
    }
    units
}

/// The pass for the three digits of D: what stays possible, and what of it is forced.
#[inline(always)]
fn digits<S: Simd, const AXIS: usize, const D: usize>(
    s: S,
    block: &Block,
    naked: &Naked<S>,
    rows: Option<&Units<S::V>>,
    known: Option<S::V>,
    notes: &mut Notes<S::V>,
) -> ([S::V; 3], [S::V; 3]) {
    let [mut n0, mut n1, mut n2] = naked[AXIS][D];
    if let Some(known) = known {
        (n0, n1, n2) = (s.and(n0, known), s.and(n1, known), s.and(n2, known));
    }
    let r0 = s.clear2(occupied::<S, D>(s, block, rows, 0), n1, n2);
    let r1 = s.clear2(occupied::<S, D>(s, block, rows, 1), n2, n0);
    let r2 = s.clear2(occupied::<S, D>(s, block, rows, 2), n0, n1);
    let [p0, p1, p2] = permutations::<S, AXIS>(s, r0, r1, r2);
    let several = s.maj(p0, p1, p2);
    notes.whole = s.and(notes.whole, s.or3(p0, p1, p2));
    notes.loose = s.or(notes.loose, several);
    ([p0, p1, p2], [s.clear(p0, several), s.clear(p1, several), s.clear(p2, several)])
}

/// The minirows of row `i` that hold a candidate; or the minicolumns of column `i`, of what the
/// row pass left.
#[inline(always)]
fn occupied<S: Simd, const D: usize>(s: S, block: &Block, rows: Option<&Units<S::V>>, i: usize) -> S::V {
    match rows {
        None => {
            s.or3(s.load(&block[word(D, i, 0)]), s.load(&block[word(D, i, 1)]), s.load(&block[word(D, i, 2)]))
        }
        Some(rows) => {
            let [p0, p1, p2] = rows.possible[D];
            let first = s.and(s.load(&block[word(D, 0, i)]), p0);
            let two = s.or_and(first, s.load(&block[word(D, 1, i)]), p1);
            s.or_and(two, s.load(&block[word(D, 2, i)]), p2)
        }
    }
}

/// Keeps the minirows that a permutation of the band uses: row 0 in box s, row 1 in box
/// s + 1, row 2 in box s + 2, or rows 1 and 2 the other way round.
#[inline(always)]
fn permutations<S: Simd, const AXIS: usize>(s: S, r0: S::V, r1: S::V, r2: S::V) -> [S::V; 3] {
    let (a0, b0) = turns::<S, AXIS>(s, r0);
    let (a1, b1) = turns::<S, AXIS>(s, r1);
    let (a2, b2) = turns::<S, AXIS>(s, r2);
    [
        s.and(r0, s.or_and(s.and(a1, b2), b1, a2)),
        s.and(r1, s.or_and(s.and(a2, b0), b2, a0)),
        s.and(r2, s.or_and(s.and(a0, b1), b0, a1)),
    ]
}

/// A word with the three stacks of each group (rows), or the three groups of each field
/// (columns), turned by one and by two: place p of the results holds place p + 1 and p + 2.
#[inline(always)]
pub fn turns<S: Simd, const AXIS: usize>(s: S, v: S::V) -> (S::V, S::V) {
    if AXIS == ROWS {
        let last = s.splat(0o444_444_444);
        let first = s.splat(0o111_111_111);
        (s.select(last, s.shl::<2>(v), s.shr::<1>(v)), s.select(first, s.shr::<2>(v), s.shl::<1>(v)))
    } else {
        let last = s.splat(0o700_700_700);
        let first = s.splat(0o007_007_007);
        (s.select(last, s.shl::<6>(v), s.shr::<3>(v)), s.select(first, s.shr::<6>(v), s.shl::<3>(v)))
    }
}

/// Where three digits are forced into a minirow all others leave it. What that forces in turn
/// is left for the next sweep. With `WATCH`, takes from `whole` the minirows with four.
#[inline(always)]
fn triads<S: Simd, const WATCH: bool>(s: S, units: &mut Units<S::V>, whole: &mut S::V) {
    for i in 0..3 {
        let forced = [units.forced[0][i], units.forced[1][i], units.forced[2][i]];
        let (three, four) = three_or_four_of_nine(s, forced);
        if WATCH {
            *whole = s.clear(*whole, four);
        }
        for d in 0..3 {
            units.possible[d][i] = s.restrict(units.possible[d][i], forced[d], three);
        }
    }
}

/// The minirows with three of the nine digits set (and some with more), and those with at least
/// four, in every field. Junk above bit 26.
#[inline(always)]
fn three_or_four_of_nine<S: Simd>(s: S, digits: [S::V; 3]) -> (S::V, S::V) {
    let [a, b, c] = digits;
    let (odd, two) = (s.xor3(a, b, c), s.maj(a, b, c));
    let (odd1, odd2) = s.turn_fields(odd);
    let (two1, two2) = s.turn_fields(two);
    // The count is the odd ones and twice the twos.
    let any_two = s.or3(two, two1, two2);
    let three = s.or_and(s.and3(odd, odd1, odd2), any_two, s.or3(odd, odd1, odd2));
    let four = s.or_and(s.maj(two, two1, two2), any_two, s.maj(odd, odd1, odd2));
    (three, four)
}

/// Applies both unit passes to the words, clears the other digits of hidden singles' cells,
/// and finds the naked singles.
#[inline(always)]
fn cell_pass<S: Simd, const WATCH: bool>(
    s: S,
    block: &mut Block,
    naked: &mut Naked<S>,
    rows: &Units<S::V>,
    columns: &Units<S::V>,
    notes: &mut Notes<S::V>,
) {
    let zero = s.splat(0);
    for k in 0..3 {
        let mut found = [[zero; 3]; 3];
        for j in 0..3 {
            let (mut left, mut hidden) = ([zero; 3], [zero; 3]);
            for d in 0..3 {
                let old = s.load(&block[word(d, k, j)]);
                left[d] = s.and3(old, rows.possible[d][k], columns.possible[d][j]);
                hidden[d] = s.and3(left[d], rows.forced[d][k], columns.forced[d][j]);
            }
            let any = s.or3(hidden[0], hidden[1], hidden[2]);
            let (any1, any2) = s.turn_fields(any);
            let elsewhere = s.or(any1, any2);
            let placed = s.or(any, elsewhere);
            for d in 0..3 {
                if WATCH {
                    // Two hidden singles in one cell clear each other.
                    let others = s.or(hidden[(d + 1) % 3], hidden[(d + 2) % 3]);
                    left[d] = s.clear2(left[d], others, elsewhere);
                    notes.changed = s.note_change(notes.changed, s.load(&block[word(d, k, j)]), left[d]);
                } else {
                    left[d] = s.restrict(left[d], hidden[d], placed);
                }
                s.store(left[d], &mut block[word(d, k, j)]);
            }
            let singles = naked_singles(s, left, &mut notes.whole);
            for d in 0..3 {
                found[d][j] = s.and(left[d], singles);
            }
        }
        keep_naked_singles(s, naked, k, &found);
    }
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

/// Adds the naked singles `found` at places (k, 0..3), entry `[D][j]`, to those of the block; k
/// goes from 0 up.
#[inline(always)]
fn keep_naked_singles<S: Simd>(s: S, naked: &mut Naked<S>, k: usize, found: &[[S::V; 3]; 3]) {
    for d in 0..3 {
        let [a, b, c] = found[d];
        naked[ROWS][d][k] = s.or3(a, b, c);
        for j in 0..3 {
            let column = &mut naked[COLUMNS][d][j];
            *column = if k == 0 { found[d][j] } else { s.or(*column, found[d][j]) };
        }
    }
}

/// Finds the naked singles of boards that no sweep has seen.
#[inline(always)]
pub fn find_naked_singles<S: Simd>(s: S, block: &Block) -> Naked<S> {
    let zero = s.splat(0);
    let (mut naked, mut whole) = ([[[zero; 3]; 3]; 2], zero);
    for k in 0..3 {
        let mut found = [[zero; 3]; 3];
        for j in 0..3 {
            let a = s.load(&block[word(0, k, j)]);
            let b = s.load(&block[word(1, k, j)]);
            let c = s.load(&block[word(2, k, j)]);
            let singles = naked_singles(s, [a, b, c], &mut whole);
            (found[0][j], found[1][j], found[2][j]) =
                (s.and(a, singles), s.and(b, singles), s.and(c, singles));
        }
        keep_naked_singles(s, &mut naked, k, &found);
    }
    naked
}
