//! The steps from 3.0 on that need only their own house: naked and hidden sets, fish, and two wings.

use super::board::{Clear, ExplainerBoard};
use crate::board::grid::{HOUSES, cells};
use crate::rating::closures::digit_boards::bits;
use crate::rating::closures::house_bits::{cells_in, places_in};
use crate::rating::closures::wings;
use std::array;

/// Calls `found` with each set of `count` of nine items that have at most `count` positions in all, and with these positions.
/// Items without a position are in no set.
pub(super) fn for_each_set(items: &[u16; 9], count: usize, mut found: impl FnMut(u16, u16)) {
    add_items(items, [count, count], 9, [0, 0], &mut found);
}

/// Adds `left` items before number `below` to a set and its positions. The recursion is as deep as sets are large.
fn add_items(
    items: &[u16; 9],
    [count, left]: [usize; 2],
    below: usize,
    [set, union]: [u16; 2],
    found: &mut impl FnMut(u16, u16),
) {
    for item in left - 1..below {
        let (set, union) = (set | 1 << item, union | items[item]);
        if items[item] == 0 || SIZES[usize::from(union)] > count as u8 {
            continue;
        }
        match left {
            1 => found(set, union),
            _ => add_items(items, [count, left - 1], item, [set, union], found),
        }
    }
}

/// The size of each set of nine items.
const SIZES: [u8; 512] = {
    let mut sizes = [0; 512];
    kernel::const_for!(set in 0..512 => {
        sizes[set] = (set as u16).count_ones() as u8;
    });
    sizes
};

impl ExplainerBoard {
    /// Returns the positions of each digit in a house, none for a digit that is placed there.
    pub(super) fn positions(&self, house: usize) -> [u16; 9] {
        array::from_fn(|digit| places_in(self.places(digit, house), house))
    }

    /// Returns the houses with more open cells than `count`, where a set of that size can clear something.
    pub(super) fn houses_wider_than(&self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let open = self.open;
        (0..27).filter(move |&house| (HOUSES[house] & open).count_ones() as usize > count)
    }

    /// Finds `count` cells of a house with as many candidates in all.
    pub(super) fn naked_sets(&self, count: usize, clear: Clear<'_>) {
        let masks = self.candidates.masks();
        for house in self.houses_wider_than(count) {
            let mut candidates = [0; 9];
            for (position, cell) in cells(HOUSES[house]).enumerate() {
                candidates[position] = if self.open >> cell & 1 == 1 { masks[cell] } else { 0 };
            }
            for_each_set(&candidates, count, |set, digits| {
                clear(digits, HOUSES[house] & !cells_in(set, house))
            });
        }
    }

    /// Finds `count` digits with as many places in a house in all.
    pub(super) fn hidden_sets(&self, count: usize, clear: Clear<'_>) {
        for house in self.houses_wider_than(count) {
            for_each_set(&self.positions(house), count, |digits, set| clear(!digits, cells_in(set, house)));
        }
    }

    /// Finds `count` lines in which the places of a digit are in as many crossing lines in all.
    pub(super) fn fish(&self, count: usize, clear: Clear<'_>) {
        let union = |lines, first| bits(lines).fold(0, |all, line| all | HOUSES[first + line]);
        for digit in (0..9).filter(|&digit| self.candidates.0[digit] & self.open != 0) {
            for (base, cover) in [(9, 18), (18, 9)] {
                let lines = array::from_fn(|line| places_in(self.places(digit, base + line), base + line));
                for_each_set(&lines, count, |set, crossing| {
                    clear(1 << digit, union(crossing, cover) & !union(set, base));
                });
            }
        }
    }

    pub(super) fn xy_wings(&self, clear: Clear<'_>) {
        wings::xy(&wings::PairCells::of(&self.candidates), |digit, cells| clear(1 << digit, cells));
    }

    pub(super) fn xyz_wings(&self, clear: Clear<'_>) {
        wings::xyz(&self.candidates, &wings::PairCells::of(&self.candidates), |digit, cells| {
            clear(1 << digit, cells)
        });
    }
}
