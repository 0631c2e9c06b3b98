//! Cells and houses as sets of 81 bits, computed at compile time.

use crate::grid::CELLS;

/// The cells of each house: boxes 0 to 8, rows 9 to 17, columns 18 to 26.
pub const HOUSES: [u128; 27] = {
    let mut houses = [0; 27];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        houses[row / 3 * 3 + column / 3] |= 1 << cell;
        houses[9 + row] |= 1 << cell;
        houses[18 + column] |= 1 << cell;
        cell += 1;
    }
    houses
};

/// The cells that share a house with each cell, without the cell itself.
pub const PEERS: [u128; CELLS] = {
    let mut peers = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        let all = HOUSES[row / 3 * 3 + column / 3] | HOUSES[9 + row] | HOUSES[18 + column];
        peers[cell] = all & !(1 << cell);
        cell += 1;
    }
    peers
};

/// The cells of the first column: bits 0, 9, 18 and so on.
pub const FIRST_COLUMN: u128 = HOUSES[18];
