//! The steps from 4.5 on, which are tried in several ways: unique loops, quads and jellyfish, and the bivalue universal grave.
//!
//! A unique loop is a ring of cells that all have the candidates a and b, with the same number of cells at odd and at even
//! places of the ring in each house. If they had no other candidates, a and b could be exchanged. A rectangle is a ring of
//! four. In a bivalue universal grave, all open cells have two candidates, and all digits two places in each house.
//!
//! The documentation rates loops 4.5 to 5.0 and says no more. The ratings by type and length here, and the choice of steps that
//! count as unknown, are the ones that best match the published ratings of D. Berthier's controlled-bias collection. They were
//! not fitted to other collections.

use std::ops::ControlFlow;

use crate::board::bits::bits;
use crate::board::grid::{ALL_DIGITS, HOUSES, PEERS, houses_of};
use crate::rating::ExplainerRating;
use crate::rating::rules::{Board, Effect, LAST_IN_ANY_ORDER, cells_in, places_in, rated_up_to};

/// The lowest rating of a step that needs a chain.
const CHAINS: u8 = 62;

/// The most boards to examine, over all orders of the steps.
const MAX_BOARDS: usize = 64;

/// The most steps of one board.
const MAX_STEPS: usize = 64;

/// What a step clears: two pairs of digits, as bits, and cells.
type Clears = [(u16, u128); 2];

/// The most cells of a loop.
const MAX_LOOP: usize = 14;

/// Returns the rating of a board that no step up to 4.4 changes.
pub(super) fn rate(board: Board) -> ExplainerRating {
    let mut boards = [(board, 0); MAX_BOARDS];
    let (mut next, mut count) = (0, 1);
    let (mut least, mut greatest) = (u8::MAX, 0);
    while next < count {
        let (board, hardest) = boards[next];
        let Some(steps) = EasiestSteps::of(&board) else { return ExplainerRating::AtLeast(45) };
        next += 1;
        let hardest = steps.rating.max(hardest);
        if steps.count == 0 {
            (least, greatest) = (least.min(CHAINS), CHAINS);
        }
        for step in &steps.steps[..steps.count] {
            let mut board = board;
            board.make(step);
            board.close(rated_up_to(LAST_IN_ANY_ORDER));
            if board.open == 0 {
                (least, greatest) = (least.min(hardest), greatest.max(hardest));
            } else if !boards[..count].contains(&(board, hardest)) {
                if count == MAX_BOARDS {
                    return ExplainerRating::AtLeast(45);
                }
                boards[count] = (board, hardest);
                count += 1;
            }
        }
    }
    match least == greatest && least < CHAINS {
        true => ExplainerRating::Tenths(least),
        false => ExplainerRating::AtLeast(least),
    }
}

/// The easiest steps of a board, all of one rating.
struct EasiestSteps {
    rating: u8,
    steps: [Clears; MAX_STEPS],
    count: usize,
    /// Whether the set of steps is uncertain: Explainer may not make one of them, or there are too many.
    is_open: bool,
}

impl EasiestSteps {
    /// Returns the steps that Explainer would find first, among those that clear something, or `None` if they are uncertain.
    fn of(board: &Board) -> Option<Self> {
        let mut steps = Self { rating: CHAINS, steps: [[(0, 0); 2]; MAX_STEPS], count: 0, is_open: false };
        board.unique_loops(&mut |rating, step, is_known| steps.add(board, rating, step, is_known));
        for entry in &rated_up_to(CHAINS)[rated_up_to(LAST_IN_ANY_ORDER).len()..] {
            if steps.rating == CHAINS {
                let _ = (entry.find)(board, &mut |pattern| {
                    if let Effect::Clear { digits, cells } = pattern.effect {
                        steps.add(board, entry.tenths, [(digits, cells), (0, 0)], true);
                    }
                    ControlFlow::Continue(())
                });
            }
        }
        if steps.rating == CHAINS {
            board.universal_grave(&mut |rating, step, is_known| steps.add(board, rating, step, is_known));
        }
        (!steps.is_open).then_some(steps)
    }

    fn add(&mut self, board: &Board, rating: u8, step: Clears, is_known: bool) {
        let mut after = *board;
        after.make(&step);
        if rating > self.rating || after == *board {
            return;
        }
        if rating < self.rating {
            (self.rating, self.count, self.is_open) = (rating, 0, false);
        }
        if self.steps[..self.count].contains(&step) {
            return;
        }
        self.is_open |= !is_known || self.count == MAX_STEPS;
        if !self.is_open {
            self.steps[self.count] = step;
            self.count += 1;
        }
    }
}

/// A callback that receives the rating of a step in tenths, the step, and whether Explainer is known to make it. Published
/// ratings show that it makes some steps with many further candidates and not others.
type Found<'a> = &'a mut dyn FnMut(u8, Clears, bool);

/// A part of a loop.
#[derive(Clone, Copy)]
struct Ring {
    start: usize,
    last: usize,
    cells: u128,
    len: usize,
    /// The houses of the cells at even places, and of the cells at odd places.
    houses: [u32; 2],
    /// The kind of the house that led to the last cell, as the index of its first house; no kind at the start.
    kind: usize,
}

impl Board {
    fn make(&mut self, step: &Clears) {
        step.iter().for_each(|&(digits, cells)| self.clear(digits, cells));
    }

    fn unique_loops(&self, found: Found<'_>) {
        let two = self.cells_by_count()[1];
        for pair in (0..8).flat_map(|a| (a + 1..9).map(move |b| 1_u16 << a | 1 << b)) {
            let both = bits(pair).fold(self.open, |all, digit| all & self.digits[digit]);
            if both.count_ones() < 4 {
                continue;
            }
            for start in bits(both & two) {
                // Each loop is found from its first cell without other candidates.
                let allowed = both & !(two & ((1 << start) - 1));
                let houses = [house_bits(start), 0];
                let ring = Ring { start, last: start, cells: 1 << start, len: 1, houses, kind: 27 };
                self.go_round(pair, allowed, two, ring, found);
            }
        }
    }

    /// Extends `ring` from its last cell in all ways. The recursion is as deep as loops are long.
    fn go_round(&self, pair: u16, allowed: u128, two: u128, ring: Ring, found: Found<'_>) {
        let [even, odd] = ring.houses;
        let place = ring.len % 2;
        for house in houses_of(ring.last).into_iter().filter(|house| house / 9 != ring.kind / 9) {
            if ring.len >= 4 && even == odd && HOUSES[house] >> ring.start & 1 == 1 {
                self.break_loop(pair, ring.cells & !two, 45 + (ring.len as u8 - 4) / 2, found);
            }
            if ring.len == MAX_LOOP || ring.houses[place] >> house & 1 == 1 {
                continue;
            }
            for last in bits(allowed & HOUSES[house] & !ring.cells) {
                let houses = house_bits(last);
                if ring.houses[place] & houses != 0 {
                    continue; // a house has either no cells, or one at an even and one at an odd place
                }
                let (cells, len) = (ring.cells | 1 << last, ring.len + 1);
                let mut next = Ring { last, kind: house, cells, len, ..ring };
                next.houses[place] |= houses;
                let others = cells & !two;
                if others.count_ones() <= 2 || self.union_of(others, !pair).is_power_of_two() {
                    self.go_round(pair, allowed, two, next, found);
                }
            }
        }
    }

    /// Finds the steps that prevent a loop of `pair`. `others` are its cells with other candidates.
    fn break_loop(&self, pair: u16, others: u128, rating: u8, found: Found<'_>) {
        let extra = self.union_of(others, !pair);
        if others.is_power_of_two() {
            return found(rating, [(pair, others), (0, 0)], true);
        }
        if extra.is_power_of_two() {
            return found(rating, [(extra, common_peers(others)), (0, 0)], others.count_ones() == 2);
        }
        for house in (0..27).filter(|&house| others & !HOUSES[house] == 0) {
            for digit in bits(pair).filter(|&digit| self.is_bound(digit, house, others)) {
                found(rating, [(pair & !(1 << digit), others), (0, 0)], true);
            }
            let members = self.union_of(others, ALL_DIGITS);
            self.for_each_set_beside(others, house, &mut |set, [inside, outside]| {
                let size = set.count_ones() as u8 + 1;
                let digits = extra | inside;
                if digits.count_ones() as u8 == size {
                    let rest = HOUSES[house] & !cells_in(set, house) & !others;
                    found(rating + size - 1, [(digits, rest), (0, 0)], true);
                }
                let hidden = !extra & (members | inside) & !outside;
                if hidden & pair == pair && hidden.count_ones() as u8 == size {
                    let step = [(!hidden, cells_in(set, house)), (0, 0)];
                    found(rating + size - 2, step, extra.count_ones() == 2);
                }
            });
        }
    }

    /// Calls `visit` with each set of open cells of a house without `members`, as positions in the house, with the candidates of
    /// the set and of the remaining cells.
    fn for_each_set_beside(&self, members: u128, house: usize, visit: &mut dyn FnMut(u16, [u16; 2])) {
        let all = places_in(self.open & !members, house);
        let sets = || (1..=all).filter(|set| set & !all == 0);
        let mut unions = [0; 512];
        for (position, cell) in bits(HOUSES[house]).enumerate() {
            unions[1 << position] = self.mask(cell);
        }
        for set in sets() {
            let rest = set & (set - 1);
            unions[usize::from(set)] = unions[usize::from(rest)] | unions[usize::from(set ^ rest)];
        }
        sets().for_each(|set| visit(set, [set, all ^ set].map(|set| unions[usize::from(set)])));
    }

    /// Returns whether all places of a digit in a house are among `members`.
    fn is_bound(&self, digit: usize, house: usize, members: u128) -> bool {
        self.digits[digit] & HOUSES[house] & !members == 0
    }

    /// Finds the steps that prevent a bivalue universal grave.
    fn universal_grave(&self, found: Found<'_>) {
        let others = self.open & !self.cells_by_count()[1];
        let mut extra = [0; 9];
        for (digit, extra) in extra.iter_mut().enumerate() {
            let of_kind = |first: usize| {
                let crowded = (first..first + 9).filter(|&house| self.places(digit, house).count_ones() > 2);
                crowded.fold(0, |all, house| all | HOUSES[house])
            };
            *extra = self.digits[digit] & others & of_kind(0) & of_kind(9) & of_kind(18);
            let is_pair = |house: usize| matches!((self.places(digit, house) & !*extra).count_ones(), 0 | 2);
            if !(0..27).all(is_pair) {
                return;
            }
        }
        let digits = (0..9).filter(|&digit| extra[digit] != 0).fold(0, |all, digit| all | 1_u16 << digit);
        let extra_of = |cell: usize| {
            bits(digits).filter(|&d| extra[d] >> cell & 1 == 1).fold(0, |all, d| all | 1_u16 << d)
        };
        if bits(others).any(|cell| self.mask(cell).count_ones() - extra_of(cell).count_ones() != 2) {
            return;
        }
        if others.is_power_of_two() {
            return found(56, [(!digits, others), (0, 0)], true);
        }
        if digits.is_power_of_two() {
            return found(57, [(digits, common_peers(others)), (0, 0)], others.count_ones() == 2);
        }
        for house in (0..27).filter(|&house| others & !HOUSES[house] == 0) {
            if others.count_ones() == 2 {
                let shared =
                    bits(others).fold(ALL_DIGITS, |all, cell| all & self.mask(cell) & !extra_of(cell));
                for digit in bits(shared).filter(|&digit| self.is_bound(digit, house, others)) {
                    let mut step = [(0, 0); 2];
                    for (clear, cell) in step.iter_mut().zip(bits(others)) {
                        *clear = (!(extra_of(cell) | 1 << digit), 1 << cell);
                    }
                    found(57, step, true);
                }
            }
            self.for_each_set_beside(others, house, &mut |set, [inside, _]| {
                let (size, digits) = (set.count_ones() + 1, digits | inside);
                if digits.count_ones() == size {
                    let rest = HOUSES[house] & !cells_in(set, house) & !others;
                    found(56 + size as u8, [(digits, rest), (0, 0)], true);
                }
            });
        }
    }
}

/// Returns the houses of a cell, as bits.
fn house_bits(cell: usize) -> u32 {
    houses_of(cell).into_iter().fold(0, |all, house| all | 1 << house)
}

/// Returns the cells that see all of `all`.
fn common_peers(all: u128) -> u128 {
    bits(all).fold(u128::MAX, |seen, cell| seen & PEERS[cell])
}
