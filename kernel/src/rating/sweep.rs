//! One sweep of the rules of levels 1 to 4, each lane with the rules of its own level.
//!
//! The sweep has the passes of the solver's [`propagate`](crate::solver::lanes::propagate), over the same words, with three
//! differences. The triad rule is absent, because it belongs to no level. Each rule is masked by the level of the lane. And
//! a cell with one candidate does not clear its peers until the level's rules have placed it.
//!
//! | level | rule | where |
//! |---|---|---|
//! | 1 | hidden singles in boxes | a digit is forced to one minirow and one minicolumn of a box: the cell pass |
//! | 2 | hidden singles in lines | a minirow is the only one of its row, and has the digit in one cell: the unit pass |
//! | 3 | naked singles | the cell pass |
//! | 4 | locked candidates | permutations of the minirows of a band: the unit pass |
//!
//! **Placed digits.** Below level 4 the unit pass considers the permutations of a band in which every box without the digit
//! placed may take any minirow. These are all permutations that a placed digit allows, so this clears the digit only from
//! the row of a placed cell. A placed digit remains the only one of its box, so every sweep finds it again as a hidden
//! single. A sweep needs to remember only the placed digits of the previous sweep.

use crate::simd::{Lanes, three};
use crate::solver::lanes::layout::{Block, COLUMNS, FULL, NakedSingles, ROWS, word};
use crate::solver::lanes::propagate::{
    Checks, Propagated, keep_naked_singles, naked_singles, on_permutations, rotations,
};

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

/// The result of a unit pass for the three digits of D: for the minirows of row k, or the minicolumns of column j.
#[derive(Clone, Copy)]
struct UnitPass<V> {
    /// The minirows that are left.
    possible: [V; 3],
    /// The boxes in which several minirows are left.
    several: V,
    /// The minirows that are the only ones in their line and hold the digit in one cell, in all lanes. The cell pass keeps only
    /// the lanes that use the rule.
    lone: [V; 3],
}

/// Sweeps `block` once. `placed` holds the placed cells that the previous sweep found (zeros before the first one), and receives
/// the placed cells of the result.
#[inline(always)]
pub fn sweep<S: Lanes>(
    s: S,
    block: &mut Block,
    placed: &mut Placed<S>,
    rules: &LaneRules<S::V>,
) -> Propagated {
    let mut checks = Checks::new(s);
    let rows = three!(D => unit_pass::<S, ROWS, D>(s, block, placed, None, rules, &mut checks));
    let columns = three!(D => unit_pass::<S, COLUMNS, D>(s, block, placed, Some(&rows), rules, &mut checks));
    cell_pass(s, block, placed, [&rows, &columns], rules, &mut checks);

    checks.result::<S, true>(s)
}

/// Runs the pass over minirows (`AXIS` is [`ROWS`]) or minicolumns ([`COLUMNS`], with the result of the row pass in `rows`)
/// for the three digits of D.
#[inline(always)]
fn unit_pass<S: Lanes, const AXIS: usize, const D: usize>(
    s: S,
    block: &Block,
    placed: &Placed<S>,
    rows: Option<&[UnitPass<S::V>; 3]>,
    rules: &LaneRules<S::V>,
    checks: &mut Checks<S::V>,
) -> UnitPass<S::V> {
    let placed = placed[AXIS][D];
    let occupied = three!(I => occupied::<S, D>(s, block, rows, I));
    let left = three!(I => s.clear2(occupied[I].0, placed[(I + 1) % 3], placed[(I + 2) % 3]));
    // The boxes that may take any minirow: below level 4, all boxes without the digit placed.
    let unplaced = s.clear(s.clear(s.splat32(FULL), rules.locked), s.or3(placed[0], placed[1], placed[2]));
    let free = rotations::<S, AXIS>(s, unplaced);
    let lines = three!(I => line_pass::<S, AXIS>(s, left[I], occupied[I].1, free, checks));
    let possible = three!(I => on_permutations(s, left[I], lines[(I + 1) % 3].0, lines[(I + 2) % 3].0));
    let (any, several) = s.one_and_two(possible[0], possible[1], possible[2]);
    checks.consistent = s.and(checks.consistent, any);
    checks.undecided = s.or(checks.undecided, several);
    UnitPass { possible, several, lone: three!(I => lines[I].1) }
}

/// Examines the minirows of a line. The ones in `crowded` hold the digit in two or three cells. Returns the rotations of the
/// minirows that a permutation may use, including the ones in `free`, and the minirows that are alone in the line and hold the
/// digit in one cell. Clears from `consistent` the lines without a place for the digit.
///
/// One rotation serves both, because lone minirows can be found before the permutations. Below level 4 the permutations clear
/// minirows only from lines in which another minirow has the digit placed. That one stays, and its box finds it again. At
/// level 4 they clear more: the next sweep finds the minirows that this leaves alone, and in a closure they clear nothing. If
/// they clear a whole line that had minirows, the band has no permutation, and a box without a minirow shows the contradiction.
#[inline(always)]
fn line_pass<S: Lanes, const AXIS: usize>(
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

/// Returns the minirows of row `i` that hold a candidate, and the ones that hold it in more than one cell or, with the result
/// of the row pass, the minicolumns of column `i`, counting what the row pass left possible.
#[inline(always)]
fn occupied<S: Lanes, const D: usize>(
    s: S,
    block: &Block,
    rows: Option<&[UnitPass<S::V>; 3]>,
    i: usize,
) -> (S::V, S::V) {
    let [a, b, c] = match rows {
        None => three!(J => s.load(&block[word(D, i, J)])),
        Some(rows) => three!(K => s.and(s.load(&block[word(D, K, i)]), rows[D].possible[K])),
    };
    s.one_and_two(a, b, c)
}

/// Applies both unit passes to the words, clears the other candidates from the cells of hidden singles, and finds the placed
/// cells.
#[inline(always)]
fn cell_pass<S: Lanes>(
    s: S,
    block: &mut Block,
    placed: &mut Placed<S>,
    [rows, columns]: [&[UnitPass<S::V>; 3]; 2],
    rules: &LaneRules<S::V>,
    checks: &mut Checks<S::V>,
) {
    let zero = s.splat32(0);
    // The boxes where the digit is not forced to one minirow and one minicolumn.
    let several = three!(D => s.or(rows[D].several, columns[D].several));
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
                // Two hidden singles in one cell clear each other, which makes the contradiction visible.
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
        let before = three!(D => placed[ROWS][D][k]);
        keep_naked_singles(s, placed, k, &found);
        for d in 0..3 {
            checks.changed = s.note_change(checks.changed, before[d], placed[ROWS][d][k]);
        }
    }
}
