//! What the search needs from a board, for any layout and instruction set.

use crate::board::grid::CELLS;
use crate::solver::lanes::simd::Simd;

/// The candidates of each cell in the order of the text, digit `d` in bit `d - 1`.
pub type CellMasks = [u16; CELLS];

/// The operations on one board that is spread over the vectors of an instruction set.
///
/// As in the kernel of `lanes`, all of them are `#[inline(always)]`, so they are compiled for the instruction set of the
/// function in which [`Simd::enter`] runs them.
pub trait BoardOps: Simd {
    /// A board in vectors.
    type Board: Copy + Send;
    /// What a sweep learns about the minirows and minicolumns of a board.
    type Units: Copy;

    /// Reads 81 clues and blanks, and clears the clues from the other cells of their houses. Returns `None` if a byte is
    /// neither a clue nor a blank.
    fn read_clues(self, clues: &[u8; CELLS]) -> Option<Self::Board>;
    /// Returns the board with these candidates.
    fn board_of(self, candidates: &CellMasks) -> Self::Board;
    /// Returns the candidates of the board.
    fn candidates_of(self, board: &Self::Board) -> CellMasks;
    /// Writes the digits of a solved board, adding `zero` to each.
    fn write_digits(self, board: &Self::Board, digits: &mut [u8; CELLS], zero: u8);

    /// Applies the rules of every sweep once.
    fn sweep(self, board: &Self::Board) -> Swept<Self::Board, Self::Units>;
    /// Applies the triad rule to a stable board, and searches for contradictions that sweeps do not detect.
    fn clear_triads(self, board: &Self::Board, units: &Self::Units) -> Rest<Self::Board>;
    /// Applies the pair rule to a stable board. Returns the new board if a candidate was cleared.
    fn clear_pairs(self, board: &Self::Board, units: &Self::Units) -> Option<Self::Board>;
    /// Splits an open stable board in two: the board to search first and the one to search after it.
    fn split(self, board: &Self::Board, units: &Self::Units) -> [Self::Board; 2];
}

/// The result of a sweep.
pub struct Swept<B, U> {
    /// The board after the sweep.
    pub board: B,
    /// Whether it changed, is stable, solved or contradictory.
    pub state: State,
    /// The units of the board, if it is stable.
    pub units: U,
}

/// What a sweep leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Candidates were cleared, so another sweep may clear more.
    Changed,
    /// Another sweep would clear nothing, and cells are open.
    Stable,
    /// The board is a solution.
    Solved,
    /// The board has no solution.
    Contradictory,
}

/// What the triad rule leaves of a stable board.
pub enum Rest<B> {
    /// This board, with fewer candidates.
    Cleared(B),
    /// The same board.
    Open,
    /// The board has no solution.
    Contradictory,
}
