//! Wings: two or three cells, one of which must have a certain digit.

use std::ops::ControlFlow;

use super::board::Board;
use super::pattern::{Effect, Pattern, Visit};
use crate::board::bits::bits;
use crate::board::grid::{CELLS, HOUSES, PEERS};

/// The cells of a board with two candidates.
struct Pairs {
    cells: u128,
    /// The candidates of these cells.
    masks: [u16; CELLS],
}

impl Pairs {
    fn of(board: &Board) -> Self {
        let cells = board.cells_by_count()[1];
        let mut masks = [0; CELLS];
        for digit in 0..9 {
            bits(board.digits[digit] & cells).for_each(|cell| masks[cell] |= 1 << digit);
        }
        Self { cells, masks }
    }

    /// Calls `visit` with each two of the cells that share a house and a candidate with the pivot and have exactly one candidate
    /// in common, and with the bit of that candidate.
    fn around(
        &self,
        pivot: usize,
        of_pivot: u16,
        mut visit: impl FnMut(usize, usize, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mut ends, mut count) = ([0; 20], 0);
        for cell in bits(self.cells & PEERS[pivot]).filter(|&cell| self.masks[cell] & of_pivot != 0) {
            ends[count] = cell;
            count += 1;
        }
        for (index, &one) in ends[..count].iter().enumerate() {
            for &two in &ends[index + 1..count] {
                let c = self.masks[one] & self.masks[two];
                if c.is_power_of_two() {
                    visit(one, two, c)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Finds XY-wings: a pivot with the candidates a and b sees a cell with a and c and a cell with b and c, so one of the latter two
/// is c.
pub(super) fn xy(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    let pairs = Pairs::of(board);
    bits(pairs.cells).try_for_each(|pivot| {
        let ab = pairs.masks[pivot];
        pairs.around(pivot, ab, |one, two, c| {
            if c & ab != 0 || pairs.masks[one] ^ pairs.masks[two] != ab {
                return ControlFlow::Continue(());
            }
            visit(&wing([1 << pivot, 1 << one | 1 << two, 0, 0], ab | c, c, PEERS[one] & PEERS[two]))
        })
    })
}

/// Finds XYZ-wings: the same with a pivot that has c as a third candidate, so one of the three is c.
pub(super) fn xyz(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    let pairs = Pairs::of(board);
    bits(board.cells_by_count()[2]).try_for_each(|pivot| {
        let abc = board.mask(pivot);
        pairs.around(pivot, abc, |one, two, c| {
            if pairs.masks[one] | pairs.masks[two] != abc {
                return ControlFlow::Continue(());
            }
            let seen = PEERS[one] & PEERS[two] & PEERS[pivot];
            visit(&wing([1 << pivot, 1 << one | 1 << two, 0, 0], abc, c, seen))
        })
    })
}

/// Finds W-wings: two cells with the candidates a and b, and a house where a has two places. The first cell sees one and the
/// second sees the other, so one of the two cells is b.
pub(super) fn w(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    let pairs = Pairs::of(board);
    for one in bits(pairs.cells) {
        let ab = pairs.masks[one];
        let equal = bits(ab).fold(pairs.cells, |cells, digit| cells & board.digits[digit]);
        for two in bits(equal & !((2 << one) - 1)) {
            let seen = PEERS[one] & PEERS[two];
            for a in bits(ab) {
                let b = ab & !(1 << a);
                if board.digits[b.trailing_zeros() as usize] & seen == 0 {
                    continue;
                }
                if let Some((house, [p, q])) = link(board.digits[a], one, two) {
                    let cells = [1 << one | 1 << two, p, q, 0];
                    visit(&Pattern { base: 1 << house, ..wing(cells, ab, b, seen) })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the first house where a digit has two places, one that `one` sees and one that `two` sees, with these places.
fn link(places: u128, one: usize, two: usize) -> Option<(usize, [u128; 2])> {
    let ends = 1 << one | 1 << two;
    let (sees_one, sees_two) = (PEERS[one], PEERS[two]);
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
