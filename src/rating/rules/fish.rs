//! Basic fish: the places of a digit in some rows are in as many columns, or the other way round.

use crate::array::array_of;
use std::ops::ControlFlow;

use super::board::Board;
use super::house_bits::places_in;
use super::pattern::{Effect, Pattern, Visit};
use super::sets::for_each_set;
use crate::board::bits::bits;
use crate::board::grid::HOUSES;

/// The numbers of the first row and of the first column among the houses.
const LINES: [usize; 2] = [9, 18];

/// Finds `size` lines of one kind in which the places of a digit are in as many lines of the other kind in all. The digit is
/// cleared from the rest of the latter.
pub(super) fn find(board: &Board, size: usize, visit: Visit<'_>) -> ControlFlow<()> {
    for digit in (0..9).filter(|&digit| board.digits[digit] & board.open != 0) {
        for (base, cover) in [(LINES[0], LINES[1]), (LINES[1], LINES[0])] {
            let lines = array_of(|line| places_in(board.places(digit, base + line), base + line));
            for_each_set(&lines, size, |set, crossing| {
                let (base, cover) = (u32::from(set) << base, u32::from(crossing) << cover);
                visit(&fish(board, digit, base, cover))
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the fish of a digit whose places in `base` are all in `cover`.
fn fish(board: &Board, digit: usize, base: u32, cover: u32) -> Pattern {
    let mut cells = [0; 4];
    for (cells, line) in cells.iter_mut().zip(bits(base)) {
        *cells = board.digits[digit] & HOUSES[line];
    }
    let rest = union(cover) & !union(base);
    let effect = Effect::Clear { digits: 1 << digit, cells: rest };
    Pattern { digits: 1 << digit, cells, base, cover, effect }
}

fn union(houses: u32) -> u128 {
    bits(houses).fold(0, |all, house| all | HOUSES[house])
}
