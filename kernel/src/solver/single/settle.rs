//! Applies the rules to a board until none of them changes it.

use super::board::{BoardOps, Rest, State};

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
) -> Settled<S::Board, S::Units> {
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
        match s.clear_triads(&board, &swept.units) {
            Rest::Cleared(cleared) => {
                board = cleared;
                continue;
            }
            Rest::Contradictory => return Settled::Contradictory,
            Rest::Open => {}
        }
        if with_pairs && let Some(cleared) = s.clear_pairs(&board, &swept.units) {
            board = cleared;
            continue;
        }
        return Settled::Open(board, swept.units);
    }
}
