//! Boards in nine vectors, one for each place in a box, for every instruction set but AVX-512.
//!
//! A vector has a 16-bit lane for each box. Nine bits of a lane are the candidates of one cell, digit `d` in bit `d - 1`. With
//! row = 3·band + k and column = 3·stack + j, vector `[k][j]` holds the cells at place (k, j) of all boxes:
//!
//! ```text
//!  j 0 1 2                      vector [1][2], 9 of 16 lanes used
//! k ┌─┬─┬─┐┌─┬─┬─┐┌─┬─┬─┐        lane = 4·band + stack
//! 0 │ │ │ ││ │ │ ││ │ │ │                band 0          band 1          band 2
//! 1 │ │ │■││ │ │■││ │ │■│       ┌───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬─ ─
//! 2 │ │ │ ││ │ │ ││ │ │ │       │ ■ │ ■ │ ■ │   │ ■ │ ■ │ ■ │   │ ■ │ ■ │ ■ │   │
//!   └─┴─┴─┘└─┴─┴─┘└─┴─┴─┘       └───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴─ ─
//!  ⋮ bands 1 and 2 alike         stack 0   1   2
//! ```
//!
//! The rows and columns of a box are different vectors, so comparing them costs nothing. Comparing the boxes of a band turns
//! the stacks, within groups of four lanes. Comparing the boxes of a stack turns the bands, as whole groups. The other lanes
//! are zero.
//!
//! `board_ops.rs` implements what the search needs with the other files. Without vectors, `bands.rs` has a board in nine times three
//! words.

mod bands;
mod board_ops;
mod pairs;
mod split;
mod sweep;
mod triads;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod vectors;

use crate::board::grid::{ALL_DIGITS, CELLS};
use crate::simd::{Boxes, Simd};
use crate::solver::single::board::Swept;

/// Nine vectors: `[k][j]`.
pub type Places<S> = [[<S as Simd>::V; 3]; 3];

/// What vectors and plain words do in different ways.
pub trait Layout: Boxes {
    /// Reads a puzzle. Returns `None` if it is malformed.
    fn read(self, clues: &[u8; CELLS]) -> Option<Places<Self>>;
    /// Writes the digits of a solved board, adding `zero` to each.
    fn write(self, board: &Places<Self>, digits: &mut [u8; CELLS], zero: u8);
    /// Applies the rules of every sweep once.
    fn sweep(self, board: &Places<Self>) -> Swept<Places<Self>, Summary<Self::V>>;
    /// Returns the digits, and fewer of them for each box that has a cell without a candidate.
    fn if_no_cell_is_empty(self, board: &Places<Self>, digits: Self::V) -> Self::V;
}

/// The minirows and minicolumns of a board, as the last sweep found them.
#[derive(Clone, Copy)]
pub struct Summary<W> {
    /// The digits of each minirow: entry `k`.
    rows: [W; 3],
    /// The digits that at least two cells of a minirow have.
    crowded: [W; 3],
    /// The digits of each minicolumn: entry `j`.
    columns: [W; 3],
    /// The digits of each box that are the only candidate of one of its cells.
    naked: W,
}

/// One lane for each box, as in memory.
pub type LaneWords = [u16; 16];

/// All nine digits in the lane of each box.
const FULL: LaneWords = lanes_of_boxes(ALL_DIGITS);

const fn lanes_of_boxes(word: u16) -> LaneWords {
    let mut lanes = [0; 16];
    const_for!(number in 0..9 => {
        lanes[lane_of(number)] = word;
    });
    lanes
}

/// Returns the lane of a box.
const fn lane_of(number: usize) -> usize {
    number / 3 * 4 + number % 3
}
