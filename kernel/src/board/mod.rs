//! Values: cells and houses, puzzles, candidates and solutions, their notation, and verdicts.
//!
//! Everything else builds on this module. It imports only `macros`. Read `grid.rs` first, then `puzzle.rs`.

pub mod bits;
pub mod candidates;
pub mod codes;
pub mod grid;
pub mod notation;
pub mod noun;
pub mod outcome;
pub mod parse_error;
pub mod prefetch;
pub mod puzzle;
