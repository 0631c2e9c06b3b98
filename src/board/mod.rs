//! Values: cells and houses, puzzles and solutions, how they are written, verdicts.
//!
//! Everything else builds on this folder. It imports `macros`, and from `report` the names of numbers. Read `grid.rs` first, then
//! `puzzle.rs`.

pub mod grid;
pub mod notation;
pub mod outcome;
pub mod parse_error;
pub mod prefetch;
pub mod puzzle;
