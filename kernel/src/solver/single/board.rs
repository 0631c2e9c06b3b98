//! What the search needs from a board, for any layout and instruction set, and how its rules are applied in turn.

use crate::board::grid::CELLS;
use crate::solver::lanes::simd::Simd;

/// The candidates of each cell in the order of the text, digit `d` in bit `d - 1`.
pub type CellMasks = [u16; CELLS];

/// Candidates of one box: these digits in these places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxCandidates {
    /// The box, from 0.
    pub number: usize,
    /// The places, place (k, j) in bit `3 * k + j`.
    pub places: u16,
    /// The digits, digit `d` in bit `d - 1`.
    pub digits: u16,
}

impl BoxCandidates {
    /// Returns these digits of a cell.
    pub fn of_cell(cell: usize, digits: u16) -> Self {
        let (row, column) = (cell / 9, cell % 9);
        Self { number: row / 3 * 3 + column / 3, places: 1 << (row % 3 * 3 + column % 3), digits }
    }
}

/// Returns the cell at place (k, j) of a box.
pub const fn cell_at(number: usize, k: usize, j: usize) -> usize {
    (number / 3 * 3 + k) * 9 + number % 3 * 3 + j
}

/// The places of the three minirows of a box, and of its three minicolumns.
pub const UNITS: [[u16; 3]; 2] =
    [[0b000_000_111, 0b000_111_000, 0b111_000_000], [0b001_001_001, 0b010_010_010, 0b100_100_100]];

/// The largest number of 16-bit lanes of a layout.
pub const LANES: usize = 32;

/// The part of a guess's key that depends only on its box, for each lane. A box takes one or several lanes.
pub type BoxKeys = [u16; LANES];

/// The operations on one board that is spread over the vectors of an instruction set.
///
/// As in the kernel of `lanes`, all of them are `#[inline(always)]`, so they are compiled for the instruction set of the
/// function in which [`Simd::enter`] runs them.
pub trait BoardOps: Simd {
    /// A board in vectors.
    type Board: Copy + Send;
    /// What a sweep finds in the minirows and minicolumns of a board.
    type Summary: Copy;

    /// The keys of boxes without weight.
    const KEYS: BoxKeys;
    /// What a weight of one takes from the keys of a box.
    const WEIGHT: u16;
    /// The number of neighbouring lanes of a box.
    const BOX_LANES: usize;

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
    fn sweep(self, board: &Self::Board) -> Swept<Self::Board, Self::Summary>;
    /// Applies the triad rule to a stable board, and searches for contradictions that sweeps do not detect.
    fn clear_triads(self, board: &Self::Board, summary: &Self::Summary) -> Rest<Self::Board>;
    /// Applies the pair rule to a stable board. Returns the new board if a candidate was cleared.
    fn clear_pairs(self, board: &Self::Board, summary: &Self::Summary) -> Option<Self::Board>;
    /// Splits an open stable board in two. Smaller keys are preferred.
    fn split(self, board: &Self::Board, summary: &Self::Summary, keys: &BoxKeys) -> Split<Self::Board>;
    /// Returns the first lane of a box.
    fn first_lane(self, number: usize) -> usize;

    /// Returns the board without these candidates.
    fn without(self, board: &Self::Board, lost: &BoxCandidates) -> Self::Board;
    /// Returns the number of candidates of the board.
    fn count_candidates(self, board: &Self::Board) -> u32;
}

/// A guess.
pub struct Split<B> {
    /// The board to search first and the one to search after it.
    pub children: [B; 2],
    /// The first lane of the box that was split.
    pub lane: usize,
}

/// The result of a sweep.
pub struct Swept<B, U> {
    /// The board after the sweep.
    pub board: B,
    /// Whether it changed, is stable, solved or contradictory.
    pub state: State,
    /// The minirows and minicolumns of the board, if it is stable.
    pub summary: U,
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

/// What the rules leave of a board.
pub enum Settled<B, U> {
    /// The board has no solution.
    Contradictory,
    /// The board is a solution.
    Solved(B),
    /// No rule changes the board, and cells are open.
    Open(B, U),
}

/// Applies the rules to a board, with or without the pair rule, until none of them changes it. Counts the sweeps.
#[inline(always)]
pub fn settle<S: BoardOps>(
    s: S,
    mut board: S::Board,
    with_pairs: bool,
    sweeps: &mut u64,
) -> Settled<S::Board, S::Summary> {
    loop {
        let swept = s.sweep(&board);
        *sweeps += 1;
        board = swept.board;
        match swept.state {
            State::Changed => continue,
            State::Contradictory => return Settled::Contradictory,
            State::Solved => return Settled::Solved(board),
            State::Stable => {}
        }
        match s.clear_triads(&board, &swept.summary) {
            Rest::Cleared(cleared) => {
                board = cleared;
                continue;
            }
            Rest::Contradictory => return Settled::Contradictory,
            Rest::Open => {}
        }
        if with_pairs && let Some(cleared) = s.clear_pairs(&board, &swept.summary) {
            board = cleared;
            continue;
        }
        return Settled::Open(board, swept.summary);
    }
}
