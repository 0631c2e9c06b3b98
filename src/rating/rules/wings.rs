//! Wings: two or three cells, one of which must have a certain digit.

use std::ops::ControlFlow;

use super::board::Board;
use super::pattern::{Effect, Pattern, Visit};
use crate::board::bits::bits;
use crate::board::grid::{HOUSES, PEERS};

/// A cell with its candidates.
#[derive(Clone, Copy, Default)]
struct SmallCell {
    cell: u8,
    mask: u16,
}

/// The cells of a board with two candidates.
struct PairCells {
    cells: [SmallCell; 81],
    count: usize,
}

impl PairCells {
    fn of(board: &Board) -> Self {
        let mut pairs = Self { cells: [SmallCell::default(); 81], count: 0 };
        for cell in bits(board.cells_by_count()[1]) {
            pairs.cells[pairs.count] = SmallCell { cell: cell as u8, mask: board.mask(cell) };
            pairs.count += 1;
        }
        pairs
    }

    fn as_slice(&self) -> &[SmallCell] {
        &self.cells[..self.count]
    }
}

/// Finds XY-wings: a pivot with the candidates a and b sees a cell with a and c and a cell with b and c, so one of the latter two
/// is c.
pub(super) fn xy(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    let pairs = PairCells::of(board);
    pairs.as_slice().iter().try_for_each(|pivot| {
        around(pivot, pairs.as_slice(), |one, two, c| {
            if c & pivot.mask != 0 || one.mask ^ two.mask != pivot.mask {
                return ControlFlow::Continue(());
            }
            visit(&wing([bit(pivot), bit(one) | bit(two), 0, 0], pivot.mask | c, c, peers(one) & peers(two)))
        })
    })
}

/// Finds XYZ-wings: the same with a pivot that has c as a third candidate, so one of the three is c.
pub(super) fn xyz(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    let pairs = PairCells::of(board);
    bits(board.cells_by_count()[2]).try_for_each(|cell| {
        let pivot = SmallCell { cell: cell as u8, mask: board.mask(cell) };
        around(&pivot, pairs.as_slice(), |one, two, c| {
            if one.mask | two.mask != pivot.mask {
                return ControlFlow::Continue(());
            }
            let seen = peers(one) & peers(two) & peers(&pivot);
            visit(&wing([bit(&pivot), bit(one) | bit(two), 0, 0], pivot.mask, c, seen))
        })
    })
}

/// Finds W-wings: two cells with the candidates a and b, and a house where a has two places. The first cell sees one and the
/// second sees the other, so one of the two cells is b.
pub(super) fn w(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    let pairs = PairCells::of(board);
    for (index, one) in pairs.as_slice().iter().enumerate() {
        for two in pairs.as_slice()[index + 1..].iter().filter(|two| two.mask == one.mask) {
            let seen = peers(one) & peers(two);
            for a in bits(one.mask) {
                let b = one.mask & !(1 << a);
                if board.digits[b.trailing_zeros() as usize] & seen == 0 {
                    continue;
                }
                if let Some((house, [p, q])) = link(board.digits[a], one, two) {
                    let cells = [bit(one) | bit(two), p, q, 0];
                    visit(&Pattern { base: 1 << house, ..wing(cells, one.mask, b, seen) })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with each two of `pairs` that share a house and a candidate with the pivot and have exactly one candidate in
/// common, and with the bit of that candidate.
fn around(
    pivot: &SmallCell,
    pairs: &[SmallCell],
    mut visit: impl FnMut(&SmallCell, &SmallCell, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let sees =
        |other: &&SmallCell| peers(pivot) >> other.cell & 1 == 1 && other.mask & !pivot.mask != other.mask;
    for (index, one) in pairs.iter().enumerate().filter(|(_, pair)| sees(pair)) {
        for two in pairs[index + 1..].iter().filter(sees) {
            let c = one.mask & two.mask;
            if c.is_power_of_two() {
                visit(one, two, c)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the first house where a digit has two places, one that `one` sees and one that `two` sees, with these places.
fn link(places: u128, one: &SmallCell, two: &SmallCell) -> Option<(usize, [u128; 2])> {
    let ends = bit(one) | bit(two);
    let (sees_one, sees_two) = (peers(one), peers(two));
    HOUSES.iter().enumerate().find_map(|(house, cells)| {
        let link = places & cells;
        if link & ends != 0 || link.count_ones() != 2 {
            return None;
        }
        let (first, second) = (link & link.wrapping_neg(), link & (link - 1));
        let meet = |p: u128, q: u128| p & sees_one != 0 && q & sees_two != 0;
        let ways = [[first, second], [second, first]];
        ways.into_iter().find(|&[p, q]| meet(p, q)).map(|ends| (house, ends))
    })
}

/// Returns a wing that clears the digit `c` from the cells that see all of those that may have it.
fn wing(cells: [u128; 4], digits: u16, c: u16, seen: u128) -> Pattern {
    Pattern { digits, cells, base: 0, cover: 0, effect: Effect::Clear { digits: c, cells: seen } }
}

fn peers(cell: &SmallCell) -> u128 {
    PEERS[usize::from(cell.cell)]
}

fn bit(cell: &SmallCell) -> u128 {
    1 << cell.cell
}
