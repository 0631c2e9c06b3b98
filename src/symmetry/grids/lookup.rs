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
use crate::grid::{self, CELLS};
use crate::symmetry::orders::order_of;
use std::array;

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
        let mut digits = [0; CELLS + 7]; // room for the sixteen bytes of the last row
        digits[..CELLS].copy_from_slice(grid);
        digits.iter_mut().for_each(|digit| *digit &= 15);
        for row in 0..9 {
            boards[0][row] = *digits[9 * row..].first_chunk().expect("sixteen bytes");
            for column in 0..9 {
                boards[1][row][column] = digits[9 * column + row];
            }
        }
    }

    /// Do equal digits share a house? Every byte of the grid is a digit.
    #[inline(always)]
    fn has_conflict(self, grid: &[u8; CELLS]) -> bool {
        grid::conflict(grid).is_some()
    }

    /// For each of three bands what normalizes it, and the entry of the normalized band.
    #[inline(always)]
    fn look_up_bands(self, tables: &Tables, board: &Board) -> [(Normalization, BandEntry); 3] {
        array::from_fn(|band| {
            look_up(self, tables, [&board[3 * band], &board[3 * band + 1], &board[3 * band + 2]])
        })
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

    #[inline(always)]
    fn image(self, source: &Row, columns: &Row, labels: &Row) -> Row {
        let mut image = [0; 16];
        for i in 0..9 {
            image[i] = labels[usize::from(source[usize::from(columns[i] & 15)] & 15)];
        }
        image
    }
}
