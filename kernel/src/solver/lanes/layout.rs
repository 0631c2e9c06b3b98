//! The memory layout of boards: 27 words per puzzle, and blocks of boards side by side.
//!
//! A candidate is a triple (row, column, digit). Each part is split in two, and every half is 0, 1 or 2:
//!
//! ```text
//! row = 3·band + k      column = 3·stack + j      digit = 3·D + e
//!
//! word (D, k, j), 27 words:             bit in the word, 27 of 32:
//!   the cells at place (k, j) of          field e, group band, place stack
//!   every box, three digits
//!                                       26      18 17       9 8        0
//!    j 0 1 2                            ┌─────────┬─────────┬─────────┐
//!  k ┌─┬─┬─┐ ┌─┬─┬─┐ ┌─┬─┬─┐            │  e = 2  │  e = 1  │  e = 0  │
//!  0 │ │ │ │ │ │ │ │ │ │ │ │            └─────────┴─────────┴─────────┘
//!  1 │ │■│ │ │ │■│ │ │ │■│ │            each field: 8   6 5   3 2   0
//!  2 │ │ │ │ │ │ │ │ │ │ │ │                       ┌─────┬─────┬─────┐
//!    └─┴─┴─┘ └─┴─┴─┘ └─┴─┴─┘                  band │  2  │  1  │  0  │
//!    ■ three of the nine cells of a                └─────┴─────┴─────┘
//!      word at place (1, 1)             each group: the stacks 2, 1, 0
//! ```
//!
//! With this split each rule of Sudoku has at most one part inside a word. The other parts are plain operations
//! between words:
//!
//! | rule | between words | inside a word |
//! |---|---|---|
//! | a digit once in a box | k, j | nothing |
//! | a digit once in a row | j | rotate the stacks of each group |
//! | a digit once in a column | k | rotate the groups of each field |
//! | a cell holds one digit | D | rotate the fields |
//!
//! `e` is the outermost part of the bit index because the fields are rotated most often, and rotating whole fields
//! needs no mask.
//!
//! A *minirow* is the three cells that a row and a box share; a *minicolumn* is the three cells that a column and a
//! box share. A *block* holds one board per lane: row `i` of the block holds word `i` of every lane's board.

use crate::simd::{MAX_LANES, Simd};

/// The number of words of a board.
pub const WORDS: usize = 27;

/// The bits of a word that represent candidates.
pub const FULL: u32 = (1 << 27) - 1;

/// The bits of the field e = 0.
pub const FIELD: u32 = (1 << 9) - 1;

/// The axis index of the view by minirows, rows and bands.
pub const ROWS: usize = 0;

/// The axis index of the view by minicolumns, columns and stacks.
pub const COLUMNS: usize = 1;

/// Returns the index of word (D, k, j).
#[inline(always)]
pub const fn word(d: usize, k: usize, j: usize) -> usize {
    9 * d + 3 * k + j
}

/// The words of one board.
pub type BoardWords = [u32; WORDS];

/// The words of one board per lane, lane beside lane.
pub type Block = [[u32; MAX_LANES]; WORDS];

/// A block that starts at a cache line.
#[derive(Default)]
#[repr(align(64))]
pub struct AlignedBlock(pub Block);

/// The naked singles of a block that one sweep found for the next one: entry `[ROWS][D][k]` is the union of the words
/// (D, k, ·), entry `[COLUMNS][D][j]` the union of the words (D, ·, j).
pub type NakedSingles<S> = [[[<S as Simd>::V; 3]; 3]; 2];
