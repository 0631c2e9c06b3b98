//! Closures of one puzzle at a time, for the rules that the lanes do not implement.
//!
//! A board is nine words of 81 bits, one per digit: bit `9 · row + column` of word `d - 1` is set while `d` is a candidate
//! of that cell.
//!
//! `matching` has levels 5 to 7, with the wings of `wings`; `explainer` rates the steps of Sudoku Explainer. Start with
//! `digit_boards.rs`, which has the board of both.

pub mod digit_boards;
pub mod explainer;
mod house_bits;
pub mod matching;
mod wings;

pub use matching::level_above_four;
