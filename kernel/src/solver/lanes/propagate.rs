//! One sweep of constraint propagation: every rule of Sudoku once, over all lanes, without a branch or a table lookup. The
//! last sweep of a nearly solved block skips the singles.
//!
//! ```text
//! words ─▶ row pass: permutations, triads ─▶ column pass: the same ─▶ cell pass: hidden singles ─▶ words
//!            possible, several                 possible, several          naked singles ─▶ next sweep
//! ```
//!
//! **Unit pass.** The row pass works on whole minirows, the column pass on whole minicolumns. In each band a digit takes
//! three minirows, one in each row and one in each box: a permutation. The minirows that some permutation uses stay
//! *possible*. This one formula covers locked candidates, hidden singles and the test for a contradiction. A minirow is
//! *forced* if its box has no other minirow left for the digit.
//!
//! **Triad rule.** A minirow holds three digits. If three digits are forced into it, all others are eliminated. If four
//! are, the board is contradictory.
//!
//! **Cell pass.** A digit that is forced to one minirow and to one minicolumn of a box is a hidden single of the cell
//! where they meet. A cell with one candidate is a naked single, which is kept for the unit passes of the next sweep.
//!
//! # Lemma: the order of the sweeps does not matter
//!
//! A lane may be swept more often than it needs, because its neighbours need more, and some sweeps skip rules. The lane
//! ends at the same board either way.
//!
//! A *full* sweep applies the triad rule and watches. Call a board *stable* if a full sweep clears nothing, and
//! *contradictory* if a box has no minirow or no minicolumn for a digit, a cell has no candidate, four digits are forced
//! into one minirow or minicolumn, or a cell has two hidden singles. A contradictory board has only contradictory
//! subsets, and a full sweep reports it.
//!
//! *Claim.* If some order of sweeps leads from a puzzle's board to a stable board `G` that is not contradictory, then
//! every order of sweeps that ends at a stable board ends at `G`, and none ends at a contradictory one.
//!
//! *Proof.* A rule clears a candidate of a board B for a reason that B contains: no permutation of the band uses its
//! minirow, three other digits are forced into its minirow, or its cell holds another single. Every subset A of B that
//! is not contradictory contains the same reason: it has no more permutations than B, and a digit that B forces to one
//! place can only be at that place in A. So if G ⊆ B, the rule would also clear the candidate from `G`. But `G` is stable,
//! so it does not have the candidate. Hence `G` is also a subset of the board after the rule. By induction every board of
//! every order contains `G`, and none of them is contradictory, since `G` is not. If the order ends at a stable board B,
//! then G ⊆ B, and B ⊆ G because the two can change places in this argument. ∎
//!
//! If no order ends at such a board, every order ends at a contradictory one, which a full sweep reports.
//!
//! Lanes branch only where a full sweep changed nothing, so the tree of guesses depends on the puzzle alone.

use super::layout::{Block, COLUMNS, FULL, NakedSingles, ROWS, word};
use crate::simd::{LaneSet, Lanes, three};

/// The result of a sweep, lane by lane.
#[derive(Clone, Copy)]
pub struct Propagated {
    /// Lanes whose board is contradictory and therefore has no solution.
    pub contradiction: LaneSet,
    /// Lanes whose board is a solution.
    pub solved: LaneSet,
    /// The other lanes whose board the sweep did not change. Empty unless the sweep watches.
    pub unchanged: LaneSet,
}

/// The result of a unit pass.
struct UnitResult<V> {
    /// Entry `[D][k]` holds the minirows of row k that are left, `[D][j]` the minicolumns of column j.
    possible: [[V; 3]; 3],
    /// For each D, the boxes in which several minirows were left before the triad rule. A minirow left in any other box is
    /// forced.
    several: [V; 3],
}

/// What the passes of one sweep find out about each lane's board.
pub struct Checks<V> {
    /// Set if the box has a place for the digit, the cell has a candidate, and the minirow has fewer than four
    /// forced digits.
    pub consistent: V,
    /// Set if a box has more than one minirow or minicolumn for the digit. If no bit is set and all are consistent, each
    /// digit has one cell in each box, each of the 81 cells has a digit, and the rows and columns are permutations: the
    /// board is a solution.
    pub undecided: V,
    /// The bits that the cell pass cleared.
    pub changed: V,
}

/// The naked singles that a sweep excludes from the other minirows of their boxes.
#[derive(Clone, Copy)]
pub enum Singles<V> {
    /// The naked singles of every lane.
    All,
    /// The naked singles of the lanes where the mask is set. In the other lanes they do not belong to the boards.
    Of(V),
    /// No naked singles, because this is the first sweep of the boards. Clues are eliminated while they are read.
    Unknown,
}

/// Sweeps `block` once: with the triad rule if `TRIADS`, and recording which lanes change if `WATCH`.
///
/// On entry, `naked` contains the naked singles that the previous sweep found in `block`; on return, the ones that this sweep
/// found. `singles` says in which lanes they are used.
#[cfg_attr(not(unoptimised), inline(always))]
pub fn propagate<S: Lanes, const TRIADS: bool, const WATCH: bool>(
    s: S,
    block: &mut Block,
    naked: &mut NakedSingles<S>,
    singles: Singles<S::V>,
) -> Propagated {
    let mut checks = Checks::new(s);
    let rows = unit_pass::<S, ROWS, TRIADS, WATCH>(s, block, naked, None, singles, &mut checks);
    let columns = unit_pass::<S, COLUMNS, TRIADS, WATCH>(s, block, naked, Some(&rows), singles, &mut checks);
    cell_pass::<S, WATCH>(s, block, naked, &rows, &columns, &mut checks);
    checks.result::<S, WATCH>(s)
}

/// Sweeps `block` once. If `is_last` returns true for the lanes that the unit passes did not settle, this is the last sweep:
/// it skips the search for singles, which settled boards do not need, and leaves `naked` unchanged. Returns whether it was
/// the last sweep.
///
/// A box is settled if it has one minirow and one minicolumn left for each digit.
#[cfg_attr(not(unoptimised), inline(always))]
pub fn propagate_or_finish<S: Lanes, const WATCH: bool>(
    s: S,
    block: &mut Block,
    naked: &mut NakedSingles<S>,
    is_last: impl Fn(LaneSet) -> bool,
) -> (Propagated, bool) {
    let mut checks = Checks::new(s);
    let rows = unit_pass::<S, ROWS, false, WATCH>(s, block, naked, None, Singles::All, &mut checks);
    let columns =
        unit_pass::<S, COLUMNS, false, WATCH>(s, block, naked, Some(&rows), Singles::All, &mut checks);
    if is_last(s.all() & !s.equal(checks.undecided, s.splat32(0))) {
        apply(s, block, &rows, &columns, &mut checks);
        return (checks.result::<S, false>(s), true);
    }
    cell_pass::<S, WATCH>(s, block, naked, &rows, &columns, &mut checks);
    (checks.result::<S, WATCH>(s), false)
}

impl<V: Copy> Checks<V> {
    /// Returns the checks before any pass.
    #[inline(always)]
    pub fn new<S: Lanes<V = V>>(s: S) -> Self {
        Self { consistent: s.splat32(FULL), undecided: s.splat32(0), changed: s.splat32(0) }
    }

    /// Returns the result of the sweep.
    #[inline(always)]
    pub fn result<S: Lanes<V = V>, const WATCH: bool>(&self, s: S) -> Propagated {
        let (full, zero) = (s.splat32(FULL), s.splat32(0));
        let consistent = s.equal(s.and(self.consistent, full), full);
        let settled = s.equal(self.undecided, zero);
        Propagated {
            contradiction: s.all() & !consistent,
            solved: consistent & settled,
            unchanged: if WATCH { consistent & !settled & s.equal(self.changed, zero) } else { 0 },
        }
    }
}

/// Runs the pass over minirows (`AXIS` is [`ROWS`]) or minicolumns ([`COLUMNS`], with the row pass's result in `rows`).
#[inline(always)]
fn unit_pass<S: Lanes, const AXIS: usize, const TRIADS: bool, const WATCH: bool>(
    s: S,
    block: &Block,
    naked: &NakedSingles<S>,
    rows: Option<&UnitResult<S::V>>,
    singles: Singles<S::V>,
    checks: &mut Checks<S::V>,
) -> UnitResult<S::V> {
    let [(p0, s0), (p1, s1), (p2, s2)] =
        three!(D => digits::<S, AXIS, D>(s, block, naked, rows, singles, checks));
    let mut units = UnitResult { possible: [p0, p1, p2], several: [s0, s1, s2] };
    if TRIADS {
        triads::<S, WATCH>(s, &mut units, &mut checks.consistent);
    }
    units
}

/// Runs the unit pass for the three digits of D. Returns the possible minirows, and the boxes that have several of them.
#[inline(always)]
fn digits<S: Lanes, const AXIS: usize, const D: usize>(
    s: S,
    block: &Block,
    naked: &NakedSingles<S>,
    rows: Option<&UnitResult<S::V>>,
    singles: Singles<S::V>,
    checks: &mut Checks<S::V>,
) -> ([S::V; 3], S::V) {
    let mut r = three!(I => occupied::<S, D>(s, block, rows, I));
    let naked = naked[AXIS][D];
    match singles {
        Singles::All => r = exclude_others(s, r, naked),
        Singles::Of(lanes) => r = exclude_others(s, r, three!(I => s.and(naked[I], lanes))),
        Singles::Unknown => {}
    }
    let [p0, p1, p2] = permutations::<S, AXIS>(s, r);
    let (any, several) = s.one_and_two(p0, p1, p2);
    checks.consistent = s.and(checks.consistent, any);
    checks.undecided = s.or(checks.undecided, several);
    ([p0, p1, p2], several)
}

/// Clears the minirows whose box has a naked single in another row.
#[inline(always)]
fn exclude_others<S: Lanes>(s: S, r: [S::V; 3], naked: [S::V; 3]) -> [S::V; 3] {
    three!(I => s.clear2(r[I], naked[(I + 1) % 3], naked[(I + 2) % 3]))
}

/// Returns the minirows of row `i` that hold a candidate or, with the result of the row pass, the minicolumns of
/// column `i` that hold a candidate that the row pass left possible.
#[inline(always)]
fn occupied<S: Lanes, const D: usize>(
    s: S,
    block: &Block,
    rows: Option<&UnitResult<S::V>>,
    i: usize,
) -> S::V {
    match rows {
        None => {
            let [a, b, c] = three!(J => s.load(&block[word(D, i, J)]));
            s.or3(a, b, c)
        }
        Some(rows) => {
            let [p0, p1, p2] = rows.possible[D];
            let first = s.and(s.load(&block[word(D, 0, i)]), p0);
            let two = s.or_and(first, s.load(&block[word(D, 1, i)]), p1);
            s.or_and(two, s.load(&block[word(D, 2, i)]), p2)
        }
    }
}

/// Keeps the minirows that some permutation of the band uses: row 0 in box s, row 1 in box s + 1 and row 2 in box
/// s + 2, or rows 1 and 2 the other way round.
#[inline(always)]
fn permutations<S: Lanes, const AXIS: usize>(s: S, rows: [S::V; 3]) -> [S::V; 3] {
    let turned = three!(I => rotations::<S, AXIS>(s, rows[I]));
    three!(I => on_permutations(s, rows[I], turned[(I + 1) % 3], turned[(I + 2) % 3]))
}

/// Keeps the minirows of `row` that some permutation uses, given the rotations of the next row and of the one after it.
#[inline(always)]
pub fn on_permutations<S: Lanes>(s: S, row: S::V, (a1, b1): (S::V, S::V), (a2, b2): (S::V, S::V)) -> S::V {
    s.and(row, s.or_and(s.and(a1, b2), b1, a2))
}

/// Rotates the three stacks of each group (rows) or the three groups of each field (columns) by one and by two:
/// place p of the results holds place p + 1 and place p + 2 of `v`.
#[inline(always)]
pub fn rotations<S: Lanes, const AXIS: usize>(s: S, v: S::V) -> (S::V, S::V) {
    if AXIS == ROWS {
        let last = s.splat32(0o444_444_444);
        let first = s.splat32(0o111_111_111);
        (s.select(last, s.shl32::<2>(v), s.shr32::<1>(v)), s.select(first, s.shr32::<2>(v), s.shl32::<1>(v)))
    } else {
        let last = s.splat32(0o700_700_700);
        let first = s.splat32(0o007_007_007);
        (s.select(last, s.shl32::<6>(v), s.shr32::<3>(v)), s.select(first, s.shr32::<6>(v), s.shl32::<3>(v)))
    }
}

/// Eliminates all other digits from a minirow into which three digits are forced. Digits that this forces are left
/// for the next sweep. If `WATCH`, also clears from `consistent` the minirows into which four are forced.
#[inline(always)]
fn triads<S: Lanes, const WATCH: bool>(s: S, units: &mut UnitResult<S::V>, consistent: &mut S::V) {
    let UnitResult { possible, several } = units;
    for i in 0..3 {
        let forced = three!(D => s.clear(possible[D][i], several[D]));
        let (three, four) = three_or_four_of_nine(s, forced);
        if WATCH {
            *consistent = s.clear(*consistent, four);
        }
        for d in 0..3 {
            possible[d][i] = s.restrict(possible[d][i], forced[d], three);
        }
    }
}

/// Returns the minirows with three of the nine digits set (and some with more), and those with at least four, in every
/// field. The bits above 26 are unspecified.
#[inline(always)]
fn three_or_four_of_nine<S: Lanes>(s: S, digits: [S::V; 3]) -> (S::V, S::V) {
    let [a, b, c] = digits;
    let (odd, two) = (s.xor3(a, b, c), s.maj(a, b, c));
    let (odd1, odd2) = s.rotate_fields(odd);
    let (two1, two2) = s.rotate_fields(two);
    // The number of digits is the number of odd bits plus twice the number of two bits.
    let (any_two, several_two) = s.one_and_two(two, two1, two2);
    let (any_odd, several_odd) = s.one_and_two(odd, odd1, odd2);
    let three = s.or_and(s.and3(odd, odd1, odd2), any_two, any_odd);
    let four = s.or_and(several_two, any_two, several_odd);
    (three, four)
}

/// Applies both unit passes to the words, clears the other candidates from the cells of hidden singles, and finds the naked
/// singles.
#[inline(always)]
fn cell_pass<S: Lanes, const WATCH: bool>(
    s: S,
    block: &mut Block,
    naked: &mut NakedSingles<S>,
    rows: &UnitResult<S::V>,
    columns: &UnitResult<S::V>,
    checks: &mut Checks<S::V>,
) {
    let zero = s.splat32(0);
    // The boxes where the digit is not forced to one minirow and one minicolumn.
    let several = three!(D => s.or(rows.several[D], columns.several[D]));
    for k in 0..3 {
        let mut found = [[zero; 3]; 3];
        for j in 0..3 {
            let (mut kept, mut hidden) = ([zero; 3], [zero; 3]);
            for d in 0..3 {
                let old = s.load(&block[word(d, k, j)]);
                kept[d] = s.and3(old, rows.possible[d][k], columns.possible[d][j]);
                hidden[d] = s.clear(kept[d], several[d]);
            }
            let any = s.or3(hidden[0], hidden[1], hidden[2]);
            let (any1, any2) = s.rotate_fields(any);
            let elsewhere = s.or(any1, any2);
            let placed = s.or(any, elsewhere);
            for d in 0..3 {
                if WATCH {
                    // Two hidden singles in one cell clear each other, which makes the contradiction visible.
                    let others = s.or(hidden[(d + 1) % 3], hidden[(d + 2) % 3]);
                    kept[d] = s.clear2(kept[d], others, elsewhere);
                    checks.changed = s.note_change(checks.changed, s.load(&block[word(d, k, j)]), kept[d]);
                } else {
                    kept[d] = s.restrict(kept[d], hidden[d], placed);
                }
                s.store(kept[d], &mut block[word(d, k, j)]);
            }
            let singles = naked_singles(s, kept, &mut checks.consistent);
            for d in 0..3 {
                found[d][j] = s.and(kept[d], singles);
            }
        }
        keep_naked_singles(s, naked, k, &found);
    }
}

/// Applies both unit passes to the words, and clears from `consistent` the cells without a candidate.
#[inline(always)]
fn apply<S: Lanes>(
    s: S,
    block: &mut Block,
    rows: &UnitResult<S::V>,
    columns: &UnitResult<S::V>,
    checks: &mut Checks<S::V>,
) {
    for k in 0..3 {
        let mut cells = [s.splat32(0); 3];
        for j in 0..3 {
            let mut kept = [s.splat32(0); 3];
            for d in 0..3 {
                let old = s.load(&block[word(d, k, j)]);
                kept[d] = s.and3(old, rows.possible[d][k], columns.possible[d][j]);
                s.store(kept[d], &mut block[word(d, k, j)]);
            }
            cells[j] = s.or3(kept[0], kept[1], kept[2]);
        }
        checks.consistent = s.and(checks.consistent, s.unite_fields(cells));
    }
}

/// Returns the cells of a place that have one candidate, as the bit of its e (the same word for each D), and clears
/// from `consistent` the cells without a candidate. The bits above 26 are unspecified.
#[inline(always)]
pub fn naked_singles<S: Lanes>(s: S, words: [S::V; 3], consistent: &mut S::V) -> S::V {
    let [a, b, c] = words;
    let (any, several) = s.one_and_two(a, b, c);
    let (any1, any2) = s.rotate_fields(any);
    let others = s.or(any1, any2);
    *consistent = s.and_or(*consistent, any, others);
    s.clear2(any, several, others)
}

/// Adds the naked singles `found` at the places (k, 0..3), entry `[D][j]`, to the block's. Must be called for k = 0, 1, 2
/// in this order.
#[inline(always)]
pub fn keep_naked_singles<S: Lanes>(s: S, naked: &mut NakedSingles<S>, k: usize, found: &[[S::V; 3]; 3]) {
    for d in 0..3 {
        let [a, b, c] = found[d];
        naked[ROWS][d][k] = s.or3(a, b, c);
        for j in 0..3 {
            let column = &mut naked[COLUMNS][d][j];
            *column = if k == 0 { found[d][j] } else { s.or(*column, found[d][j]) };
        }
    }
}
