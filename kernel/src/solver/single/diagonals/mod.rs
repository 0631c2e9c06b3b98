//! Boards in three vectors, one for each diagonal of the boxes, for AVX-512 with byte permutations.
//!
//! A vector has 32 lanes of 16 bits, 27 of them used. Nine bits of a lane are the candidates of one cell, digit `d` in bit
//! `d - 1`. With row = 3·band + k and column = 3·stack + j, vector `i` holds the cells with j = (k + i) mod 3, with row k in
//! lane 9·band + 3·stack + k:
//!
//! ```text
//!  j 0 1 2                  vector 1, which is ■
//! k ┌─┬─┬─┐
//! 0 │ │■│ │                 │←──────── band 0 ────────→│←── band 1 …
//! 1 │ │ │■│                 ┌──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬── ─
//! 2 │■│ │ │              k  │ 0│ 1│ 2│ 0│ 1│ 2│ 0│ 1│ 2│ 0│ 1│
//!   └─┴─┴─┘                 └──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴── ─
//!   in every box             stack 0    1        2        0
//! ```
//!
//! Every turn of bands, stacks and places is one permutation of bytes, even if several are turned at once. The union of the
//! three vectors has the minirow of row k in lane k. The union of vector 0, vector 1 turned by two places and vector 2 turned by
//! one place has the minicolumn of column j in lane j. So neither needs a blend.
//!
//! `board_ops.rs` implements what the search needs with the other files.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

mod board_ops;
mod pairs;
mod split;
mod sweep;
mod text;
mod triads;
mod turns;

use std::arch::x86_64::*;

use super::board::cell_at;

/// Three vectors: entry `i`.
type Diagonals = [__m512i; 3];

/// The lanes of the 27 cells.
const LANES: __mmask32 = (1 << 27) - 1;

/// The minirows and minicolumns of a board, as the last sweep found them.
#[derive(Clone, Copy)]
pub struct Summary {
    /// The digits of each minirow, in lane k.
    rows: __m512i,
    /// The digits of the minirows in the next row and in the last row of the box.
    other_rows: [__m512i; 2],
    /// The digits that at least two cells of a minirow have.
    crowded: __m512i,
    /// The digits of each minicolumn, in lane j.
    columns: __m512i,
    /// The digits that are the only candidate of a cell of the box, in each of the box's lanes.
    naked: __m512i,
}

/// Calls AVX-512 intrinsics that access no memory, and functions of this module that need no more than the token proves.
macro_rules! avx512 {
    ($call:expr) => {
        // SAFETY: the token, or the caller, proves every feature of `Avx512`.
        unsafe { $call }
    };
}
use avx512;

/// Returns the index in the text of the cell in a lane of vector `i`.
const fn cell_of(lane: usize, i: usize) -> usize {
    cell_at(lane / 3, lane % 3, (lane % 3 + i) % 3)
}
