//! The rating of Sudoku Explainer (N. Juillerat), as far as it needs no chains.
//!
//! Explainer solves a puzzle by taking the easiest step that it can make, and rates it by the hardest step that it took. A
//! step up to 4.4 that can be made on a board can also be made on every board with fewer candidates, or follows from easier
//! steps there. So up to 4.4 the rating is the lowest bound whose steps solve the puzzle, in any order.
//!
//! Steps that rely on the solution being unique need candidates that another step may clear. So from 4.5 on, each of the
//! easiest steps is tried as the next one, and the rating is exact if every choice leads to the same one.
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
//! | naked pair, X-wing, hidden pair | 3.0, 3.2, 3.4 |
//! | naked triple, swordfish, hidden triple | 3.6, 3.8, 4.0 |
//! | XY-wing, XYZ-wing | 4.2, 4.4 |
//! | unique rectangles and loops | 4.5 to 5.0 |
//! | naked quad, jellyfish, hidden quad | 5.0, 5.2, 5.4 |
//! | bivalue universal grave | 5.6 to 6.1 |

mod eliminations;
mod uniqueness;

use super::matching::cells_in;
use super::{DigitBoards, bits, cells};
use crate::board::grid::{CELLS, HOUSES, PEERS};
use crate::board::notation::given_masks;
use crate::rating::ExplainerRating;
use crate::solver::batch::Notation;
use eliminations::for_each_set;

/// Applies a rule wherever it can, and returns whether it applied anywhere.
type ExplainerRule = fn(&mut ExplainerBoard) -> bool;

/// A callback that receives digits, as bits, and the cells from which a step clears them, whether the cells have them or not.
type Clear<'a> = &'a mut dyn FnMut(u16, u128);

/// The rules whose order does not matter, easiest first, with their ratings in tenths.
const RULES: [(u8, ExplainerRule); 18] = [
    (10, ExplainerBoard::last_cells),
    (12, |board| board.hidden_singles(0..9)),
    (15, |board| board.hidden_singles(9..27)),
    (17, |board| board.direct_locked(true)),
    (19, |board| board.direct_locked(false)),
    (20, |board| board.direct_sets(2)),
    (23, ExplainerBoard::naked_singles),
    (25, |board| board.direct_sets(3)),
    (26, |board| board.clear_all(|board, clear| board.locked(true, clear))),
    (28, |board| board.clear_all(|board, clear| board.locked(false, clear))),
    (30, |board| board.clear_all(|board, clear| board.naked_sets(2, clear))),
    (32, |board| board.clear_all(|board, clear| board.fish(2, clear))),
    (34, |board| board.clear_all(|board, clear| board.hidden_sets(2, clear))),
    (36, |board| board.clear_all(|board, clear| board.naked_sets(3, clear))),
    (38, |board| board.clear_all(|board, clear| board.fish(3, clear))),
    (40, |board| board.clear_all(|board, clear| board.hidden_sets(3, clear))),
    (42, |board| board.clear_all(ExplainerBoard::xy_wings)),
    (44, |board| board.clear_all(ExplainerBoard::xyz_wings)),
];

/// A board with its placed cells.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ExplainerBoard {
    candidates: DigitBoards,
    /// The cells that are not placed.
    open: u128,
}

/// Returns the rating of a puzzle with one solution.
pub fn rate(puzzle: &[u8], notation: Notation) -> ExplainerRating {
    ExplainerBoard::new(puzzle, notation).rate()
}

/// Returns the rating of a puzzle that level 4 does not solve, from the candidates that level 4 leaves.
pub fn rate_from_level_four(puzzle: &[u8], notation: Notation, left: &[u16; CELLS]) -> ExplainerRating {
    let candidates = DigitBoards::new(left);
    let open = !candidates.cells_by_count()[0] & ((1 << CELLS) - 1);
    match (ExplainerBoard { candidates, open }).rate() {
        // Level 4 may have taken harder steps than the remaining ones.
        ExplainerRating::Tenths(..=28) => rate(puzzle, notation),
        rating => rating,
    }
}

/// Returns the rating of a puzzle that hidden singles in boxes solve.
pub fn rate_level_one(puzzle: &[u8], notation: Notation) -> ExplainerRating {
    let mut board = ExplainerBoard::new(puzzle, notation);
    while board.last_cells() {}
    ExplainerRating::Tenths(if board.open == 0 { 10 } else { 12 })
}

impl ExplainerBoard {
    fn new(puzzle: &[u8], notation: Notation) -> Self {
        let all = (1 << CELLS) - 1;
        let given = given_masks(puzzle, notation).expect("a well-formed puzzle");
        let candidates = match notation {
            Notation::Clues => DigitBoards([all; 9]), // placing the clues clears the other candidates
            Notation::Pencilmarks => DigitBoards::new(&given),
        };
        let mut board = Self { candidates, open: all };
        for (cell, mask) in given.into_iter().enumerate().filter(|(_, mask)| mask.is_power_of_two()) {
            board.place(cell, mask.trailing_zeros() as usize);
        }
        board
    }

    fn rate(mut self) -> ExplainerRating {
        let hardest = self.close();
        if self.open == 0 { ExplainerRating::Tenths(hardest) } else { uniqueness::rate(self) }
    }

    /// Applies the rules of [`RULES`] until the puzzle is solved or none applies. Returns the rating of the hardest one applied.
    fn close(&mut self) -> u8 {
        let mut hardest = 0;
        while self.open != 0 {
            // A rule that found something may have made an easier one possible.
            let Some(&(rating, _)) = RULES.iter().find(|(_, rule)| rule(self)) else { break };
            hardest = hardest.max(rating);
        }
        hardest
    }

    /// Makes all steps that `find` finds on the board. Returns whether they clear anything.
    fn clear_all(&mut self, find: fn(&Self, Clear<'_>)) -> bool {
        let before = *self;
        find(&before, &mut |digits, cells| self.clear(digits, cells));
        *self != before
    }

    /// Clears digits from the open cells among `cells`.
    fn clear(&mut self, digits: u16, cells: u128) {
        bits(digits & 0x1FF).for_each(|digit| self.candidates.0[digit] &= !(cells & self.open));
    }

    fn place(&mut self, cell: usize, digit: usize) {
        let bit = 1 << cell;
        for (other, places) in self.candidates.0.iter_mut().enumerate() {
            *places &= if other == digit { !PEERS[cell] } else { !bit };
        }
        self.open &= !bit;
    }

    /// Returns the places of a digit in a house where it is not placed.
    fn places(&self, digit: usize, house: usize) -> u128 {
        let places = self.candidates.0[digit] & HOUSES[house];
        if places & !self.open == 0 { places } else { 0 }
    }

    /// Places a digit if `places` is a single cell. Returns whether it is.
    fn place_if_one(&mut self, digit: usize, places: u128) -> bool {
        let is_one = places.is_power_of_two();
        if is_one {
            self.place(places.trailing_zeros() as usize, digit);
        }
        is_one
    }

    /// Places the first candidate of a cell. Returns whether there is one.
    fn place_candidate(&mut self, cell: usize) -> bool {
        let digit = (0..9).find(|&digit| self.candidates.0[digit] >> cell & 1 == 1);
        digit.is_some_and(|digit| self.place_if_one(digit, 1 << cell))
    }

    fn last_cells(&mut self) -> bool {
        let mut found = false;
        for house in HOUSES {
            let open = house & self.open;
            found |= open.is_power_of_two() && self.place_candidate(open.trailing_zeros() as usize);
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
            self.place_candidate(cell);
        }
        singles != 0
    }

    /// Calls `visit` with each digit, base and cover such that the digit's places in the base are all in the cover, which has
    /// other places. Base and cover are a box and a line for pointing, a line and a box for claiming.
    fn for_each_locked(&self, is_pointing: bool, mut visit: impl FnMut(usize, usize, usize)) {
        for digit in (0..9).filter(|&digit| self.candidates.0[digit] & self.open != 0) {
            for base in if is_pointing { 0..9 } else { 9..27 } {
                let places = self.places(digit, base);
                if places == 0 {
                    continue;
                }
                let [box_, row, column] = houses_of(places.trailing_zeros() as usize);
                let covers = if is_pointing { [row, column] } else { [box_, base] };
                let others = self.candidates.0[digit] & !HOUSES[base];
                let is_cover = |&cover: &usize| {
                    cover != base && places & !HOUSES[cover] == 0 && others & HOUSES[cover] != 0
                };
                for cover in covers.into_iter().filter(is_cover) {
                    visit(digit, base, cover);
                }
            }
        }
    }

    /// Places digits to which locked candidates leave one cell in another box (after pointing) or line (after claiming).
    fn direct_locked(&mut self, is_pointing: bool) -> bool {
        let (before, mut found) = (*self, false);
        before.for_each_locked(is_pointing, |digit, base, cover| {
            let same_kind = base / 9 * 9..base / 9 * 9 + 9;
            for other in same_kind.filter(|&other| other != base && HOUSES[other] & HOUSES[cover] != 0) {
                let rest = self.places(digit, other) & !HOUSES[cover];
                found |= self.place_if_one(digit, rest);
            }
        });
        found
    }

    /// Places digits to which a hidden set leaves one cell in its house.
    fn direct_sets(&mut self, count: usize) -> bool {
        let mut found = false;
        for house in self.houses_wider_than(count) {
            let positions = self.positions(house);
            for_each_set(&positions, count, |digits, set| {
                for digit in (0..9).filter(|digit| digits >> digit & 1 == 0) {
                    found |= self.place_if_one(digit, cells_in(positions[digit] & !set, house));
                }
            });
        }
        found
    }

    /// Clears locked candidates.
    fn locked(&self, is_pointing: bool, clear: Clear<'_>) {
        self.for_each_locked(is_pointing, |digit, base, cover| {
            clear(1 << digit, HOUSES[cover] & !HOUSES[base])
        });
    }
}

/// Returns the box, the row and the column of a cell.
fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row / 3 * 3 + column / 3, 9 + row, 18 + column]
}
