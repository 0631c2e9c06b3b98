//! Locked candidates: pointing and claiming.

use super::board::{Clear, ExplainerBoard, houses_of};
use crate::board::grid::HOUSES;

impl ExplainerBoard {
    /// Places digits to which locked candidates leave one cell in another box (after pointing) or line (after claiming).
    pub(super) fn direct_locked(&mut self, is_pointing: bool) -> bool {
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

    /// Clears locked candidates.
    pub(super) fn locked(&self, is_pointing: bool, clear: Clear<'_>) {
        self.for_each_locked(is_pointing, |digit, base, cover| {
            clear(1 << digit, HOUSES[cover] & !HOUSES[base])
        });
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
}
