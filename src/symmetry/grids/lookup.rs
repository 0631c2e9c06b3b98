//! Sixteen bytes looked up at once: the operation that the search for whole grids is made of.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "aarch64")]
mod neon;

use super::{
    bands::BandEntry,
    candidates::{Board, look_up},
    second_row::Normalization,
    tables::Tables,
};
use crate::grid::CELLS;
use crate::symmetry::orders::order_of;

/// A row of nine cells in sixteen bytes, of which the last seven mean nothing.
pub(super) type Row = [u8; 16];

/// Looks bytes up. A type that implements this may prove that the processor has instructions for it; what is generic over it
/// is `#[inline(always)]`, so that all of it is compiled for that processor.
pub(super) trait Lookup: Copy {
    /// For each place the byte of the table there; places are below 16.
    fn lookup(self, table: &Row, places: &Row) -> Row;

    /// The table with each of nine values at the place of its key; keys are different and below 16.
    #[inline(always)]
    fn table(self, keys: &Row, values: &Row) -> Row {
        let mut table = [0; 16];
        for i in 0..9 {
            table[usize::from(keys[i] & 15)] = values[i];
        }
        table
    }

    /// The row whose cells come from these columns of `source`, with a label for each digit.
    #[inline(always)]
    fn image(self, source: &Row, columns: &Row, labels: &Row) -> Row {
        self.lookup(labels, &self.lookup(source, columns))
    }

    /// Reads the rows of a grid and those of the transposed grid, whose bytes are digits, as text or as numbers.
    #[inline(always)]
    fn read(self, grid: &[u8; CELLS], boards: &mut [Board; 2]) {
        let digits = rows_of_digits(grid);
        for row in 0..9 {
            boards[0][row] = *digits[9 * row..].first_chunk().expect("sixteen bytes");
            for column in 0..9 {
                boards[1][row][column] = digits[9 * column + row];
            }
        }
    }

    /// Do equal digits share a house? Every byte of the grid is a digit.
    ///
    /// Each digit but 9 is a bit. A house has nine cells, so that an odd number of each of these eight digits leaves one cell,
    /// which is the 9. Where this holds of all rows and of eight columns, it holds of the last column.
    #[inline(always)]
    fn has_conflict(self, grid: &[u8; CELLS]) -> bool {
        const BITS: Row = [0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0];
        /// The first byte of each box.
        const BOXES: u64 = 0x00ff_0000_ff00_00ff;
        let digits = rows_of_digits(grid);
        let (mut columns, mut even) = (0, 0);
        for band in 0..3 {
            let mut boxes = 0;
            for row in 3 * band..3 * band + 3 {
                let bits = self.lookup(&BITS, digits[9 * row..].first_chunk().expect("sixteen bytes"));
                let eight = u64::from_le_bytes(*bits.first_chunk().expect("sixteen bytes"));
                let three = eight ^ eight >> 8 ^ eight >> 16 ^ u64::from(bits[8]) << 48;
                columns ^= eight;
                boxes ^= three;
                even |= !(three ^ three >> 24 ^ three >> 48) & 0xff;
            }
            even |= !boxes & BOXES;
        }
        even | !columns != 0
    }

    /// For each of three bands what normalizes it, and the entry of the normalized band.
    #[inline(always)]
    fn look_up_bands(self, tables: &Tables, board: &Board) -> [(Normalization, BandEntry); 3] {
        let rows = |band: usize| [&board[3 * band], &board[3 * band + 1], &board[3 * band + 2]];
        // Not in a closure, which would not be compiled for the processor that `self` proves.
        [look_up(self, tables, rows(0)), look_up(self, tables, rows(1)), look_up(self, tables, rows(2))]
    }

    /// At the first place of each box, its three values together and their order; at others what means nothing.
    #[inline(always)]
    fn sets_and_orders(self, row: &Row) -> [Row; 2] {
        let (mut sets, mut orders) = ([0; 16], [0; 16]);
        for &i in &[0, 3, 6] {
            let values = [row[i], row[i + 1], row[i + 2]];
            (sets[i], orders[i]) = (values[0] | values[1] | values[2], order_of(values));
        }
        [sets, orders]
    }
}

/// The digits of a grid as numbers, and room for the sixteen bytes of the last row.
#[inline(always)]
fn rows_of_digits(grid: &[u8; CELLS]) -> [u8; CELLS + 7] {
    let mut digits = [0; CELLS + 7];
    digits[..CELLS].copy_from_slice(grid);
    digits.iter_mut().for_each(|digit| *digit &= 15);
    digits
}

/// One byte after another, on every processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

impl Lookup for Plain {
    #[inline(always)]
    fn lookup(self, table: &Row, places: &Row) -> Row {
        let mut found = [0; 16];
        for i in 0..9 {
            found[i] = table[usize::from(places[i] & 15)];
        }
        found
    }
}
