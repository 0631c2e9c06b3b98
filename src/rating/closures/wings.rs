//! XY-, XYZ- and W-wings.

use super::digit_boards::DigitBoards;
use crate::board::grid::{HOUSES, PEERS, cells};

/// A cell with its candidates.
#[derive(Clone, Copy, Default)]
struct SmallCell {
    cell: u8,
    mask: u16,
}

/// The cells of a board with two candidates.
pub(super) struct PairCells {
    cells: [SmallCell; 81],
    count: usize,
}

impl PairCells {
    pub(super) fn of(board: &DigitBoards) -> Self {
        let mut pairs = Self { cells: [SmallCell::default(); 81], count: 0 };
        for cell in cells(board.cells_by_count()[1]) {
            pairs.cells[pairs.count] = SmallCell { cell: cell as u8, mask: board.mask(cell) };
            pairs.count += 1;
        }
        pairs
    }

    fn as_slice(&self) -> &[SmallCell] {
        &self.cells[..self.count]
    }
}

/// Calls `clear` with each digit, from 0, and the cells where a wing of `board` clears it, whether they have it or not.
pub(super) fn find(board: &DigitBoards, mut clear: impl FnMut(usize, u128)) {
    let pairs = PairCells::of(board);
    xy(&pairs, &mut clear);
    xyz(board, &pairs, &mut clear);
    w_wings(board, pairs.as_slice(), clear);
}

/// Calls `clear` for the XY-wings.
pub(super) fn xy(pairs: &PairCells, mut clear: impl FnMut(usize, u128)) {
    for pivot in pairs.as_slice() {
        around(pivot, pairs.as_slice(), |one, two, c| {
            if c & pivot.mask == 0 && one.mask ^ two.mask == pivot.mask {
                clear(c.trailing_zeros() as usize, peers(one) & peers(two));
            }
        });
    }
}

/// Calls `clear` for the XYZ-wings.
pub(super) fn xyz(board: &DigitBoards, pairs: &PairCells, mut clear: impl FnMut(usize, u128)) {
    for cell in cells(board.cells_by_count()[2]) {
        let pivot = SmallCell { cell: cell as u8, mask: board.mask(cell) };
        around(&pivot, pairs.as_slice(), |one, two, c| {
            if one.mask | two.mask == pivot.mask {
                clear(c.trailing_zeros() as usize, peers(one) & peers(two) & peers(&pivot));
            }
        });
    }
}

/// Calls `visit` with each two of `pairs` that share a house and a candidate with the pivot and have exactly one candidate in
/// common, and with the bit of that candidate.
fn around(pivot: &SmallCell, pairs: &[SmallCell], mut visit: impl FnMut(&SmallCell, &SmallCell, u16)) {
    let sees =
        |other: &&SmallCell| peers(pivot) >> other.cell & 1 == 1 && other.mask & !pivot.mask != other.mask;
    for (index, one) in pairs.iter().enumerate().filter(|(_, pair)| sees(pair)) {
        for two in pairs[index + 1..].iter().filter(sees) {
            let c = one.mask & two.mask;
            if c.is_power_of_two() {
                visit(one, two, c);
            }
        }
    }
}

/// Calls `clear` for the W-wings.
fn w_wings(board: &DigitBoards, pairs: &[SmallCell], mut clear: impl FnMut(usize, u128)) {
    for (index, one) in pairs.iter().enumerate() {
        for two in pairs[index + 1..].iter().filter(|two| two.mask == one.mask) {
            let seen = peers(one) & peers(two);
            let digits = [one.mask.trailing_zeros() as usize, 15 - one.mask.leading_zeros() as usize];
            for (a, b) in [(digits[0], digits[1]), (digits[1], digits[0])] {
                if board.0[b] & seen != 0 && are_linked(board.0[a], one, two) {
                    clear(b, seen);
                }
            }
        }
    }
}

/// Returns whether there is a house where a digit has two places, one that `one` sees and one that `two` sees.
fn are_linked(places: u128, one: &SmallCell, two: &SmallCell) -> bool {
    let ends = 1_u128 << one.cell | 1_u128 << two.cell;
    let (sees_one, sees_two) = (peers(one), peers(two));
    HOUSES.iter().any(|house| {
        let link = places & house;
        if link & ends != 0 || link.count_ones() != 2 {
            return false;
        }
        let (first, second) = (link & link.wrapping_neg(), link & (link - 1));
        first & sees_one != 0 && second & sees_two != 0 || first & sees_two != 0 && second & sees_one != 0
    })
}

fn peers(cell: &SmallCell) -> u128 {
    PEERS[usize::from(cell.cell)]
}
