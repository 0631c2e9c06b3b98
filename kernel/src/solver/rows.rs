//! The rows of a puzzle's text, as 16 bytes each.

use crate::board::codes::{DOT, OTHER, ZERO};
use crate::board::grid::CELLS;
use crate::simd::{Bytes, Quarter};

/// Returns 16 bytes of a puzzle that contain a row: from its first byte on or, for the last row, up to its last byte.
#[inline(always)]
pub fn row_of(puzzle: &[u8; CELLS], row: usize) -> &Quarter {
    let start = if row == 8 { CELLS - 16 } else { 9 * row };
    puzzle[start..].first_chunk().expect("a row of 16 bytes starts at 65 at the latest")
}

/// Stores a quarter whose first nine bytes are a row of a solution. The next row must overwrite what follows them. The numbers must
/// be constants after inlining.
#[inline(always)]
pub fn store_row<S: Bytes>(s: S, v: S::V, quarter: usize, row: usize, cells: &mut [u8; CELLS]) {
    let mut text = [0; 16];
    s.store_quarter(v, quarter, &mut text);
    let length = if row == 8 { 9 } else { 16 };
    cells[9 * row..][..length].copy_from_slice(&text[..length]);
}

/// Returns whether bytes of these kinds are [plain](crate::board::codes::are_plain).
#[inline(always)]
pub fn are_plain<S: Bytes>(s: S, kinds: S::V) -> bool {
    !(has(s, kinds, OTHER | OTHER << 1) || has(s, kinds, DOT) && has(s, kinds, ZERO))
}

#[inline(always)]
fn has<S: Bytes>(s: S, kinds: S::V, bits: u8) -> bool {
    !s.is_zero(s.and(kinds, s.splat8(bits)))
}
