//! Sets of a house: cells with as many candidates in all, or digits with as many places.

use crate::array::array_of;
use std::ops::ControlFlow;

use super::board::Board;
use super::house_bits::{cells_in, places_in};
use super::pattern::{Effect, Pattern, Visit};
use crate::board::bits::bits;
use crate::board::grid::{ALL_DIGITS, HOUSES};

/// Finds `count` cells of a house with as many candidates in all. These are cleared from its other cells.
pub(super) fn naked(board: &Board, count: usize, visit: Visit<'_>) -> ControlFlow<()> {
    let masks = board.masks();
    for house in houses_wider_than(board, count) {
        let mut candidates = [0; 9];
        for (position, cell) in bits(HOUSES[house]).enumerate() {
            candidates[position] = if board.open >> cell & 1 == 1 { masks[cell] } else { 0 };
        }
        for_each_set(&candidates, count, |set, digits| {
            let cells = cells_in(set, house);
            let effect = Effect::Clear { digits, cells: HOUSES[house] & !cells };
            visit(&Pattern::clearing(digits, cells, 1 << house, effect))
        })?;
    }
    ControlFlow::Continue(())
}

/// Finds `count` digits with as many places in a house in all. The other candidates of these cells are cleared.
pub(super) fn hidden(board: &Board, count: usize, visit: Visit<'_>) -> ControlFlow<()> {
    for house in houses_wider_than(board, count) {
        for_each_set(&positions(board, house), count, |digits, set| {
            let cells = cells_in(set, house);
            visit(&Pattern::clearing(digits, cells, 1 << house, Effect::Clear { digits: !digits, cells }))
        })?;
    }
    ControlFlow::Continue(())
}

/// Finds digits to which hidden sets of `count` digits leave one place in their house.
pub(super) fn leaving_one_place(board: &Board, count: usize, visit: Visit<'_>) -> ControlFlow<()> {
    for house in houses_wider_than(board, count) {
        let positions = positions(board, house);
        for_each_set(&positions, count, |digits, set| {
            for digit in bits(!digits & ALL_DIGITS) {
                let rest = positions[digit] & !set;
                if rest.is_power_of_two() {
                    let cell = cells_in(rest, house).trailing_zeros() as usize;
                    visit(&Pattern::single(cell, digit, 1 << house))?;
                }
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Visits each set of `count` of nine items that have at most `count` positions in all, with these positions. Items without a
/// position are in no set. Sets are in ascending order as numbers.
pub(super) fn for_each_set(
    items: &[u16; 9],
    count: usize,
    mut visit: impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    add_items(items, [count, count], 9, [0, 0], &mut visit)
}

/// Adds `left` items before number `below` to a set and its positions. The recursion is as deep as sets are large.
fn add_items(
    items: &[u16; 9],
    [count, left]: [usize; 2],
    below: usize,
    [set, union]: [u16; 2],
    visit: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for item in left - 1..below {
        let (set, union) = (set | 1 << item, union | items[item]);
        if items[item] == 0 || SIZES[usize::from(union)] > count as u8 {
            continue;
        }
        match left {
            1 => visit(set, union)?,
            _ => add_items(items, [count, left - 1], item, [set, union], visit)?,
        }
    }
    ControlFlow::Continue(())
}

/// The size of each set of nine items.
const SIZES: [u8; 512] = {
    let mut sizes = [0; 512];
    kernel::const_for!(set in 0..512 => {
        sizes[set] = (set as u16).count_ones() as u8;
    });
    sizes
};

/// Returns the positions of each digit in a house, none for a digit that is placed there.
fn positions(board: &Board, house: usize) -> [u16; 9] {
    array_of(|digit| places_in(board.places(digit, house), house))
}

/// Returns the houses with more open cells than `count`, where a set of that size can clear something.
fn houses_wider_than(board: &Board, count: usize) -> impl Iterator<Item = usize> + use<> {
    let open = board.open;
    (0..27).filter(move |&house| (HOUSES[house] & open).count_ones() as usize > count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_in_ascending_order() {
        for (items, count) in [(0, 1), (1, 2), (4, 2), (9, 3), (9, 4)] {
            let few = array_of(|item| u16::from(item < items));
            let mut sets = Vec::new();
            let _ = for_each_set(&few, count, |set, _| {
                sets.push(set);
                ControlFlow::Continue(())
            });
            let expected = (0..1_u16 << items).filter(|set| set.count_ones() as usize == count);
            assert!(sets.into_iter().eq(expected), "{count} of {items}");
        }
    }
}
