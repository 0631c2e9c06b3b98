//! What the rules find.

use std::ops::ControlFlow;

use super::board::Board;

/// A pattern of candidates, and what it leads to. Digits, cells and houses are numbered as in [`Board`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern {
    /// The digits of the pattern, as bits.
    pub(super) digits: u16,
    /// The cells of the pattern, in the order in which a step lists them: part after part, each from its first cell.
    pub(super) cells: [u128; 4],
    /// The houses that have the pattern, as bits.
    pub(super) base: u32,
    /// The houses that the pattern clears, as bits, if it clears houses other than its own.
    pub(super) cover: u32,
    /// What it leads to.
    pub(crate) effect: Effect,
}

/// What a pattern leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effect {
    /// A cell has this digit.
    Place { cell: usize, digit: usize },
    /// None of the cells has any of the digits. Some may not be candidates anyway.
    Clear { digits: u16, cells: u128 },
}

/// What visits patterns. A break ends the search.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&Pattern) -> ControlFlow<()>;

/// Finds the patterns of a rule on a board, always in the same order.
pub(crate) type Find = fn(&Board, Visit<'_>) -> ControlFlow<()>;

impl Pattern {
    /// Returns the pattern that leaves a digit one cell, in a house if there is one.
    pub(super) fn single(cell: usize, digit: usize, base: u32) -> Self {
        let (digits, cells) = (1 << digit, [1 << cell, 0, 0, 0]);
        Self { digits, cells, base, cover: 0, effect: Effect::Place { cell, digit } }
    }

    /// Returns a pattern of digits in cells of one house, or of no house in particular, that clears other candidates.
    pub(super) fn clearing(digits: u16, cells: u128, base: u32, effect: Effect) -> Self {
        Self { digits, cells: [cells, 0, 0, 0], base, cover: 0, effect }
    }
}
