//! Cells and houses as sets of 81 bits, computed at compile time.

pub(crate) use crate::grid::{HOUSES, PEERS};

/// The cells of the first column: bits 0, 9, 18 and so on.
pub const FIRST_COLUMN: u128 = HOUSES[18];
