//! One sweep of the rules of the levels 1 to 4, each lane with the rules of its own level.
//!
//! The sweep has the passes of the solver's [`propagate`](crate::solver::lanes::propagate), over the same words, with three
//! differences. The triad rule is absent, because it belongs to no level. Each rule is masked by the level of the lane. And
//! what clears its peers is not every cell with one candidate, but the cells that the level's rules have placed.
//!
//! | level | rule | where |
//! |---|---|---|
//! | 1 | hidden singles in boxes | a digit is forced to one minirow and one minicolumn of a box: the cell pass |
//! | 2 | hidden singles in lines | a minirow is the only one of its row, and has the digit in one cell: the unit pass |
//! | 3 | naked singles | the cell pass |
//! | 4 | locked candidates | permutations of the minirows of a band: the unit pass |
//!
//! **Placed digits.** Below level 4 the unit pass looks at the permutations of a band in which every box that does not have
//! the digit placed may take any minirow. They are all permutations that a placed digit allows, so this clears the digit
//! from the row of a placed cell and from nothing else. A placed digit remains the only one of its box, so it is
//! found again as a hidden single by every sweep, and no memory of it is needed but that of the sweep before.

use crate::solver::lanes::layout::{Block, COLUMNS, FULL, NakedSingles, ROWS, word};
use crate::solver::lanes::propagate::{keep_naked_singles, naked_singles, on_permutations, rotations};
use crate::solver::lanes::simd::{LaneSet, Simd};

/// The placed digits of a block that one sweep found for the next one, in the layout of [`NakedSingles`].
pub type Placed<S> = NakedSingles<S>;

/// The rules that each lane uses besides hidden singles in boxes: words that are full in the lanes that use the rule and
/// zero in the others.
#[derive(Clone, Copy)]
pub struct LaneRules<V> {
    /// Hidden singles in lines: level 2.
    pub lines: V,
    /// Naked singles: level 3.
    pub naked: V,
    /// Locked candidates: level 4.
    pub locked: V,
}

/// The result of a sweep, lane by lane.
#[derive(Clone, Copy)]
pub struct Swept {
    /// Lanes whose board is dead.
    pub dead: LaneSet,
    /// Lanes whose board is a solution.
    pub solved: LaneSet,
    /// Lanes that are neither, and where the sweep neither cleared nor placed anything: the board is the closure.
    pub unchanged: LaneSet,
}

/// The result of a unit pass for the three digits of a D: for the minirows of row k, or the minicolumns of column j.
#[derive(Clone, Copy)]
struct Units<V> {
    /// The minirows that are left.
    possible: [V; 3],
    /// The boxes in which several minirows are left.
    several: V,
    /// The minirows that are the only ones in their line and hold the digit in one cell, in all lanes: the cell pass keeps
    /// those of the lanes that use the rule.
    lone: [V; 3],
}

/// What the passes of one sweep find out about each lane's board.
struct Checks<V> {
    /// Set where the box and the line have a place for the digit, and the cell has a candidate.
    consistent: V,
    /// Set where a box has more than one minirow or minicolumn for a digit.
    undecided: V,
    /// The bits that the cell pass cleared or placed.
    changed: V,
}

/// Sweeps `block` once. `placed` holds the placed cells that the sweep before found, and receives those of the result;
/// without a sweep before, zeros.
#[inline(always)]
pub fn sweep<S: Simd>(s: S, block: &mut Block, placed: &mut Placed<S>, rules: &LaneRules<S::V>) -> Swept {
    let (full, zero) = (s.splat(FULL), s.splat(0));
    let mut checks = Checks { consistent: full, undecided: zero, changed: zero };
    // Written out, because an array filled by a loop would first be cleared and then copied.
    let rows = [
        unit_pass::<S, ROWS, 0>(s, block, placed, None, rules, &mut checks),
        unit_pass::<S, ROWS, 1>(s, block, placed, None, rules, &mut checks),
        unit_pass::<S, ROWS, 2>(s, block, placed, None, rules, &mut checks),
    ];
    let columns = [
        unit_pass::<S, COLUMNS, 0>(s, block, placed, Some(&rows), rules, &mut checks),
        unit_pass::<S, COLUMNS, 1>(s, block, placed, Some(&rows), rules, &mut checks),
        unit_pass::<S, COLUMNS, 2>(s, block, placed, Some(&rows), rules, &mut checks),
    ];
    cell_pass(s, block, placed, [&rows, &columns], rules, &mut checks);

    let consistent = s.equal(s.and(checks.consistent, full), full);
    let settled = s.equal(checks.undecided, zero);
    Swept {
        dead: s.all() & !consistent,
        solved: consistent & settled,
        unchanged: consistent & !settled & s.equal(checks.changed, zero),
    }
}

/// The pass over minirows (`AXIS` is [`ROWS`]) or minicolumns ([`COLUMNS`], with the result of the row pass in `rows`) for
/// the three digits of D.
#[inline(always)]
fn unit_pass<S: Simd, const AXIS: usize, const D: usize>(
    s: S,
    block: &Block,
    placed: &Placed<S>,
    rows: Option<&[Units<S::V>; 3]>,
    rules: &LaneRules<S::V>,
    checks: &mut Checks<S::V>,
) -> Units<S::V> {
    let [n0, n1, n2] = placed[AXIS][D];
    let (o0, t0) = occupied::<S, D>(s, block, rows, 0);
    let (o1, t1) = occupied::<S, D>(s, block, rows, 1);
    let (o2, t2) = occupied::<S, D>(s, block, rows, 2);
    let r0 = s.clear2(o0, n1, n2);
    let r1 = s.clear2(o1, n2, n0);
    let r2 = s.clear2(o2, n0, n1);
    // The boxes that may take any minirow: below level 4, those that do not have the digit placed.
    let unplaced = s.clear(s.clear(s.splat(FULL), rules.locked), s.or3(n0, n1, n2));
    let free = rotations::<S, AXIS>(s, unplaced);
    let (a0, lone0) = line_pass::<S, AXIS>(s, r0, t0, free, checks);
    let (a1, lone1) = line_pass::<S, AXIS>(s, r1, t1, free, checks);
    let (a2, lone2) = line_pass::<S, AXIS>(s, r2, t2, free, checks);
    let p0 = on_permutations(s, r0, a1, a2);
    let p1 = on_permutations(s, r1, a2, a0);
    let p2 = on_permutations(s, r2, a0, a1);
    let (any, several) = s.one_and_two(p0, p1, p2);
    checks.consistent = s.and(checks.consistent, any);
    checks.undecided = s.or(checks.undecided, several);
    Units { possible: [p0, p1, p2], several, lone: [lone0, lone1, lone2] }
}

/// Looks at the minirows of a line, of which `crowded` hold the digit in two or three cells. Returns the rotations of
/// those that a permutation may use, to which those in `free` are added, and the minirows that are alone in the line and
/// hold the digit in one cell. Clears from `consistent` the lines without a place for the digit.
///
/// One rotation serves both, because the permutations need not be known to find a lone minirow. Below level 4 they clear
/// minirows only from lines in which another minirow has the digit placed; that one stays, and its box finds it again. At
/// level 4 they clear more: the next sweep finds what is alone then, and in a closure they clear nothing. If they clear a
/// whole line that had minirows, the band has no permutation, and a box without a minirow shows the contradiction.
#[inline(always)]
fn line_pass<S: Simd, const AXIS: usize>(
    s: S,
    minirows: S::V,
    crowded: S::V,
    free: (S::V, S::V),
    checks: &mut Checks<S::V>,
) -> ((S::V, S::V), S::V) {
    let (next, last) = rotations::<S, AXIS>(s, minirows);
    let others = s.or(next, last);
    checks.consistent = s.and_or(checks.consistent, minirows, others);
    ((s.or(next, free.0), s.or(last, free.1)), s.clear2(minirows, others, crowded))
}

/// Returns the minirows of row `i` that hold a candidate, and those that hold it in more than one cell; or, with the result
/// of the row pass, the minicolumns of column `i`, counting what the row pass left possible.
#[inline(always)]
fn occupied<S: Simd, const D: usize>(
    s: S,
    block: &Block,
    rows: Option<&[Units<S::V>; 3]>,
    i: usize,
) -> (S::V, S::V) {
    match rows {
        None => {
            // Without a closure, which would not be compiled for the instruction set.
            let (a, b) = (s.load(&block[word(D, i, 0)]), s.load(&block[word(D, i, 1)]));
            s.one_and_two(a, b, s.load(&block[word(D, i, 2)]))
        }
        Some(rows) => {
            let [p0, p1, p2] = rows[D].possible;
            let a = s.and(s.load(&block[word(D, 0, i)]), p0);
            let b = s.and(s.load(&block[word(D, 1, i)]), p1);
            let c = s.and(s.load(&block[word(D, 2, i)]), p2);
            s.one_and_two(a, b, c)
        }
    }
}

/// Applies both unit passes to the words, clears the other candidates of hidden singles' cells, and finds the placed cells.
#[inline(always)]
fn cell_pass<S: Simd>(
    s: S,
    block: &mut Block,
    placed: &mut Placed<S>,
    [rows, columns]: [&[Units<S::V>; 3]; 2],
    rules: &LaneRules<S::V>,
    checks: &mut Checks<S::V>,
) {
    let zero = s.splat(0);
    // The boxes where the digit is not forced to one minirow and one minicolumn.
    let several = [
        s.or(rows[0].several, columns[0].several),
        s.or(rows[1].several, columns[1].several),
        s.or(rows[2].several, columns[2].several),
    ];
    for k in 0..3 {
        let mut found = [[zero; 3]; 3];
        for j in 0..3 {
            let (mut kept, mut hidden) = ([zero; 3], [zero; 3]);
            for d in 0..3 {
                let (row, column) = (&rows[d], &columns[d]);
                let old = s.load(&block[word(d, k, j)]);
                kept[d] = s.and3(old, row.possible[k], column.possible[j]);
                let lone = s.and_or(rules.lines, row.lone[k], column.lone[j]);
                hidden[d] = s.restrict(kept[d], lone, several[d]);
            }
            let (any1, any2) = s.rotate_fields(s.or3(hidden[0], hidden[1], hidden[2]));
            let elsewhere = s.or(any1, any2);
            for d in 0..3 {
                // Two hidden singles in one cell clear each other, so that the contradiction shows.
                let others = s.or(hidden[(d + 1) % 3], hidden[(d + 2) % 3]);
                kept[d] = s.clear2(kept[d], others, elsewhere);
                checks.changed = s.note_change(checks.changed, s.load(&block[word(d, k, j)]), kept[d]);
                s.store(kept[d], &mut block[word(d, k, j)]);
            }
            let naked = s.and(naked_singles(s, kept, &mut checks.consistent), rules.naked);
            for d in 0..3 {
                found[d][j] = s.and_or(kept[d], hidden[d], naked);
            }
        }
        let before = [placed[ROWS][0][k], placed[ROWS][1][k], placed[ROWS][2][k]];
        keep_naked_singles(s, placed, k, &found);
        for d in 0..3 {
            checks.changed = s.note_change(checks.changed, before[d], placed[ROWS][d][k]);
        }
    }
}
