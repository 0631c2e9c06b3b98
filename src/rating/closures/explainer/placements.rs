//! The steps up to 2.5 that place digits without locked candidates: singles and hidden sets.

use super::board::ExplainerBoard;
use super::eliminations::for_each_set;
use crate::board::grid::{HOUSES, cells};
use crate::rating::closures::house_bits::cells_in;

impl ExplainerBoard {
    pub(super) fn last_cells(&mut self) -> bool {
        let mut found = false;
        for house in HOUSES {
            let open = house & self.open;
            found |= open.is_power_of_two() && self.place_candidate(open.trailing_zeros() as usize);
        }
        found
    }

    pub(super) fn hidden_singles(&mut self, houses: std::ops::Range<usize>) -> bool {
        let mut found = false;
        for house in houses {
            for digit in 0..9 {
                found |= self.place_if_one(digit, self.places(digit, house));
            }
        }
        found
    }

    pub(super) fn naked_singles(&mut self) -> bool {
        let singles = self.candidates.cells_by_count()[0] & self.open;
        for cell in cells(singles) {
            self.place_candidate(cell);
        }
        singles != 0
    }

    /// Places digits to which a hidden set leaves one cell in its house.
    pub(super) fn direct_sets(&mut self, count: usize) -> bool {
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
}
