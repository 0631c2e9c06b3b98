//! The rating of Sudoku Explainer (N. Juillerat) as far as it does not depend on the order of the steps: up to 2.8.
//!
//! Explainer solves a puzzle by taking the easiest step that it can make, and rates it by the hardest one that it took. The
//! rules below 2.6 place digits only, and a digit that a pattern places on one board is placed, or follows from an easier
//! rule, on every board with fewer candidates. So the rating is the least bound whose rules solve the puzzle, in any order.
//!
//! | rule | rating |
//! |---|---|
//! | the last cell of a house | 1.0 |
//! | hidden single in a box | 1.2 |
//! | hidden single in a line | 1.5 |
//! | pointing that leaves a hidden single in another box | 1.7 |
//! | claiming that leaves a hidden single in another line | 1.9 |
//! | hidden pair that leaves a hidden single in its house | 2.0 |
//! | naked single | 2.3 |
//! | hidden triple that leaves a hidden single in its house | 2.5 |
//! | pointing | 2.6 |
//! | claiming | 2.8 |

use super::geometry::{HOUSES, PEERS};
use super::{DigitBoards, cells};
use crate::grid::{self, CELLS};
use crate::notation::masks_of;
use crate::rating::ExplainerRating;
use crate::solver::batch::Notation;

/// Applies a rule wherever it can, and returns whether that was anywhere.
type ExplainerRule = fn(&mut ExplainerBoard) -> bool;

/// The rules, the easiest first, with their ratings in tenths.
const RULES: [(u8, ExplainerRule); 10] = [
    (10, ExplainerBoard::last_cells),
    (12, |board| board.hidden_singles(0..9)),
    (15, |board| board.hidden_singles(9..27)),
    (17, |board| board.direct_locked(true)),
    (19, |board| board.direct_locked(false)),
    (20, |board| board.direct_subsets(&PAIRS)),
    (23, ExplainerBoard::naked_singles),
    (25, |board| board.direct_subsets(&TRIPLES)),
    (26, |board| board.locked(true)),
    (28, |board| board.locked(false)),
];

/// The sets of two digits, as bits.
const PAIRS: [u16; 36] = sets_of(2);

/// The sets of three digits.
const TRIPLES: [u16; 84] = sets_of(3);

const fn sets_of<const N: usize>(count: u32) -> [u16; N] {
    let (mut sets, mut found, mut set) = ([0; N], 0, 0_u16);
    while set < 512 {
        if set.count_ones() == count {
            sets[found] = set;
            found += 1;
        }
        set += 1;
    }
    sets
}

/// A board with its placed cells.
struct ExplainerBoard {
    candidates: DigitBoards,
    /// The cells that are not placed.
    open: u128,
}

/// The rating of a puzzle with one solution.
pub fn rate(puzzle: &[u8], notation: Notation) -> ExplainerRating {
    let mut board = ExplainerBoard::new(puzzle, notation);
    let mut hardest = 0;
    while board.open != 0 {
        // A rule that has found something may have made an easier one possible.
        let Some(&(rating, _)) = RULES.iter().find(|(_, rule)| rule(&mut board)) else {
            return ExplainerRating::Above;
        };
        hardest = hardest.max(rating);
    }
    ExplainerRating::Tenths(hardest)
}

/// The rating of a puzzle that hidden singles in boxes solve.
pub fn rate_level_one(puzzle: &[u8], notation: Notation) -> ExplainerRating {
    let mut board = ExplainerBoard::new(puzzle, notation);
    while board.last_cells() {}
    ExplainerRating::Tenths(if board.open == 0 { 10 } else { 12 })
}

impl ExplainerBoard {
    fn new(puzzle: &[u8], notation: Notation) -> Self {
        let all = (1 << CELLS) - 1;
        let mut board = Self { candidates: DigitBoards([all; 9]), open: all };
        if notation == Notation::Pencilmarks {
            board.candidates = DigitBoards::new(&masks_of(puzzle).expect("a well-formed puzzle"));
        }
        let given = board.candidates.masks();
        for cell in 0..CELLS {
            let clue = match notation {
                Notation::Clues => grid::digit(puzzle[cell]).map(|digit| usize::from(digit) - 1),
                Notation::Pencilmarks => {
                    given[cell].is_power_of_two().then(|| given[cell].trailing_zeros() as usize)
                }
            };
            if let Some(digit) = clue {
                board.place(cell, digit);
            }
        }
        board
    }

    fn place(&mut self, cell: usize, digit: usize) {
        let bit = 1 << cell;
        for (other, places) in self.candidates.0.iter_mut().enumerate() {
            *places &= if other == digit { !PEERS[cell] } else { !bit };
        }
        self.open &= !bit;
    }

    /// The places of a digit in a house where it is not placed.
    fn places(&self, digit: usize, house: usize) -> u128 {
        let places = self.candidates.0[digit] & HOUSES[house];
        if places & !self.open == 0 { places } else { 0 }
    }

    /// Places a digit in the one cell of `places`, if it is one. Returns whether it is.
    fn place_if_one(&mut self, digit: usize, places: u128) -> bool {
        let is_one = places.is_power_of_two();
        if is_one {
            self.place(places.trailing_zeros() as usize, digit);
        }
        is_one
    }

    fn last_cells(&mut self) -> bool {
        let mut found = false;
        for house in HOUSES {
            let open = house & self.open;
            if open.is_power_of_two() {
                let cell = open.trailing_zeros() as usize;
                let digit = (0..9).find(|&digit| self.candidates.0[digit] & open != 0);
                if let Some(digit) = digit {
                    self.place(cell, digit);
                    found = true;
                }
            }
        }
        found
    }

    fn hidden_singles(&mut self, houses: std::ops::Range<usize>) -> bool {
        let mut found = false;
        for house in houses {
            for digit in 0..9 {
                found |= self.place_if_one(digit, self.places(digit, house));
            }
        }
        found
    }

    fn naked_singles(&mut self) -> bool {
        let singles = self.candidates.cells_by_count()[0] & self.open;
        for cell in cells(singles) {
            let digit = (0..9).find(|&digit| self.candidates.0[digit] >> cell & 1 == 1);
            if let Some(digit) = digit {
                self.place(cell, digit);
            }
        }
        singles != 0
    }

    /// Places digits that locked candidates leave one cell in another box (after pointing) or line (after claiming).
    fn direct_locked(&mut self, is_pointing: bool) -> bool {
        let mut found = false;
        for (base, cover) in crossings(is_pointing) {
            for digit in 0..9 {
                let places = self.places(digit, base);
                if places == 0 || places & !HOUSES[cover] != 0 {
                    continue;
                }
                let same_kind = base / 9 * 9..base / 9 * 9 + 9;
                for other in same_kind.filter(|&other| other != base && HOUSES[other] & HOUSES[cover] != 0) {
                    let rest = self.places(digit, other) & !HOUSES[cover];
                    found |= self.place_if_one(digit, rest);
                }
            }
        }
        found
    }

    /// Places digits that a hidden subset leaves one cell in its house.
    fn direct_subsets(&mut self, sets: &[u16]) -> bool {
        let mut found = false;
        for house in 0..27 {
            for &set in sets {
                let in_set = |digit: &usize| set >> digit & 1 == 1;
                let union = self.union((0..9).filter(in_set), house);
                let Some(places) = union.filter(|places| places.count_ones() <= set.count_ones()) else {
                    continue;
                };
                for digit in (0..9).filter(|digit| !in_set(digit)) {
                    let rest = self.places(digit, house) & !places;
                    found |= self.place_if_one(digit, rest);
                }
            }
        }
        found
    }

    /// The places of some digits in a house; `None` if one of them is placed.
    fn union(&self, mut digits: impl Iterator<Item = usize>, house: usize) -> Option<u128> {
        digits.try_fold(0, |all, digit| match self.places(digit, house) {
            0 => None,
            places => Some(all | places),
        })
    }

    /// Clears locked candidates.
    fn locked(&mut self, is_pointing: bool) -> bool {
        let mut found = false;
        for (base, cover) in crossings(is_pointing) {
            for digit in 0..9 {
                let places = self.places(digit, base);
                let cleared = self.candidates.0[digit] & HOUSES[cover] & !HOUSES[base];
                if places != 0 && places & !HOUSES[cover] == 0 && cleared != 0 {
                    self.candidates.0[digit] &= !cleared;
                    found = true;
                }
            }
        }
        found
    }
}

/// The pairs of a box and a line that cross, box first for pointing and line first for claiming.
fn crossings(is_pointing: bool) -> impl Iterator<Item = (usize, usize)> {
    let pairs = (0..9).flat_map(|box_| (9..27).map(move |line| (box_, line)));
    let crossing = pairs.filter(|&(box_, line)| HOUSES[box_] & HOUSES[line] != 0);
    crossing.map(move |(box_, line)| if is_pointing { (box_, line) } else { (line, box_) })
}
